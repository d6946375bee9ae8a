"""Pages of lists: ``{next, previous, results}``, stable while rows come and go."""

import re
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError
from django.db.models import QuerySet
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from apps.core.errors import invalid

DEFAULT_SIZE = 50
LARGEST_SIZE = 200
_CURSOR = re.compile(r"[A-Za-z0-9+/]{1,400}={0,2}")


class NewestFirst(CursorPagination):
    """By creation, newest first; ``limit`` sets the size of a page, a cursor that cannot be read is a 422."""

    page_size = DEFAULT_SIZE
    max_page_size = LARGEST_SIZE
    page_size_query_param = "limit"
    ordering: Sequence[str] = ("-created_at", "-id")

    def paginate_queryset(self, queryset: QuerySet[Any], request: Request, view: Any = None) -> list[Any]:
        if not _CURSOR.fullmatch(request.query_params.get(self.cursor_query_param, "none")):
            raise invalid(cursor="This cursor cannot be read.")
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValidationError, ValueError, DataError):
            raise invalid(cursor="This cursor cannot be read.") from None

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": schema},
        }

    def get_page_size(self, request: Request) -> int:
        return positive_parameter(request, "limit", default=self.page_size, largest=self.max_page_size)


class InReadingOrder(NewestFirst):
    """Chunks as they stand in their document."""

    ordering = ("chunk_index", "id")


def positive_parameter(request: Request, name: str, *, default: int, largest: int, smallest: int = 1) -> int:
    """The whole number of a query parameter, at most ``largest``. 422 for anything below ``smallest`` or no number."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 19 and int(text) >= smallest):
        raise invalid(**{name: f"Must be a whole number from {smallest} on."})
    return min(int(text), largest)
