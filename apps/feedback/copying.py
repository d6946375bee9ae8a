"""What a correction copies of the claim it is about, and what of that goes when a document goes."""

from collections.abc import Collection, Iterable, Sequence
from uuid import UUID

from django.db.models import Q

from apps.documents.models import Chunk
from apps.drafting.models import Session, Turn
from apps.feedback.models import ClaimCorrection
from apps.runs.models import Artifact
from apps.verification.flags import Flag, moved
from apps.verification.models import Claim
from apps.verification.quote_lock import locate

Passage = dict[str, str]
PLACE = ("chunk_id", "key", "document_id")
SEARCH = "search"  # the phase that looks for passages claim by claim; others do for a whole text or section
ASSEMBLE, GATHER, RETRIEVE = "assemble", "gather", "retrieve"  # a draft's text, its sections' searches and overview


def artifacts_of(*, session: Session, turn: Turn) -> list[Artifact]:
    """What the turn's finished phases left, in the order in which they did."""
    rows = Artifact.objects.filter(
        run__workspace_id=session.workspace_id, run__session_id=session.pk, run__subject_id=turn.pk
    )
    return list(rows.order_by("created_at", "index").only("name", "cycle", "index", "data"))


def passages_judged(artifacts: Sequence[Artifact], *, claim: Claim, turn: Turn) -> list[Passage]:
    """The passages that the Judge of a claim could look at: found for its turn, its section or for itself alone."""
    found: dict[str, Passage] = {}
    for artifact in artifacts:
        searches = artifact.data["claims"] if artifact.name == SEARCH else [artifact.data]
        for search in searches:
            if search.get("claim_id", str(claim.pk)) == str(claim.pk):
                for entry in search.get("chunks", ()):
                    found.setdefault(entry["chunk_id"], {name: entry[name] for name in PLACE})
    assembled = [one for one in artifacts if one.name == ASSEMBLE and one.cycle == claim.ledger.cycle]
    if not assembled:
        return list(found.values())
    keys = _keys_of_section(artifacts, assembled[0].data["parts"], claim, turn)
    return [passage for passage in found.values() if passage["key"] in keys]


def _keys_of_section(
    artifacts: Sequence[Artifact], parts: Sequence[dict[str, int]], claim: Claim, turn: Turn
) -> set[str]:
    """Of a draft's passages those that the claim cites or was ruled by, and those its section was written from."""
    flags = [Flag(**flag) for flag in turn.flags] if claim.ledger.cycle == turn.cycle else []
    spans = [moved(part["start"], part["end"], flags) for part in parts]
    place = next((place for place, (start, end) in enumerate(spans) if start <= claim.start_offset < end), None)
    of_section = {(GATHER, place)}
    if place in {0, len(parts) - 1}:  # introduction and closing are written from the overview too
        of_section.add((RETRIEVE, 0))
    found = [one.data["chunks"] for one in artifacts if (one.name, one.index) in of_section]
    held = claim.entry.evidence if hasattr(claim, "entry") else []
    return {*claim.citations, *(entry["key"] for entries in (*found, held) for entry in entries)}


def claim_copied(row: ClaimCorrection, *, claim: Claim, session: Session, turn: Turn, passages: list[Passage]) -> None:
    """Put into ``row`` what the ledger holds of the claim."""
    row.claim_id = claim.pk
    for name in ("claim_text", "claim_type", "importance", "requires_citation", "citations"):
        setattr(row, name, getattr(claim, name))
    row.mode, row.verification = turn.mode or session.mode, session.verification
    row.passages = passages
    entry = getattr(claim, "entry", None)
    if entry is not None:
        row.verdict_given, row.reason_given = entry.verdict, entry.reason
        row.confidence_given, row.judge = entry.confidence_score, entry.judge
        row.evidence = entry.evidence


def without_words_of_others(row: ClaimCorrection, alive: Collection[UUID]) -> None:
    """Take out of ``row`` the words of every document that is not among ``alive``."""
    for document_id in row.document_ids:
        if document_id not in alive:
            without_words_of(row, document_id, passages=())


def without_words_of(row: ClaimCorrection, document_id: UUID, *, passages: Iterable[str]) -> None:
    """Take the document's words out of ``row``: its quotes, and the claim where that says no more than they do.

    ``passages``: texts of the document that the claim may have been written from, beside the quotes.
    """
    own = [held for held in row.evidence if held["document_id"] == str(document_id)]
    said = [*(held["quote"] for held in own), *passages]
    row.evidence = [{**held, "quote": ""} if held in own else held for held in row.evidence]
    if row.claim_text and any(locate(row.claim_text, text) for text in said):
        row.claim_text = ""


def texts_of(row: ClaimCorrection, document_id: UUID) -> list[str]:
    """The document's passages that ``row`` names, also where it was read anew since."""
    named = [*row.passages, *row.correct_passages]
    ids, keys = [place["chunk_id"] for place in named], [place["key"] for place in named]
    rows = Chunk.objects.filter(Q(pk__in=ids) | Q(key__in=keys), document_id=document_id)
    return list(rows.order_by("chunk_index").values_list("content", flat=True))
