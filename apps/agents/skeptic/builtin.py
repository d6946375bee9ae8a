"""The Skeptic that needs no model endpoint."""

from apps.agents.judge.conflicts import conflicts_between
from apps.agents.reading.memory import SentenceMemory
from apps.agents.reading.question import read_question
from apps.agents.skeptic.claims import claims_of
from apps.agents.skeptic.doubts import missing_aspects, objections_to
from apps.verification.types import ContextChunk, SkepticReport


class BuiltinSkeptic:
    """Claims by sentences and clauses, doubts by rules."""

    name = "builtin"

    def __init__(self, *, memory: SentenceMemory) -> None:
        self._memory = memory

    def review(
        self, *, query: str, text: str, chunks: tuple[ContextChunk, ...], intensity: str = "light"
    ) -> SkepticReport:
        """Claims in order, and what to doubt. ``aggressive`` also doubts single sources and absolute words."""
        question = read_question(query)
        claims = claims_of(text, question)
        return SkepticReport(
            claims=claims,
            objections=objections_to(claims, aggressive=intensity == "aggressive"),
            missing=missing_aspects(question, claims, chunks),
            contradictions=conflicts_between(claims, chunks, memory=self._memory),
        )
