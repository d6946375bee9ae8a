"""Chat against an endpoint that misbehaves: what is got over, what is told, what is counted."""

from typing import Any

import pytest

from apps.inference.contracts import ModelError
from tests.endpoint import Script, ScriptedEndpoint
from tests.integration.model_endpoint.asking import LONG, Asker, always, once

pytestmark = pytest.mark.django_db(transaction=True)


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
