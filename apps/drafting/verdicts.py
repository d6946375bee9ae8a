"""Verdicts as readers are told of them."""

from collections.abc import Iterable
from typing import Any

from apps.runs.types import EventDraft
from apps.verification.models import Ledger, LedgerEntry
from apps.verification.storage import entry_as_dict, ledger_summary, summary_as_dict

Data = dict[str, Any]


def verdict_events(entry: LedgerEntry, ledger: Ledger) -> list[EventDraft]:
    """Tell of one verdict, with the counts as they now are."""
    return _told(entry, ledger.cycle, _counts(ledger))


def kept_events(entries: Iterable[LedgerEntry], ledger: Ledger) -> list[EventDraft]:
    """Tell of verdicts that claims have from the text before, each with the counts of them all."""
    entries = list(entries)
    counts = _counts(ledger) if entries else {}
    return [event for entry in entries for event in _told(entry, ledger.cycle, counts)]


def _counts(ledger: Ledger) -> Data:
    return summary_as_dict(ledger_summary(ledger))


def _told(entry: LedgerEntry, cycle: int, counts: Data) -> list[EventDraft]:
    shown = entry_as_dict(entry)
    told = ("claim_id", "verdict", "reason", "confidence_score")
    verified = {"cycle": cycle, **{name: shown[name] for name in told}}
    updated = {"cycle": cycle, "entry": shown, "summary": counts}
    return [EventDraft(type="claim_verified", payload=verified), EventDraft(type="ledger_updated", payload=updated)]
