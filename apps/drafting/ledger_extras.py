"""What a finished ledger tells beside its verdicts: risks, what to ask next, where it was sought what was not found."""

import logging
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

import numpy as np

from apps.documents.models import Embedding
from apps.drafting.models import Turn
from apps.drafting.passages import context_of
from apps.drafting.suggesting.questions import answer_from, follow_up_questions
from apps.inference.calling import calls_for, current_scope
from apps.inference.contracts import CallAborted, Embedder, ModelError
from apps.inference.memory import SentenceMemory
from apps.retrieval.context import NEAREST
from apps.retrieval.names import NAMED, DocumentName, documents_named
from apps.retrieval.question import ask
from apps.retrieval.scope import searched_scope
from apps.verification.citations import find_citations
from apps.verification.models import Ledger
from apps.verification.risks import Library, RiskFlag, Ruled, risk_flags
from apps.verification.staleness import stale_claims
from apps.verification.storage import ruled_of
from apps.verification.types import Verdict

logger = logging.getLogger(__name__)
Data = dict[str, Any]
PASSAGES = 60  # of those found, the cited ones first, from which questions are made
MODEL_SECONDS = 10.0  # for all model calls made here: the text is whole, and its reader is waiting


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras:
    """To be stored with a finished ledger."""

    risk_flags: tuple[RiskFlag, ...] = ()
    follow_up_questions: tuple[str, ...] = ()
    searched: Mapping[str, Data] = field(default_factory=dict)  # by claim id


def extras_of(
    ledger: Ledger | None,
    *,
    turn: Turn,
    question: str | None,
    retrieved: Data,
    document_ids: Sequence[UUID | str] | None,
    embedder: Embedder,
    memory: SentenceMemory,
    by_claim: Mapping[str, Data] | None = None,
) -> Extras:
    """Risks, follow-up questions and what was searched in vain.

    ``question``: as it was searched; None for a text written elsewhere, of which nothing was asked. ``retrieved``:
    ``chunks``, what was kept of each passage that was found, and ``searched`` where one search was for the whole text.
    ``document_ids``: those that were searched, None for all of the workspace. ``by_claim``: claim id → the same two of
    what was searched for this claim alone, or for its section.

    A model that fails, or has not answered within ``MODEL_SECONDS``, costs what it was asked for and no more.
    """
    if ledger is None:
        return Extras()
    scope = searched_scope(workspace_id=ledger.workspace_id, document_ids=document_ids)
    ruled = ruled_of(ledger)
    cited = {citation.key for citation in find_citations(turn.response)}
    with _calls_within(MODEL_SECONDS):
        lost = searched_in_vain(ledger, shared=retrieved, by_claim=by_claim or {}, embedder=embedder)
        questions = follow_up_questions(
            passages=context_of(_cited_first(retrieved["chunks"], cited)[:PASSAGES]),
            cited=cited,
            wanted=_near_open(ruled, lost),
            asked=[] if question is None else [question, *_asked(turn)],
            several=len(scope.documents) > 1,
            text=turn.response,
            answer=answer_from(
                workspace_id=ledger.workspace_id, document_ids=document_ids, embedder=embedder, memory=memory
            ),
        )
    library = _library(ruled, scope.documents, question=question, passages=retrieved["chunks"])
    return Extras(risk_flags=risk_flags(ruled, library=library), follow_up_questions=questions, searched=lost)


@contextmanager
def _calls_within(seconds: float) -> Iterator[None]:
    """Model calls made inside are closed after so many seconds: they end in CallAborted."""
    scope, until = current_scope(), time.monotonic() + seconds
    with calls_for(replace(scope, stopped=lambda: time.monotonic() >= until or scope.stopped())):
        yield


def _library(
    ruled: Sequence[Ruled], documents: Sequence[DocumentName], *, question: str | None, passages: Sequence[Data]
) -> Library:
    return Library(
        consulted={passage["document_id"] for passage in passages},
        meant=_meant(question or "", documents),
        newer=stale_claims(ruled, documents=documents, question=question),
    )


def _cited_first(entries: Sequence[Data], cited: Collection[str]) -> list[Data]:
    """What was kept of the passages, in either part the best first."""
    return sorted(entries, key=lambda entry: entry["key"] not in cited)


def _asked(turn: Turn) -> list[str]:
    """The questions of the conversation up to this turn."""
    earlier = Turn.objects.filter(session_id=turn.session_id, index__lte=turn.index)
    return list(earlier.order_by("index").values_list("query", flat=True))


def _near_open(ruled: Sequence[Ruled], lost: Mapping[str, Data]) -> frozenset[str]:
    """Keys of the passages that come nearest to what is weak or was not found."""
    weak = [one.decision for one in ruled if one.decision and one.decision.verdict is Verdict.WEAK]
    keys = [key for decision in weak for key in (decision.suggested_key, *(held.key for held in decision.evidence))]
    return frozenset([*keys, *(place["key"] for searched in lost.values() for place in searched["nearest"])])


def _meant(question: str, documents: Sequence[DocumentName]) -> frozenset[str]:
    """The documents that the question calls by a word of their title or filename."""
    asked = ask(question)
    naming = documents_named(asked, documents, [{} for _ in asked.words])
    return frozenset(id_ for id_, strength in naming.strengths.items() if strength >= NAMED / 2)


def searched_in_vain(
    ledger: Ledger, *, shared: Data, by_claim: Mapping[str, Data], embedder: Embedder
) -> Mapping[str, Data]:
    """Claim id → what was searched for it (``LedgerEntry.searched``), for the claims not found that do not say it yet.

    ``shared``, ``by_claim``: ``chunks``, what a search retrieved, and ``searched``, what it went through; a claim that
    has neither says nothing. The nearest misses are those of the passages that are most like the claim, or where there
    are none what the search found nearest; their similarity is null where the embedder could not be asked.
    """
    rows = ledger.claims.filter(entry__verdict=Verdict.NOT_FOUND.value, entry__searched__isnull=True)
    lost = [(str(id_), text, by_claim.get(str(id_), shared)) for id_, text in rows.values_list("id", "claim_text")]
    lost = [(id_, text, search) for id_, text, search in lost if search.get("searched")]
    if not lost:
        return {}
    places = [_places(search) for _, _, search in lost]
    everywhere = list({place["chunk_id"]: place for each in places for place in each}.values())
    table = _similarities([text for _, text, _ in lost], everywhere, ledger.workspace_id, embedder)
    return {
        id_: {
            **{name: search["searched"][name] for name in ("queries", "documents", "chunks")},
            "nearest": _nearest(own, row),
        }
        for (id_, _, search), own, row in zip(lost, places, table, strict=True)
    }


def _places(search: Data) -> list[Data]:
    """Where the passages stand that a search came upon; no word of them."""
    named = ("chunk_id", "key", "document_id", "page")
    return [{name: place[name] for name in named} for place in search["chunks"] or search["searched"]["nearest"]]


def _nearest(places: Sequence[Data], similarities: Mapping[str, float]) -> list[Data]:
    ordered = sorted(places, key=lambda place: -similarities.get(place["chunk_id"], -1.0))
    shown = [{**place, "similarity": similarities.get(place["chunk_id"])} for place in ordered]
    return shown[:NEAREST]


def _similarities(
    texts: Sequence[str], places: Sequence[Data], workspace_id: UUID, embedder: Embedder
) -> list[dict[str, float]]:
    """For each text its cosine to each passage that has a vector: {chunk_id: -1 … 1}."""
    ids = [place["chunk_id"] for place in places]
    rows = Embedding.objects.filter(workspace_id=workspace_id, model=embedder.name, chunk_id__in=ids)
    stored = [
        (str(chunk_id), np.asarray(vector, np.float32)) for chunk_id, vector in rows.values_list("chunk_id", "vector")
    ]
    if not stored:
        return [{} for _ in texts]
    try:
        vectors = embedder.embed_texts(texts)
    except (ModelError, CallAborted) as error:
        logger.warning("nearest misses without similarity: %s", str(error) or "the model did not answer in time")
        return [{} for _ in texts]
    table = vectors @ np.stack([vector for _, vector in stored]).T
    return [
        {chunk_id: round(float(cosine), 6) for (chunk_id, _), cosine in zip(stored, row, strict=True)} for row in table
    ]
