"""A client that follows a session over its socket and comes back with the last number it saw."""

import json
import threading
import time

import websockets.exceptions
import websockets.sync.client as client

from tests.invariants import TERMINAL
from tests.person import Person


class Listener:
    """Collects a session's events in a thread until its terminal one, across as many connections as it takes."""

    def __init__(self, person: Person, session_id: str, *, end: float) -> None:
        self.person, self.session_id, self.end = person, session_id, end
        self.events: list[dict] = []
        self.connections = 0
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    @property
    def done(self) -> bool:
        """Whether it heard the end."""
        return bool(self.events) and self.events[-1]["type"] in TERMINAL

    def _listen(self) -> None:
        while not self.done and time.monotonic() < self.end:
            try:
                self._connection()
            except (OSError, TimeoutError, websockets.exceptions.WebSocketException):
                time.sleep(0.2)

    def _connection(self) -> None:
        base = self.person.base_url.replace("http", "ws", 1)
        url = f"{base}/ws/sessions/{self.session_id}/?after={len(self.events)}"
        with client.connect(url, additional_headers=self.person.headers, open_timeout=10) as socket:
            self.connections += 1
            while not self.done and time.monotonic() < self.end:
                self.events.append(json.loads(socket.recv(timeout=20)))
