"""A place of a passage as a cited sentence. Pure."""

import re

from apps.agents.reading.context import Place
from apps.core.sentences import without_repeal
from apps.verification.citations import anchor, strip_citations

_LOOSE_END = re.compile(r"(?:[,;]\s*(?:and|or)?|\s+and|\s+or)\s*\Z")


def cited(place: Place) -> str:
    """The place as a sentence with its citation."""
    sentence = _LOOSE_END.sub("", strip_citations(place.text).strip())
    if without_repeal(sentence).rstrip("\"'”’)]")[-1:] not in ".!?:":
        sentence += "."
    return f"{sentence} {anchor(place.chunk.key)}"
