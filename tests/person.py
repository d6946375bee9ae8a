"""A person's program that talks to a running site over HTTP and WebSocket."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import requests
import websockets

from tests.described import assert_event_described
from tests.invariants import Library, assert_session_holds
from tests.live import eventually

ENDED = {"completed", "error", "cancelled"}
LOOK_SECONDS = 0.3  # each look is a request, and takes its share of the processor from the work that is waited for


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Calls the API with a token; ``library`` sees the stored documents past the application."""

    base_url: str
    token: str
    library: Library

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def call(self, method: str, path: str, **values: Any) -> requests.Response:
        """One request under the API's base, whatever its outcome."""
        return requests.request(
            method,
            f"{self.base_url}/api/v1{path}",
            headers=self.headers | values.pop("headers", {}),
            timeout=30,
            **values,
        )

    def get(self, path: str) -> Any:
        answer = self.call("GET", path)
        assert answer.ok, answer.text
        return answer.json()

    def workspace(self, name: str = "A workspace") -> str:
        answer = self.call("POST", "/workspaces", json={"name": name})
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]

    def upload(self, workspace: str, content: bytes, filename: str) -> dict[str, Any]:
        answer = self.call("POST", f"/workspaces/{workspace}/documents", files={"file": (filename, content)})
        assert answer.status_code in {200, 202}, answer.text
        return answer.json()

    def read_through(self, document: dict[str, Any], *, within: float = 90.0) -> dict[str, Any]:
        """The document once its processing has ended, well or not."""

        def ended() -> Any:
            shown = self.get(f"/documents/{document['id']}")
            return shown if shown["status"] in {"ready", "error"} else None

        shown = eventually(ended, within, every=LOOK_SECONDS)
        assert shown, f"document {document['id']} was not read within {within} s"
        return shown

    def ask(self, workspace: str, query: str, **fields: Any) -> dict[str, Any]:
        answer = self.call("POST", f"/workspaces/{workspace}/sessions", json={"query": query, **fields})
        assert answer.status_code == 202, answer.text
        return answer.json()

    def finished(self, session: dict[str, Any], *, within: float = 90.0) -> dict[str, Any]:
        """The session once it has ended, held against every invariant."""

        def ended() -> Any:
            shown = self.get(f"/sessions/{session['id']}")
            return shown if shown["status"] in ENDED else None

        shown = eventually(ended, within, every=LOOK_SECONDS)
        assert shown, f"session {session['id']} has not ended within {within} s"
        assert_session_holds(shown, self.events(session["id"]), self.library)
        return shown

    def events(self, session_id: str) -> list[dict[str, Any]]:
        """All events over the JSON pages."""
        events: list[dict[str, Any]] = []
        while page := self.get(f"/sessions/{session_id}/events?after={len(events)}&limit=200")["results"]:
            events += page
        return events

    def listen(
        self,
        path: str,
        *,
        until: Callable[[dict[str, Any]], bool],
        send: dict[str, Any] | None = None,
        within: float = 90.0,
    ) -> list[dict[str, Any]]:
        """What a socket tells up to the message that ``until`` is true of, each event held against its description.

        ``send`` is sent first. In the end the socket is cut.
        """

        async def scenario() -> list[dict[str, Any]]:
            messages: list[dict[str, Any]] = []
            url = self.base_url.replace("http", "ws", 1) + path
            async with websockets.connect(url, additional_headers=self.headers) as socket:
                if send is not None:
                    await socket.send(json.dumps(send))
                async for message in socket:
                    messages.append(json.loads(message))
                    if "seq" in messages[-1]:  # an answer to what was sent is no event
                        assert_event_described(messages[-1])
                    if until(messages[-1]):
                        break
                socket.transport.abort()
            return messages

        return asyncio.run(asyncio.wait_for(scenario(), within))
