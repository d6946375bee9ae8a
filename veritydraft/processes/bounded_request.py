"""Requests whose body is too large are refused while they come in; daphne would write them to disk to their end."""

import json
from io import BytesIO

from daphne.http_protocol import WebRequest
from twisted.internet import reactor

from apps.core.errors import Problem
from apps.core.limits import largest_body

# a client that is still sending reads no answer from a closed connection: so long it may go on, into the void
LINGER_SECONDS = 10.0


class BoundedRequest(WebRequest):
    """Answers 413 as soon as Content-Length, or what has come so far, exceeds the limit, and keeps nothing of it."""

    refused = False
    received = 0

    def gotLength(self, length: int | None) -> None:
        if length is not None and length > largest_body():
            self.refuse()
            length = 0
        super().gotLength(length)

    def handleContentChunk(self, data: bytes) -> None:
        self.received += len(data)
        if not self.refused and self.received > largest_body():
            self.refuse()
        if not self.refused:
            super().handleContentChunk(data)

    def process(self) -> None:
        if self.refused:
            self.channel.loseConnection()
        else:
            super().process()

    def refuse(self) -> None:
        """Send the 413 now; the connection ends with the body or after ten seconds."""
        self.refused = True
        self.content = BytesIO()
        self.requestHeaders.removeHeader(b"Expect")  # no "100 Continue" after the refusal
        body = json.dumps(Problem("too-large", "The request's body is too large.").as_dict()).encode()
        head = (
            "HTTP/1.1 413 Content Too Large\r\nContent-Type: application/problem+json\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        self.channel.transport.write(head.encode() + body)
        reactor.callLater(LINGER_SECONDS, self.channel.loseConnection)
