"""Sessions in the admin: what was asked and what came of it; only to read."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.audit.models import AuditEntry
from apps.core.admin import (
    ByName,
    DeletedByService,
    LookOnlyAdmin,
    action_button,
    as_json,
    beside,
    changelist_link,
    lasted,
    list_link,
    may_operate,
    table,
    unconfirmed,
)
from apps.drafting.models import Session, Turn
from apps.drafting.services import OPEN, session_cancel, session_delete
from apps.drafting.turns_inline import TurnsInline
from apps.inference.models import ModelCall
from apps.runs.models import Artifact, Event, PhaseRun, Run

EVENTS_SHOWN = 200


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
