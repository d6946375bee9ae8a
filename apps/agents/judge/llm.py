"""The Judge that asks a model at an endpoint: one call for eight claims, each told as soon as its object is closed.

What it finds is not yet a verdict: ``apps.verification.decide`` locks its quotes and reads its figures over.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from apps.agents.json_reading import ObjectReader
from apps.agents.judge.sheet import Sheet
from apps.agents.prompts import hashes, load_prompt
from apps.agents.spotlight import Draw, delimiter_for, draw_delimiter, marked, marked_claims, passages
from apps.agents.thinking import spoken
from apps.inference.calling import current_scope
from apps.inference.contracts import Chat, ChatRequest, ModelError
from apps.verification.types import ClaimDraft, ContextChunk, Judgement, Thresholds

BATCH = 8  # claims a call
_PROMPTS = Path(__file__).parent / "prompts"
JUDGE = load_prompt(_PROMPTS / "judge.md", names=("delimiter", "passages", "claims", "again"))
AGAIN = load_prompt(_PROMPTS / "again.md", names=("faults",))


class _Finding(BaseModel):
    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})
    key: str
    quote: str
    stance: Literal["supports", "contradicts"]
    score: float = Field(description="A probability from 0 to 1.")


class _Verdict(BaseModel):
    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})
    claim: int
    findings: list[_Finding]
    notes: str
    common_knowledge: bool


class _Verdicts(BaseModel):
    # what the endpoint is asked for; answers are read by sheet.py, object by object
    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})
    verdicts: list[_Verdict]


class LLMJudge:
    """One call per batch, one more for the claims it left without a usable answer."""

    prompts = hashes(JUDGE, AGAIN)
    together = BATCH
    thresholds = Thresholds()

    def __init__(self, *, chat: Chat, draw: Draw = draw_delimiter) -> None:
        self._chat = chat
        self._draw = draw
        self.name = chat.name

    def judge(self, *, claims: tuple[ClaimDraft, ...], chunks: tuple[ContextChunk, ...]) -> Iterator[Judgement | None]:
        """One Judgement per claim, in order; None where two calls brought no usable answer.

        Without passages nothing can be found, and nothing is asked. Raises ModelError when the first call of a batch
        fails; one that is cut off counts as an answer that ended there.
        """
        if not chunks:
            yield from (Judgement(findings=(), judge=self.name) for _ in claims)
            return
        for first in range(0, len(claims), BATCH):
            yield from self._batch(claims[first : first + BATCH], chunks)

    def _batch(self, claims: tuple[ClaimDraft, ...], chunks: tuple[ContextChunk, ...]) -> Iterator[Judgement | None]:
        sheet = Sheet(len(claims), judge=self.name)
        told = 0
        for call in (self._first, self._second):
            for _ in call(sheet, claims, chunks):
                while decided := sheet.get(told + 1):
                    told += 1
                    yield decided
        yield from (sheet.get(number) for number in range(told + 1, len(claims) + 1))

    def _first(self, sheet: Sheet, claims: tuple[ClaimDraft, ...], chunks: tuple[ContextChunk, ...]) -> Iterator[None]:
        try:
            yield from self._ask(sheet, claims, chunks)
        except ModelError as error:
            if error.code != "cut_off":
                raise
            current_scope().note(error)

    def _second(self, sheet: Sheet, claims: tuple[ClaimDraft, ...], chunks: tuple[ContextChunk, ...]) -> Iterator[None]:
        faults = sheet.open()
        if not faults:
            return
        listed = "\n".join(f"- claim {number}: {fault}" for number, fault in faults.items())
        unusable = (
            f"{self.name} left {len(faults)} of {len(claims)} claims without a usable answer and was asked again: "
        )
        current_scope().note(ModelError("malformed", unusable + "; ".join(faults.values()), retryable=True))
        (again,) = AGAIN.messages(faults=listed)
        try:
            yield from self._ask(sheet, claims, chunks, again=again.content)
        except ModelError as error:
            if error.retryable:
                raise
            current_scope().note(error)  # what the first call decided stands

    def _ask(
        self, sheet: Sheet, claims: tuple[ClaimDraft, ...], chunks: tuple[ContextChunk, ...], *, again: str = ""
    ) -> Iterator[None]:
        """Ask about the claims that are open; a step for each object that was put on the sheet."""
        sources, numbered, still_open = passages(chunks), marked_claims(claims), sheet.open()
        asked = tuple(block for number, block in enumerate(numbered, start=1) if number in still_open)
        delimiter = delimiter_for((*sources, *asked), self._draw)
        messages = JUDGE.messages(
            delimiter=delimiter, passages=marked(sources, delimiter), claims=marked(asked, delimiter), again=again
        )
        reader = ObjectReader("claim")
        request = ChatRequest(messages=messages, schema=_Verdicts.model_json_schema(), schema_name="verdicts")
        for piece in spoken(self._chat.stream(request)):
            for answer in reader.feed(piece):
                sheet.put(answer)
                yield
