"""A stream as server-sent events, for readers who have HTTP and no WebSocket.

Such a response stays open as a socket does, over every turn of a session: a client that has what it wants closes it.
``id`` is the seq, so that a browser's EventSource that was cut off sends it back as ``Last-Event-ID`` and misses
nothing; ``event`` is the type; ``data`` is the envelope. A comment every 15 seconds shows proxies that it lives.
A reader who may read no longer is cut off, and told why by the answer to its next request.
"""

import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any
from uuid import UUID

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.authentication import get_authorization_header
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from apps.core.errors import invalid
from apps.runs.access import Caller
from apps.runs.doors import check_room, open_door
from apps.runs.following import Refused, follow

MEDIA_TYPE = "text/event-stream"
RETRY_MS = 2000  # how long a client that was cut off waits before it comes back
BEAT_SECONDS = 15.0  # longest silence on the line
LONGEST_SEQ = 18  # digits


class EventStreamRenderer(BaseRenderer):
    """Lets a request ask for the stream; what it would be sent is never rendered, but written as it comes."""

    media_type = MEDIA_TYPE
    format = "sse"
    charset = None

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> bytes:
        """Nothing: views answer with :func:`event_stream`, errors with a problem."""
        return b""


def wants_stream(request: Request) -> bool:
    """Whether the client asked for server-sent events rather than JSON."""
    return request.accepted_renderer.media_type == MEDIA_TYPE


def event_stream(request: Request, *, stream_id: UUID, after: int) -> HttpResponseBase:
    """Everything after ``Last-Event-ID``, or else ``after``, and then what comes.

    The caller must have looked up that the user may read the stream. Raises Problem ``invalid`` for a Last-Event-ID
    that is no seq, ``too-many-requests`` when the user has too many streams open.
    """
    given = request.headers.get("Last-Event-ID", "").strip()
    if given and not (given.isascii() and given.isdigit() and len(given) <= LONGEST_SEQ):
        raise invalid(**{"Last-Event-ID": "Must be the id of an event of this stream."})
    check_room(request.user.pk)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    if request.method == "HEAD":
        return HttpResponse(content_type=MEDIA_TYPE, headers=headers)
    lines = _lines(stream_id=stream_id, after=int(given or after), caller=_caller_of(request), user_id=request.user.pk)
    return StreamingHttpResponse(lines, content_type=MEDIA_TYPE, headers=headers)


async def _lines(*, stream_id: UUID, after: int, caller: Caller, user_id: UUID) -> AsyncIterator[str]:
    # the request's own thread, which lives as long as the response, gives its connection back to the others
    await sync_to_async(connections.close_all)()
    with open_door(user_id, "sse"):
        yield f"retry: {RETRY_MS}\n\n"
        wrote = time.monotonic()
        async with aclosing(follow(stream_id=stream_id, after=after, caller=caller)) as frames:
            try:
                async for frame in frames:
                    if frame is not None:
                        yield f"id: {frame.seq}\nevent: {frame.type}\ndata: {frame.text}\n\n"
                    elif time.monotonic() - wrote < BEAT_SECONDS:
                        continue
                    else:
                        yield ":\n\n"
                    wrote = time.monotonic()
            except Refused:
                return


def _caller_of(request: Request) -> Caller:
    """What the request showed of who it is from, to be asked again."""
    if request.auth is not None:
        return Caller(token=get_authorization_header(request).split()[1].decode("latin-1"))
    return Caller(session_key=request.session.session_key)
