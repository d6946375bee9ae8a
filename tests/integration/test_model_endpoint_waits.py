"""How long an endpoint is waited for: one that takes no connection, and between the tries of several askers."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from types import SimpleNamespace
from typing import Any

import pytest

from apps.inference.calling import CallScope
from apps.inference.contracts import ChatRequest, Message, ModelError
from apps.inference.endpoint import trying
from apps.inference.endpoint.chatting import EndpointChat
from apps.inference.endpoint.embedding import EndpointEmbedder
from apps.inference.endpoint.probing import probe_models
from apps.inference.endpoint.trying import FIRST_PAUSE, Tries

QUEUED = 8  # connections that are begun and never taken, more than the queue of length 0 holds


@pytest.fixture
def deaf(settings: Any) -> Iterator[None]:
    """The endpoint is a host that drops what knocks: nobody takes connections, and their queue is full."""
    with ExitStack() as held:
        listening = held.enter_context(socket.socket())
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        for _ in range(QUEUED):
            knocking = held.enter_context(socket.socket())
            knocking.setblocking(False)
            with suppress(BlockingIOError):
                knocking.connect(listening.getsockname())
        settings.OPENAI_BASE_URL = f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
        settings.OPENAI_API_KEY, settings.MODEL_TRIES = "key", 1
        settings.MODEL_CONNECT_SECONDS, settings.MODEL_FIRST_TOKEN_SECONDS = 0.5, 12.0
        yield


def chat() -> None:
    request = ChatRequest(messages=(Message(role="user", content="How long is the notice?"),))
    list(EndpointChat("writer-1", role="writer").stream(request))


def embed() -> None:
    EndpointEmbedder("some-model").embed_texts(["Thirty days."])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("ask", [chat, embed])
def test_an_endpoint_that_takes_no_connection_is_left_after_the_time_to_connect(deaf: None, ask: Any) -> None:
    begun = time.monotonic()
    with pytest.raises(ModelError) as caught:
        ask()
    assert (caught.value.code, caught.value.retryable) == ("no_connection", True)
    assert time.monotonic() - begun < 6  # of the 12 that the first token may take


def test_looking_what_an_endpoint_has_ends_after_the_time_to_connect_too(deaf: None) -> None:
    begun = time.monotonic()
    (finding,) = probe_models()
    assert not finding.fine
    assert "cannot be reached" in finding.told
    assert time.monotonic() - begun < 6


def test_askers_that_failed_together_do_not_come_again_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """All are refused in the same moment, twenty times over: the clock stands still but for their pauses."""
    now = [0.0]
    clock = SimpleNamespace(monotonic=lambda: now[0], sleep=lambda seconds: now.__setitem__(0, now[0] + seconds))
    monkeypatch.setattr(trying, "time", clock)
    again: list[float] = []
    for _ in range(20):
        now[0] = 0.0
        Tries(scope=CallScope(), wall=60.0).get_over(ModelError("unavailable", "Later.", retryable=True))
        again.append(now[0])
    assert len({round(at, 4) for at in again}) > 10
    assert max(again) - min(again) > FIRST_PAUSE / 10
    assert all(FIRST_PAUSE / 2 <= at <= FIRST_PAUSE for at in again)
