"""What calls leave behind: their cost, no key, no held connection; and calls of many threads and processes."""

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest
from django.db import connection

from apps.inference.chat import chat_for
from apps.inference.contracts import ChatRequest, Message
from apps.inference.endpoint.probing import ProbedChat
from apps.inference.models import ModelCall
from apps.inference.usage import usage_of
from tests.endpoint import EndpointProcess, Reply, Rule, Script, ScriptedEndpoint
from tests.integration.model_endpoint.asking import LONG, Asker, always, once
from tests.live import eventually

pytestmark = pytest.mark.django_db(transaction=True)


def test_usage_is_summed_by_role_and_cost_is_unknown_with_one_price_missing(
    endpoint: ScriptedEndpoint, asker: Asker
) -> None:
    assert usage_of(asker.run_id).cost == 0.0
    asker.answer()
    asker.answer()
    used, rows = usage_of(asker.run_id), asker.rows()
    assert used.tokens == {
        "writer": sum(row.input_tokens + row.output_tokens for row in rows),
        "skeptic": 0,
        "judge": 0,
    }
    assert used.calls == {"writer": 2, "skeptic": 0, "judge": 0}
    assert used.cost == pytest.approx(float(sum(row.cost for row in rows)))
    asker.answer(model="judge-1", role="judge")
    used = usage_of(asker.run_id)
    assert used.cost is None
    assert used.tokens["judge"] > 0


def test_a_turn_that_used_up_its_limit_asks_no_more(endpoint: ScriptedEndpoint, asker: Asker, settings: Any) -> None:
    settings.SESSION_MAX_TOKENS = 5
    assert asker.answer()
    error = asker.refused()
    assert (error.code, error.retryable) == ("token_limit", False)
    settings.SESSION_MAX_TOKENS, settings.SESSION_MAX_COST = 0, 1e-7
    assert asker.refused().code == "cost_limit"
    assert len(endpoint.calls()) == 1


def test_the_key_is_sent_and_a_missing_one_is_told(endpoint: ScriptedEndpoint, asker: Asker, settings: Any) -> None:
    endpoint.play(Script(api_key="key"))
    assert asker.answer()
    settings.OPENAI_API_KEY = ""
    assert asker.refused().code == "unauthorized"


def test_an_endpoint_that_quotes_the_key_does_not_spread_it(
    endpoint: ScriptedEndpoint, asker: Asker, settings: Any
) -> None:
    settings.OPENAI_API_KEY = "sk-very-secret-indeed"
    endpoint.play(always(status=401, message="Incorrect API key provided: sk-very-secret-indeed."))
    assert asker.refused().message == "The endpoint answered 401: Incorrect API key provided: [key]."


def test_an_endpoint_in_a_process_of_its_own_is_scripted_and_read_from_here(asker: Asker, settings: Any) -> None:
    with EndpointProcess(once(text="Thirty days.")) as endpoint:
        settings.OPENAI_BASE_URL, settings.MODEL_TRIES = endpoint.base_url, 1
        assert asker.answer() == "Thirty days."
        (call,) = endpoint.calls(model="writer-1", path="/chat/completions")
        assert call.messages == [{"role": "user", "content": "How long is the notice?"}]
        endpoint.play(always(status=503))
        assert asker.refused().code == "unavailable"
        assert endpoint.open_calls() == 0
        endpoint.shut()
        assert asker.refused().code == "no_connection"
        endpoint.reopen()
        assert asker.answer()


def test_no_database_connection_is_held_while_a_model_is_waited_for_long(
    endpoint: ScriptedEndpoint, asker: Asker, monkeypatch: Any
) -> None:
    monkeypatch.setattr("apps.inference.endpoint.asking.HELD_SECONDS", 0.2)
    endpoint.play(Script(first_token=1.0))
    ModelCall.objects.count()
    assert connection.connection is not None
    pieces = asker.pieces()
    next(pieces)
    assert connection.connection is None
    pieces.close()
    assert len(asker.rows()) == 1


def test_a_row_is_written_although_the_database_was_lost_during_the_call(
    endpoint: ScriptedEndpoint, asker: Asker
) -> None:
    pieces = asker.pieces()
    next(pieces)
    with connection.cursor() as cursor:  # what the Writer's checkpoints do between pieces
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
    other.close()
    assert "".join(pieces)
    assert [row.outcome for row in asker.rows()] == ["ok"]


def test_many_calls_at_once_keep_to_themselves(endpoint: ScriptedEndpoint) -> None:
    endpoint.play(Script(rules=(Rule(reply=Reply(text=LONG, tokens_per_second=200)),)))
    request = ChatRequest(messages=(Message(role="user", content="How long is the notice?"),))

    def ask(_: int) -> str:
        with closing(connection):
            return "".join(chat_for("writer-1", role="writer").stream(request))

    with ThreadPoolExecutor(16) as pool:
        assert set(pool.map(ask, range(32))) == {LONG}
    assert max(call.open_calls for call in endpoint.calls()) == 16


def test_a_forked_process_calls_by_itself(endpoint: ScriptedEndpoint) -> None:
    """Prefork workers: the parent's loop and its thread are not the child's."""
    chat = ProbedChat("writer-1", role="check")
    assert chat.ask("How long is the notice?")
    child = os.fork()
    if child == 0:
        os._exit(0 if chat.ask("How long is the notice?") else 1)
    assert eventually(lambda: os.waitpid(child, os.WNOHANG) == (child, 0), 30)
    assert chat.ask("How long is the notice?")
    assert len(endpoint.calls()) == 3
