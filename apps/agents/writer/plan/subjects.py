"""Which documents the names in a request stand for: a name is told by the titles that bear it. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from apps.agents.reading.context import Place
from apps.agents.reading.words import content_words

SHORTEST = 3  # letters of a name that is looked for inside a longer word: "cvs" in "cvshealth"
NO_TOPIC = frozenset(
    content_words(
        "overview summary report memo comparison document draft company companies filing filings handbook policy "
        "documents annual question information detail topic section page short brief fiscal year"
    )
)
_FORMS = frozenset(content_words("form 10K 10Q 8K"))  # every filing's title has them
_WORD = re.compile(r"[^\W_]+")

IN_FULL, RUN_TOGETHER, IN_PART, NOT_BORNE = 3, 2, 1, 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Titled:
    """A document by its title and file name. ``said``: stems of its passages."""

    stems: frozenset[str]
    words: tuple[str, ...]  # in lower case, not stemmed
    said: frozenset[str]

    def bears(self, name: str) -> int:
        """How fully: in all its words, run together ("bestbuy"), or in part.

        In part is without what any title may have ("annual report"), or as the end of a word ("waltdisney") where the
        passages say the name too: "pineapple" is not "apple".
        """
        stems, together = frozenset(content_words(name)), "".join(_WORD.findall(name.lower()))
        if stems and stems <= self.stems:
            return IN_FULL
        if len(together) >= SHORTEST and any(word.startswith(together) for word in self.words):
            return RUN_TOGETHER
        telling = stems - NO_TOPIC
        ends = len(together) >= SHORTEST and any(word.endswith(together) for word in self.words)
        in_part = bool(telling) and (telling <= self.stems or (ends and telling <= self.said))
        return IN_PART if in_part else NOT_BORNE


def titled_documents(places: Iterable[Place]) -> Mapping[str, Titled]:
    """Document id → what it is called by."""
    first: dict[str, Place] = {}
    said: dict[str, set[str]] = {}
    for place in places:
        first.setdefault(place.chunk.document_id, place)
        said.setdefault(place.chunk.document_id, set()).update(place.words)
    return {
        document: Titled(
            stems=place.title,
            words=tuple(_WORD.findall(f"{place.chunk.title} {place.chunk.filename}".lower())),
            said=frozenset(said[document]),
        )
        for document, place in first.items()
    }


def documents_of(names: Sequence[str], documents: Mapping[str, Titled]) -> Mapping[str, str]:
    """Document id → the one of ``names`` that it is of; a document of none of them is left out.

    A name stands for the documents that bear it most fully, and a document that two names could stand for goes to the
    one that says more of its title.
    """
    claims: dict[str, list[tuple[int, int, str]]] = {}
    for name in dict.fromkeys(names):
        borne = {document: titled.bears(name) for document, titled in documents.items()}
        most = max(borne.values(), default=NOT_BORNE)
        telling = sum(len(stem) for stem in set(content_words(name)) - NO_TOPIC - _FORMS)
        for document, degree in borne.items():
            if degree and degree == most:
                claims.setdefault(document, []).append((telling, len(name), name))
    return {document: max(of)[-1] for document, of in claims.items()}
