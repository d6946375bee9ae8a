"""The first passages of a search, put in order once more by what a model reads in them."""

from uuid import UUID, uuid4

import numpy as np

from apps.retrieval.passages import Candidate, Scored
from apps.retrieval.reranking import READ, reranked

QUESTION = "When was the harbour tower built?"


class Reader:
    """Leads by what each stretch is given, 0 where nothing is."""

    def __init__(self, **leads):
        self.leads, self.asked = leads, []

    def logits(self, pairs):
        self.asked += pairs
        found = [next((lead for word, lead in self.leads.items() if word in text), 0.0) for _, text in pairs]
        return np.array([[lead, 9.0, 0.0] for lead in found], np.float32).reshape(-1, 3)


def passage(content, score, *, document=None, start=0):
    candidate = Candidate(
        chunk_id=uuid4(), document_id=document or uuid4(), chunk_index=0, start_offset=start,
        end_offset=start + len(content), page=1, page_end=1, similarity=0.5, digits=0.0, mentions=0,
        heading=frozenset(), content=content,
    )  # fmt: skip
    return Scored(candidate=candidate, score=score, text_score=0.5, coverage=0.5)


def ordered(scored, reader):
    found = reranked(scored, query=QUESTION, reader=reader, overlap=0.1)
    return [item.candidate.content for item in found], [item.score for item in found]


def test_the_passage_with_the_likeliest_stretch_comes_first_and_scores_stay_in_their_order():
    filler = " ".join(f"Nothing is known of the matter number {number} today." for number in range(20))
    scored = [passage("Ships.", 0.9), passage(f"{filler} It was built then.", 0.7), passage("Cranes.", 0.4)]
    texts, scores = ordered(scored, reader := Reader(built=3.0))
    assert texts == [scored[1].candidate.content, "Ships.", "Cranes."]
    assert scores == [0.9, 0.7, 0.4]
    assert {question for question, _ in reader.asked} == {QUESTION}
    assert len(reader.asked) > 3  # each stretch of the long one


def test_what_stood_in_front_stays_there_where_another_is_hardly_likelier():
    scored = [passage("Ships.", 0.9), passage("Cranes.", 0.7)]
    assert ordered(scored, Reader(Cranes=0.1))[0] == ["Ships.", "Cranes."]
    assert ordered(scored, Reader(Cranes=0.3))[0] == ["Cranes.", "Ships."]


def test_only_the_first_are_read_and_none_is_lost():
    scored = [passage(f"Passage {number}.", 1.0 - number / 10) for number in range(READ + 3)]
    texts, _ = ordered(scored, reader := Reader(**{f"Passage {READ + 1}": 9.0}))
    assert texts == [item.candidate.content for item in scored]
    assert len(reader.asked) == READ


def test_a_passage_that_repeats_a_better_one_takes_no_place_among_those_that_are_read():
    same: UUID = uuid4()
    scored = [passage("The tower stands.", 0.9, document=same), passage("The tower stands.", 0.8, document=same)]
    scored += [passage(f"Passage {number}.", 0.7 - number / 10) for number in range(READ - 1)]
    texts, _ = ordered(scored, Reader(**{f"Passage {READ - 2}": 9.0}))
    assert texts[0] == f"Passage {READ - 2}."
    assert sorted(texts) == sorted(item.candidate.content for item in scored)


def test_where_nothing_was_found_nothing_is_read():
    assert reranked([], query=QUESTION, reader=Reader(), overlap=0.1) == []
