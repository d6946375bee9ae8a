"""Work in the admin: runs, their phases with every error, and ways to end it or try again."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.core.admin import (
    LookOnly,
    LookOnlyAdmin,
    action_button,
    as_json,
    changelist_link,
    may_operate,
    table,
)
from apps.runs.models import Artifact, Event, PhaseRun, PhaseState, Run, RunState, Worker
from apps.runs.services import phase_retry, run_cancel

# where to read about what a run is for
PAGES = {"session": "admin:drafting_session_change", "document": "admin:documents_document_change"}


class PhasesInline(LookOnly, admin.TabularInline):
    model = PhaseRun
    fields = (
        "name",
        "cycle",
        "index",
        "queue",
        "state",
        "attempt",
        "worker",
        "last_error",
        "started_at",
        "finished_at",
    )
    readonly_fields = ("last_error",)
    ordering = ("created_at", "name", "cycle", "index")
    show_change_link = True
    extra = 0

    @admin.display(description="last error")
    def last_error(self, phase: PhaseRun) -> str:
        return f"{phase.errors[-1].get('code', '')}: {phase.errors[-1].get('message', '')}" if phase.errors else ""


@admin.register(Run)
class RunAdmin(LookOnlyAdmin):
    list_display = ("pipeline", "about", "workspace", "state", "error_code", "created_at", "finished_at")
    list_filter = ("state", "pipeline")
    list_select_related = ("workspace",)
    list_hidden = ("inputs", "error_message")
    search_fields = ("=id", "=subject_id", "=session_id")
    ordering = ("-created_at", "pk")
    readonly_fields = ("about", "again", "asked", "left", "told", "created_at")
    fieldsets = (
        (None, {"fields": ("pipeline", "about", "workspace", "created_at", "finished_at")}),
        ("State", {"fields": ("state", "error_code", "error_message", "again")}),
        ("What went in and came out", {"fields": ("asked", "left", "told")}),
    )
    inlines = (PhasesInline,)
    actions = ("cancel",)

    has_operate_permission = may_operate

    @admin.display(description="about")
    def about(self, run: Run) -> SafeString | str:
        """A link to what the run is for; pages of rooms that know this one are named, not imported."""
        kind, pk = ("session", run.session_id) if run.session_id else (run.subject_kind, run.subject_id)
        page = PAGES.get(kind)
        if page is None:
            return f"{kind} {pk}"
        return format_html('<a href="{}">{} {}…</a>', reverse(page, args=[pk]), kind, str(pk)[:8])

    @admin.display(description="end it")
    def again(self, run: Run) -> SafeString | str:
        return action_button(run, "cancel", "Cancel") if run.state == RunState.ACTIVE else "It has ended."

    @admin.display(description="inputs")
    def asked(self, run: Run) -> SafeString:
        return as_json(run.inputs)

    @admin.display(description="artifacts")
    def left(self, run: Run) -> SafeString:
        return changelist_link(Artifact, "artifacts", run__id__exact=run.pk)

    @admin.display(description="events")
    def told(self, run: Run) -> SafeString:
        return changelist_link(Event, "events of its stream", stream__id__exact=run.stream_id)

    @admin.action(description="Cancel", permissions=["operate"])
    def cancel(self, request: HttpRequest, queryset: QuerySet[Run]) -> None:
        ended = sum(run_cancel(run=run, reason=f"cancelled by {request.user}") for run in queryset)
        self.message_user(request, f"{ended} ended; the others had ended before.")


@admin.register(PhaseRun)
class PhaseRunAdmin(LookOnlyAdmin):
    list_display = ("key", "of_run", "queue", "state", "attempt", "worker", "ended_by", "started_at", "lease_until")
    list_filter = ("state", "queue", "name")
    list_select_related = ("run",)
    list_hidden = ("errors", "run__inputs", "run__error_message")
    search_fields = ("=run__id", "=run__subject_id", "worker")
    ordering = ("-created_at", "pk")
    readonly_fields = ("key", "of_run", "what_failed", "again", "created_at")
    fieldsets = (
        (None, {"fields": ("key", "of_run", "queue", "worker")}),
        ("State", {"fields": ("state", "attempt", "what_failed", "again")}),
        ("When", {"fields": ("created_at", "available_at", "rung_at", "started_at", "finished_at")}),
        ("Lease", {"fields": ("lease_until", "deadline_at", "fence")}),
    )
    actions = ("retry",)

    has_operate_permission = may_operate

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup == "run__subject_id" or super().lookup_allowed(lookup, value, request)

    @admin.display(description="phase", ordering="name")
    def key(self, phase: PhaseRun) -> str:
        place = [f"cycle {phase.cycle}"] * bool(phase.cycle) + [f"part {phase.index}"] * bool(phase.index)
        return f"{phase.name} ({', '.join(place)})" if place else phase.name

    @admin.display(description="run")
    def of_run(self, phase: PhaseRun) -> SafeString:
        url = reverse("admin:runs_run_change", args=[phase.run_id])
        return format_html('<a href="{}">{} {}…</a>', url, phase.run.pipeline, str(phase.run_id)[:8])

    @admin.display(description="error")
    def ended_by(self, phase: PhaseRun) -> str:
        return phase.run.error_code if phase.state == PhaseState.FAILED else ""

    @admin.display(description="errors")
    def what_failed(self, phase: PhaseRun) -> SafeString | str:
        columns = ("attempt", "at", "code", "message", "retryable")
        rows = [[error.get(column, "") for column in columns] for error in phase.errors]
        return table([column.capitalize() for column in columns], rows) if rows else "-"

    @admin.display(description="try again")
    def again(self, phase: PhaseRun) -> SafeString | str:
        return (
            action_button(phase, "retry", "Try again") if phase.state == PhaseState.FAILED else "Nothing to try again."
        )

    @admin.action(description="Try again", permissions=["operate"])
    def retry(self, request: HttpRequest, queryset: QuerySet[PhaseRun]) -> None:
        for phase in queryset.select_related("run"):
            if phase_retry(phase=phase):
                self.message_user(request, f"{phase} is tried again.")
            else:
                self.message_user(request, f"{phase}: there is nothing to try again.", messages.WARNING)


@admin.register(Artifact)
class ArtifactAdmin(LookOnlyAdmin):
    list_display = ("name", "cycle", "index", "version", "run", "created_at")
    list_filter = ("name",)
    list_select_related = ("run",)
    list_hidden = ("data",)
    search_fields = ("=run__id", "=run__session_id")
    ordering = ("-created_at", "pk")
    exclude = ("data",)
    readonly_fields = ("contents",)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup == "run__session_id" or super().lookup_allowed(lookup, value, request)

    @admin.display(description="data")
    def contents(self, artifact: Artifact) -> SafeString:
        return as_json(artifact.data)


@admin.register(Event)
class EventAdmin(LookOnlyAdmin):
    list_display = ("seq", "type", "stream", "at")
    list_select_related = ("stream",)
    list_hidden = ("payload",)
    search_fields = ("=stream__id",)
    exclude = ("payload",)
    readonly_fields = ("contents",)

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        """One stream is read from its beginning; of all of them the latest events come first."""
        return ("seq",) if "stream__id__exact" in request.GET else ("-id",)

    @admin.display(description="payload")
    def contents(self, event: Event) -> SafeString:
        return as_json(event.payload)


@admin.register(Worker)
class WorkerAdmin(LookOnlyAdmin):
    list_display = ("name", "queues", "seen_at")
    ordering = ("name",)
