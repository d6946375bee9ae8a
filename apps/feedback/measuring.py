"""The Judge held against what readers corrected: stored claims, judged again with the passages they belong to."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from uuid import UUID

from django.db.models import Q

from apps.agents.contracts import Judge
from apps.documents.models import Chunk, Document
from apps.feedback.models import ClaimCorrection
from apps.feedback.types import Issue
from apps.inference.calling import CallScope, calls_for, closed_when_left
from apps.inference.contracts import ModelError
from apps.retrieval.passages import context_chunks
from apps.retrieval.types import ContextChunk
from apps.verification.decide import decide
from apps.verification.types import ClaimDraft, ClaimType, Importance, Mode, Verdict

VERIFY = "verify"  # the mode in which every passage counts as cited


class Unused(StrEnum):
    """Why a correction says nothing of the Judge, or cannot be asked about again."""

    NO_CLAIM = "it names a claim that the ledger lacked: there is none to judge"
    NO_VERDICT = "it names no verdict that would be right"
    REPLACED = "a later correction of the same claim counts in its place"
    DOCUMENT_GONE = "a document that the claim was judged by was deleted"
    PASSAGE_GONE = "a document was read anew, and a passage that the claim was judged by is no longer one"
    NOT_JUDGED = "the Judge gave no usable answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A claim to be judged again. ``given``: what was ruled at the time, empty where nobody did."""

    correction_id: UUID
    workspace_id: UUID
    claim: ClaimDraft
    chunks: tuple[ContextChunk, ...]
    all_cited: bool
    mode: Mode
    expected: Verdict
    given: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A case and what the Judge rules now."""

    case: Case
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """Every correction is in one of the two. ``failures``: what the Judge's model said, each once."""

    measured: tuple[Measured, ...]
    unused: Counter[Unused]
    failures: tuple[str, ...] = ()


def measure(corrections: Iterable[ClaimCorrection], *, judge: Judge) -> Measurement:
    """Judge again what can be. ``corrections``: newest first, with their feedback."""
    cases, unused, corrected = [], Counter[Unused](), set[UUID]()
    for row in corrections:
        found = _case_of(row, replaced=row.claim_id in corrected)
        if row.claim_id and row.expected_verdict:
            corrected.add(row.claim_id)
        if isinstance(found, Case):
            cases.append(found)
        else:
            unused[found] += 1
    failures: list[str] = []
    measured = tuple(_judged(cases, judge, failures))
    unused[Unused.NOT_JUDGED] += len(cases) - len(measured)
    return Measurement(measured=measured, unused=+unused, failures=tuple(dict.fromkeys(failures)))


def _case_of(row: ClaimCorrection, *, replaced: bool) -> Case | Unused:
    if row.issue == Issue.MISSING_CLAIM:
        return Unused.NO_CLAIM
    if not row.expected_verdict:
        return Unused.NO_VERDICT
    if replaced:
        return Unused.REPLACED
    if not row.claim_text:
        return Unused.DOCUMENT_GONE
    places = row.correct_passages or row.passages
    found = _chunk_ids(row.feedback.workspace_id, places)
    lost = [place for place, chunk_id in zip(places, found, strict=True) if chunk_id is None]
    needed = [place for place in lost if _needed(row, place)]
    if needed or (places and len(lost) == len(places)):
        gone = {place["document_id"] for place in needed or lost}
        there = Document.objects.filter(workspace_id=row.feedback.workspace_id, pk__in=gone).count()
        return Unused.DOCUMENT_GONE if there < len(gone) else Unused.PASSAGE_GONE
    return Case(
        correction_id=row.pk,
        workspace_id=row.feedback.workspace_id,
        claim=_draft(row),
        chunks=context_chunks({chunk_id: 0.0 for chunk_id in found if chunk_id}),
        all_cited=bool(row.correct_passages) or row.mode == VERIFY,
        mode=Mode(row.verification),
        expected=Verdict(row.expected_verdict),
        given=row.verdict_given,
    )


def _needed(row: ClaimCorrection, place: dict[str, str]) -> bool:
    """Whether the claim cannot be judged fairly without this passage; one that merely stood beside may be missing."""
    if row.correct_passages or any(held["chunk_id"] == place["chunk_id"] for held in row.evidence):
        return True
    return row.mode != VERIFY and place["key"] in row.citations  # there all that was found counts as cited


def _chunk_ids(workspace_id: UUID, places: Sequence[dict[str, str]]) -> list[UUID | None]:
    """Each passage as it is now: the same row, else the same text in the same document; None where there is neither."""
    ids, keys = [UUID(place["chunk_id"]) for place in places], [place["key"] for place in places]
    rows = Chunk.objects.filter(Q(pk__in=ids) | Q(key__in=keys), workspace_id=workspace_id)
    known: dict[UUID | tuple[str, str], UUID] = {}
    for pk, document_id, key in rows.order_by("chunk_index").values_list("pk", "document_id", "key"):
        known[pk] = pk
        known.setdefault((str(document_id), key), pk)
    return [
        known.get(chunk_id) or known.get((place["document_id"], place["key"]))
        for chunk_id, place in zip(ids, places, strict=True)
    ]


def _draft(row: ClaimCorrection) -> ClaimDraft:
    return ClaimDraft(
        claim_text=row.claim_text,
        claim_type=ClaimType(row.claim_type),
        importance=Importance(row.importance),
        requires_citation=row.requires_citation,
        start_offset=0,
        end_offset=len(row.claim_text),
        citations=tuple(row.citations),
    )


def _judged(cases: Sequence[Case], judge: Judge, failures: list[str]) -> Iterator[Measured]:
    """Those that the Judge ruled on; claims with the same passages are put to it together."""
    together: dict[tuple[UUID, tuple[str, ...]], list[Case]] = defaultdict(list)
    for case in cases:
        together[case.workspace_id, tuple(chunk.chunk_id for chunk in case.chunks)].append(case)
    for (workspace_id, _), group in together.items():
        claims = tuple(_as_put(case, judge) for case in group)
        try:
            with (
                calls_for(CallScope(workspace_id=workspace_id, phase="evaluate")),
                closed_when_left(judge.judge(claims=claims, chunks=group[0].chunks)) as judgements,
            ):
                for case, claim, judgement in zip(group, claims, judgements, strict=True):
                    if judgement is None:
                        continue
                    decision = decide(
                        claim=claim,
                        judgement=judgement,
                        context=case.chunks,
                        mode=case.mode,
                        thresholds=judge.thresholds,
                        cited_counts_all=case.all_cited,
                    )
                    yield Measured(case=case, verdict=decision.verdict)
        except ModelError as error:
            failures.append(error.message)


def _as_put(case: Case, judge: Judge) -> ClaimDraft:
    """The claim as the Judge gets it: without citations where it is judged alone and others chose its passages."""
    return replace(case.claim, citations=()) if case.all_cited and judge.together == 1 else case.claim
