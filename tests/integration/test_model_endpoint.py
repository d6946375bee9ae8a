"""Chat against an endpoint that misbehaves: what is got over, what is told, what is closed, what is accounted."""

import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from apps.inference.calling import CallScope, calls_for
from apps.inference.chat import chat_for
from apps.inference.contracts import CallAborted, ChatRequest, Message, ModelError
from apps.inference.endpoint.probing import ProbedChat
from apps.inference.models import ModelCall
from apps.inference.usage import usage_of
from tests.endpoint import EndpointProcess, Reply, Rule, Script, ScriptedEndpoint
from tests.live import eventually

pytestmark = pytest.mark.django_db(transaction=True)

SCHEMA = {
    "type": "object",
    "properties": {"fine": {"type": "boolean"}},
    "required": ["fine"],
    "additionalProperties": False,
}
LONG = "Thirty days of notice are given in writing. " * 20


@pytest.fixture(scope="module")
def running() -> Iterator[ScriptedEndpoint]:
    with ScriptedEndpoint() as endpoint:
        yield endpoint


@pytest.fixture
def endpoint(running: ScriptedEndpoint, settings: Any) -> Iterator[ScriptedEndpoint]:
    settings.OPENAI_BASE_URL, settings.OPENAI_API_KEY = running.base_url, "key"
    settings.MODEL_CONNECT_SECONDS, settings.MODEL_FIRST_TOKEN_SECONDS = 5.0, 15.0
    settings.MODEL_IDLE_SECONDS, settings.MODEL_CALL_SECONDS = 15.0, 40.0
    settings.MODEL_PRICES = {"writer-1": (1.0, 2.0)}
    running.forget()
    running.play(Script())
    yield running
    assert eventually(lambda: running.open_calls() == 0, 5), "a call was left open"


class Asker:
    """Asks for a run, and keeps what was noted."""

    def __init__(self) -> None:
        self.run_id, self.noted, self.stop = uuid4(), [], threading.Event()
        self.scope = CallScope(run_id=self.run_id, phase="write:0:0", stopped=self.stop.is_set, note=self.noted.append)

    def pieces(self, *, model: str = "writer-1", role: str = "writer", **more: Any) -> Iterator[str]:
        request = ChatRequest(messages=(Message(role="user", content="How long is the notice?"),), **more)
        with calls_for(self.scope):
            return chat_for(model, role=role).stream(request)

    def answer(self, **more: Any) -> str:
        return "".join(self.pieces(**more))

    def rows(self) -> list[ModelCall]:
        return list(ModelCall.objects.filter(run_id=self.run_id).order_by("at", "id"))

    def refused(self, **more: Any) -> ModelError:
        with pytest.raises(ModelError) as caught:
            self.answer(**more)
        return caught.value


@pytest.fixture
def asker() -> Asker:
    return Asker()


def once(**reply: Any) -> Script:
    return Script(rules=(Rule(times=1, reply=Reply(**reply)),))


def always(**reply: Any) -> Script:
    return Script(rules=(Rule(reply=Reply(**reply)),))


def test_an_answer_comes_in_pieces_and_is_accounted(endpoint: ScriptedEndpoint, asker: Asker) -> None:
    endpoint.play(always(text=LONG, tokens_per_second=400))
    pieces = list(asker.pieces())
    assert "".join(pieces) == LONG
    assert len(pieces) > 50
    (row,), (call,) = asker.rows(), endpoint.calls()
    assert (row.outcome, row.role, row.model, row.phase) == ("ok", "writer", "writer-1", "write:0:0")
    assert (row.output_tokens, row.estimated) == (call.pieces, False)
    assert float(row.cost) == pytest.approx((row.input_tokens + 2 * row.output_tokens) / 1e6)
    assert 0 <= row.first_token_ms <= row.duration_ms


def test_an_endpoint_without_usage_is_counted_for(endpoint: ScriptedEndpoint, asker: Asker) -> None:
    endpoint.play(Script(usage=False))
    asker.answer()
    (row,) = asker.rows()
    assert row.estimated
    assert row.input_tokens > 0
    assert row.output_tokens > 0


@pytest.mark.parametrize("retry_after", ["1", "date:1"])
def test_retry_after_is_honoured(endpoint: ScriptedEndpoint, asker: Asker, retry_after: str) -> None:
    endpoint.play(once(status=429, retry_after=retry_after))
    assert asker.answer()
    first, second = endpoint.calls()
    assert second.at - first.at >= 1.0
    assert [error.code for error in asker.noted] == ["rate_limited"]
    assert [row.outcome for row in asker.rows()] == ["rate_limited", "ok"]
    assert asker.rows()[0].input_tokens == 0


def test_an_endpoint_that_asks_for_too_long_a_pause_has_failed(endpoint: ScriptedEndpoint, asker: Asker) -> None:
    endpoint.play(always(status=429, retry_after="3600"))
    error = asker.refused()
    assert (error.code, error.retryable, error.retry_after) == ("rate_limited", True, 3600)
    assert len(endpoint.calls()) == 1


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        ({"status": 500}, "unavailable"),
        ({"status": 503}, "unavailable"),
        ({"fault": "silent"}, "first_token_late"),
        ({"fault": "silent_after_headers"}, "first_token_late"),
        ({"fault": "keep_alive_only"}, "first_token_late"),
        ({"fault": "endless_nothing"}, "first_token_late"),
        ({"fault": "trickle"}, "first_token_late"),
        ({"fault": "drop_at_once"}, "no_connection"),
        ({"fault": "drop", "after": 0}, "no_connection"),
        ({"fault": "cut", "after": 0}, "no_connection"),
        ({"fault": "empty"}, "empty"),
        ({"fault": "html"}, "malformed"),
        ({"fault": "wrong_framing"}, "malformed"),
        ({"fault": "malformed", "after": 0}, "malformed"),
        ({"fault": "error_in_stream", "after": 0}, "unavailable"),
        ({"text": "", "finish": "error"}, "unavailable"),
        ({"text": "", "finish": "abort"}, "unavailable"),
    ],
    ids=lambda value: value if isinstance(value, str) else str(value.get("fault", value.get("status"))),
)
def test_what_befalls_a_call_before_its_first_piece_is_got_over(
    endpoint: ScriptedEndpoint, asker: Asker, settings: Any, reply: dict[str, Any], code: str
) -> None:
    settings.MODEL_FIRST_TOKEN_SECONDS = 1.0
    endpoint.play(once(**reply))
    assert asker.answer() == "The documents do not contain this."
    assert [error.code for error in asker.noted] == [code]
    assert [row.outcome for row in asker.rows()] == [code, "ok"]


def test_tries_come_to_an_end(endpoint: ScriptedEndpoint, asker: Asker, settings: Any) -> None:
    settings.MODEL_TRIES = 2
    endpoint.play(always(status=500))
    error = asker.refused()
    assert (error.code, error.retryable) == ("unavailable", True)
    assert len(endpoint.calls()) == len(asker.rows()) == 2


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        ({"fault": "stall"}, "stalled"),
        ({"fault": "drop"}, "no_connection"),
        ({"fault": "cut"}, "no_connection"),
        ({"fault": "malformed"}, "malformed"),
        ({"fault": "error_in_stream"}, "unavailable"),
        ({"fault": "content_filter"}, "refused"),
        ({"finish": "length"}, "cut_off"),
        ({"finish": "model_length"}, "cut_off"),
        ({"finish": "error"}, "unavailable"),
        ({"finish": "abort"}, "unavailable"),
        ({"fault": "not_streamed", "finish": "error"}, "unavailable"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_befalls_an_answer_on_its_way_is_told_after_its_pieces(
    endpoint: ScriptedEndpoint, asker: Asker, settings: Any, reply: dict[str, Any], code: str
) -> None:
    settings.MODEL_IDLE_SECONDS = 1.0
    endpoint.play(always(text=LONG, **reply))
    got: list[str] = []
    with pytest.raises(ModelError) as caught:
        got.extend(asker.pieces())
    assert caught.value.code == code
    assert len(endpoint.calls()) == 1  # a second try would say the beginning twice
    (row,) = asker.rows()
    assert (row.outcome, row.output_tokens > 0) == (code, True)


@pytest.mark.parametrize("finish", ["stop", "tool_calls", "eos", "end_turn", "COMPLETE"])
def test_an_answer_that_its_model_ended_is_whole(endpoint: ScriptedEndpoint, asker: Asker, finish: str) -> None:
    endpoint.play(always(text="Thirty days.", finish=finish))
    assert asker.answer() == "Thirty days."
    assert [row.outcome for row in asker.rows()] == ["ok"]


def test_an_answer_that_was_broken_off_is_worth_another_try(endpoint: ScriptedEndpoint, asker: Asker) -> None:
    endpoint.play(always(text=LONG, finish="error"))
    assert asker.refused().retryable


@pytest.mark.parametrize("told", [(10**12, 5), (5, 10**12), (-5, 5), (5, -5), (True, 5)], ids=str)
def test_a_usage_that_cannot_be_is_counted_here_and_holds_to_the_limit(
    endpoint: ScriptedEndpoint, asker: Asker, settings: Any, told: tuple[int, int]
) -> None:
    settings.SESSION_MAX_TOKENS = 5
    endpoint.play(always(text=LONG, told_usage=told))
    assert asker.answer()
    (row,) = asker.rows()
    assert row.estimated
    assert 0 < row.input_tokens < 100
    assert 0 < row.output_tokens < 1000
    assert asker.refused().code == "token_limit"


def test_pieces_that_came_before_a_drop_are_handed_out(endpoint: ScriptedEndpoint, asker: Asker) -> None:
    endpoint.play(always(text=LONG, fault="drop", after=5, tokens_per_second=100))
    got: list[str] = []
    with pytest.raises(ModelError):
        got.extend(asker.pieces())
    assert LONG.startswith("".join(got))
    assert got


def test_an_endless_answer_is_bounded_and_closed(endpoint: ScriptedEndpoint, asker: Asker) -> None:
    endpoint.play(always(fault="endless", text="and so on "))
    error = asker.refused(max_tokens=50)
    assert (error.code, error.retryable) == ("too_long", False)
    assert eventually(lambda: endpoint.calls()[0].closed_early, 5)


def test_a_slow_answer_ends_with_the_time_of_a_call(endpoint: ScriptedEndpoint, asker: Asker, settings: Any) -> None:
    settings.MODEL_CALL_SECONDS = 1.0
    endpoint.play(always(text=LONG, tokens_per_second=10))
    assert asker.refused().code == "too_long"
    assert eventually(lambda: endpoint.calls()[0].closed_early, 5)


def test_silence_for_ever_ends_with_the_time_of_a_call(endpoint: ScriptedEndpoint, asker: Asker, settings: Any) -> None:
    settings.MODEL_CALL_SECONDS, settings.MODEL_FIRST_TOKEN_SECONDS, settings.MODEL_TRIES = 2.0, 0.4, 50
    endpoint.play(always(fault="silent"))
    assert asker.refused().code in {"first_token_late", "too_long"}
    assert 1 <= len(endpoint.calls()) <= 5


def test_a_finished_answer_is_not_lost_for_want_of_an_end(endpoint: ScriptedEndpoint, asker: Asker) -> None:
    endpoint.play(always(text="Thirty days.", fault="never_done"))
    assert asker.answer() == "Thirty days."
    (row,) = asker.rows()
    assert (row.outcome, row.estimated) == ("ok", True)


def test_an_endpoint_that_does_not_stream_is_understood(endpoint: ScriptedEndpoint, asker: Asker) -> None:
    endpoint.play(always(text="Thirty days.", fault="not_streamed"))
    assert asker.answer() == "Thirty days."
    assert asker.rows()[0].estimated is False


def test_a_refusal_is_told_and_not_asked_again(endpoint: ScriptedEndpoint, asker: Asker) -> None:
    endpoint.play(always(fault="refusal"))
    error = asker.refused()
    assert (error.code, error.retryable) == ("refused", False)
    assert len(endpoint.calls()) == 1


@pytest.mark.parametrize(
    ("script", "code"),
    [
        (Script(api_key="another"), "unauthorized"),
        (Script(models=("writer-2",)), "unknown_model"),
        (always(status=403), "unauthorized"),
        (always(status=400, message="This model's maximum context length is 8192 tokens."), "bad_request"),
        (always(status=422), "bad_request"),
    ],
    ids=["401", "404", "403", "400", "422"],
)
def test_what_no_second_try_would_cure_is_told_at_once(
    endpoint: ScriptedEndpoint, asker: Asker, script: Script, code: str
) -> None:
    endpoint.play(script)
    error = asker.refused()
    assert (error.code, error.retryable) == (code, False)
    assert len(endpoint.calls()) == 1
    assert (asker.rows()[0].input_tokens, float(asker.rows()[0].cost)) == (0, 0.0)


def test_refused_connections_are_tried_until_the_endpoint_is_back(endpoint: ScriptedEndpoint, asker: Asker) -> None:
    endpoint.shut()
    try:
        error = asker.refused()
        assert (error.code, error.retryable) == ("no_connection", True)
        assert len(asker.noted) == 2
        assert sum(row.input_tokens for row in asker.rows()) == 0
    finally:
        endpoint.reopen()
    assert asker.answer()


def test_a_schema_is_sent_and_a_cut_off_answer_is_told(endpoint: ScriptedEndpoint, asker: Asker) -> None:
    assert asker.answer(schema=SCHEMA, schema_name="judge_findings") == '{"fine": false}'
    sent = endpoint.calls()[0].body["response_format"]
    assert sent == {
        "type": "json_schema",
        "json_schema": {"name": "judge_findings", "schema": SCHEMA, "strict": True},
    }
    endpoint.play(always(fault="truncated_json"))
    assert asker.refused(schema=SCHEMA).code == "cut_off"


def test_an_endpoint_is_asked_in_words_it_knows(endpoint: ScriptedEndpoint, asker: Asker) -> None:
    endpoint.play(Script(refuses=("json_schema", "json_object", "stream_options", "max_tokens")))
    assert asker.answer(model="plain-1", schema=SCHEMA)
    assert len(endpoint.calls()) == 5
    assert asker.noted == []
    assert asker.answer(model="plain-1", schema=SCHEMA)
    assert len(endpoint.calls()) == 6  # what was learnt is kept
    body = endpoint.calls()[-1].body
    assert "max_completion_tokens" in body
    assert not {"response_format", "stream_options", "max_tokens"} & set(body)


@pytest.mark.parametrize(
    "reply",
    [{"fault": "silent"}, {"fault": "silent_after_headers"}, {"fault": "trickle"}, {"fault": "endless_nothing"}],
    ids=lambda reply: reply["fault"],
)
def test_a_call_that_is_no_longer_wanted_is_closed_in_the_middle_of_a_silence(
    endpoint: ScriptedEndpoint, asker: Asker, settings: Any, reply: dict[str, Any]
) -> None:
    settings.MODEL_FIRST_TOKEN_SECONDS = settings.MODEL_IDLE_SECONDS = 60.0
    endpoint.play(always(**reply))
    threading.Timer(0.5, asker.stop.set).start()
    with pytest.raises(CallAborted):
        asker.answer()
    assert eventually(lambda: endpoint.calls()[0].closed_early, 5)
    assert endpoint.calls()[0].closed_at - endpoint.calls()[0].at < 5  # of the 60 it would have waited
    assert [row.outcome for row in asker.rows()] == ["aborted"]
    assert asker.rows()[0].input_tokens > 0  # it may have been read


def test_a_stream_is_closed_by_its_reader_and_by_the_scope(endpoint: ScriptedEndpoint, asker: Asker) -> None:
    endpoint.play(always(text=LONG, tokens_per_second=20))
    pieces = asker.pieces()
    next(pieces)
    pieces.close()
    assert eventually(lambda: endpoint.calls()[0].closed_early, 5)
    pieces = asker.pieces()
    next(pieces)
    asker.stop.set()
    with pytest.raises(CallAborted):
        list(pieces)
    assert eventually(lambda: endpoint.calls()[1].closed_early, 5)
    assert [row.outcome for row in asker.rows()] == ["aborted", "aborted"]


def test_a_stream_is_closed_by_the_scope_while_its_reader_is_held_up_elsewhere(
    endpoint: ScriptedEndpoint, asker: Asker
) -> None:
    endpoint.play(always(text=LONG, tokens_per_second=20))
    pieces = asker.pieces()
    next(pieces)
    asker.stop.set()
    assert eventually(lambda: endpoint.calls()[0].closed_early, 5), "it waits for its reader to come back"
    with pytest.raises(CallAborted):
        list(pieces)
    assert [row.outcome for row in asker.rows()] == ["aborted"]


def test_a_pause_before_another_try_ends_when_nobody_waits(endpoint: ScriptedEndpoint, asker: Asker) -> None:
    endpoint.play(always(status=429, retry_after="15"))
    threading.Timer(0.3, asker.stop.set).start()
    begun = time.monotonic()
    with pytest.raises(CallAborted):
        asker.answer()
    assert time.monotonic() - begun < 10
    assert len(endpoint.calls()) == 1


def test_nothing_is_asked_once_the_work_was_stopped(endpoint: ScriptedEndpoint, asker: Asker) -> None:
    asker.stop.set()
    with pytest.raises(CallAborted):
        asker.answer()
    assert endpoint.calls() == []


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
