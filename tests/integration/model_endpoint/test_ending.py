"""How an answer ends that is long, slow, refused, cut off or no longer wanted."""

import threading
import time
from typing import Any

import pytest

from apps.inference.contracts import CallAborted, ModelError
from tests.endpoint import Script, ScriptedEndpoint
from tests.integration.model_endpoint.asking import LONG, SCHEMA, Asker, always
from tests.live import eventually

pytestmark = pytest.mark.django_db(transaction=True)


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
