"""Of the questions that passages suggest those are kept which the documents answer, at a bounded cost."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from apps.agents.reading.context import Place, read_context
from apps.drafting.suggesting.questions import MOST, SECONDS, TRIED, follow_up_questions
from apps.inference.contracts import CallAborted, ModelError
from apps.retrieval.types import ContextChunk
from apps.runs.types import Superseded

TOPICS = ("Parental leave", "Notice periods", "Sick pay", "Remote working", "Expense claims", "Travel costs",
          "Data protection", "Gift register")  # fmt: skip


def passage(heading: str, *, document: str = "d", key: str = "") -> ContextChunk:
    return ContextChunk(
        chunk_id=heading, key=key or f"{heading.casefold():_<12.12}", document_id=document, title="Handbook",
        filename="h.pdf", content=f"{heading} is granted by the manager.", heading_path=(heading,),
    )  # fmt: skip


class Library:
    """Answers what it has a passage on, from that passage, and moves a clock as it does."""

    def __init__(self, passages: Sequence[ContextChunk], *, seconds: float = 0.0) -> None:
        self.passages, self.seconds, self.now = passages, seconds, 0.0
        self.asked: list[str] = []

    def answer(self, query: str) -> Sequence[Place]:
        self.asked.append(query)
        self.now += self.seconds
        fitting = [one for one in self.passages if one.heading_path[0].casefold() in query.casefold()]
        return read_context(tuple(fitting[:1])).places

    def questions(self, passages: Sequence[ContextChunk], **asked) -> tuple[str, ...]:
        values = {"cited": (), "wanted": (), "asked": ["Who is the manager?"], "several": False} | asked
        return follow_up_questions(passages=passages, answer=self.answer, clock=lambda: self.now, **values)


ALL = [passage(topic) for topic in TOPICS]


def about(*topics: str) -> tuple[str, ...]:
    return tuple(f"What do the documents say about {topic.lower()}?" for topic in topics)


def test_of_one_kind_one_that_is_answered_is_kept():
    assert Library(ALL).questions(ALL) == about(TOPICS[0])


RULES = (
    "Wages increased in 2021 due to a new scale.",
    "If a guest arrives after ten, the night porter must open the gate.",
    "The probation period is six months.",
)


def told_of(number: int) -> ContextChunk:
    return replace(passage("", key=f"rule{number}"), content=RULES[number], heading_path=())


def test_three_of_different_kinds_that_are_answered_are_kept():
    passages = [*ALL, *map(told_of, range(3))]
    places = {
        "Why did wages increase in 2021?": 0,
        "What happens if a guest arrives after ten?": 1,
        "How long is the probation period?": 2,
    }

    def answer(query: str) -> Sequence[Place]:
        return read_context((told_of(places[query]),)).places

    values = {"cited": (), "wanted": (), "asked": [], "several": False}
    assert follow_up_questions(passages=passages, answer=answer, **values) == tuple(places)
    assert len(places) == MOST


def test_a_question_made_of_a_sentence_is_kept_where_that_sentence_answers_it():
    own, other = told_of(1), replace(told_of(1), content="The night porter opens the gate for each guest.")
    values = {"passages": [own], "cited": (), "wanted": (), "asked": [], "several": False}
    assert len(follow_up_questions(answer=lambda query: read_context((own,)).places, **values)) == 1
    assert follow_up_questions(answer=lambda query: read_context((other,)).places, **values) == ()


def test_what_the_documents_do_not_answer_is_not_asked():
    assert Library([ALL[1], ALL[4]]).questions(ALL) == about("Notice periods")


def test_beside_a_sentence_that_was_told_its_passage_suggests_what_was_not():
    both = replace(told_of(1), key="both", content=f"{RULES[1]} {RULES[2]}")
    values = {"passages": [both], "cited": ("both",), "wanted": (), "asked": [], "several": False}

    def answer(query: str) -> Sequence[Place]:
        return read_context((both,)).places[1 if "probation" in query else 0 :]

    assert follow_up_questions(answer=answer, text=f"{RULES[1]} [cite:both]", **values) == (
        "How long is the probation period?",
    )
    assert follow_up_questions(answer=answer, text="The porter opens late. [cite:both]", **values) == (), (
        "in other words"
    )


@pytest.mark.parametrize(
    "answer",
    [
        "Item 4. Sick Pay.",
        "Sick Pay",
        "Not applicable.",
        "This is granted by the manager after the third day of it.",
        "For more information on sick pay, see the table in Note 12 of this report.",
        "The following kinds of sick pay are granted by the manager:",
        "We believe that the following kinds of sick pay are the most common.",
        "and granted by the manager at the end of the month.",
    ],
)
def test_what_is_answered_by_no_full_sentence_is_not_asked(answer: str):
    told = replace(ALL[2], content=answer)
    assert Library([told]).questions([ALL[2]]) == ()
    assert Library([ALL[2]]).questions([ALL[2]]) == about("Sick pay")


def table(*, head: str, row: str = "Training costs", key: str = "a" * 12) -> ContextChunk:
    rows = f"{row} $ 412 $ 398 $ 371\n{row} (net) $ 9 $ 8 $ 7\n"
    return replace(ALL[0], key=key, heading_path=(), content=f"{head}\n2021 2020 2019\n{rows}")


SALES = replace(ALL[1], content="Sales rose to $12 million in 2021.", key="sales")  # its amounts are in millions


def asked_of(source: ContextChunk, told: ContextChunk) -> tuple[str, ...]:
    def answer(query: str) -> Sequence[Place]:
        return [place for place in read_context((told,)).places if place.unit.row][:1] if "change" in query else ()

    return follow_up_questions(
        passages=[source, SALES], answer=answer, cited=(), wanted=(), asked=[], several=False
    )  # fmt: skip


def test_a_row_answers_with_its_scale_and_both_years():
    question = ("How did training costs change from 2019 to 2021?",)
    scaled = table(head="(in millions)")
    assert asked_of(scaled, scaled) == question
    assert asked_of(scaled, table(head="Costs")) == (), "of which no one knows the scale"
    assert asked_of(scaled, table(head="(in millions)", row="Travel costs")) == (), "another row"
    older = replace(scaled, content=scaled.content.replace("2019", "2018"))
    assert asked_of(scaled, older) == (), "other years"


def test_no_search_is_spent_on_what_its_own_passage_does_not_say():
    library = Library(ALL)
    empty = replace(ALL[0], content="Item 4. Parental Leave.")
    assert library.questions([empty, *ALL[1:3]]) == about(TOPICS[1])
    assert len(library.asked) == 1


def test_a_sentence_does_not_answer_how_a_row_changed():
    scaled = table(head="(in millions)")
    assert asked_of(scaled, scaled) != ()

    def answer(query: str) -> Sequence[Place]:
        sentence = replace(scaled, content="Our auditor looked at training costs of 2019 and 2021.")
        return read_context((sentence,)).places

    assert follow_up_questions(passages=[scaled], answer=answer, cited=(), wanted=(), asked=[], several=False) == ()


def test_no_more_than_so_many_are_tried():
    library = Library([])
    assert library.questions(ALL) == ()
    assert len(library.asked) == TRIED < len(ALL)


def test_none_is_tried_once_the_time_is_up():
    library = Library(ALL, seconds=SECONDS)
    assert library.questions(ALL) == about(TOPICS[0])
    assert len(library.asked) == 1


def test_what_was_cited_or_asked_is_not_asked_again():
    library = Library(ALL)
    kept = library.questions(ALL[:4], cited=(ALL[0].key,), asked=["How long are notice periods?"])
    assert kept == about("Sick pay")


def test_another_passage_under_a_heading_that_was_used_suggests_nothing():
    again = passage("Parental leave", key="another")
    assert Library(ALL).questions([ALL[0], again], cited=(ALL[0].key,)) == ()


def test_an_answer_that_the_reader_has_already_is_none():
    used = passage("Sick pay", key="cited")
    assert Library([used]).questions([passage("Leave rules", key="cited"), ALL[2]], cited=("cited",)) == ()


def test_an_answer_from_another_document_is_none():
    elsewhere = passage("Sick pay", document="other")
    assert Library([elsewhere]).questions([ALL[2]]) == ()


def test_only_documents_that_the_text_speaks_from_suggest_questions():
    other = passage("Sick pay", document="other")
    assert Library(ALL).questions([ALL[0], other, ALL[1]], cited=(ALL[0].key,)) == about("Notice periods")
    assert Library(ALL).questions([ALL[0], other]) == about("Parental leave"), "cites nothing: the best passage's"


@pytest.mark.parametrize(
    ("error", "traced"),
    [
        (RuntimeError("out of order"), True),
        (ModelError("stalled", "out of order", retryable=True), False),
        (CallAborted(), False),
    ],
)
def test_a_failure_costs_the_questions_and_nothing_else(caplog, error: Exception, traced: bool):
    def broken(query: str) -> Sequence[Place]:
        raise error

    values = {"cited": (), "wanted": (), "asked": [], "several": False}
    assert follow_up_questions(passages=ALL, answer=broken, **values) == ()
    assert "no follow-up questions" in caplog.text
    assert ("Traceback" in caplog.text) == traced, "a model that fails is no fault of ours"


def test_work_that_was_taken_from_us_is_not_gone_on_with():
    def lost(query: str) -> Sequence[Place]:
        raise Superseded

    with pytest.raises(Superseded):
        follow_up_questions(passages=ALL, answer=lost, cited=(), wanted=(), asked=[], several=False)
