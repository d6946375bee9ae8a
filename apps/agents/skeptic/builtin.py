"""The Skeptic that needs no model endpoint."""

from collections.abc import Mapping
from types import MappingProxyType

from apps.agents.judge.conflicts import conflicts_between
from apps.agents.reading.question import read_question
from apps.agents.skeptic.claims import claims_of, open_list
from apps.agents.skeptic.doubts import missing_aspects, objections_to
from apps.agents.skeptic.settling import settled_end
from apps.inference.memory import SentenceMemory
from apps.verification.types import ClaimDraft, ContextChunk, SkepticReport


class BuiltinSkeptic:
    """Claims by sentences and clauses, doubts by rules."""

    name = "builtin"
    prompts: Mapping[str, str] = MappingProxyType({})

    def __init__(self, *, memory: SentenceMemory) -> None:
        self._memory = memory

    def settled(self, *, query: str, text: str, final: bool) -> tuple[ClaimDraft, ...]:
        """Claims of the sentences that no further word can change; ``final``: of all."""
        claims = claims_of(text, read_question(query))
        if final:
            return claims
        open_from = open_list(text, settled_end(text))
        return tuple(claim for claim in claims if claim.start_offset < open_from)

    def review(
        self, *, query: str, text: str, chunks: tuple[ContextChunk, ...], intensity: str = "light"
    ) -> SkepticReport:
        """Claims in order, and what to doubt. ``aggressive`` also doubts single sources and absolute words."""
        question = read_question(query)
        claims = claims_of(text, question)
        asked = bool(question.text)
        return SkepticReport(
            claims=claims,
            objections=objections_to(claims, aggressive=intensity == "aggressive", must_cite=asked),
            missing=missing_aspects(question, claims, chunks) if asked else (),
            contradictions=conflicts_between(claims, chunks, memory=self._memory),
        )
