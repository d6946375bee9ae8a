"""The Judge that needs no model endpoint: words, vectors, figures, denials and demands of claim and passage compared."""

import re
from collections.abc import Iterator

from apps.agents.judge.evidence import LEAST_COVERED, LEAST_RIVAL, Claimed, Window, candidates, claimed_of, measure
from apps.agents.judge.scoring import contradiction, support
from apps.agents.reading.context import Context, Place, read_context
from apps.agents.reading.memory import SentenceMemory
from apps.verification.types import ClaimDraft, ContextChunk, Finding, Judgement, Stance

VERBATIM = 0.98  # the passage says it in the same words
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
            findings = findings_on(claimed_of(claim.claim_text), context, self._memory)
            yield Judgement(findings=findings, judge=self.name)


def findings_on(claim: Claimed, context: Context, memory: SentenceMemory) -> tuple[Finding, ...]:
    """At most one supporting and one contradicting finding per passage, the surest first."""
    found: dict[tuple[str, Stance], Finding] = {}

    def keep(window: Window, stance: Stance, score: float) -> None:
        held = found.get((window.chunk.key, stance))
        if score >= LEAST and (held is None or score > held.score):
            found[(window.chunk.key, stance)] = Finding(
                key=window.chunk.key, quote=window.quote, stance=stance, score=score
            )

    said = _said_verbatim(claim, context)
    for place in said:
        keep(
            Window(chunk=place.chunk, places=(place,), start=place.unit.start, end=place.unit.end),
            Stance.SUPPORTS,
            VERBATIM,
        )
    settled = {place.chunk.key for place in said}
    # once it is said somewhere in the same words, other passages matter only where they may gainsay it
    least = LEAST_RIVAL if settled else LEAST_COVERED
    windows = [window for window in candidates(claim, context, least=least) if window.chunk.key not in settled]
    if not windows:
        return tuple(found.values())
    for window, measures in zip(windows, measure(claim, windows, context, memory), strict=True):
        against = contradiction(measures)
        keep(window, Stance.CONTRADICTS, against)
        if not against:
            keep(window, Stance.SUPPORTS, support(measures))
    return tuple(sorted(found.values(), key=lambda finding: -finding.score))


def _said_verbatim(claim: Claimed, context: Context) -> list[Place]:
    """Places that say the claim in its own words: as a whole sentence or row, whatever its marks and blanks."""
    wanted = _spelled(claim.text)
    return [place for place in context.quotable() if wanted and _spelled(place.text) == wanted]


def _spelled(text: str) -> tuple[str, ...]:
    """Words and figures with what changes their meaning; punctuation and blanks do not."""
    return tuple(re.findall(r"[^\W_]+|[$€£¥%()]|(?<=\d)[.,](?=\d)|(?<!\w)[-–](?=\d)", text.lower()))
