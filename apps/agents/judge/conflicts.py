"""Where the sources of a context disagree on what a text claims."""

from apps.agents.judge.evidence import candidates, claimed_of, measure
from apps.agents.judge.scoring import contradiction
from apps.agents.reading.context import read_context
from apps.agents.reading.memory import SentenceMemory
from apps.verification.types import ClaimDraft, ContextChunk

LONGEST_QUOTE = 200  # characters shown to the reader


def conflicts_between(
    claims: tuple[ClaimDraft, ...], chunks: tuple[ContextChunk, ...], *, memory: SentenceMemory
) -> tuple[str, ...]:
    """One sentence per claim that another passage than the cited ones gainsays, in the order of the claims."""
    context = read_context(chunks)
    found = []
    for claim in claims:
        if not claim.requires_citation:
            continue
        claimed = claimed_of(claim.claim_text)
        for window in candidates(claimed, context):
            if window.chunk.key in claim.citations or not contradiction(measure(claimed, window, context, memory)):
                continue
            found.append(
                f"“{_shown(claim.claim_text)}” is at odds with {window.chunk.title or window.chunk.filename}: “{_shown(window.quote)}”"
            )
            break
    return tuple(dict.fromkeys(found))


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_QUOTE else line[:LONGEST_QUOTE].rsplit(" ", 1)[0] + " …"
