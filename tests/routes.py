"""Every route of the site, out of the URL table itself: a new one cannot be forgotten by a test that asks here."""

import re
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter
from rest_framework.views import APIView

# described by nobody else, and open to everybody: what programs need to know before they log in
PUBLIC = {"schema", "docs", "event-schema"}
METHODS = ("get", "post", "put", "patch", "delete")
CHANGING = METHODS[1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One line of the URL table. ``path`` as it stands there: ``/api/v1/documents/<uuid:document>``."""

    name: str
    path: str
    ids: tuple[str, ...]  # the names of the ids in the path
    numbers: dict[str, int]  # other parts of the path, with one that there is
    view: Any

    @property
    def described_path(self) -> str:
        """The path as OpenAPI writes it."""
        return re.sub(r"<\w+:(\w+)>", r"{\1}", self.path)

    @property
    def methods(self) -> list[str]:
        """What the view answers to, but for HEAD and OPTIONS."""
        return [method for method in METHODS if hasattr(self.view, method)]


def all_routes() -> list[Route]:
    """Every route but the admin's, which has a login of its own."""
    return _leaves(get_resolver(), "/")


def api_routes() -> dict[str, Route]:
    """The routes that programs call: those under the API's base and the aliases at the root, by name."""
    return {each.name: each for each in all_routes() if isinstance(each.view, type) and issubclass(each.view, APIView)}


def _leaves(resolver: URLResolver, path: str) -> list[Route]:
    found = []
    for part in resolver.url_patterns:
        here = path + str(part.pattern)
        if isinstance(part, URLPattern):
            view = getattr(part.callback, "view_class", part.callback)
            numbers = [name for name, kind in part.pattern.converters.items() if isinstance(kind, IntConverter)]
            ids = tuple(name for name in part.pattern.converters if name not in numbers)
            name = part.name or here
            found.append(Route(name=name, path=here, ids=ids, numbers=dict.fromkeys(numbers, 1), view=view))
        elif part.app_name != "admin":
            found += _leaves(part, here)
    return found
