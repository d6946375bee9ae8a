"""Work in the admin: runs, their phases with every error, and ways to end it or try again."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from apps.core.admin import LookOnly, LookOnlyAdmin, as_json, changelist_link, may_operate
from apps.runs.models import Artifact, Event, PhaseRun, Run, Worker
from apps.runs.services import phase_retry, run_cancel


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
    list_display = (
        "pipeline",
        "subject_kind",
        "subject_id",
        "workspace",
        "state",
        "error_code",
        "created_at",
        "finished_at",
    )
    list_filter = ("state", "pipeline")
    list_select_related = ("workspace",)
    list_hidden = ("inputs", "error_message")
    search_fields = ("=id", "=subject_id", "=session_id")
    exclude = ("inputs", "stream")
    readonly_fields = ("asked", "left", "told")
    inlines = (PhasesInline,)
    actions = ("cancel",)

    has_operate_permission = may_operate

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
    list_display = (
        "name",
        "cycle",
        "index",
        "run",
        "queue",
        "state",
        "attempt",
        "worker",
        "lease_until",
        "available_at",
    )
    list_filter = ("state", "queue", "name")
    list_select_related = ("run",)
    list_hidden = ("errors",)
    search_fields = ("=run__id", "=run__subject_id", "worker")
    exclude = ("errors",)
    readonly_fields = ("what_failed",)
    actions = ("retry",)

    has_operate_permission = may_operate

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup == "run__subject_id" or super().lookup_allowed(lookup, value, request)

    @admin.display(description="errors")
    def what_failed(self, phase: PhaseRun) -> SafeString:
        return as_json(phase.errors)

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
    ordering = ("stream", "seq")
    exclude = ("payload",)
    readonly_fields = ("contents",)

    @admin.display(description="payload")
    def contents(self, event: Event) -> SafeString:
        return as_json(event.payload)


@admin.register(Worker)
class WorkerAdmin(LookOnlyAdmin):
    list_display = ("name", "queues", "seen_at")
