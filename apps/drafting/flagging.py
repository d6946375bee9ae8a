"""What a draft says without support is flagged in its text, where readers meet it."""

from dataclasses import asdict

from apps.drafting.models import Turn
from apps.verification.flags import UNCHECKED, Flag, flags_for, moved, with_flags
from apps.verification.models import Claim, Ledger
from apps.verification.types import Verdict


def flags_of(text: str, ledger: Ledger | None) -> tuple[Flag, ...]:
    """A flag for each claim that counts and is not supported; none in a text that nobody took apart."""
    rows = [] if ledger is None else list(ledger.claims.filter(requires_citation=True).select_related("entry"))
    verdicts = [(row.end_offset, row.entry.verdict if hasattr(row, "entry") else UNCHECKED) for row in rows]
    return flags_for(text, [(end, verdict) for end, verdict in verdicts if verdict != Verdict.SUPPORTED])


def flags_set(turn: Turn, ledger: Ledger | None, flags: tuple[Flag, ...]) -> None:
    """Put the flags into the turn's text; its claims point to the same words as before."""
    if not flags or ledger is None:
        return
    rows = list(ledger.claims.all())
    for row in rows:
        row.start_offset, row.end_offset = moved(row.start_offset, row.end_offset, flags)
    Claim.objects.bulk_update(rows, ["start_offset", "end_offset"])
    response = with_flags(turn.response, flags)
    Turn.objects.filter(id=turn.id).update(response=response, flags=[asdict(flag) for flag in flags])
