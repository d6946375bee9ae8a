"""The one event loop on which a process talks to its model endpoint.

Calls are asynchronous so that one that is no longer wanted can be dropped in the middle of a silence: cancelling its
task closes the connection. The loop runs in a daemon thread; a forked child starts its own.
"""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

from django.conf import settings
from openai import AsyncOpenAI

from apps.core.per_process import PerProcess
from apps.inference.contracts import ModelError

T = TypeVar("T")


class EndpointLoop:
    """An event loop in a thread, with a client (and its pool of connections) per endpoint."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._clients: dict[tuple[str, str], AsyncOpenAI] = {}
        threading.Thread(target=self.loop.run_forever, name="model endpoint", daemon=True).start()

    def start(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Run it on the loop; cancelling the future cancels it there."""
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def client(self) -> AsyncOpenAI:
        """The client of the endpoint that the settings name, for the loop's own thread. ModelError: they name none."""
        key = settings.OPENAI_BASE_URL, settings.OPENAI_API_KEY
        if not key[0]:  # the SDK would take OpenAI's
            raise ModelError("no_connection", "There is no endpoint: OPENAI_BASE_URL is not set.", retryable=False)
        if key not in self._clients:
            self._clients[key] = _client(*key)
        return self._clients[key]


def _client(base_url: str, api_key: str) -> AsyncOpenAI:
    """Tries are ours (trying.py). The SDK insists on a key; a server without keys overlooks it."""
    return AsyncOpenAI(base_url=base_url, api_key=api_key or "none", max_retries=0)


endpoint_loop = PerProcess(EndpointLoop)  # started by the first call that needs it
