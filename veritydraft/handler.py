"""Django's side of an HTTP request, with an answer for a body that there is no room for."""

import io
from collections.abc import Awaitable, Callable
from typing import Any

import django
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import HttpResponse, JsonResponse

from apps.core.errors import MEDIA_TYPE, NO_ROOM, storage_full
from apps.core.ids import proposed_id, request_id


class NoRoom(io.BytesIO):
    """Stands for a body that could not be kept."""


class RoomyHandler(ASGIHandler):
    """Django copies each body into a file of its own before any middleware runs; where that fails, it says 507."""

    async def read_body(self, receive: Callable[[], Awaitable[dict[str, Any]]]) -> Any:
        try:
            return await super().read_body(receive)
        except OSError as error:
            if error.errno not in NO_ROOM:
                raise
            return NoRoom()

    def create_request(self, scope: dict[str, Any], body_file: Any) -> tuple[ASGIRequest | None, HttpResponse | None]:
        if isinstance(body_file, NoRoom):
            name = request_id(proposed_id(scope["headers"]))
            body, head = storage_full().as_dict(request_id=name), {"X-Request-ID": name}
            return None, JsonResponse(body, status=body["status"], content_type=MEDIA_TYPE, headers=head)
        return super().create_request(scope, body_file)


def http_application() -> RoomyHandler:
    """What answers HTTP; loads the apps."""
    django.setup(set_prefix=False)
    return RoomyHandler()
