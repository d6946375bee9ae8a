"""The Skeptic that asks a model at an endpoint. The model names claims and doubts; code finds where they stand.

A text whose claims fit one answer is read by one call. A longer one is read in portions, whose claims are asked for
side by side, and once as a whole for what there is to doubt.
"""

import logging
from collections.abc import Callable
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from apps.agents.prompts import Prompt, hashes, load_prompt
from apps.agents.reading.question import read_question
from apps.agents.skeptic.claims import claims_of
from apps.agents.skeptic.placing import Named, place_claims
from apps.agents.skeptic.portions import portions_of
from apps.agents.spotlight import Draw, Marked, delimiter_for, draw_delimiter, marked, passages
from apps.agents.structured import ask_for, read_form
from apps.inference.contracts import Chat, ChatRequest
from apps.inference.together import together
from apps.verification.types import ClaimDraft, ClaimType, ContextChunk, Importance, SkepticReport

logger = logging.getLogger(__name__)

_PROMPTS = Path(__file__).parent / "prompts"
_READ = ("delimiter", "question", "text")
REVIEW = load_prompt(_PROMPTS / "review.md", names=(*_READ, "intensity", "passages"))
CLAIMS = load_prompt(_PROMPTS / "claims.md", names=_READ)
DOUBTS = load_prompt(_PROMPTS / "doubts.md", names=(*_READ, "intensity", "passages"))
REPAIR = load_prompt(_PROMPTS / "repair.md", names=("fault", "fields"))
MOST_TOKENS = 4096  # of an answer, where nobody says otherwise
FOR_CLAIMS = 0.5  # of an answer's tokens: the other half is for doubts, and for a model that writes wide
MOST_DOUBTS, LONGEST_DOUBT = 12, 600  # of each kind; characters
Kind = TypeVar("Kind", bound=StrEnum)


class _NamedClaim(BaseModel):
    # read with indulgence; told to the endpoint as closed, which structured output asks for
    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})
    text: str
    type: Literal["fact", "policy", "numeric", "definition"]
    importance: Literal["critical", "material", "minor"]
    requires_citation: bool


class _Claims(BaseModel):
    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})
    claims: list[_NamedClaim]


class _Doubts(BaseModel):
    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})
    objections: list[str]
    missing: list[str]
    contradictions: list[str]


class _Review(_Claims):
    objections: list[str]
    missing: list[str]
    contradictions: list[str]


class _Read(BaseModel):
    # what an answer must at least be: its claims are looked at one by one
    claims: list[dict[str, Any]] = []
    objections: list[Any] = []
    missing: list[Any] = []
    contradictions: list[Any] = []


class LLMSkeptic:
    """One call for a short text; for a long one a call for each portion's claims and one for the doubts.

    A call is made once more when its answer cannot be read. ``most_tokens``: what an answer may have.
    """

    prompts = hashes(REVIEW, CLAIMS, DOUBTS, REPAIR)

    def __init__(self, *, chat: Chat, draw: Draw = draw_delimiter, most_tokens: int = MOST_TOKENS) -> None:
        self._chat = chat
        self._draw = draw
        self._room = int(most_tokens * FOR_CLAIMS)
        self.name = chat.name

    def settled(self, *, query: str, text: str, final: bool) -> tuple[ClaimDraft, ...] | None:
        """None: it reads whole texts."""
        return None

    def review(
        self, *, query: str, text: str, chunks: tuple[ContextChunk, ...], intensity: str = "light"
    ) -> SkepticReport:
        """Claims and doubts. Raises ModelError, ``malformed`` when two answers could not be read.

        A text that claims nothing of the world (it says that nothing was found) costs no call.
        """
        question = read_question(query)
        base = claims_of(text, question)
        if not any(claim.requires_citation for claim in base):
            return SkepticReport(claims=base)
        read = together(self._questions(query, text, chunks, intensity))
        named = [claim for one in read for claim in one.claims]
        placed = place_claims(text, tuple(_named(claim) for claim in named), question)
        if placed.lost or placed.skipped:
            logger.info(
                "%s named %d claims: %d are not in the text, %d clauses were passed over",
                *(self.name, len(named), placed.lost, placed.skipped),
            )
        return SkepticReport(
            claims=placed.claims,
            objections=_doubts(read[-1].objections),
            missing=_doubts(read[-1].missing),
            contradictions=_doubts(read[-1].contradictions),
        )

    def _questions(
        self, query: str, text: str, chunks: tuple[ContextChunk, ...], intensity: str
    ) -> list[Callable[[], _Read]]:
        """The calls to be made; the doubts are in the last one's answer."""
        portions = portions_of(text, room=self._room)
        whole = partial(self._ask, query=query, text=text, chunks=chunks, intensity=intensity)
        if len(portions) < 2:
            return [partial(whole, REVIEW, _Review)]
        parts = [partial(self._ask, CLAIMS, _Claims, query=query, text=portion) for portion in portions]
        return [*parts, partial(whole, DOUBTS, _Doubts)]

    def _ask(
        self,
        prompt: Prompt,
        form: type[BaseModel],
        *,
        query: str,
        text: str,
        chunks: tuple[ContextChunk, ...] = (),
        **told: str,
    ) -> _Read:
        sources = passages(chunks)
        question, written = Marked(label="question", text=query), Marked(label="text", text=text)
        delimiter = delimiter_for((*sources, question, written), self._draw)
        shown = {"question": marked((question,), delimiter), "text": marked((written,), delimiter)}
        if "passages" in prompt.names:
            shown["passages"] = marked(sources, delimiter)
        messages = prompt.messages(delimiter=delimiter, **shown, **told)
        first, fields = next(iter(form.model_fields)), ", ".join(form.model_fields)
        return ask_for(
            self._chat,
            ChatRequest(messages=messages, schema=form.model_json_schema(), schema_name="review"),
            read=partial(read_form, form=_Read, field=first),
            repair=lambda fault: REPAIR.messages(fault=fault, fields=fields),
        )


def _named(claim: dict[str, Any]) -> Named:
    text = claim.get("text")
    return Named(
        text=text if isinstance(text, str) else "",
        kind=_one_of(ClaimType, claim.get("type")),
        importance=_one_of(Importance, claim.get("importance")),
        requires_citation=claim.get("requires_citation") is not False,
    )


def _one_of(kinds: type[Kind], value: object) -> Kind | None:
    return kinds(value) if isinstance(value, str) and value in set(kinds) else None


def _doubts(values: list[Any]) -> tuple[str, ...]:
    lines = [" ".join(value.split())[:LONGEST_DOUBT] for value in values if isinstance(value, str)]
    return tuple(dict.fromkeys(line for line in lines if line))[:MOST_DOUBTS]
