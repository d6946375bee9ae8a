"""The Judge that needs no model endpoint: it compares words, vectors, figures, denials and demands."""

import re
from collections.abc import Iterator

from apps.agents.judge.comparable import comparable
from apps.agents.judge.evidence import (
    LEAST_COVERED,
    LEAST_RIVAL,
    TURNING,
    Claimed,
    Window,
    candidates,
    claimed_of,
    measure,
    same_period,
    window_of,
)
from apps.agents.judge.scoring import contradiction, support
from apps.agents.reading.context import Context, read_context
from apps.agents.reading.memory import SentenceMemory
from apps.verification.types import ClaimDraft, ContextChunk, Finding, Judgement, Stance

VERBATIM = 0.98  # the passage says it in the same words
VERBATIM_PART = 0.95  # … as a part of a longer sentence
SHORTEST_PART = 5  # words
HINGING = frozenset(("if", "when", "provided", "where", "until", "whether", "because"))
SURE = 0.8  # support from which a document is taken to say the claim
LEAST = 0.2  # findings below it tell a reader nothing


class BuiltinJudge:
    """Decides by the best window of one to three sentences, or table row, of each passage."""

    name = "builtin"

    def __init__(self, *, memory: SentenceMemory) -> None:
        self._memory = memory

    def judge(self, *, claims: tuple[ClaimDraft, ...], chunks: tuple[ContextChunk, ...]) -> Iterator[Judgement]:
        """One Judgement per claim, in order; its findings are the strongest first."""
        context = read_context(chunks)
        for claim in claims:
            findings = findings_on(
                claimed_of(claim.claim_text), context, self._memory, cited=frozenset(claim.citations)
            )
            yield Judgement(findings=findings, judge=self.name)


def findings_on(
    claim: Claimed, context: Context, memory: SentenceMemory, *, cited: frozenset[str] = frozenset()
) -> tuple[Finding, ...]:
    """At most one supporting and one contradicting finding per passage, the surest first. ``cited``: its keys."""
    said = _said_verbatim(claim, context)
    settled = {window.chunk.key for window, _ in said}
    # once it is said somewhere in the same words, other passages matter only where they may gainsay it
    least = LEAST_RIVAL if settled else LEAST_COVERED
    windows = [window for window in candidates(claim, context, least=least) if window.chunk.key not in settled]
    speaking_for = [*said]
    speaking_against = []
    for window, measures in zip(windows, measure(claim, windows, context, memory) if windows else (), strict=True):
        against = contradiction(measures)
        (speaking_against if against else speaking_for).append((window, against or support(measures)))
    own = {place.chunk.document_id for place in context.places if place.chunk.key in cited}
    speaking_against = [
        (window, score)
        for window, score in speaking_against
        if window.chunk.document_id in own or comparable(claim.text, window)
    ]
    sure = [window.chunk for window, score in speaking_for if score >= SURE]
    found = _best_of_each(speaking_for, Stance.SUPPORTS)
    found += _best_of_each([one for one in speaking_against if _may_gainsay(one[0].chunk, sure)], Stance.CONTRADICTS)
    return tuple(sorted(found, key=lambda finding: -finding.score))


def _may_gainsay(chunk: ContextChunk, sure: list[ContextChunk]) -> bool:
    """Whether a passage can stand against what ``sure`` ones say.

    A document that says a thing seldom denies it: its like sentences speak of other periods, products or places.
    """
    return all(chunk.document_id != other.document_id and same_period(chunk, other) for other in sure)


def _best_of_each(scored: list[tuple[Window, float]], stance: Stance) -> list[Finding]:
    """The surest finding of each passage, if it tells a reader anything."""
    best: dict[str, Finding] = {}
    for window, score in scored:
        held = best.get(window.chunk.key)
        if score >= LEAST and (held is None or score > held.score):
            best[window.chunk.key] = Finding(key=window.chunk.key, quote=window.quote, stance=stance, score=score)
    return list(best.values())


def _said_verbatim(claim: Claimed, context: Context) -> list[tuple[Window, float]]:
    """Places that say the claim word for word, whatever their marks: as a whole, or as a part that can stand."""
    wanted = _spelled(claim.text)
    found = []
    for place in context.quotable() if wanted else ():
        spelled = _spelled(place.text)
        if spelled == wanted:
            found.append((window_of(place), VERBATIM))
        elif len(wanted) >= SHORTEST_PART and _is_part(wanted, spelled):
            found.append((window_of(place), VERBATIM_PART))
    return found


def _is_part(wanted: tuple[str, ...], spelled: tuple[str, ...]) -> bool:
    """Whether the words stand there in one piece, and none of the others could turn their sense."""
    for start in range(len(spelled) - len(wanted) + 1):
        if spelled[start : start + len(wanted)] == wanted:
            rest = (*spelled[:start], *spelled[start + len(wanted) :])
            return TURNING.isdisjoint(rest) and HINGING.isdisjoint(rest)
    return False


def _spelled(text: str) -> tuple[str, ...]:
    """Words and figures with what changes their meaning; punctuation and blanks do not."""
    return tuple(re.findall(r"[^\W_]+|[$€£¥%()]|(?<=\d)[.,](?=\d)|(?<!\w)[-–](?=\d)", text.lower()))
