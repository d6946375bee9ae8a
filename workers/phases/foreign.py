"""The steps that take in a text written elsewhere: its file read, its claims taken out of it part by part."""

from apps.agents.contracts import Skeptic
from apps.agents.skeptic.foreign import bare_of, parts_of, placed
from apps.documents.extraction import ExtractionError
from apps.drafting.models import Turn
from apps.drafting.verifying import text_events
from apps.retrieval.names import years_borne
from apps.retrieval.passages import citable_chunks
from apps.retrieval.scope import searched_scope
from apps.runs.context import PhaseContext
from apps.runs.registry import phase
from apps.runs.types import Data, EventDraft, PhaseError, PhaseResult
from apps.verification.citations import cited_keys
from apps.verification.models import Ledger
from apps.verification.storage import claim_as_dict, claims_add, ledger_open
from apps.verification.types import ClaimDraft
from workers.phases.answer import cuts
from workers.phases.failures import model_failures
from workers.queues import INGEST, always

DOUBTS = ("objections", "missing", "contradictions")


@phase("read", queue=always(INGEST), deadline=900)
def read(ctx: PhaseContext) -> PhaseResult:
    """The text of the file: from here on it is the response, and what readers are told."""
    try:
        text = ctx.tools.text_of(ctx.inputs["file"], ctx.inputs["filename"], should_stop=lambda: ctx.superseded)
    except ExtractionError as error:
        raise PhaseError(error.code, str(error), retryable=error.retryable) from error
    ctx.check()
    return PhaseResult(
        artifact={"chars": len(text)},
        events=list(text_events(text)),
        project=lambda: Turn.objects.filter(id=ctx.subject_id).update(response=text),
    )


def take_claims(ctx: PhaseContext, reader: Skeptic) -> PhaseResult:
    """The claims of the text, part by part, told and stored as they are read.

    Whoever goes on with it, another attempt or another reader, begins behind the last claim that is stored.
    """
    turn = Turn.objects.get(id=ctx.subject_id)
    scope = searched_scope(workspace_id=ctx.workspace_id, document_ids=ctx.inputs["document_ids"] or None)
    bare = bare_of(turn.response, borne=years_borne(scope.documents))
    cited = cited_keys(turn.response)
    chunks = citable_chunks(workspace_id=ctx.workspace_id, keys=cited, document_ids=ctx.inputs["document_ids"] or None)
    known = set(chunks.values_list("key", flat=True))
    ledger = Ledger.objects.filter(turn_id=turn.id, cycle=0).first()
    last = ledger and ledger.claims.last()
    stored = last.position + 1 if last else 0
    told = {kind: list(turn.skeptic_report.get(kind, ())) for kind in DOUBTS}
    for start, end in parts_of(bare.text):
        if last and bare.place(start, end)[0] <= last.start_offset:
            continue
        with model_failures():
            found = reader.review(query="", text=bare.text[start:end], chunks=())
        ctx.check()
        claims = [placed(bare, claim, offset=start, known=known) for claim in found.claims]
        told = {kind: list(dict.fromkeys((*told[kind], *getattr(found, kind)))) for kind in DOUBTS}
        _store(ctx, claims, stored, told)
        stored += len(claims)
    aside = {"passed_over": bare.passed_over, "unknown_citations": len(set(cited) - known)}
    made_by = {"model": reader.name, "prompts": dict(reader.prompts)}
    return PhaseResult(artifact={"claims": stored, **aside, **made_by})


def _store(ctx: PhaseContext, claims: list[ClaimDraft], position: int, report: Data) -> None:
    """One part's claims and doubts, and how many claims there are now for the pipeline to open batches of."""

    def project() -> list[EventDraft]:
        Turn.objects.filter(id=ctx.subject_id).update(skeptic_report=report)
        ledger = Ledger.objects.filter(turn_id=ctx.subject_id, cycle=0).first() or ledger_open(
            workspace_id=ctx.workspace_id, turn_id=ctx.subject_id, cycle=0, claims=(), thresholds=cuts(ctx)
        )
        rows = claims_add(ledger=ledger, claims=claims, position=position)
        payloads = ({"cycle": 0, "claim": claim_as_dict(row)} for row in rows)
        return [EventDraft(type="claim_extracted", payload=payload) for payload in payloads]

    ctx.emit(project=project, progress={"claims": position + len(claims)})
