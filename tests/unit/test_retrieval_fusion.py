"""Two scores made one, and passages that repeat others left out."""

from uuid import UUID

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.retrieval.context import within_budget
from apps.retrieval.fusion import overlap_share, scaled, without_overlaps
from apps.retrieval.passages import Candidate, Scored
from apps.retrieval.ranking import Ranking, best_apart, rank, speaks_of_it
from apps.retrieval.types import Hit

DOCUMENT, OTHER = UUID(int=1), UUID(int=2)


def candidate(number: int, **facts: object) -> Candidate:
    defaults = {
        "chunk_id": UUID(int=100 + number),
        "document_id": DOCUMENT,
        "chunk_index": number,
        "start_offset": number * 1000,
        "end_offset": number * 1000 + 1000,
        "page": number,
        "page_end": number,
        "similarity": 0.4,
        "digits": 0.0,
        "mentions": 0,
        "heading": frozenset(),
        "content": "…",
    }
    return Candidate(**{**defaults, **facts})


def order_of(candidates: list[Candidate], **signals: object) -> list[int]:
    given_signals = {"text_scores": {}, "strengths": {}, "coverages": {}, "terms": {}, "figure": 0.0} | signals
    ranking = given_signals.pop("ranking", Ranking())
    return [item.candidate.chunk_index for item in rank(candidates=candidates, ranking=ranking, **given_signals)]


def test_the_best_score_becomes_one_and_the_last_that_counts_zero() -> None:
    assert scaled(np.array([3.0, 9.0, 6.0, 1.0]), depth=3).tolist() == [0.0, 1.0, 0.5, 0.0]


def test_equal_scores_all_count_and_no_score_counts_nothing() -> None:
    assert scaled(np.array([2.0, 2.0]), depth=10).tolist() == [1.0, 1.0]
    assert scaled(np.zeros(2), depth=10).tolist() == [0.0, 0.0]
    assert scaled(np.array([]), depth=10).tolist() == []


def test_the_document_that_is_meant_sets_the_scale() -> None:
    scores = np.array([10.0, 4.0, 2.0])
    assert scaled(scores, depth=10, scale_on=np.array([False, True, True])).tolist() == [1.0, 1.0, 0.0]


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=50), st.integers(1, 60))
def test_scaling_keeps_the_order_and_stays_between_zero_and_one(values: list[float], depth: int) -> None:
    result = scaled(np.array(values), depth=depth)
    assert ((result >= 0) & (result <= 1)).all()
    ordered = result[np.argsort(values)]
    assert (np.diff(ordered) >= 0).all()


def test_overlap_is_measured_on_the_shorter_passage() -> None:
    assert overlap_share((0, 100), (90, 110)) == pytest.approx(0.5)
    assert overlap_share((0, 100), (100, 200)) == 0.0


def test_a_passage_that_repeats_a_better_one_is_left_out() -> None:
    spans = [(DOCUMENT, 0, 100), (DOCUMENT, 80, 180), (OTHER, 0, 100), (DOCUMENT, 180, 280)]
    assert without_overlaps(spans, limit=0.1) == [0, 2, 3]


def test_both_scores_count() -> None:
    near, worded, far = (candidate(1, similarity=0.9), candidate(2, similarity=0.5), candidate(3, similarity=0.1))
    texts = {worded.chunk_id: 5.0, far.chunk_id: 1.0}
    assert order_of([far, worded, near], text_scores=texts, ranking=Ranking(vector=1.0)) == [1, 2, 3]
    assert order_of([far, worded, near], text_scores=texts, ranking=Ranking(vector=0.0)) == [2, 3, 1]


def test_a_named_document_comes_first() -> None:
    better, named = candidate(1, similarity=0.9, document_id=OTHER), candidate(2, similarity=0.3)
    assert order_of([better, named], strengths={str(DOCUMENT): 1.0}) == [2, 1]


def test_a_table_comes_first_only_when_a_figure_is_asked_for() -> None:
    prose, table = candidate(1, similarity=0.42), candidate(2, similarity=0.40, digits=0.3)
    crowd = [candidate(number, similarity=0.1) for number in range(3, 6)]
    assert order_of([prose, table, *crowd], figure=0.0)[0] == 1
    assert order_of([prose, table, *crowd], figure=1.0)[0] == 2


def test_what_the_document_refers_to_and_a_heading_that_says_it_come_first() -> None:
    plain, table = candidate(1), candidate(2, mentions=30)
    assert order_of([plain, table]) == [2, 1]
    titled = candidate(3, heading=frozenset({"cash", "flow"}))
    assert order_of([plain, titled], terms={"cash": 2.0, "flow": 2.0, "total": 1.0}) == [3, 1]


def test_equals_stand_in_the_order_of_the_document() -> None:
    candidates = [candidate(number) for number in (5, 2, 9, 1)]
    assert order_of(candidates) == [1, 2, 5, 9]


def scored(number: int, similarity: float = 0.4, coverage: float = 0.5, **facts: object) -> Scored:
    item = candidate(number, similarity=similarity, **facts)
    return Scored(candidate=item, score=1.0, text_score=0.0, coverage=coverage)


def test_best_apart_fills_up_with_what_comes_next() -> None:
    overlapping = scored(2, start_offset=1500, end_offset=2500)
    kept = best_apart([scored(1), overlapping, scored(3)], k=2, overlap=0.1)
    assert [item.candidate.chunk_index for item in kept] == [1, 3]


def test_more_of_the_questions_words_need_less_similarity() -> None:
    assert speaks_of_it(scored(1, similarity=0.24, coverage=0.5), floor=0.24)
    assert not speaks_of_it(scored(1, similarity=0.30, coverage=0.0), floor=0.24)
    assert speaks_of_it(scored(1, similarity=0.10, coverage=1.0), floor=0.24)


def hit(number: int, tokens: int) -> Hit:
    return Hit(
        chunk_id=str(number), key="0" * 12, document_id="d", title="t", filename="f", content="c", token_count=tokens
    )


def test_the_token_budget_is_filled_best_first() -> None:
    kept = within_budget([hit(1, 500), hit(2, 600), hit(3, 400)], token_budget=1000)
    assert [item.chunk_id for item in kept] == ["1", "3"]
