"""An answer whose cast is asked at a model endpoint, over the real HTTP protocol."""

from typing import Any

import pytest

from apps.drafting.models import Session
from apps.inference.models import ModelCall
from apps.runs.models import Artifact
from tests.endpoint import Reply, Rule, Script, ScriptedEndpoint
from tests.integration.answer_fixture import PASSAGES, answered, ask, codes, told
from workers.toolbox import Toolbox

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]


@pytest.fixture
def endpoint(endpoint: ScriptedEndpoint, settings: Any) -> ScriptedEndpoint:
    settings.MODEL_PRICES = dict.fromkeys(("writer-1", "skeptic-1", "judge-1", "writer-2"), (1.0, 2.0))
    settings.MODEL_TRIES, settings.MODEL_FIRST_TOKEN_SECONDS, settings.MODEL_IDLE_SECONDS = 2, 1, 1
    return endpoint


def starts(session: Session) -> list[tuple[int, str]]:
    found = [event["payload"] for event in told(session) if event["type"] == "generation_started"]
    return [(payload["attempt"], payload["model"]) for payload in found]


def test_every_role_is_played_at_the_endpoint_and_accounted_for(workspace, document, endpoint):
    session, run = ask(workspace)
    shown = answered(session, run, Toolbox())

    assert (shown["status"], shown["warnings"], shown["errors"]) == ("completed", [], [])
    assert "75%" in shown["response"]
    assert {entry["verdict"] for entry in shown["ledger"]["entries"]} == {"supported"}
    assert {entry["judge"] for entry in shown["ledger"]["entries"]} == {"judge-1"}
    assert all(shown["metrics"]["token_usage"][role] > 0 for role in ("writer", "skeptic", "judge"))
    assert shown["metrics"]["cost"] > 0
    assert {call.role for call in endpoint.calls()} == {"writer", "skeptic", "judge"}
    made = {row.name: row.data for row in Artifact.objects.filter(run=run)}
    assert {made[name]["model"] for name in ("write", "skeptic", "judge")} == {"writer-1", "skeptic-1", "judge-1"}
    assert all(len(value) == 12 for name in ("write", "skeptic", "judge") for value in made[name]["prompts"].values())


def test_a_price_that_is_not_known_makes_the_cost_null(workspace, document, endpoint, settings):
    settings.MODEL_PRICES = {"writer-1": (1.0, 2.0)}
    shown = answered(*ask(workspace), Toolbox())
    assert shown["metrics"]["cost"] is None


def test_the_recommended_mix_takes_claims_beside_the_writer_and_costs_no_call_to_judge(
    workspace, document, endpoint, settings
):
    settings.SKEPTIC_MODEL = settings.JUDGE_MODEL = "builtin"
    session, run = ask(workspace)
    shown = answered(session, run, Toolbox())

    assert {entry["verdict"] for entry in shown["ledger"]["entries"]} == {"supported"}
    assert {call.role for call in endpoint.calls()} == {"writer"}
    kinds = [event["type"] for event in told(session)]
    assert kinds.index("claim_extracted") < kinds.index("claim_verified")


def test_a_writer_whose_model_fails_is_replaced_on_a_clean_page(workspace, document, endpoint, settings):
    settings.WRITER_FALLBACK_MODEL = "writer-2"
    endpoint.play(Script(rules=(Rule(model="writer-1", reply=Reply(status=500)),)))
    session, run = ask(workspace)
    shown = answered(session, run, Toolbox())

    assert shown["status"] == "completed"
    assert codes(shown) == {"WRITER_FALLBACK"}
    assert starts(session) == [(1, "writer-1"), (2, "writer-2")]
    assert len(endpoint.calls(model="writer-1")) == settings.MODEL_TRIES
    assert [error["code"] for error in shown["errors"]] == ["unavailable"] * settings.MODEL_TRIES


def test_a_stream_that_drops_is_begun_once_more_and_nothing_of_it_stays(workspace, document, endpoint):
    endpoint.play(Script(rules=(Rule(model="writer-1", times=1, reply=Reply(fault="drop", after=2)),)))
    session, run = ask(workspace)
    shown = answered(session, run, Toolbox())

    assert (shown["status"], codes(shown)) == ("completed", set())
    assert starts(session) == [(1, "writer-1"), (2, "writer-1")]
    assert len(shown["errors"]) == 1


def test_a_turn_that_no_writer_can_write_ends_with_the_reason(workspace, document, endpoint, settings):
    settings.WRITER_FALLBACK_MODEL = "writer-2"
    endpoint.play(Script(rules=(Rule(role="writer", reply=Reply(status=401)),)))
    session, run = ask(workspace)
    shown = answered(session, run, Toolbox())

    assert shown["status"] == "error"
    assert told(session)[-1]["payload"]["code"] == "unauthorized"
    assert len(endpoint.calls(role="writer")) == 2


def test_without_its_model_the_skeptic_is_skipped_and_the_claims_are_judged_all_the_same(workspace, document, endpoint):
    endpoint.play(Script(rules=(Rule(role="skeptic", reply=Reply(status=503)),)))
    shown = answered(*ask(workspace), Toolbox())

    assert (shown["status"], codes(shown)) == ("completed", {"SKEPTIC_SKIPPED"})
    assert shown["ledger"]["summary"]["supported"] == shown["ledger"]["summary"]["total_claims"] > 0


def test_claims_that_the_judges_model_did_not_reach_are_unchecked(workspace, document, endpoint):
    endpoint.play(Script(rules=(Rule(role="judge", reply=Reply(status=503)),)))
    shown = answered(*ask(workspace), Toolbox())

    summary = shown["ledger"]["summary"]
    assert (shown["status"], codes(shown)) == ("completed", {"LEDGER_PARTIAL"})
    assert summary["unchecked"] == summary["total_claims"] > 0
    assert {error["code"] for error in shown["errors"]} == {"unavailable"}


def test_a_judge_that_makes_up_its_quotes_supports_nothing(workspace, document, endpoint):
    finding = '{"key": "KEY", "quote": "It is 90%.", "stance": "supports", "score": 1}'
    lie = '{"verdicts": [{"claim": 1, "findings": [' + finding + "]}]}"
    key = document.chunks.order_by("chunk_index").first().key
    endpoint.play(Script(rules=(Rule(role="judge", reply=Reply(text=lie.replace("KEY", key))),)))
    shown = answered(*ask(workspace), Toolbox())

    assert shown["ledger"]["summary"]["supported"] == 0


def test_a_turn_ends_where_its_budget_ends(workspace, document, endpoint, settings):
    settings.SESSION_MAX_TOKENS = 1
    shown = answered(*ask(workspace), Toolbox())

    assert [call.role for call in endpoint.calls()] == ["writer"]
    assert "token_limit" in {error["code"] for error in shown["errors"]}
    assert ModelCall.objects.count() == 1
    assert shown["ledger"]["summary"]["unchecked"] > 0


def test_the_passages_reach_the_model_as_marked_data(workspace, document, endpoint):
    answered(*ask(workspace), Toolbox())
    asked = "\n".join(message["content"] for call in endpoint.calls(role="writer") for message in call.messages)
    assert PASSAGES[0] in asked
