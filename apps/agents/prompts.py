"""Prompts are files beside the sides that use them, with ``${names}`` that are checked when they are loaded.

A file holds what the system is told, a line ``<!-- user -->``, and what the user says; without that line all of it is
the user's. Only ``${name}`` is a place to fill: a lone dollar sign is a dollar sign.
"""

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from apps.inference.contracts import Message

HASH_DIGITS = 12
_PLACE = re.compile(r"\$\{([^{}]*)\}")
_NAME = re.compile(r"[a-z][a-z_]*")
_USER = re.compile(r"^<!-- user -->\n", re.MULTILINE)


class PromptError(ValueError):
    """A prompt whose places are not the ones that will be filled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A template as it stands in its file. ``names``: its places, each at least once."""

    name: str
    text: str
    names: frozenset[str]

    @property
    def hash(self) -> str:
        """The first 12 hex digits of the template's SHA-256: by which wording an output was asked for."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:HASH_DIGITS]

    def messages(self, **values: str) -> tuple[Message, ...]:
        """The filled messages. Raises PromptError when a name is missing or superfluous.

        What is filled in is not looked at again, so that a document's "${question}" stays what it is.
        """
        _same(self.name, self.names, values)
        parts = _USER.split(self.text, maxsplit=1)
        filled = [_PLACE.sub(lambda place: values[place[1]], part).strip() for part in parts]
        roles = ("system", "user")[-len(filled) :]
        return tuple(Message(role=role, content=content) for role, content in zip(roles, filled, strict=True))


def load_prompt(path: Path, *, names: Collection[str]) -> Prompt:
    """The prompt in the file ``path``. Raises PromptError unless its places are exactly ``names``."""
    text = path.read_text(encoding="utf-8")
    places = _PLACE.findall(text)
    wrong = [place for place in places if not _NAME.fullmatch(place)]
    if wrong or text.count("${") != len(places):
        raise PromptError(f"prompt {path.name}: a place is not written ${{name}}: {wrong or 'never closed'}")
    _same(path.name, names, places)
    return Prompt(name=path.stem, text=text, names=frozenset(names))


def hashes(*prompts: Prompt) -> Mapping[str, str]:
    """Name → hash, as a side carries it."""
    return MappingProxyType({prompt.name: prompt.hash for prompt in prompts})


def _same(prompt: str, expected: Iterable[str], given: Iterable[str]) -> None:
    missing, superfluous = sorted(set(expected) - set(given)), sorted(set(given) - set(expected))
    if missing or superfluous:
        raise PromptError(f"prompt {prompt}: missing {missing or 'nothing'}, superfluous {superfluous or 'nothing'}")
