"""What the ledger of a draft tells of its sections: where each claim was sought, and what was asked for in vain."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from apps.agents.contracts import RevisionTask, Section
from apps.runs.models import Artifact
from tests.integration.answer_fixture import (
    PASSAGES,
    QUESTION,
    Cast,
    FindsNothing,
    answered,
    ask,
    library_of_one,
    work_until,
)
from tests.integration.test_draft import GOOD, SECTIONS, WRONG, Drafts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("two_attempts")]

REQUEST = "Write a memo for line managers on investment property, the application fee and company cars"
TOPICS = ("Investment Property", "Application Fee", "Company Cars")


LINE = "No section on “company cars” says anything."
CARS = "The bank provides company cars to line managers."
NO_CARS = "The documents do not contain information about company cars."


def section_of(shown: dict[str, Any], claim: dict[str, Any]) -> str:
    """The heading above a claim."""
    return shown["response"][: claim["start_offset"]].rpartition("\n## ")[2].partition("\n")[0]


class FillsGaps(Drafts):
    """Has its own words for what is wrong, and the built-in Writer's for what is missing."""

    def revise(self, task: RevisionTask) -> Iterator[str]:
        yield from super().revise(task) if task.problems else Cast().writer().revise(task)


class Rewords(Drafts):
    """Fills no gap, and has other words for it."""

    def revise(self, task: RevisionTask) -> Iterator[str]:
        self.revisions.append(task)
        yield task.text if task.problems else "Nothing at all is said about company cars."


def on_topics(mends: type[Drafts], *, closing: str = NO_CARS) -> Drafts:
    """Writes on three topics: something wrong on the first, and on the last a gap."""
    first, *_, last = SECTIONS
    body = (Section(heading=topic, brief=topic) for topic in TOPICS)
    lines = (GOOD[0], f"{WRONG} {{CAP}}", GOOD[2], NO_CARS, closing)
    return mends(*lines, mended=(GOOD[1],), sections=(first, *body, last))


def requested(workspace: Any, **cast: Any) -> dict[str, Any]:
    return answered(*ask(workspace, query=REQUEST, mode="draft"), Cast(**cast))


def test_a_claim_that_was_not_found_says_what_was_searched_for_its_own_section(workspace, document):
    lines = (*GOOD[:3], GOOD[0])
    shown = answered(*ask(workspace, mode="draft"), Cast(writer=Drafts(*lines), judge=FindsNothing()))

    sections = {claim["id"]: section_of(shown, claim) for claim in shown["claims"]}
    searched = {sections[entry["claim_id"]]: entry["searched"] for entry in shown["ledger"]["entries"]}
    overview, limits, fees, _ = (section.brief for section in SECTIONS)
    assert searched["Fees"]["queries"] == [fees]
    assert searched["Limits"]["queries"] == [limits]
    assert {overview, QUESTION} <= set(searched["In short"]["queries"])
    assert searched["Outlook"]["queries"][0] == QUESTION
    assert fees not in searched["Outlook"]["queries"]
    assert {(each["documents"], each["chunks"]) for each in searched.values()} == {(1, 2)}
    cited = {claim["id"]: set(claim["citations"]) for claim in shown["claims"]}
    for entry in shown["ledger"]["entries"]:
        assert cited[entry["claim_id"]] <= {place["key"] for place in entry["searched"]["nearest"]}


def test_the_skeptic_of_a_draft_names_the_topic_that_was_sought_in_vain_and_no_word_that_only_asks(workspace, document):
    writer = on_topics(Drafts)
    shown = requested(workspace, writer=writer)

    assert shown["skeptic_report"]["missing"] == [LINE]
    first, gap = sorted(writer.revisions, key=lambda task: TOPICS.index(task.query))
    assert (first.query, first.missing) == (TOPICS[0], ())
    assert (gap.query, gap.missing, gap.problems) == (TOPICS[2], (LINE,), ())


def test_what_a_section_overlooked_is_told_in_it_by_the_revision_and_called_open_no_more(workspace):
    library_of_one(workspace, [*PASSAGES, CARS])
    writer = on_topics(FillsGaps, closing="The documents do not cover company cars.")
    shown = requested(workspace, writer=writer)

    assert shown["status"] == "completed", shown["errors"]
    assert shown["response"].count(CARS) == 1
    assert "do not" not in shown["response"]
    assert shown["skeptic_report"]["missing"] == []
    assert shown["metrics"]["evidence_coverage"] == 1.0
    assert shown["metrics"]["revision_cycles"] == 1


def test_a_true_gap_stays_as_it_is_worded_and_begins_no_cycle(workspace, document):
    writer = on_topics(Rewords)
    shown = requested(workspace, writer=writer)

    assert {task.query for task in writer.revisions} == {TOPICS[0], TOPICS[2]}
    assert shown["response"].count(NO_CARS) == 2
    assert shown["metrics"]["revision_cycles"] == 0


def test_a_section_that_tells_nothing_and_lacks_nothing_asks_no_writer(workspace, document):
    class Lenient:
        """A Skeptic that misses nothing."""

        name, prompts, settled = "lenient", {}, staticmethod(lambda **asked: None)

        def review(self, **asked: Any) -> Any:
            return replace(Cast().skeptic().review(**asked), missing=())

    writer = on_topics(Drafts)
    shown = requested(workspace, writer=writer, skeptic=Lenient())

    assert [task.query for task in writer.revisions] == [TOPICS[0]]
    assert shown["response"].count(NO_CARS) == 2
    assert shown["metrics"]["revision_cycles"] == 1


def test_searches_that_did_not_note_what_they_went_through_leave_it_to_the_search_for_the_whole(workspace, document):
    tools = Cast(writer=Drafts(*GOOD[:3], GOOD[0]), judge=FindsNothing())
    session, run = ask(workspace, mode="draft")
    assert work_until(run, "finalize", tools)
    for row in Artifact.objects.filter(run=run, name="gather"):
        Artifact.objects.filter(id=row.id).update(data={"chunks": row.data["chunks"]})

    shown = answered(session, run, tools)
    found = [entry["searched"] for entry in shown["ledger"]["entries"]]
    assert {(each["documents"], each["chunks"], each["queries"][0]) for each in found} == {(1, 2, QUESTION)}
