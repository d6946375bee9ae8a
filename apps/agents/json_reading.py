"""JSON as models write it: read while it comes, with fences and prose around it. Pure.

Prose before and after is passed over; what stands inside must be JSON (raw line breaks in strings are let through). No
comma too many is forgiven, no quote guessed: what cannot be read is asked for again.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

DEEPEST = 6  # objects inside objects that are looked at: keeps the work linear in the answer
LONGEST_ANSWER = 1_000_000  # characters; beyond it nothing is read any more

_MARK = re.compile(r'["\\{}\[\]]')

Object = dict[str, Any]


class ObjectReader:
    """Gives every complete object that has the field ``field``, in the order of their ends.

    However an answer is cut into pieces, the joined output is the same.
    """

    def __init__(self, field: str) -> None:
        self._field = field
        self._text = ""
        self._read = 0  # characters looked at
        self._open: list[int] = []  # where the objects and lists that are open begin
        self._in_string = False

    def feed(self, piece: str) -> Iterator[Object]:
        """Take the next piece; the objects that it completes."""
        self._text += piece[: LONGEST_ANSWER - len(self._text)]
        while found := _MARK.search(self._text, self._read):
            if found[0] == "\\" and self._in_string:
                if found.end() == len(self._text):  # what it escapes is still to come
                    self._read = found.start()
                    return
                self._read = found.end() + 1
                continue
            self._read = found.end()
            closed = self._step(found[0], found.start())
            if closed is not None and self._field in closed:
                yield closed
        self._read = len(self._text)

    def _step(self, mark: str, at: int) -> Object | None:
        """Follow one mark; the object it closes, if it can be read."""
        if mark == '"':
            self._in_string = bool(self._open) and not self._in_string
        elif self._in_string:
            return None
        elif mark in "{[":
            self._open.append(at)
        elif mark in "}]" and self._open:
            start = self._open.pop()
            if mark == "}" and self._text[start] == "{" and len(self._open) <= DEEPEST:
                return read_object(self._text[start : at + 1])
        return None


def read_object(text: str) -> Object | None:
    """``text`` as a JSON object; None when it is none."""
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def find_object(answer: str, field: str) -> tuple[Object | None, str]:
    """(the last object with ``field`` in an answer, "") or (None, what is wrong, in words a model can mend it by).

    The last: a model that thinks aloud drafts before it answers.
    """
    found = list(ObjectReader(field).feed(answer))
    if found:
        return found[-1], ""
    start = answer.find("{")
    if start < 0:
        return None, "There is no JSON object in it."
    try:
        json.JSONDecoder(strict=False).raw_decode(answer, start)
    except (ValueError, RecursionError) as error:
        return None, f"It is not valid JSON: {str(error)[:200]}."
    return None, f'The object has no field "{field}".'
