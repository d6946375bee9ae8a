"""The Skeptic that needs no model endpoint."""

from collections.abc import Mapping
from types import MappingProxyType

from apps.agents.judge.conflicts import conflicts_between
from apps.agents.reading.question import read_question
from apps.agents.skeptic.claims import claims_of, open_list
from apps.agents.skeptic.doubts import missing_aspects, objections_to
from apps.agents.skeptic.settling import settled_end
from apps.agents.skeptic.topics import missing_topics
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
        """Claims in order, and what to doubt.

        ``aggressive``, for drafts, also doubts single sources and absolute words, and asks by the topics of the
        request: its other words say what kind of text is wanted, and of whom.
        """
        question = read_question(query)
        claims = claims_of(text, question)
        asked, aggressive = bool(question.text), intensity == "aggressive"
        missing: tuple[str, ...] = ()
        if asked:
            missing = (
                missing_topics(question, text, claims, chunks)
                if aggressive
                else missing_aspects(question, claims, chunks)
            )
        return SkepticReport(
            claims=claims,
            objections=objections_to(claims, aggressive=aggressive, must_cite=asked),
            missing=missing,
            contradictions=conflicts_between(claims, chunks, memory=self._memory),
        )
