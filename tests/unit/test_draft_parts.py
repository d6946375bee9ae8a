"""Drafts: which section tells of what, and how sections become one text."""

from typing import Any

import pytest

from apps.drafting.allotment import allotted, led_by
from apps.drafting.composition import composed, lead, opening
from workers.phases.draft_plan import documents_meant_by, introduced, plan_of


def test_a_passage_goes_to_the_section_that_ranks_it_highest():
    owner = allotted(["o"], {1: ["a", "b", "c"], 2: ["c", "a", "d"]}, closing=3)

    assert owner == {"a": 1, "b": 1, "c": 2, "d": 2, "o": 0}


def test_at_a_tie_the_earlier_section_tells_of_it():
    assert allotted([], {1: ["a", "b"], 2: ["a", "c"]}, closing=3)["a"] == 1


def test_the_introduction_takes_the_best_of_the_overview_but_never_a_sections_last_passage():
    owner = allotted(["a", "b", "c"], {1: ["a"], 2: ["b", "d"]}, closing=3)

    assert owner == {"a": 1, "b": 0, "d": 2, "c": 3}


def test_a_section_leads_with_the_documents_of_the_best_passages_that_it_tells_of():
    owner = {**dict.fromkeys("bcdfg", 2), "a": 1, "e": 0}
    found = {
        2: [("e", "Annex"), *((key, "Policy") for key in "bcdf"), ("g", "Circular")],
        1: [("a", "Handbook"), ("b", "Policy")],
    }

    assert led_by(owner, found) == ["Handbook", "Policy"]


def test_a_section_that_is_the_only_one_leads_with_more():
    keys = [(str(number), f"Document {number}") for number in range(9)]
    owner = {key: 1 for key, _ in keys}

    assert led_by(owner, {1: keys}) == [document for _, document in keys[:8]]
    assert led_by(owner, {1: keys, 2: []}) == [document for _, document in keys[:4]]


def test_a_draft_is_its_title_and_its_sections_and_each_body_is_found_again():
    text, parts = composed("Loans", [("Limits", "75%. [cite:0123456789ab]"), ("Gaps", ""), ("Fees", "Two.\n\nThree.")])

    assert text == f"{opening('Loans')}{lead('Limits')}75%. [cite:0123456789ab]{lead('Fees')}Two.\n\nThree."
    assert [text[part.start : part.end] for part in parts] == ["75%. [cite:0123456789ab]", "", "Two.\n\nThree."]
    assert [part.heading for part in parts] == ["Limits", "Gaps", "Fees"]


class Stored:
    """What the phases of a run have stored."""

    def __init__(self, **artifacts: Any) -> None:
        self.kept = artifacts
        self.artifact = artifacts.__getitem__


def test_a_document_whose_best_passage_is_the_introductions_own_is_introduced():
    sections = [{"kind": kind, "heading": kind, "brief": "Fees"} for kind in ("introduction", "body")]
    chunks = [{"key": "a", "document_id": "Handbook"}, {"key": "b", "document_id": "Policy"}]
    stored = Stored(outline={"meant": [], "title": "", "gaps": [], "sections": sections}, retrieve={"chunks": chunks})
    gathered = {"chunks": chunks}
    stored.artifact = lambda name, *at: gathered if name == "gather" else stored.kept[name]

    assert introduced(stored, plan_of(stored), {"a": 0, "b": 0}) == ["Handbook", "Policy"]
    assert introduced(stored, plan_of(stored), {"a": 1, "b": 0}) == ["Handbook", "Policy"]


@pytest.mark.parametrize(("outline", "meant"), [({}, ["a", "b"]), ({"meant": []}, []), ({"meant": ["a"]}, ["a"])])
def test_an_outline_that_tells_no_documents_at_all_is_of_those_that_the_request_names(outline, meant):
    assert documents_meant_by(Stored(outline=outline, retrieve={"named": ["a", "b"]})) == meant
