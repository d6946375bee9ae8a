"""Reading request bodies: strict JSON, bounded, and nothing that the database could not store."""

import json
import math
import re
from collections.abc import Iterator
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from apps.core.errors import Problem

# PostgreSQL stores no NUL; half a surrogate pair is no character at all
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
DEEPEST = 64  # levels of nesting


class StrictJSONParser(BaseParser):
    """UTF-8 JSON (RFC 8259). 400 for what is no JSON, 413 above ``DATA_UPLOAD_MAX_MEMORY_SIZE``, 422 for a NUL."""

    media_type = "application/json"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise Problem("too-large", f"The request's body is too large; {limit} bytes are accepted.")
        try:
            data = json.loads(body.decode("utf-8"), parse_constant=_refused_number, parse_float=_finite)
        except UnicodeDecodeError:
            raise ParseError("The body is not valid UTF-8.") from None
        except (ValueError, RecursionError):
            raise ParseError("The body is not valid JSON.") from None
        if _depth_exceeds(data, DEEPEST):
            raise ParseError(f"The body is nested more than {DEEPEST} levels deep.")
        errors = {path: ["NUL characters and lone surrogates are not accepted."] for path in _unstorable(data)}
        if errors:
            raise Problem("invalid", "The body has characters that are not accepted.", errors=errors)
        return data


def _refused_number(text: str) -> float:
    raise ValueError(f"{text} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("number out of range")
    return number


def _depth_exceeds(data: Any, levels: int) -> bool:
    if not isinstance(data, dict | list):
        return False
    children = data.values() if isinstance(data, dict) else data
    return levels == 0 or any(_depth_exceeds(child, levels - 1) for child in children)


def _unstorable(data: Any, path: str = "") -> Iterator[str]:
    """Dotted paths of strings that cannot be stored."""
    if isinstance(data, str):
        if _UNSTORABLE.search(data):
            yield path or "body"
    elif isinstance(data, dict):
        for key, value in data.items():
            if _UNSTORABLE.search(key):
                yield path or "body"
            else:
                yield from _unstorable(value, f"{path}.{key}" if path else key)
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _unstorable(value, f"{path}.{index}" if path else str(index))
