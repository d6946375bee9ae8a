"""Turns on a session's page in the admin: each text with all that was found out about it."""

from typing import Any

from django.contrib import admin
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from apps.core.admin import LookOnly, as_json, preformatted, row_link, table
from apps.drafting.models import Turn
from apps.drafting.selectors import cycles_of, turn_ledger
from apps.verification.models import Claim, Ledger
from apps.verification.storage import ledger_summary, summary_as_dict
from apps.verification.succession import revisions_of

Data = dict[str, Any]
PARAGRAPH = "<p style='margin:0 0 4px'>"
DOUBTS = ("objections", "missing", "contradictions")
COUNTS = {
    "total_claims": "Claims",
    "supported": "Supported",
    "weak": "Weak",
    "contradicted": "Contradicted",
    "not_found": "Not found",
    "unchecked": "Unchecked",
    "minor_claims": "Minor",
}


class TurnsInline(LookOnly, admin.StackedInline):
    model = Turn
    fields = (
        "query",
        "standalone_query",
        "mode",
        "status",
        "text",
        "ledger",
        "risks",
        "ask_next",
        "versions",
        "revisions",
        "doubts",
        "what_to_know",
        "what_failed",
        "aims",
        "figures",
        "completed_at",
    )
    readonly_fields = (
        *("text", "ledger", "risks", "ask_next", "versions", "revisions", "doubts"),
        *("what_to_know", "what_failed", "aims", "figures"),
    )
    extra = 0

    @admin.display(description="response")
    def text(self, turn: Turn) -> SafeString:
        return preformatted(turn.response)

    @admin.display(description="evidence ledger")
    def ledger(self, turn: Turn) -> SafeString | str:
        claims = Claim.objects.filter(ledger__turn_id=turn.pk, ledger__cycle=turn.cycle).select_related("entry")
        rows = [_ledger_row(claim) for claim in claims]
        return table(("Claim", "Verdict", "Reason", "Confidence", "Evidence"), rows) if rows else "-"

    @admin.display(description="risks")
    def risks(self, turn: Turn) -> SafeString | str:
        flags = _finished_ledger(turn).get("risk_flags", [])
        rows = [(flag["severity"], flag["code"], flag["message"]) for flag in flags]
        return table(("Severity", "Risk", "What"), rows) if rows else "-"

    @admin.display(description="follow-up questions")
    def ask_next(self, turn: Turn) -> SafeString | str:
        questions = _finished_ledger(turn).get("follow_up_questions", [])
        return table((), [(question,) for question in questions]) if questions else "-"

    @admin.display(description="versions")
    def versions(self, turn: Turn) -> SafeString | str:
        ledger = turn_ledger(turn)
        cycles = cycles_of(turn, summary=ledger and summary_as_dict(ledger_summary(ledger)))
        head = ("Version", *COUNTS.values(), "Coverage", "Gate")
        return table(head, [_version_row(cycle) for cycle in cycles]) if cycles else "-"

    @admin.display(description="revisions")
    def revisions(self, turn: Turn) -> SafeString | str:
        columns = ("change", "before", "after", "verdict", "reason")
        rows = [
            (revision["cycle"], *(change[column] or "" for column in columns))
            for revision in revisions_of(turn.pk, until=turn.cycle)
            for change in revision["changes"]
        ]
        return table(("Revision", "Change", "Before", "After", "Verdict before", "Reason"), rows) if rows else "-"

    @admin.display(description="the Skeptic's doubts")
    def doubts(self, turn: Turn) -> SafeString | str:
        rows = [(kind, doubt) for kind in DOUBTS for doubt in turn.skeptic_report.get(kind, ())]
        return table((), rows) if rows else "-"

    @admin.display(description="warnings")
    def what_to_know(self, turn: Turn) -> SafeString | str:
        rows = [(warning.get("code", ""), warning.get("message", "")) for warning in turn.warnings]
        return table((), rows) if rows else "-"

    @admin.display(description="errors")
    def what_failed(self, turn: Turn) -> SafeString | str:
        columns = ("phase", "attempt", "code", "message")
        rows = [[error.get(column, "") for column in columns] for error in turn.errors]
        return table([column.capitalize() for column in columns], rows) if rows else "-"

    @admin.display(description="targets")
    def aims(self, turn: Turn) -> SafeString | str:
        rows = [_target_row(target) for target in turn.metrics.get("targets", ())]
        return table(("Figure", "Value", "Target", "Met"), rows) if rows else "-"

    @admin.display(description="metrics")
    def figures(self, turn: Turn) -> SafeString:
        return as_json({name: value for name, value in turn.metrics.items() if name != "targets"})


def _finished_ledger(turn: Turn) -> Data:
    found = Ledger.objects.filter(turn_id=turn.pk, cycle=turn.cycle)
    return found.values("risk_flags", "follow_up_questions").first() or {}


def _ledger_row(claim: Claim) -> tuple[Any, ...]:
    entry = getattr(claim, "entry", None)
    if entry is None:
        state = "unchecked" if claim.requires_citation else "needs no citation"
        return claim.claim_text, state, "", "", ""
    quotes = format_html_join("", f"{PARAGRAPH}{{}} {{}}{{}}{{}}: “{{}}”</p>", map(_evidence_parts, entry.evidence))
    shown = quotes or _searched(entry.searched)
    return claim.claim_text, entry.verdict, entry.reason, f"{entry.confidence_score:.2f}", shown


def _searched(searched: Data | None) -> SafeString | str:
    if not searched:
        return ""
    queries = ", ".join(f"“{query}”" for query in searched["queries"])
    near = format_html_join("", f"{PARAGRAPH}near: {{}}{{}}{{}}{{}}</p>", map(_near_parts, searched["nearest"]))
    where = f"searched: {searched['documents']} documents, {searched['chunks']} passages, for {queries}"
    return format_html(f"{PARAGRAPH}{{}}</p>{{}}", where, near)


def _near_parts(place: Data) -> tuple[str, str, SafeString | str, str]:
    similarity = place["similarity"]
    return place["key"], *_where(place), "" if similarity is None else f", similarity {similarity:.2f}"


def _evidence_parts(item: Data) -> tuple[str, str, str, SafeString | str, str]:
    return item.get("stance", ""), item.get("key", ""), *_where(item), item.get("quote") or ""


def _where(place: Data) -> tuple[str, SafeString | str]:
    """Page and document of a passage."""
    page = f", p. {place['page']}" if place.get("page") else ""
    document = place.get("document_id")
    return page, format_html(", {}", row_link("documents_document", document, "document")) if document else ""


def _version_row(cycle: Data) -> tuple[Any, ...]:
    number, summary, met = cycle["cycle"], cycle["summary"], cycle["gate_met"]
    coverage = summary["evidence_coverage"]
    return (
        f"revision {number}" if number else "as written",
        *(summary[count] for count in COUNTS),
        "-" if coverage is None else f"{coverage:.0%}",
        f"{cycle['coverage_gate']:.0%}" + {True: ", met", False: ", not met", None: ""}[met],
    )


def _target_row(target: Data) -> tuple[str, str, str, str]:
    value, met = target["value"], target["met"]
    return (
        target["name"],
        "-" if value is None else f"{value:g}",
        f"{target['comparison']} {target['target']:g}",
        {True: "yes", False: "no", None: "-"}[met],
    )
