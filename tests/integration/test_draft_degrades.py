"""A draft whose embeddings, claim readers or Judge fail ends as docs/degradation.md says."""

from typing import Any

import pytest

from apps.workspaces.models import Workspace
from tests.endpoint import Reply, Rule, Script, ScriptedEndpoint
from tests.integration.answer_fixture import Broken, Cast, answered, ask, codes, library_of_one, told, work_until
from tests.integration.test_draft import GOOD, Drafts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("two_attempts")]

TRIES = 3


@pytest.fixture
def embedded_elsewhere(workspace: Workspace, endpoint: ScriptedEndpoint, settings: Any) -> Workspace:
    """A workspace whose passages and questions are embedded at the endpoint."""
    settings.MODEL_TRIES, settings.MODEL_FIRST_TOKEN_SECONDS = TRIES, 0.5
    Workspace.objects.filter(pk=workspace.pk).update(embedding_model="embed-1")
    workspace.refresh_from_db()
    library_of_one(workspace)
    return workspace


@pytest.mark.parametrize("phase", ["retrieve", "gather"])
def test_a_draft_whose_passages_cannot_be_searched_ends_in_error_after_its_tries(embedded_elsewhere, endpoint, phase):
    session, run = ask(embedded_elsewhere, mode="draft")
    tools = Cast(writer=Drafts(*GOOD))
    assert work_until(run, phase, tools)
    before = len(endpoint.calls(role="embedding"))
    endpoint.play(Script(rules=(Rule(role="embedding", reply=Reply(fault="silent")),)))

    shown = answered(session, run, tools)

    assert (shown["status"], shown["response"]) == ("error", "")
    assert {(error["phase"].split(":")[0], error["code"]) for error in shown["errors"]} == {(phase, "first_token_late")}
    assert len(endpoint.calls(role="embedding")) - before == TRIES
    assert told(session)[-1]["type"] == "error"


def test_a_draft_without_skeptic_and_claim_reader_says_that_nothing_was_verified(workspace, document):
    tools = Cast(writer=Drafts(*GOOD), skeptic=Broken(), claim_reader=Broken())
    shown = answered(*ask(workspace, mode="draft"), tools)

    assert shown["status"] == "completed"
    assert "## Fees" in shown["response"]
    assert (shown["claims"], shown["flags"], shown["revisions"]) == ([], [], [])
    assert shown["ledger"]["summary"]["evidence_coverage"] is None
    assert codes(shown) == {"SKEPTIC_SKIPPED", "LEDGER_PARTIAL"}
    assert {error["phase"] for error in shown["errors"]} == {"skeptic:0:0", "claims:0:0"}


def test_claims_of_a_draft_that_a_failing_judge_did_not_reach_are_unchecked_and_flagged(workspace, document, settings):
    settings.PHASE_MAX_ATTEMPTS = 1
    tools = Cast(writer=Drafts(*GOOD), judge=Broken(Cast().judge(), before=1))
    shown = answered(*ask(workspace, mode="draft"), tools)

    assert shown["status"] == "completed"
    summary = shown["ledger"]["summary"]
    assert (summary["total_claims"], summary["supported"], summary["unchecked"]) == (3, 1, 2)
    assert len(shown["flags"]) == shown["response"].count("[flag:unchecked]") == 2
    assert shown["revisions"] == []
    assert codes(shown) == {"LEDGER_PARTIAL", "COVERAGE_BELOW_GATE"}
