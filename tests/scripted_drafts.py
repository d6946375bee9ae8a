"""A draft that a scripted Writer plans, writes and mends word for word, so that a test knows what will not hold."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.endpoint import Reply, Rule
from tests.endpoint.roles import sentences_of

SOURCES = re.compile(r"(?:\s*\[cite:[0-9a-f]{12}\])+")
PLANS = "You plan a long document"  # the opening words of the prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A section: its heading, the brief by which its passages are searched, and what the Writer says in it."""

    heading: str
    brief: str
    text: str


def drafting(
    *, title: str, introduction: str, body: Sequence[Part], closing: str, mended: Mapping[str, str] | None = None
) -> tuple[Rule, ...]:
    """The Writer's rules. ``mended``: sentence → what is said in its place by whoever is told that it does not hold."""
    sections = [{"heading": part.heading, "brief": part.brief} for part in body]
    outline = json.dumps({"title": title, "sections": sections, "gaps": []})
    texts = [introduction, *(part.text for part in body), closing]
    rules = [_says(outline, to=PLANS)]
    rules += [_says(text, to=f"section {number} of the outline") for number, text in enumerate(texts, start=1)]
    for wrong, instead in (mended or {}).items():
        (place,) = (place for place, text in enumerate(texts) if wrong in text)
        texts[place] = texts[place].replace(wrong, instead)
        rules.append(_says(texts[place], to=wrong, block="text"))
    return tuple(rules)


def _says(text: str, *, to: str, block: str = "") -> Rule:
    return Rule(role="writer", contains=to, block=block, reply=Reply(text=text))


def uncited(text: str) -> list[str]:
    """What a draft's paragraphs say without a source right behind it, but for what they say is lacking."""
    found = []
    for line in text.splitlines():
        if not line.startswith("#"):
            *said, rest = SOURCES.split(line)
            found += [sentence for piece in said for sentence in sentences_of(piece)[:-1]]
            found += [rest.strip()] if rest.strip() else []
    return [words for words in found if "do not contain" not in words]
