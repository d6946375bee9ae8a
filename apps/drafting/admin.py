"""Sessions in the admin: what was asked, answered, found out and told; only to read."""

from typing import Any

from django.contrib import admin
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from apps.core.admin import (
    DeletedByService,
    LookOnly,
    LookOnlyAdmin,
    as_json,
    beside,
    changelist_link,
    preformatted,
    table,
)
from apps.drafting.models import Session, Turn
from apps.drafting.services import session_delete
from apps.runs.models import Artifact, Event, Run
from apps.verification.models import Claim

EVENTS_SHOWN = 200


class TurnsInline(LookOnly, admin.StackedInline):
    model = Turn
    fields = ("query", "status", "text", "ledger", "what_to_know", "what_failed", "figures", "completed_at")
    readonly_fields = ("text", "ledger", "what_to_know", "what_failed", "figures")
    extra = 0

    @admin.display(description="response")
    def text(self, turn: Turn) -> SafeString:
        return preformatted(turn.response)

    @admin.display(description="evidence ledger")
    def ledger(self, turn: Turn) -> SafeString | str:
        claims = Claim.objects.filter(ledger__turn_id=turn.pk, ledger__cycle=turn.cycle).select_related("entry")
        rows = [_ledger_row(claim) for claim in claims]
        return table(("Claim", "Verdict", "Reason", "Confidence", "Evidence"), rows) if rows else "-"

    @admin.display(description="warnings")
    def what_to_know(self, turn: Turn) -> SafeString | str:
        rows = [(warning.get("code", ""), warning.get("message", "")) for warning in turn.warnings]
        return table((), rows) if rows else "-"

    @admin.display(description="errors")
    def what_failed(self, turn: Turn) -> SafeString | str:
        columns = ("phase", "attempt", "code", "message")
        rows = [[error.get(column, "") for column in columns] for error in turn.errors]
        return table([column.capitalize() for column in columns], rows) if rows else "-"

    @admin.display(description="metrics")
    def figures(self, turn: Turn) -> SafeString:
        return as_json(turn.metrics)


@admin.register(Session)
class SessionAdmin(DeletedByService, LookOnlyAdmin):
    list_display = ("question", "workspace", "author", "mode", "verification", "status", "created_at")
    list_filter = ("status", "mode", "verification")
    list_select_related = ("workspace", "author")
    list_hidden = ("settings", "document_ids")
    search_fields = ("=id", "query", "author__email")
    ordering = ("-created_at", "pk")
    readonly_fields = ("events", "work", "created_at")
    fieldsets = (
        (None, {"fields": ("query", "workspace", "author", "mode", "verification", "status", "work")}),
        (
            "More about it",
            {"classes": ("collapse",), "fields": ("created_at", "completed_at", "settings", "document_ids")},
        ),
        ("Events", {"classes": ("collapse",), "fields": ("events",)}),
    )
    inlines = (TurnsInline,)

    @admin.display(description="query", ordering="query")
    def question(self, session: Session) -> str:
        return str(session)

    @admin.display(description="events")
    def events(self, session: Session) -> SafeString:
        first = Event.objects.filter(stream_id=session.pk).order_by("seq")[:EVENTS_SHOWN]
        rows = [
            (event.seq, event.at.isoformat(sep=" ", timespec="milliseconds"), event.type, as_json(event.payload))
            for event in first
        ]
        every = changelist_link(Event, "each event on a page of its own", stream__id__exact=session.pk)
        return format_html("{}{}", every, table(("Seq", "At", "Type", "Payload"), rows))

    @admin.display(description="runs and artifacts")
    def work(self, session: Session) -> SafeString:
        return beside(
            changelist_link(Run, "runs", session_id=session.pk),
            changelist_link(Artifact, "artifacts", run__session_id=session.pk),
        )

    def delete_one(self, obj: Any) -> None:
        session_delete(session=obj)


def _ledger_row(claim: Claim) -> tuple[Any, ...]:
    entry = getattr(claim, "entry", None)
    if entry is None:
        state = "unchecked" if claim.requires_citation else "needs no citation"
        return claim.claim_text, state, "", "", ""
    quotes = format_html_join(
        "", "<p style='margin:0 0 4px'>{} {}{}: “{}”</p>", (_evidence_parts(item) for item in entry.evidence)
    )
    return claim.claim_text, entry.verdict, entry.reason, f"{entry.confidence_score:.2f}", quotes


def _evidence_parts(item: dict[str, Any]) -> tuple[str, str, str, str]:
    page = f", p. {item['page']}" if item.get("page") else ""
    return item.get("stance", ""), item.get("key", ""), page, item.get("quote") or ""
