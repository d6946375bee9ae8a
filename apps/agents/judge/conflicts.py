"""Where the sources of a context disagree on what a text claims."""

from collections.abc import Sequence

from apps.agents.judge.comparable import may_gainsay
from apps.agents.judge.evidence import LEAST_RIVAL, Window, candidates, claimed_of, measure, same_period, subjects
from apps.agents.judge.scoring import contradiction, of_one_subject
from apps.agents.reading.context import Context, read_context
from apps.inference.memory import SentenceMemory
from apps.verification.types import ClaimDraft, ContextChunk

LONGEST_QUOTE = 200  # characters shown to the reader


def rivals_of(text: str, own: Sequence[ContextChunk], context: Context, memory: SentenceMemory) -> tuple[Window, ...]:
    """Windows of other documents than those of ``own`` that gainsay ``text``, the surest of each, in context order."""
    claimed = claimed_of(text)
    best: dict[str, tuple[float, Window]] = {}
    documents = {chunk.document_id for chunk in own}
    windows = [
        window
        for window in candidates(claimed, context, least=LEAST_RIVAL)
        if window.chunk.document_id not in documents
        and all(same_period(window.chunk, chunk) for chunk in own)
        and of_one_subject(*subjects(claimed, window, context))  # before anything is embedded
        and may_gainsay(claimed.text, window)
    ]
    for window, measures in zip(windows, measure(claimed, windows, context, memory), strict=True):
        score = contradiction(measures)
        if score > best.get(window.chunk.document_id, (0.0, window))[0]:
            best[window.chunk.document_id] = (score, window)
    return tuple(window for _, window in best.values())


def conflicts_between(
    claims: tuple[ClaimDraft, ...], chunks: tuple[ContextChunk, ...], *, memory: SentenceMemory
) -> tuple[str, ...]:
    """One sentence per claim that another document than the cited ones gainsays, in the order of the claims."""
    context = read_context(chunks)
    by_key = {chunk.key: chunk for chunk in chunks}
    found = []
    for claim in claims:
        cited = [by_key[key] for key in claim.citations if key in by_key]
        if not claim.requires_citation or not cited:
            continue
        for window in rivals_of(claim.claim_text, cited, context, memory):
            source = window.chunk.title or window.chunk.filename
            found.append(f"“{_shown(claim.claim_text)}” is at odds with {source}: “{_shown(window.quote)}”")
    return tuple(dict.fromkeys(found))


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_QUOTE else line[:LONGEST_QUOTE].rsplit(" ", 1)[0] + " …"
