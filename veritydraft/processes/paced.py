"""daphne that waits for slow clients: an application's ``send`` returns when the client has taken what it was sent.

daphne itself hands whatever it gets to a buffer without a bound, so that a client who never reads costs the memory of
all it is sent. Here the transport's buffer (64 KiB) pauses the sender as Twisted's producers are paused, and a client
who takes nothing for ``STALLED_CLIENT_SECONDS`` is cut off. What a socket's client sends is bounded as well.
"""

import asyncio
import logging
from typing import Any

from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer

logger = logging.getLogger(__name__)
TOO_SLOW, TOO_FAST = 4408, 4429  # close codes
UNANSWERED = 64  # messages of a socket's client that may wait for their answer


@implementer(IPushProducer)
class Pace:
    """Whether a connection takes more. Registered as the producer of its transport."""

    def __init__(self) -> None:
        self.flowing = asyncio.Event()
        self.flowing.set()

    def pauseProducing(self) -> None:
        self.flowing.clear()

    def resumeProducing(self) -> None:
        self.flowing.set()

    stopProducing = resumeProducing  # nobody will read: nobody need wait


class PacedServer(Server):
    """Both kinds of connections have a ``pace`` and can be ``cut_off``.

    Sending to a socket that is closing raises ConnectionResetError, as the ASGI specification asks for.
    """

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send" and protocol.state not in (
            protocol.STATE_CONNECTING,
            protocol.STATE_OPEN,
        ):
            raise ConnectionResetError("this socket is being closed")
        await super().handle_reply(protocol, message)
        if protocol.pace.flowing.is_set() or (message["type"] != "websocket.send" and not message.get("more_body")):
            return
        try:
            async with asyncio.timeout(settings.STALLED_CLIENT_SECONDS):
                await protocol.pace.flowing.wait()
        except TimeoutError:
            logger.info("a client that took nothing is cut off")
            protocol.cut_off()


class PacedWebSocket(WebSocketProtocol):
    """A socket that pauses who sends to it, and ends with 4429 when its client sends faster than it is answered."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pace = Pace()

    def onOpen(self) -> None:
        self.transport.unregisterProducer()  # that of the HTTP request which became this socket
        self.transport.registerProducer(self.pace, True)
        super().onOpen()

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        if self.application_queue.qsize() >= UNANSWERED:
            self.serverClose(TOO_FAST)
        else:
            super().onMessage(payload, isBinary)

    def onClose(self, wasClean: bool, code: int, reason: str) -> None:
        self.pace.stopProducing()
        super().onClose(wasClean, code, reason)

    def cut_off(self) -> None:
        """Close; a client that does not read the close frame loses the connection a second later."""
        self.serverClose(TOO_SLOW)

    def _closeConnection(self, abort: bool = False) -> None:
        if self.transport is not None:  # a transport with a paused producer would wait for it, and never close
            self.transport.unregisterProducer()
        self.pace.stopProducing()
        super()._closeConnection(abort)
