"""What a section says that one before it has said: left out, with what leans on it. Pure.

Sections are written side by side from passages that overlap: each can only guess what the others tell.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import cast

from apps.agents.reading.cited import CitedSentence, read_cited
from apps.agents.reading.words import content_words
from apps.agents.writer.parts.sparing import EMPTY_LINE, ITEM, announces, loose_in
from apps.agents.writer.sentences.leaning import leans
from apps.agents.writer.sentences.prose import fingerprint
from apps.agents.writer.sentences.retold import retold_in
from apps.verification.citations import cited_keys, strip_citations
from apps.verification.types import ContextChunk

Said = tuple[str, str]  # document, words

ALIKE, LEAST = 0.75, 5  # share of the shorter sentence's stems, and how many it must have, to say the same nearly


def without_repeats(bodies: Sequence[str], documents: Mapping[str, str], *, nearly: bool = False) -> list[str]:
    """Sections without the cited sentences that one before them has of the same document. ``documents``: key → id.

    A list under a cited sentence stays whole, and a section that would cite nothing any more stays as it is.
    ``nearly``: a sentence goes too that says in other words, and with the same figures, what the first section has
    said: of a company that a document presents in several places.
    """
    told: set[Said] = set()
    kept: list[str] = []
    for body in bodies:
        presented = [one for first in kept[:1] if nearly for one in _said(first, documents)]
        shorter = _without(body, _Nearly(told, presented), documents)
        kept.append(shorter if shorter == body or cited_keys(shorter) else body)
        told.update(_said(kept[-1], documents))
    return kept


def without_what_closes(bodies: Sequence[str], documents: Mapping[str, str]) -> list[str]:
    """Sections without the cited sentences that the last of them ends on, which they could spare.

    One that would cite nothing any more stays as it is: then the last one tells again what it has told.
    """
    closing = set(_said(bodies[-1], documents)) if bodies else set()
    shorter = [_without(body, closing, documents) for body in bodies[:-1]]
    kept = [left if cited_keys(left) else body for left, body in zip(shorter, bodies[:-1], strict=True)]
    return [*kept, *bodies[-1:]]


def without_retellings(bodies: Sequence[str], chunks: Sequence[ContextChunk]) -> list[str]:
    """Sections without the sentences of which another in any of them says all, as far as nothing leans on them.

    ``chunks``: what they cite. One that would cite nothing any more stays as it is.
    """
    gone = retold_in(bodies, [loose_in(body) for body in bodies], chunks)
    documents = {chunk.key: chunk.document_id for chunk in chunks}
    shorter = [_without(body, gone, documents) for body in bodies] if gone else bodies
    return [left if cited_keys(left) else body for left, body in zip(shorter, bodies, strict=True)]


class _Nearly(Container[Said]):
    """What is told; of the ``presented`` also what says them again with other words between."""

    def __init__(self, told: Container[Said], presented: Sequence[Said]) -> None:
        self._told = told
        self._presented = [(document, set(content_words(words)), _figures(words)) for document, words in presented]

    def __contains__(self, said: object) -> bool:
        if said in self._told:
            return True
        document, words = cast(Said, said)
        stems, figures = set(content_words(words)), _figures(words)
        return any(
            of == document and figures == others and len(stems & own) >= ALIKE * min(len(stems), len(own))
            for of, own, others in self._presented
            if min(len(stems), len(own)) >= LEAST
        )


def _figures(words: str) -> set[str]:
    return {word for word in words.split() if any(map(str.isdigit, word))}


def _without(body: str, told: Container[Said], documents: Mapping[str, str]) -> str:
    paragraphs = EMPTY_LINE.split(body)
    kept = []
    for number, paragraph in enumerate(paragraphs):
        whole = number > 0 and announces(paragraphs[number - 1]) and bool(cited_keys(paragraphs[number - 1]))
        kept.append(paragraph if whole or announces(paragraph) else _shortened(paragraph, told, documents))
    changed = kept != paragraphs
    return "\n\n".join(_without_idle(kept)) if changed else body


def _shortened(paragraph: str, told: Container[Said], documents: Mapping[str, str]) -> str:
    """A paragraph, or a list of lines, without what is told and what leans on that."""
    sentences = read_cited(paragraph)
    gone = False
    cut: list[CitedSentence] = []
    for one in sentences:
        words = paragraph[one.start : one.end]
        item = words.startswith(ITEM)
        gone = _is_told(paragraph, one, told, documents) or (gone and not item and leans(strip_citations(words)))
        cut += [one] if gone else []
    if not cut:
        return paragraph
    left = [paragraph[one.start : one.end] for one in sentences if one not in cut]
    return "\n".join(left) if paragraph.startswith(ITEM) else " ".join(left)


def _is_told(text: str, one: CitedSentence, told: Container[Said], documents: Mapping[str, str]) -> bool:
    """Of each document that it cites: one that is cited for the first time is another witness."""
    said = _of_sentence(text, one, documents)
    return bool(said) and all(each in told for each in said)


def _said(body: str, documents: Mapping[str, str]) -> Iterator[Said]:
    for one in read_cited(body):
        yield from _of_sentence(body, one, documents)


def _of_sentence(text: str, one: CitedSentence, documents: Mapping[str, str]) -> list[Said]:
    words = fingerprint(text[one.start : one.end])
    return [(documents.get(key, key), words) for key in one.keys] if not one.heading else []


def _without_idle(paragraphs: Sequence[str]) -> list[str]:
    """What is left, without what announces a list, or heads a part, that is gone."""
    left: list[str] = []
    for paragraph in reversed([each for each in paragraphs if each.strip()]):
        behind = left[-1] if left else ""
        idle_lead = announces(paragraph) and not behind.startswith(ITEM)
        idle_head = paragraph.startswith("#") and (not behind or behind.startswith("#"))
        left += [] if idle_lead or idle_head else [paragraph]
    return left[::-1]
