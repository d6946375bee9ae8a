"""Which topics of its request a draft tells nothing of. Pure."""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass

from apps.agents.reading.context import Context, read_context, spelled_out
from apps.agents.reading.question import Question
from apps.agents.reading.words import content_words, plain
from apps.agents.skeptic.doubts import among, missing_years, nothing_answers, said_by
from apps.agents.writer.plan.request import read_request
from apps.retrieval.requests.request import instructs, without_instructions
from apps.verification.types import ClaimDraft, ContextChunk

SPOKEN_OF, FEW_WORDS = 0.5, 3  # share of a long topic's words that a section on it has; of a short one it has all
_HEADING = re.compile(r"^##[ \t]+(.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Section:
    """``heading`` and ``said``: stems. ``said``: of its claims and the passages they cite; none without a claim."""

    heading: frozenset[str]
    said: frozenset[str]


def missing_topics(
    question: Question, text: str, claims: tuple[ClaimDraft, ...], chunks: tuple[ContextChunk, ...]
) -> tuple[str, ...]:
    """A sentence for each topic of the request that no section of the draft has a claim on.

    Of a topic the sections decide that are headed by it: where these say that nothing was found, others have its words
    by chance. One that heads no section is held against all of them, unless the request could not be taken apart, as in
    another language.
    """
    if not any(claim.requires_citation for claim in claims):
        return (nothing_answers(question),)
    context = read_context(chunks, asked=question.text)
    sections = _sections(text, claims, chunks, context)
    asked = without_instructions(plain(question.text))
    request = read_request(asked, context.places)
    topics = [topic for topic in (*request.topics, *request.absent) if not instructs(topic)]
    apart = not any(asked.lower().startswith(topic.lower()) for topic in topics)
    left = [topic for topic in topics if not _told(_stems(topic, context), sections, apart=apart)]
    return (
        *missing_years(question, said_by(claims, chunks)),
        *(f"No section on “{topic}” says anything." for topic in dict.fromkeys(left)),
    )


def _told(wanted: Set[str], sections: Sequence[_Section], *, apart: bool) -> bool:
    own = [section for section in sections if wanted and wanted <= section.heading]
    if own:
        return any(section.said for section in own)
    if not apart:
        return True
    least = len(wanted) if len(wanted) <= FEW_WORDS else SPOKEN_OF * len(wanted)
    return any(
        sum(stem in section.heading or among(stem, section.said) for stem in wanted) >= least
        for section in sections
        if section.said
    )


def _stems(text: str, context: Context) -> frozenset[str]:
    """Of the words of ``text``, short forms spelled out."""
    return frozenset(spelled_out(content_words(text), context.long_forms))


def _sections(
    text: str, claims: Sequence[ClaimDraft], chunks: tuple[ContextChunk, ...], context: Context
) -> list[_Section]:
    """Sections in order; what stands before the first heading is one without."""
    headings = list(_HEADING.finditer(text))
    names = ["", *(heading[1] for heading in headings)]
    starts = [0, *(heading.start() for heading in headings)]
    found = []
    for name, start, end in zip(names, starts, [*starts[1:], len(text)], strict=True):
        own = [claim for claim in claims if start <= claim.start_offset < end]
        found.append(_Section(heading=_stems(name, context), said=_stems(said_by(own, chunks), context)))
    return found
