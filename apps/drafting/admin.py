"""Sessions in the admin: what was asked, answered, found out and told; only to read."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from apps.audit.models import AuditEntry
from apps.core.admin import (
    ByName,
    DeletedByService,
    LookOnly,
    LookOnlyAdmin,
    action_button,
    as_json,
    beside,
    changelist_link,
    lasted,
    list_link,
    may_operate,
    preformatted,
    row_link,
    table,
    unconfirmed,
)
from apps.drafting.models import Session, Turn
from apps.drafting.services import OPEN, session_cancel, session_delete
from apps.inference.models import ModelCall
from apps.runs.models import Artifact, Event, PhaseRun, Run
from apps.verification.models import Claim, Ledger

EVENTS_SHOWN = 200


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
        "what_to_know",
        "what_failed",
        "figures",
        "completed_at",
    )
    readonly_fields = ("text", "ledger", "risks", "ask_next", "what_to_know", "what_failed", "figures")
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
    list_display = ("question", "workspace", "author", "verification", "status", "error", "created_at", "took")
    list_filter = (
        "status",
        ("workspace", ByName),
        "mode",
        "verification",
        "created_at",
    )
    list_select_related = ("workspace", "author")
    list_hidden = ("settings", "document_ids", "workspace__settings")
    search_fields = ("=id", "=turns__id", "query", "author__email", "workspace__name")
    search_help_text = "id of the session or a turn, words of the question, who asked, workspace"
    ordering = ("-created_at", "pk")
    readonly_fields = ("events", "work", "took", "end", "created_at")
    actions = ("cancel",)
    fieldsets = (
        (
            None,
            {"fields": ("query", "workspace", "author", "mode", "verification", "status", "took", "end", "work")},
        ),
        (
            "More about it",
            {"classes": ("collapse",), "fields": ("created_at", "completed_at", "settings", "document_ids")},
        ),
        ("Events", {"classes": ("collapse",), "fields": ("events",)}),
    )
    inlines = (TurnsInline,)

    has_operate_permission = may_operate

    def get_queryset(self, request: HttpRequest) -> QuerySet[Session]:
        last = Turn.objects.filter(session=OuterRef(OuterRef("pk"))).order_by("-index").values("pk")[:1]
        failed = Run.objects.filter(subject_id=Subquery(last)).order_by("-created_at").values("error_code")[:1]
        return super().get_queryset(request).annotate(run_error=Subquery(failed))

    @admin.display(description="error")
    def error(self, session: Session) -> str:
        return session.run_error or ""

    @admin.display(description="took", ordering="completed_at")
    def took(self, session: Session) -> str:
        return lasted(session.created_at, session.completed_at)

    @admin.display(description="end it")
    def end(self, session: Session) -> SafeString | str:
        return action_button(session, "cancel", "Cancel") if session.status in OPEN else "It has ended."

    @admin.action(description="Cancel", permissions=["operate"])
    def cancel(self, request: HttpRequest, queryset: QuerySet[Session]) -> HttpResponse | None:
        page = unconfirmed(
            self,
            request,
            queryset,
            question="Cancel these sessions?",
            consequence="The turn under way ends as cancelled, and its readers are told. It cannot be taken up again.",
        )
        if page:
            return page
        ended = sum(session_cancel(session=session, by=request.user) for session in queryset)
        others = queryset.count() - ended
        rest = f"; {others} had ended before" if others else ""
        self.message_user(request, f"{ended} cancelled{rest}.", messages.SUCCESS if ended else messages.WARNING)
        return None

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

    @admin.display(description="look at")
    def work(self, session: Session) -> SafeString:
        runs = Run.objects.filter(subject_id__in=session.turns.values("pk")).values_list("pk", flat=True)
        return beside(
            changelist_link(Run, "runs", session_id=session.pk),
            changelist_link(PhaseRun, "phases", run__session_id=session.pk),
            changelist_link(Event, "events", stream__id__exact=session.pk),
            changelist_link(Artifact, "artifacts", run__session_id=session.pk),
            changelist_link(ModelCall, "model calls", run_id__in=",".join(map(str, runs))),
            list_link("feedback_sessionfeedback", "feedback", session_id=session.pk),
            changelist_link(AuditEntry, "audit log", object_id=session.pk),
        )

    def delete_one(self, obj: Any) -> None:
        session_delete(session=obj)


def _finished_ledger(turn: Turn) -> dict[str, Any]:
    found = Ledger.objects.filter(turn_id=turn.pk, cycle=turn.cycle)
    return found.values("risk_flags", "follow_up_questions").first() or {}


def _ledger_row(claim: Claim) -> tuple[Any, ...]:
    entry = getattr(claim, "entry", None)
    if entry is None:
        state = "unchecked" if claim.requires_citation else "needs no citation"
        return claim.claim_text, state, "", "", ""
    quotes = format_html_join(
        "", "<p style='margin:0 0 4px'>{} {}{}{}: “{}”</p>", (_evidence_parts(item) for item in entry.evidence)
    )
    shown = quotes or _searched(entry.searched)
    return claim.claim_text, entry.verdict, entry.reason, f"{entry.confidence_score:.2f}", shown


def _searched(searched: dict[str, Any] | None) -> str:
    return f"searched: {searched['documents']} documents, {searched['chunks']} passages" if searched else ""


def _evidence_parts(item: dict[str, Any]) -> tuple[str, str, str, SafeString | str, str]:
    page = f", p. {item['page']}" if item.get("page") else ""
    document = item.get("document_id")
    where = format_html(", {}", row_link("documents_document", document, "document")) if document else ""
    return item.get("stance", ""), item.get("key", ""), page, where, item.get("quote") or ""
