"""What the ledger of a draft tells of its sections: where each claim was sought, and what was asked for in vain."""

from typing import Any

import pytest

from apps.agents.contracts import Section
from tests.integration.answer_fixture import QUESTION, Cast, FindsNothing, answered, ask
from tests.integration.test_draft import GOOD, SECTIONS, WRONG, Drafts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("two_attempts")]

REQUEST = "Write a memo for line managers on investment property, the application fee and company cars"
TOPICS = ("Investment Property", "Application Fee", "Company Cars")


def section_of(shown: dict[str, Any], claim: dict[str, Any]) -> str:
    """The heading above a claim."""
    return shown["response"][: claim["start_offset"]].rpartition("\n## ")[2].partition("\n")[0]


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
    first, *_, last = SECTIONS
    gap = "The documents do not contain information about company cars."
    lines = (GOOD[0], f"{WRONG} {{CAP}}", GOOD[2], gap, gap)
    body = (Section(heading=topic, brief=topic) for topic in TOPICS)
    writer = Drafts(*lines, mended=(GOOD[1],), sections=(first, *body, last))

    shown = answered(*ask(workspace, query=REQUEST, mode="draft"), Cast(writer=writer))

    assert shown["skeptic_report"]["missing"] == ["No section on “company cars” says anything."]
    assert [task.query for task in writer.revisions] == [TOPICS[0]]
    assert writer.revisions[0].missing == ()
