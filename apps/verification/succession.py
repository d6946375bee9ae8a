"""Claims through the revisions of a text: what stayed keeps its verdict, and what was changed keeps its identity."""

import itertools
from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from apps.verification.lineage import Change, Version, change_between, heirs, kept_from
from apps.verification.models import Claim, Ledger, LedgerEntry
from apps.verification.types import ClaimDraft

Data = dict[str, Any]
COPIED = ("verdict", "reason", "confidence_score", "evidence", "suggested_key", "notes", "checks", "judge", "searched")


def inherited(ledger: Ledger, rows: list[Claim], *, whole: bool) -> list[LedgerEntry]:
    """Give rows that are about to be stored their lineage, and to those that stood in the text before its verdict.

    ``whole``: they are all the text's claims, and those that were changed are known too; else ``settle_lineage`` finds
    them. A claim that nobody judged hands down its lineage alone. Callers store the rows first, then the entries.
    """
    for row in rows:
        row.lineage_id = uuid4()
    if not ledger.cycle:
        return []
    earlier = _claims_of(ledger.turn_id, ledger.cycle - 1)
    taken = set(ledger.claims.values_list("lineage_id", flat=True))
    left = [claim for claim in earlier if claim.lineage_id not in taken]
    entries = []
    before, after = list(map(_version, left)), list(map(_version, rows))
    kept = kept_from(before, after)
    origins = heirs(before, after) if whole else kept
    for row, place, origin in zip(rows, kept, origins, strict=True):
        if origin is not None:
            row.lineage_id = left[origin].lineage_id
        if place is not None and hasattr(left[place], "entry"):
            row.requires_citation = left[place].requires_citation
            held = {name: getattr(left[place].entry, name) for name in COPIED}
            entries.append(LedgerEntry(claim=row, kept=True, **held))
    return entries


class Earlier:
    """The claims of the text before, read once: what of them a revised text will keep is known before it is stored."""

    def __init__(self, *, turn_id: UUID, cycle: int) -> None:
        self._claims = _claims_of(turn_id, cycle - 1) if cycle else []

    def kept(self, claims: Sequence[ClaimDraft]) -> list[Data]:
        """The verdicts that ``claims``, from the first one on, have from it: what decides whether to revise again."""
        later = [Version(claim_text=one.claim_text, citations=one.citations, under=one.under) for one in claims]
        places = kept_from([_version(claim) for claim in self._claims], later)
        return [
            verdict_of(self._claims[place].entry, start_offset=claim.start_offset)
            for claim, place in zip(claims, places, strict=True)
            if place is not None and hasattr(self._claims[place], "entry")
        ]


def verdict_of(entry: LedgerEntry, *, start_offset: int | None = None) -> Data:
    """What decides whether a text is revised, and where. ``counts``: the claim is one of ``total_claims``."""
    claim = entry.claim
    return {
        "importance": claim.importance,
        "verdict": entry.verdict,
        "counts": claim.requires_citation,
        "start_offset": claim.start_offset if start_offset is None else start_offset,
    }


def settle_lineage(turn_id: UUID) -> None:
    """Give claims that a revision changed the lineage of the claim they were made of. May be called again."""
    cycles = sorted(Ledger.objects.filter(turn_id=turn_id).values_list("cycle", flat=True))
    for before, after in itertools.pairwise(cycles):
        earlier, later = _claims_of(turn_id, before), _claims_of(turn_id, after)
        ancestors = heirs(list(map(_version, earlier)), list(map(_version, later)))
        for claim, ancestor in zip(later, ancestors, strict=True):
            if ancestor is not None:
                claim.lineage_id = earlier[ancestor].lineage_id
        Claim.objects.bulk_update(later, ["lineage_id"])


def revisions_of(turn_id: UUID, *, until: int) -> list[Data]:
    """For each revision up to the cycle ``until`` what it did to which claim, and the verdict for which it had to.

    [{cycle, changes: [{lineage_id, change, claim_id, before, after, verdict, reason}]}]; ``before`` and ``after`` are
    the claim's words, None where it was not there. Kept claims are not listed.
    """
    if not until:
        return []
    cycles = sorted(Ledger.objects.filter(turn_id=turn_id, cycle__lte=until).values_list("cycle", flat=True))
    versions = {cycle: {claim.lineage_id: claim for claim in _claims_of(turn_id, cycle)} for cycle in cycles}
    return [
        {"cycle": after, "changes": _changes(versions[before], versions[after])}
        for before, after in itertools.pairwise(cycles)
    ]


def _changes(earlier: dict[UUID, Claim], later: dict[UUID, Claim]) -> list[Data]:
    found = []
    for lineage, claim in later.items():
        ancestor = earlier.get(lineage)
        change = Change.ADDED if ancestor is None else change_between(_version(ancestor), _version(claim))
        if change is not Change.KEPT:
            found.append(_change(change, before=ancestor, after=claim))
    gone = [claim for lineage, claim in earlier.items() if lineage not in later]
    return [*found, *(_change(Change.REMOVED, before=claim, after=None) for claim in gone)]


def _change(change: Change, *, before: Claim | None, after: Claim | None) -> Data:
    shown = after or before
    assert shown is not None
    entry = getattr(before, "entry", None)
    return {
        "lineage_id": str(shown.lineage_id),
        "claim_id": str(shown.id),
        "change": change.value,
        "before": before and before.claim_text,
        "after": after and after.claim_text,
        "verdict": entry and entry.verdict,
        "reason": entry and entry.reason,
    }


def _claims_of(turn_id: UUID, cycle: int) -> list[Claim]:
    rows = Claim.objects.filter(ledger__turn_id=turn_id, ledger__cycle=cycle)
    return list(rows.select_related("entry").order_by("position"))


def _version(claim: Claim) -> Version:
    return Version(claim_text=claim.claim_text, citations=tuple(claim.citations), under=claim.under)
