"""Requests whose body is too large, or has no room, are refused while they come in.

daphne itself would write a body of any length to disk, and break the connection without a word when that is full.

Responses wait for a slow client (see ``paced``).
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import responses
from io import BytesIO
from typing import Any

from daphne.http_protocol import WebRequest
from twisted.internet import reactor

from apps.core.errors import MEDIA_TYPE, NO_ROOM, Problem, storage_full
from apps.core.ids import HEADER, proposed_id, request_id
from apps.core.limits import largest_body
from veritydraft.processes.paced import Pace

# a client that is still sending reads no answer from a closed connection: so long it may go on, into the void
LINGER_SECONDS = 10.0
TOO_LARGE = Problem("too-large", "The request's body is too large.")


class BoundedRequest(WebRequest):
    """Answers 413 as soon as Content-Length, or what has come so far, exceeds the limit, and keeps nothing of it.

    507 when what has come cannot be kept.
    """

    refused = False
    received = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pace = Pace()
        self._parsePOSTFormSubmission = False  # Django reads forms; twisted would hold a whole upload in memory for it

    def handle_reply(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start" and not self.finished and self.channel is not None:
            self.registerProducer(self.pace, True)
        super().handle_reply(message)

    def setResponseCode(self, code: int, message: bytes | None = None) -> None:
        # twisted knows no words for 422 and 429
        super().setResponseCode(code, message or responses.get(code, "Unknown").encode())

    def finish(self) -> None:
        self.release()
        super().finish()

    def connectionLost(self, reason: Any) -> None:
        self.release()
        super().connectionLost(reason)

    def release(self) -> None:
        """Nobody waits for this connection any more."""
        if self.producer is not None:
            self.unregisterProducer()
        self.pace.stopProducing()

    def cut_off(self) -> None:
        """Break the connection; what was not taken is thrown away."""
        if self.channel is not None:
            self.channel.forceAbortClient()

    def gotLength(self, length: int | None) -> None:
        if length is not None and length > largest_body():
            self.refuse(TOO_LARGE)
            length = 0
        super().gotLength(length)

    def handleContentChunk(self, data: bytes) -> None:
        self.received += len(data)
        if not self.refused and self.received > largest_body():
            self.refuse(TOO_LARGE)
        if not self.refused:
            with self.room():
                super().handleContentChunk(data)

    def requestReceived(self, *line: bytes) -> None:
        with self.room():
            self.content.flush()
        super().requestReceived(*line)

    @contextmanager
    def room(self) -> Iterator[None]:
        """Refuses the request when a file system has no room for it."""
        try:
            yield
        except OSError as error:
            if error.errno not in NO_ROOM:
                raise
            self.refuse(storage_full())

    def process(self) -> None:
        if self.refused:
            self.channel.loseConnection()
        else:
            super().process()

    def refuse(self, problem: Problem) -> None:
        """Answer now; the connection ends with the body or after ten seconds."""
        self.refused = True
        self.content = BytesIO()
        self.requestHeaders.removeHeader(b"Expect")  # no "100 Continue" after the refusal
        name = request_id(proposed_id((HEADER, value) for value in self.requestHeaders.getRawHeaders(HEADER, ())))
        body = json.dumps(problem.as_dict(request_id=name)).encode()
        head = (
            f"HTTP/1.1 {problem.status} {responses[problem.status]}\r\nContent-Type: {MEDIA_TYPE}\r\n"
            f"X-Request-ID: {name}\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        self.channel.transport.write(head.encode() + body)
        reactor.callLater(LINGER_SECONDS, self.channel.loseConnection)
