"""What a careful reader would object to. Pure: sentences for the reader, in the text's order."""

import re
from collections.abc import Iterable, Set

from apps.agents.reading.acronyms import long_forms
from apps.agents.reading.question import Question
from apps.agents.reading.words import content_words
from apps.core.patterns import lazy_regex
from apps.verification.types import ClaimDraft, ClaimType, ContextChunk, Importance

_SPELLED = r"(?:(?:an?\s|one[\s-])?(?:half|third|quarter|dozen|hundred|thousand|million)|two|three|ten)\b"
_FIGURE = rf"(?=\s+(?:[$€£¥]?\s?\d|{_SPELLED}))"
_HEDGE = lazy_regex(
    r"\b(?:probably|possibly|perhaps|likely|appears? to|seems? to|might|could|reportedly|allegedly|"
    r"generally(?!\saccepted)|typically|usually|approximately|"
    rf"around{_FIGURE}|about(?=\s+[$€£]?\s?\d)|roughly|estimated)\b",
    re.IGNORECASE,
)
_ABSOLUTE = lazy_regex(
    r"\b(?:always|never|all|every|none|no one|only|solely|entirely|guarantee(?:s|d(?!\sby\b))?|"
    r"without exception|in all cases|any and all)\b",
    re.IGNORECASE,
)
_DENIED = lazy_regex(r"(?:\bnot|n['’]t)\s+\Z", re.IGNORECASE)  # "not only", "not always"
_AT = lazy_regex(r"\b(?:at|above|after)\s+\Z", re.IGNORECASE)  # "at all", with nothing behind that all could be of
_OF_NOTHING = lazy_regex(r"\s*(?:[,.;:)]|\Z|(?:and|or|that|before|in|for|if|by|to|unless|as|when)\b)", re.IGNORECASE)
_MAY_BE_NOUN = lazy_regex(r"(?:guarantees?|might)\Z", re.IGNORECASE)
_BEFORE_NOUN = lazy_regex(
    r"(?:\b(?:an?|the|this|that|these|those|its|their|our|his|her|my|your|no|any|such|of|under|by|for|with|from|in|on|"
    r"without|through|against)|['’]s?)\s+\Z",
    re.IGNORECASE,
)
_RELATIVE = frozenset(("this", "that", "these", "those", "such", "any", "in", "on"))
_BEHIND_NOUN = lazy_regex(
    r"\s*(?:[,.;:)]|\Z|(?:of|by|from|under|on|in|and|or|is|are|was|were|has|have|had|may|must|shall|will|can)\b)",
    re.IGNORECASE,
)
_BARE_FIGURE = lazy_regex(
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
        if hedge := _said_so(_HEDGE, claim.claim_text):
            found.append(f"{quoted} is hedged (“{hedge[0]}”).")
        if figure := _BARE_FIGURE.search(claim.claim_text):
            found.append(f"{quoted} gives {figure[1]} without a unit.")
        if aggressive and claim.importance is Importance.CRITICAL and len(claim.citations) == 1:
            found.append(f"{quoted} rests on a single source.")
        if aggressive and (absolute := _said_so(_ABSOLUTE, claim.claim_text)):
            found.append(f"{quoted} is absolute (“{absolute[0]}”).")
        if aggressive and claim.claim_type is ClaimType.NUMERIC and claim.claim_text.rstrip(".").endswith("other"):
            found.append(f"{quoted} names an unspecified remainder.")
    return tuple(found)


def _said_so(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The first word that plays that part in its sentence: "not only" bounds nothing, and a guarantee is a thing."""
    return next((match for match in pattern.finditer(text) if not _plays_another_part(match, text)), None)


def _plays_another_part(match: re.Match[str], text: str) -> bool:
    before = text[: match.start()]
    if match[0][0].isupper() and re.search(r"[\w,%)]\s+\Z", before):
        return True  # a capital inside the sentence: part of a name
    if _ABSOLUTE.fullmatch(match[0]) and _DENIED.search(before):
        return True
    if match[0].lower() == "all" and _AT.search(before) and _OF_NOTHING.match(text, match.end()):
        return True
    return _is_noun(match, text)


def _is_noun(match: re.Match[str], text: str) -> bool:
    """Behind an article, an owner or a preposition, or with what follows a noun and no object of a verb."""
    if not _MAY_BE_NOUN.match(match[0]):
        return False
    before = _BEFORE_NOUN.search(text[: match.start()])
    if match[0].lower() == "might":  # "that might be" has the verb
        return before is not None and before[0].split()[0].lower() not in _RELATIVE
    return before is not None or bool(_BEHIND_NOUN.match(text, match.end()))


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
