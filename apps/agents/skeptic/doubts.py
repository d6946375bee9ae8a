"""What a careful reader would object to. Pure: sentences for the reader, in the text's order."""

import re
from collections.abc import Iterable, Set

from apps.agents.reading.acronyms import long_forms
from apps.agents.reading.question import Question
from apps.agents.reading.words import content_words
from apps.verification.types import ClaimDraft, ClaimType, ContextChunk, Importance

_HEDGE = re.compile(
    r"\b(?:probably|possibly|perhaps|likely|appears? to|seems? to|might|could|reportedly|allegedly|generally|"
    r"typically|usually|approximately|"
    r"around|about(?=\s+[$€£]?\d)|roughly|estimated)\b",
    re.IGNORECASE,
)
_ABSOLUTE = re.compile(
    r"\b(?:always|never|all|every|none|no one|only|solely|entirely|guarantee[sd]?|without exception|in all cases|"
    r"any and all)\b",
    re.IGNORECASE,
)
_BARE_FIGURE = re.compile(
    r"(?<![\w$€£¥.,(/-])(\d{1,3}(?:,\d{3})+|\d{5,}|\d+\.\d+)(?![\w%,.)/-]|\s*(?:%|per ?cent|million|billion|"
    r"thousand|bn|\(?[A-Za-z]))"
)
_LONGEST_QUOTE = 90
# Words of a question that an answer says in its own way.
_GENERIC = frozenset(
    content_words(
        "year end drive drove grow growth improve improving decline increase decrease reduce reduction change "
        "long apply applies "
        "someone anyone highest lowest best worst most least main primary primarily maximum minimum kind type "
        "charge charged "
        "compare compared forecast forecasting happen occur occurred report reported represent mean means profile need"
    )
)


def objections_to(claims: tuple[ClaimDraft, ...], *, aggressive: bool, must_cite: bool = True) -> tuple[str, ...]:
    """No source, a hedge, a figure without unit; aggressively also a single source and absolute words."""
    found = []
    for claim in claims:
        if not claim.requires_citation:
            continue
        quoted = _quoted(claim.claim_text)
        if must_cite and not claim.citations:
            found.append(f"{quoted} cites no source.")
        if hedge := _HEDGE.search(claim.claim_text):
            found.append(f"{quoted} is hedged (“{hedge[0]}”).")
        if figure := _BARE_FIGURE.search(claim.claim_text):
            found.append(f"{quoted} gives {figure[1]} without a unit.")
        if aggressive and claim.importance is Importance.CRITICAL and len(claim.citations) == 1:
            found.append(f"{quoted} rests on a single source.")
        if aggressive and (absolute := _ABSOLUTE.search(claim.claim_text)):
            found.append(f"{quoted} is absolute (“{absolute[0]}”).")
        if aggressive and claim.claim_type is ClaimType.NUMERIC and claim.claim_text.rstrip(".").endswith("other"):
            found.append(f"{quoted} names an unspecified remainder.")
    return tuple(found)


def missing_aspects(
    question: Question, claims: tuple[ClaimDraft, ...], chunks: tuple[ContextChunk, ...]
) -> tuple[str, ...]:
    """What the question names and neither a claim nor a cited passage mentions."""
    if not any(claim.requires_citation for claim in claims):
        return (nothing_answers(question),)
    said = said_by(claims, chunks)
    have = set(content_words(said))
    forms = long_forms([chunk.content for chunk in chunks], asked=question.text)
    have |= {stem for short, stems in forms.items() if have.issuperset(stems) for stem in (short, *stems)}
    absent = [word for word in question.words if word not in _GENERIC and not among(word, have)]
    shown = ", ".join(f"“{_as_written(stem, question.text)}”" for stem in absent)
    lines = (f"Neither the text nor its sources mention {shown}.",) if absent else ()
    return (*missing_years(question, said), *lines)


def nothing_answers(question: Question) -> str:
    return f"Nothing in the text answers the question “{_shortened(question.text)}”."


def missing_years(question: Question, said: str) -> tuple[str, ...]:
    return tuple(f"The year {year} is asked about and not mentioned." for year in question.years if year not in said)


def said_by(claims: Iterable[ClaimDraft], chunks: tuple[ContextChunk, ...]) -> str:
    """The claims that need a source, and the passages they cite."""
    told = [claim for claim in claims if claim.requires_citation]
    keys = {key for claim in told for key in claim.citations}
    cited = [chunk for chunk in chunks if chunk.key in keys]
    return " ".join(
        [claim.claim_text for claim in told]
        + [f"{chunk.context_line} {chunk.title} {chunk.content}" for chunk in cited]
    )


def among(stem: str, have: Set[str]) -> bool:
    """Whether a stem or a close relative (same first five letters) is there."""
    return stem in have or (len(stem) >= 6 and any(other.startswith(stem[:5]) for other in have))


def _as_written(stem: str, text: str) -> str:
    """The word of ``text`` that has this stem."""
    return next(
        (word for word in re.findall(r"[^\W_]+(?:[&'’][^\W_]+)*", text) if content_words(word) == (stem,)), stem
    )


def _quoted(words: str) -> str:
    return f"“{_shortened(words)}”"


def _shortened(words: str) -> str:
    line = " ".join(words.split()).rstrip(".")
    return line if len(line) <= _LONGEST_QUOTE else line[:_LONGEST_QUOTE].rsplit(" ", 1)[0] + " …"
