"""Uncited common knowledge through the whole run: beside the totals in helpful mode, rejected in strict mode."""

from typing import Any

import pytest

from apps.verification.types import Judgement
from tests.integration.answer_fixture import Cast, FindsNothing, answered, library_of_one
from tests.integration.test_draft import GOOD, WRONG, Drafts, draft
from tests.integration.verify_fixture import verify

YEAR = "A year has twelve months."

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("two_attempts")]


class MendsBuiltin(Drafts):
    """Says its lines, and has them mended by the built-in Writer."""

    def revise(self, task: Any) -> Any:
        self.revisions.append(task)
        yield from Cast().writer().revise(task)


class Knows(FindsNothing):
    """A Judge that takes everything for common knowledge; it is asked about so many claims together."""

    def __init__(self, together: int) -> None:
        self.together = together

    def judge(self, *, claims: Any, chunks: Any) -> Any:
        return iter([Judgement(findings=(), common_knowledge=True) for _ in claims])


def minor_claims(shown: dict[str, Any]) -> list[str]:
    return [claim["claim_text"] for claim in shown["claims"] if not claim["requires_citation"]]


def test_a_draft_in_helpful_mode_may_say_what_everybody_knows(workspace, document):
    writer = Drafts(GOOD[0], f"{GOOD[1]} {YEAR}", *GOOD[2:])
    shown = answered(*draft(workspace, verification="helpful"), Cast(writer=writer))

    assert YEAR in minor_claims(shown)
    assert shown["ledger"]["summary"]["evidence_coverage"] == 1.0
    (entry,) = [
        entry
        for claim, entry in zip(shown["claims"], shown["ledger"]["entries"], strict=True)
        if claim["claim_text"] == YEAR
    ]
    assert (entry["reason"], entry["judge"]) == ("minor", "builtin")


def test_a_revision_in_helpful_mode_keeps_it_and_mends_the_rest(workspace, document):
    writer = MendsBuiltin(GOOD[0], f"{WRONG} {{CAP}} {YEAR}", *GOOD[2:])
    shown = answered(*draft(workspace, verification="helpful"), Cast(writer=writer))

    assert shown["metrics"]["revision_cycles"] == 1
    assert [problem.claim_text for problem in writer.revisions[0].problems] == [WRONG]
    assert YEAR in shown["response"]
    assert "95%" not in shown["response"]
    assert YEAR in minor_claims(shown)
    assert shown["ledger"]["summary"]["evidence_coverage"] == 1.0


def test_a_revision_in_strict_mode_takes_it_out(workspace, document):
    writer = MendsBuiltin(GOOD[0], f"{GOOD[1]} {YEAR}", *GOOD[2:])
    shown = answered(*draft(workspace), Cast(writer=writer))

    assert [problem.reason for problem in writer.revisions[0].problems] == ["uncited"]
    assert YEAR not in shown["response"]
    assert shown["ledger"]["summary"]["evidence_coverage"] == 1.0


def test_what_only_the_documents_can_say_is_not_found_without_a_citation_in_helpful_mode_too(workspace, document):
    writer = Drafts(GOOD[0], f"{GOOD[1]} The bank has 412 branches.", *GOOD[2:])
    shown = answered(*draft(workspace, verification="helpful"), Cast(writer=writer))

    assert minor_claims(shown) == [GOOD[3]]
    assert {entry["reason"] for entry in shown["ledger"]["entries"] if entry["verdict"] == "not_found"} >= {"uncited"}


@pytest.mark.parametrize("together", [1, 8])
@pytest.mark.parametrize(("verification", "reason"), [("helpful", "minor"), ("strict", "mismatch")])
def test_a_text_written_elsewhere_may_say_what_everybody_knows_whatever_was_found_for_it(
    workspace, document, verification, reason, together
):
    library_of_one(workspace, ["A year of the course has many months of study, and a day of it has several hours."])
    session, run = verify(workspace, f"{YEAR} A day has 24 hours.", verification=verification)
    shown = answered(session, run, Cast(judge=Knows(together)))

    assert all(claim["citations"] for claim in shown["claims"]), "a passage was found for each"
    assert [(entry["verdict"], entry["reason"]) for entry in shown["ledger"]["entries"]] == [("not_found", reason)] * 2
    assert shown["ledger"]["summary"]["total_claims"] == (0 if reason == "minor" else 2)


@pytest.mark.parametrize(("verification", "reason"), [("helpful", "minor"), ("strict", "mismatch")])
def test_the_built_in_judge_knows_it_in_a_text_written_elsewhere(workspace, document, verification, reason):
    shown = answered(*verify(workspace, YEAR, verification=verification), Cast())

    assert [entry["reason"] for entry in shown["ledger"]["entries"]] == [reason]


def test_what_only_the_documents_can_say_is_not_common_knowledge_in_a_text_written_elsewhere(workspace, document):
    shown = answered(*verify(workspace, f"{YEAR} The bank has 412 branches.", verification="helpful"), Cast())

    assert minor_claims(shown) == [YEAR]
    assert [entry["reason"] for entry in shown["ledger"]["entries"]] == ["minor", "mismatch"]
