"""The rules of calling an endpoint that need no endpoint."""

import time
from decimal import Decimal
from email.utils import formatdate
from typing import Any

import pytest

from apps.inference.calling import CallScope
from apps.inference.contracts import CallAborted, ChatRequest, Message
from apps.inference.endpoint.asking import result_of
from apps.inference.endpoint.dialect import Dialect, dialect_of, fits_strict
from apps.inference.endpoint.errors import retry_after_of
from apps.inference.endpoint.streaming import Heard, Reader
from apps.inference.endpoint.trying import LONGEST_PAUSE, pause_before
from apps.inference.usage import cost_of

CLOSED = {
    "type": "object",
    "properties": {"fine": {"type": "boolean"}},
    "required": ["fine"],
    "additionalProperties": False,
}
REQUEST = ChatRequest(messages=(Message(role="user", content="Well?"),), schema=CLOSED, schema_name="wellbeing")


def test_pauses_double_within_bounds_and_spread_callers() -> None:
    longest = [pause_before(trial, retry_after=None, chance=1.0) for trial in range(2, 9)]
    assert longest[:4] == [0.5, 1.0, 2.0, 4.0]
    assert longest[-1] == LONGEST_PAUSE
    assert pause_before(3, retry_after=None, chance=0.0) == 0.5
    assert pause_before(2, retry_after=7.0, chance=0.0) == 7.0
    assert pause_before(2, retry_after=7.0, chance=1.0) == pytest.approx(7.7)


def test_retry_after_is_read_as_seconds_and_as_a_date() -> None:
    assert retry_after_of({"retry-after": "12"}) == 12
    assert retry_after_of({"retry-after": "0.5"}) == 0.5
    assert retry_after_of({"retry-after-ms": "1500", "retry-after": "2"}) == 1.5
    ahead = retry_after_of({"retry-after": formatdate(time.time() + 60, usegmt=True)})
    assert ahead is not None
    assert 50 < ahead <= 60
    assert retry_after_of({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0
    assert retry_after_of({"retry-after": "soon"}) is None
    assert retry_after_of({}) is None


def test_a_dialect_gives_up_one_thing_at_a_time() -> None:
    dialect = Dialect()
    asked = dialect.question(REQUEST, model="m", max_tokens=9)
    assert (asked["max_tokens"], asked["stream_options"]) == (9, {"include_usage": True})
    assert asked["response_format"]["type"] == "json_schema"
    assert dialect.learn("'response_format.type' must be 'json_object'", asked)
    asked = dialect.question(REQUEST, model="m", max_tokens=9)
    assert asked["response_format"] == {"type": "json_object"}
    assert dialect.learn("response_format is not supported", asked)
    asked = dialect.question(REQUEST, model="m", max_tokens=9)
    assert "response_format" not in asked
    assert not dialect.learn("response_format is not supported", asked)  # it was not sent: nothing left to leave out
    assert dialect.learn("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", asked)
    asked = dialect.question(REQUEST, model="m", max_tokens=9)
    assert "max_tokens" not in asked
    assert asked["max_completion_tokens"] == 9
    assert not dialect.learn("Unsupported parameter: 'max_completion_tokens'", asked)  # not to and fro for ever
    assert dialect.learn("Extra inputs are not permitted: stream_options", asked)
    assert "stream_options" not in dialect.question(REQUEST, model="m", max_tokens=9)


def test_a_limit_beyond_the_context_is_left_to_the_endpoint() -> None:
    dialect = Dialect()
    asked = dialect.question(REQUEST, model="m", max_tokens=4096)
    assert dialect.learn("'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum", asked)
    asked = dialect.question(REQUEST, model="m", max_tokens=4096)
    assert "max_tokens" not in asked
    assert not dialect.learn("'max_tokens' or 'max_completion_tokens' is too large: 4096.", asked)


def test_what_another_thread_has_learnt_meanwhile_is_no_failure() -> None:
    dialect = Dialect()
    early, late = (dialect.question(REQUEST, model="m", max_tokens=9) for _ in range(2))
    assert dialect.learn("Unsupported parameter: 'max_tokens'", early)
    assert dialect.learn("Unsupported parameter: 'max_tokens'", late)
    assert dialect.limit_field == "max_completion_tokens"


def test_another_complaint_teaches_nothing() -> None:
    dialect = Dialect()
    asked = dialect.question(REQUEST, model="m", max_tokens=9)
    assert not dialect.learn("This model's maximum context length is 8192 tokens.", asked)
    assert dialect == Dialect()


def test_openai_is_asked_in_its_newer_words() -> None:
    assert dialect_of("https://api.openai.com/v1", "gpt-5").limit_field == "max_completion_tokens"
    assert dialect_of("http://localhost:11434/v1", "gpt-5").limit_field == "max_tokens"


@pytest.mark.parametrize(
    ("schema", "strict"),
    [
        (CLOSED, True),
        ({**CLOSED, "additionalProperties": True}, False),
        ({**CLOSED, "required": []}, False),
        ({**CLOSED, "properties": {"fine": {"type": "array", "items": {"type": "object"}}}}, False),
        ({"type": "array", "items": CLOSED}, True),
        ({"$defs": {"one": {"type": "object"}}, **CLOSED}, False),
    ],
)
def test_strict_is_asked_for_only_where_the_schema_allows_it(schema: dict[str, Any], strict: bool) -> None:
    assert fits_strict(schema) is strict


def test_thinking_aloud_keeps_a_call_alive_but_is_no_answer() -> None:
    told: list[str] = []
    heard = Heard()
    reader = Reader(heard=heard, limit=100, tell=told.append)
    assert reader.take({"choices": [{"delta": {"reasoning_content": "Let me see."}}]})
    assert not reader.take({"choices": [{"delta": {"role": "assistant", "content": ""}}]})
    assert reader.take({"choices": [{"delta": {"content": "Yes."}}]})
    assert not reader.take({"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 7}})
    assert (told, heard.usage) == (["Yes."], (5, 7))


def test_a_cost_is_exact_and_unknown_without_a_price(settings: Any) -> None:
    settings.MODEL_PRICES = {"m": (0.15, 0.6)}
    assert cost_of("m", input_tokens=1_000_000, output_tokens=500_000) == Decimal("0.45")
    assert cost_of("m", input_tokens=1, output_tokens=0) == Decimal("0.00000015")
    assert cost_of("other", input_tokens=1, output_tokens=0) is None
    assert cost_of("other", input_tokens=0, output_tokens=0) == 0


def test_a_call_that_nobody_wants_any_more_is_not_begun() -> None:
    begun = []

    async def call() -> None:
        begun.append(True)

    with pytest.raises(CallAborted):
        result_of(call(), scope=CallScope(stopped=lambda: True))
    assert result_of(call(), scope=CallScope()) is None
    assert begun == [True]
