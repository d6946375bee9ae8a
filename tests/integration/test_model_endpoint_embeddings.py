"""Embeddings from an endpoint: in order, of unit length, checked before anybody stores them."""

import threading
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import numpy as np
import pytest

from apps.core.registry import UnknownKindError
from apps.inference.calling import CallScope, calls_for
from apps.inference.contracts import CallAborted, ModelError, Passage
from apps.inference.embedders import count_tokens, get_embedder
from apps.inference.endpoint.embedding import BATCH_INPUTS, BATCH_TOKENS, INPUT_TOKENS, EndpointEmbedder
from apps.inference.memory import memory_of
from apps.inference.models import ModelCall
from tests.endpoint import Reply, Rule, Script, ScriptedEndpoint
from tests.live import eventually

pytestmark = pytest.mark.django_db(transaction=True)

MODEL = "text-embedding-3-small"


@pytest.fixture(scope="module")
def running() -> Iterator[ScriptedEndpoint]:
    with ScriptedEndpoint() as endpoint:
        yield endpoint


@pytest.fixture
def endpoint(running: ScriptedEndpoint, settings: Any) -> Iterator[ScriptedEndpoint]:
    settings.OPENAI_BASE_URL, settings.OPENAI_API_KEY = running.base_url, "key"
    settings.MODEL_FIRST_TOKEN_SECONDS, settings.MODEL_CALL_SECONDS = 15.0, 40.0
    settings.MODEL_PRICES = {MODEL: (0.02, 0.0)}
    running.forget()
    running.play(Script())
    yield running
    assert eventually(lambda: running.open_calls() == 0, 5), "a call was left open"


@pytest.fixture
def embedder(endpoint: ScriptedEndpoint) -> EndpointEmbedder:
    return EndpointEmbedder(MODEL)


def once(**reply: Any) -> Script:
    return Script(rules=(Rule(times=1, reply=Reply(**reply)),))


def always(**reply: Any) -> Script:
    return Script(rules=(Rule(reply=Reply(**reply)),))


def inputs(endpoint: ScriptedEndpoint) -> list[list[str]]:
    return [call.body["input"] for call in endpoint.calls()]


def test_rows_are_of_unit_length_in_the_order_of_the_texts(
    endpoint: ScriptedEndpoint, embedder: EndpointEmbedder
) -> None:
    texts = ["the notice period", "overtime is paid", "the notice period"]
    rows = embedder.embed_texts(texts)
    assert rows.shape == (3, 1536)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)
    assert np.array_equal(rows[0], rows[2])
    endpoint.play(always(fault="reversed"))
    assert np.array_equal(embedder.embed_texts(texts), rows)
    endpoint.play(always(fault="floats"))
    assert np.allclose(embedder.embed_texts(texts), rows, atol=1e-6)


def test_an_endpoint_without_base64_is_asked_for_numbers(
    endpoint: ScriptedEndpoint, embedder: EndpointEmbedder
) -> None:
    rows = embedder.embed_texts(["notice"])
    endpoint.play(Script(rules=(Rule(times=1, reply=Reply(status=400, message="unknown encoding_format")),)))
    assert np.allclose(embedder.embed_texts(["notice"]), rows, atol=1e-6)
    assert [call.body["encoding_format"] for call in endpoint.calls()] == ["base64", "base64", "float"]


def test_dimensions_are_learnt_and_held_to(endpoint: ScriptedEndpoint) -> None:
    endpoint.play(Script(dimensions={"small-1": 48}))
    embedder = EndpointEmbedder("small-1")
    assert embedder.dimensions == 48
    assert embedder.dimensions == 48
    assert len(endpoint.calls()) == 1
    endpoint.play(Script(dimensions={"small-1": 32}))
    with pytest.raises(ModelError, match="32 dimensions") as caught:
        embedder.embed_texts(["notice"])
    assert caught.value.code == "malformed"


def test_a_passage_is_embedded_under_its_context_line(endpoint: ScriptedEndpoint, embedder: EndpointEmbedder) -> None:
    embedder.embed_passages([Passage(context_line="Handbook › Notice", content="Thirty days."), plain("No.")])
    assert inputs(endpoint) == [["Handbook › Notice\n\nThirty days.", "No."]]


def plain(content: str) -> Passage:
    return Passage(context_line="", content=content)


def test_a_long_passage_is_read_whole_in_windows(endpoint: ScriptedEndpoint, embedder: EndpointEmbedder) -> None:
    words = " ".join(f"word{number}" for number in range(INPUT_TOKENS))
    rows = embedder.embed_passages([plain("short"), Passage(context_line="Title", content=words)])
    assert rows.shape == (2, 1536)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)
    read = [text for batch in inputs(endpoint) for text in batch]
    assert len(read) > 2
    assert max(count_tokens(read)) <= INPUT_TOKENS
    assert all(text.startswith("Title\n\n") for text in read[1:])
    assert "".join(text.removeprefix("Title\n\n") for text in read[1:]) == words


def test_batches_stay_within_what_a_call_may_carry(endpoint: ScriptedEndpoint, embedder: EndpointEmbedder) -> None:
    short = [f"text {number}" for number in range(BATCH_INPUTS + 1)]
    together = embedder.embed_texts(short)
    assert [len(batch) for batch in inputs(endpoint)] == [BATCH_INPUTS, 1]
    assert np.array_equal(together[-1], embedder.embed_texts([short[-1]])[0])
    endpoint.forget()
    embedder.embed_texts(["word " * 3000] * 12)
    assert len(inputs(endpoint)) == 2
    assert all(sum(count_tokens(batch)) <= BATCH_TOKENS for batch in inputs(endpoint))


def test_nothing_and_blanks_can_be_embedded(endpoint: ScriptedEndpoint, embedder: EndpointEmbedder) -> None:
    assert embedder.embed_texts(["", "  "]).shape == (2, 1536)
    assert all(text.strip() for text in inputs(endpoint)[0])  # the API refuses empty inputs
    assert embedder.embed_texts([]).shape == (0, 1536)
    assert embedder.embed_passages([]).shape == (0, 1536)


def test_a_question_is_embedded_once(endpoint: ScriptedEndpoint, embedder: EndpointEmbedder) -> None:
    memory = memory_of(embedder)
    first = memory.vectors(["What is the notice period?"])
    assert first.shape == (1, 1536)
    assert np.array_equal(memory_of(embedder).vectors(["What is the notice period?"]), first)
    assert len(endpoint.calls()) == 1


@pytest.mark.parametrize("fault", ["wrong_count", "wrong_dimensions", "not_a_number", "zeros", "html"])
def test_what_cannot_be_stored_is_malformed_and_asked_for_again(
    endpoint: ScriptedEndpoint, embedder: EndpointEmbedder, fault: str
) -> None:
    noted: list[ModelError] = []
    endpoint.play(once(fault=fault))
    with calls_for(CallScope(note=noted.append)):
        assert embedder.embed_texts(["notice", "period"]).shape == (2, 1536)
    assert [error.code for error in noted] == ["malformed"]


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        ({"status": 500}, "unavailable"),
        ({"status": 429, "retry_after": "0.1"}, "rate_limited"),
        ({"fault": "silent"}, "first_token_late"),
        ({"fault": "trickle"}, "first_token_late"),
        ({"fault": "drop_at_once"}, "no_connection"),
    ],
    ids=["500", "429", "silent", "trickle", "drop"],
)
def test_an_endpoint_that_fails_is_tried_and_then_told(
    endpoint: ScriptedEndpoint, embedder: EndpointEmbedder, settings: Any, reply: dict[str, Any], code: str
) -> None:
    settings.MODEL_TRIES, settings.MODEL_FIRST_TOKEN_SECONDS = 2, 1.0
    endpoint.play(once(**reply))
    assert embedder.embed_texts(["first"]).shape == (1, 1536)
    endpoint.play(always(**reply))
    endpoint.forget()
    with pytest.raises(ModelError) as caught:
        embedder.embed_texts(["second"])
    assert (caught.value.code, caught.value.retryable) == (code, True)
    assert len(endpoint.calls()) == 2


def test_an_unknown_model_is_told_at_once(endpoint: ScriptedEndpoint, embedder: EndpointEmbedder) -> None:
    endpoint.play(Script(models=("other",)))
    with pytest.raises(ModelError) as caught:
        embedder.embed_texts(["notice"])
    assert (caught.value.code, caught.value.retryable) == ("unknown_model", False)
    assert len(endpoint.calls()) == 1


def test_a_call_that_is_no_longer_wanted_is_closed(
    endpoint: ScriptedEndpoint, embedder: EndpointEmbedder, settings: Any
) -> None:
    settings.MODEL_FIRST_TOKEN_SECONDS = 60.0
    stop = threading.Event()
    endpoint.play(always(fault="silent"))
    threading.Timer(0.3, stop.set).start()
    with calls_for(CallScope(stopped=stop.is_set)), pytest.raises(CallAborted):
        embedder.embed_texts(["notice"])
    assert eventually(lambda: endpoint.calls()[0].closed_early, 5)


def test_every_call_is_accounted(endpoint: ScriptedEndpoint, embedder: EndpointEmbedder) -> None:
    run_id = uuid4()
    with calls_for(CallScope(run_id=run_id, phase="embed:0:0")):
        embedder.embed_texts(["one two three", "four"])
        endpoint.play(Script(usage=False))
        embedder.embed_texts(["one two three"])
    told, counted = ModelCall.objects.filter(run_id=run_id).order_by("at", "id")
    assert (told.role, told.model, told.phase, told.outcome) == ("embedding", MODEL, "embed:0:0", "ok")
    assert (told.input_tokens, told.estimated, told.output_tokens) == (4, False, 0)
    assert float(told.cost) == pytest.approx(4 * 0.02e-6)
    assert (counted.input_tokens, counted.estimated) == (3, True)


def test_a_usage_that_cannot_be_is_counted_here(endpoint: ScriptedEndpoint, embedder: EndpointEmbedder) -> None:
    for told in (10**12, -5):
        endpoint.play(always(told_usage=(told, 0)))
        embedder.embed_texts(["Thirty days of notice."])
    rows = list(ModelCall.objects.all())
    assert [(row.outcome, row.estimated) for row in rows] == [("ok", True)] * 2
    assert all(0 < row.input_tokens < 100 for row in rows)


def test_any_name_is_a_model_at_the_endpoint_where_there_is_one(endpoint: ScriptedEndpoint, settings: Any) -> None:
    settings.SIMILARITY_FLOORS = {"other-1": 0.45}
    assert get_embedder("other-1").similarity_floor == 0.45
    assert get_embedder("other-1") is get_embedder("other-1")
    assert get_embedder("builtin").dimensions == 384
    settings.OPENAI_BASE_URL = ""
    with pytest.raises(UnknownKindError):
        get_embedder("other-1")
