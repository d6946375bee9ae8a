"""Every kind of event is described, the description is committed, and it is strict enough to be of use."""

import ast
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from apps.runs.event_types import EVENT_TYPES, event_schema
from tests.described import assert_event_described
from veritydraft.parsing import BASE_DIR

ID = "11111111-2222-4333-8444-555555555555"
ENVELOPE = {"v": 1, "stream": ID, "session_id": ID, "turn_id": ID, "seq": 1, "at": "2026-01-01T00:00:00.000001Z"}
CHUNK = {**ENVELOPE, "type": "content_chunk", "payload": {"delta": "The ", "offset": 0, "cycle": 0}}


def test_the_committed_schema_is_the_one_that_is_served():
    committed = json.loads((BASE_DIR / "events.schema.json").read_text())
    assert committed == event_schema(), "run: manage.py event_schema > events.schema.json"


def test_it_is_a_json_schema_and_tells_each_kind_from_the_others():
    Draft202012Validator.check_schema(event_schema())
    assert not list(Draft202012Validator(event_schema()).iter_errors(CHUNK))
    unknown = {**CHUNK, "type": "poem"}
    assert list(Draft202012Validator(event_schema()).iter_errors(unknown))


def told_in(source: str) -> set[str]:
    """The types of the events that a file makes, where they are written out."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    drafts = (call for call in calls if getattr(call.func, "id", "") == "EventDraft")
    words = (word.value for draft in drafts for word in draft.keywords if word.arg == "type")
    return {word.value for word in words if isinstance(word, ast.Constant)}


def test_every_event_that_the_code_tells_is_described():
    files = [path for room in ("apps", "workers") for path in (BASE_DIR / room).rglob("*.py")]
    told = set().union(*(told_in(path.read_text()) for path in files))
    assert {"session_created", "document_ready", "claim_verified"} <= told
    assert told <= set(EVENT_TYPES)
    asked_for = """session_created retrieval_started retrieval_complete generation_started content_chunk
        citation_detected claim_extracted claim_verified ledger_updated revision_started generation_complete error
        cancelled document_progress document_ready document_error"""
    assert set(asked_for.split()) <= set(EVENT_TYPES)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seq": 0},
        {"seq": None},
        {"v": 2},
        {"turn_id": None},
        {"stream": "here"},
        {"mood": "good"},
        {"payload": {"delta": "The ", "offset": -1, "cycle": 0}},
        {"payload": {"delta": "", "offset": 0, "cycle": 0}},
        {"payload": {"delta": "The ", "offset": 0}},
        {"payload": {"delta": "The ", "offset": 0, "cycle": 0, "fullContent": "The "}},
    ],
)
def test_an_event_that_is_not_as_described_would_be_seen(wrong: dict[str, Any]):
    assert_event_described(CHUNK)
    with pytest.raises(AssertionError):
        assert_event_described({**CHUNK, **wrong})
