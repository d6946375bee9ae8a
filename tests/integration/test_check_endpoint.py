"""`manage.py check_endpoint` tells what works, and fails where the settings need what does not."""

import json
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.endpoint import Reply, Rule, Script, ScriptedEndpoint

ONE_TO_TEN = "one two three four five six seven eight nine ten"


@pytest.fixture
def endpoint(settings: Any) -> Iterator[ScriptedEndpoint]:
    settings.WRITER_FALLBACK_MODEL = settings.SKEPTIC_MODEL = settings.JUDGE_MODEL = "builtin"
    settings.WRITER_MODEL, settings.EMBEDDING_MODEL = "writer-1", "text-embedding-3-small"
    settings.MODEL_FIRST_TOKEN_SECONDS, settings.MODEL_TRIES, settings.OPENAI_API_KEY = 2.0, 1, "key"
    with ScriptedEndpoint() as endpoint:
        settings.OPENAI_BASE_URL = endpoint.base_url
        yield endpoint


def check(*more: str) -> tuple[int, str]:
    """(exit status, what was printed)"""
    out = StringIO()
    try:
        call_command("check_endpoint", *more, stdout=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


def found(script: Script, endpoint: ScriptedEndpoint, *more: str) -> tuple[int, dict[tuple[str, str], Any]]:
    endpoint.play(script)
    status, printed = check("--json", *more)
    told = json.loads(printed)
    assert told["fine"] is (status == 0)
    return status, {(finding["about"], finding["what"]): finding for finding in told["findings"]}


COUNTS = Rule(contains="Count from one", reply=Reply(text=ONE_TO_TEN, tokens_per_second=200))


def test_a_good_endpoint_passes(endpoint: ScriptedEndpoint) -> None:
    status, told = found(Script(rules=(COUNTS,)), endpoint)
    assert status == 0
    assert "writer-1" in told["endpoint", "models"]["told"]
    assert told["writer-1", "chat"]["told"] == ONE_TO_TEN
    assert "tokens/s" in told["writer-1", "streaming"]["told"]
    assert "10 out" in told["writer-1", "usage"]["told"]
    assert told["writer-1", "structured output"]["told"] == "json_schema"
    assert told["text-embedding-3-small", "embeddings"]["told"].startswith("1536 dimensions")
    assert told["text-embedding-3-small", "similarity"]["fine"]


def test_what_an_endpoint_lacks_is_told(endpoint: ScriptedEndpoint) -> None:
    knows = Rule(contains="Paris", reply=Reply(text='Sure: {"answer": true}'))
    script = Script(rules=(COUNTS, knows), usage=False, refuses=("json_schema",))
    status, told = found(script, endpoint, "--model", "modest-1")
    assert status == 0
    assert told["modest-1", "usage"]["told"].startswith("not told")
    assert told["modest-1", "structured output"]["told"].startswith("json_object")
    whole = Rule(contains="Count from one", reply=Reply(text=ONE_TO_TEN, fault="not_streamed"))
    _, told = found(Script(rules=(whole,)), endpoint, "--model", "whole-1")
    assert "does not stream" in told["whole-1", "streaming"]["told"]


def test_json_that_no_one_can_read_fails_a_judge_but_not_a_writer(endpoint: ScriptedEndpoint, settings: Any) -> None:
    script = Script(rules=(COUNTS, Rule(contains="Paris", reply=Reply(text="Yes, of course."))))
    status, told = found(script, endpoint)
    assert (status, told["writer-1", "structured output"]["fine"]) == (0, False)
    settings.JUDGE_MODEL = "judge-1"
    status, told = found(script, endpoint)
    assert (status, told["judge-1", "structured output"]["fine"]) == (1, False)
    assert told["judge-1", "structured output"]["hint"]


@pytest.mark.parametrize(
    ("script", "about", "words"),
    [
        (Script(api_key="another"), "endpoint", "OPENAI_API_KEY"),
        (Script(models=("other",)), "writer-1", "a model that the endpoint lists"),
        (Script(rules=(Rule(role="writer", reply=Reply(fault="silent")),)), "writer-1", "MODEL_FIRST_TOKEN_SECONDS"),
        (Script(rules=(Rule(role="embedding", reply=Reply(fault="not_a_number")),)), "text-embedding-3-small", "API"),
    ],
    ids=["key", "model", "silent", "embeddings"],
)
def test_a_failure_comes_with_a_hint(endpoint: ScriptedEndpoint, script: Script, about: str, words: str) -> None:
    endpoint.play(script)
    status, printed = check()
    assert status == 1
    lines = printed.splitlines()
    failed = next(place for place, line in enumerate(lines) if line.startswith(f"FAIL {about}"))
    assert words in lines[failed + 1]


def test_an_endpoint_that_is_away_is_told_in_one_breath(endpoint: ScriptedEndpoint) -> None:
    endpoint.shut()
    status, printed = check()
    assert status == 1
    assert printed.startswith("FAIL endpoint: models: The endpoint cannot be reached")
    assert len(printed.splitlines()) == 2


def test_without_an_endpoint_there_is_nothing_to_check(settings: Any) -> None:
    settings.OPENAI_BASE_URL = ""
    with pytest.raises(CommandError, match="OPENAI_BASE_URL"):
        check()
