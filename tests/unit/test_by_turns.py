"""Where a question names several documents, each is heard before one is heard twice."""

from dataclasses import dataclass

from apps.retrieval.context import by_turns


@dataclass(frozen=True)
class Candidate:
    document_id: str
    place: int


@dataclass(frozen=True)
class Item:
    candidate: Candidate


def order(documents: str, *, named: str) -> list[tuple[str, int]]:
    scored = [Item(Candidate(document, place)) for place, document in enumerate(documents)]
    return [(item.candidate.document_id, item.candidate.place) for item in by_turns(scored, named=set(named))]


def test_each_named_document_has_its_best_passage_before_one_has_its_second():
    assert order("aaab", named="ab") == [("a", 0), ("b", 3), ("a", 1), ("a", 2)]


def test_documents_that_are_not_named_come_after_those_that_are_in_their_order():
    assert order("xayb", named="ab") == [("a", 1), ("b", 3), ("x", 0), ("y", 2)]
