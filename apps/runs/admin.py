"""Work in the admin: runs, their phases with every error, and ways to end it or try again."""

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString

from apps.core.admin import (
    ByName,
    LookOnly,
    LookOnlyAdmin,
    action_button,
    as_json,
    beside,
    changelist_link,
    lasted,
    list_link,
    may_operate,
    row_link,
    table,
    unconfirmed,
)
from apps.core.auditing import audit
from apps.runs.admin_links import events_of, subject_of
from apps.runs.models import Artifact, Event, PhaseRun, PhaseState, Run, RunState, Worker
from apps.runs.registry import SUBJECTS
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
        "losses",
        "last_error",
        "started_at",
        "took",
    )
    readonly_fields = ("last_error", "took")
    ordering = ("created_at", "name", "cycle", "index")
    show_change_link = True
    extra = 0

    @admin.display(description="took")
    def took(self, phase: PhaseRun) -> str:
        return lasted(phase.started_at, phase.finished_at)

    @admin.display(description="last error")
    def last_error(self, phase: PhaseRun) -> str:
        return f"{phase.errors[-1].get('code', '')}: {phase.errors[-1].get('message', '')}" if phase.errors else ""


@admin.register(Run)
class RunAdmin(LookOnlyAdmin):
    list_display = ("pipeline", "about", "workspace", "state", "error_code", "created_at", "took")
    list_filter = ("state", "pipeline", ("workspace", ByName), "error_code", "created_at")
    list_select_related = ("workspace",)
    list_hidden = ("inputs", "error_message", "workspace__settings")
    search_fields = ("=id", "=subject_id", "=session_id", "workspace__name")
    search_help_text = "id of the run, its document, turn or session; workspace"
    ordering = ("-created_at", "pk")
    readonly_fields = ("about", "again", "asked", "to_see", "took", "created_at")
    fieldsets = (
        (None, {"fields": ("pipeline", "about", "workspace", "created_at", "finished_at", "took", "to_see")}),
        ("State", {"fields": ("state", "error_code", "error_message", "again")}),
        ("What went in", {"classes": ("collapse",), "fields": ("asked",)}),
    )
    inlines = (PhasesInline,)
    actions = ("cancel",)

    has_operate_permission = may_operate

    @admin.display(description="about")
    def about(self, run: Run) -> SafeString | str:
        return subject_of(run)

    @admin.display(description="took", ordering="finished_at")
    def took(self, run: Run) -> str:
        return lasted(run.created_at, run.finished_at)

    @admin.display(description="end it")
    def again(self, run: Run) -> SafeString | str:
        return action_button(run, "cancel", "Cancel") if run.state == RunState.ACTIVE else "It has ended."

    @admin.display(description="inputs")
    def asked(self, run: Run) -> SafeString:
        return as_json(run.inputs)

    @admin.display(description="look at")
    def to_see(self, run: Run) -> SafeString:
        return beside(
            changelist_link(PhaseRun, "phases", run__id__exact=run.pk),
            events_of(run),
            changelist_link(Artifact, "artifacts", run__id__exact=run.pk),
            list_link("inference_modelcall", "model calls", run_id=run.pk),
            list_link("audit_auditentry", "audit log", object_id=run.pk),
        )

    @admin.action(description="Cancel", permissions=["operate"])
    def cancel(self, request: HttpRequest, queryset: QuerySet[Run]) -> HttpResponse | None:
        page = unconfirmed(
            self,
            request,
            queryset,
            question="Cancel these runs?",
            consequence="What they work for ends as cancelled, and its readers are told. It cannot be taken up again.",
        )
        if page:
            return page
        ended = [run for run in queryset.select_related("workspace") if self.cancel_one(run, request)]
        others = queryset.count() - len(ended)
        rest = f"; {others} had ended before" if others else ""
        self.message_user(request, f"{len(ended)} cancelled{rest}.", messages.SUCCESS if ended else messages.WARNING)
        return None

    @staticmethod
    @transaction.atomic
    def cancel_one(run: Run, request: HttpRequest) -> bool:
        ended = run_cancel(run=run, reason=f"cancelled by {request.user}")
        if ended:
            audit(action="run.cancelled", workspace=run.workspace, obj=run, label=run.pipeline)
        return ended


@admin.register(PhaseRun)
class PhaseRunAdmin(LookOnlyAdmin):
    list_display = (
        "key",
        "of_run",
        "workspace",
        "queue",
        "state",
        "attempt",
        "losses",
        "ended_by",
        "worker",
        "started_at",
        "took",
    )
    list_filter = (
        "state",
        "queue",
        "name",
        ("run__workspace", ByName),
        "created_at",
    )
    list_select_related = ("run__workspace",)
    list_hidden = ("errors", "progress", "run__inputs", "run__error_message", "run__workspace__settings")
    search_fields = ("=id", "=run__id", "=run__subject_id", "=run__session_id", "worker")
    search_help_text = "id of the phase, its run, document, turn or session; worker"
    ordering = ("-created_at", "pk")
    readonly_fields = ("key", "of_run", "about", "workspace", "what_failed", "again", "took", "created_at", "to_see")
    fieldsets = (
        (None, {"fields": ("key", "of_run", "about", "workspace", "queue", "worker", "to_see")}),
        ("State", {"fields": ("state", "attempt", "losses", "what_failed", "again")}),
        ("When", {"fields": ("created_at", "available_at", "rung_at", "started_at", "finished_at", "took")}),
        ("Lease", {"fields": ("lease_until", "deadline_at", "fence")}),
    )
    actions = ("retry",)

    has_operate_permission = may_operate

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup in {"run__subject_id", "run__session_id"} or super().lookup_allowed(lookup, value, request)

    @admin.display(description="phase", ordering="name")
    def key(self, phase: PhaseRun) -> str:
        place = [f"cycle {phase.cycle}"] * bool(phase.cycle) + [f"part {phase.index}"] * bool(phase.index)
        return f"{phase.name} ({', '.join(place)})" if place else phase.name

    @admin.display(description="run")
    def of_run(self, phase: PhaseRun) -> SafeString:
        return row_link("runs_run", phase.run_id, f"{phase.run.pipeline} {str(phase.run_id)[:8]}…")

    @admin.display(description="about")
    def about(self, phase: PhaseRun) -> SafeString | str:
        return subject_of(phase.run)

    @admin.display(description="look at")
    def to_see(self, phase: PhaseRun) -> SafeString:
        place = f"{phase.name}:{phase.cycle}:{phase.index}"
        which = {"name": phase.name, "cycle": phase.cycle, "index": phase.index}
        return beside(
            changelist_link(PhaseRun, "all phases of its run", run__id__exact=phase.run_id),
            events_of(phase.run),
            changelist_link(Artifact, "its artifact", run__id__exact=phase.run_id, **which),
            list_link("inference_modelcall", "its model calls", run_id=phase.run_id, phase=place),
            list_link("audit_auditentry", "audit log", object_id=phase.pk),
        )

    @admin.display(description="workspace")
    def workspace(self, phase: PhaseRun) -> str:
        return str(phase.run.workspace)

    @admin.display(description="took", ordering="finished_at")
    def took(self, phase: PhaseRun) -> str:
        return lasted(phase.started_at, phase.finished_at)

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
        if phase.state != PhaseState.FAILED or phase.run.state != RunState.FAILED:
            return "Nothing to try again."
        if not SUBJECTS.get(phase.run.subject_kind).restartable:
            return "Its readers were told that it ended for good; the question can be asked again."
        return action_button(phase, "retry", "Try again")

    @admin.action(description="Try again", permissions=["operate"])
    def retry(self, request: HttpRequest, queryset: QuerySet[PhaseRun]) -> None:
        for phase in queryset.select_related("run__workspace"):
            if self.retry_one(phase):
                self.message_user(request, f"{phase} is tried again.")
            else:
                self.message_user(request, f"{phase}: there is nothing to try again.", messages.WARNING)

    @staticmethod
    @transaction.atomic
    def retry_one(phase: PhaseRun) -> bool:
        begun = phase_retry(phase=phase)
        if begun:
            audit(action="phase.retried", workspace=phase.run.workspace, obj=phase, label=phase.name)
        return begun


@admin.register(Artifact)
class ArtifactAdmin(LookOnlyAdmin):
    list_display = ("name", "cycle", "index", "version", "of_run", "workspace", "created_at")
    list_filter = ("name", ("run__workspace", ByName), "created_at")
    list_select_related = ("run__workspace",)
    list_hidden = ("data", "run__inputs", "run__error_message", "run__workspace__settings")
    search_fields = ("=id", "=run__id", "=run__session_id")
    search_help_text = "id of the artifact, its run or session"
    ordering = ("-created_at", "pk")
    fields = ("name", "cycle", "index", "version", "of_run", "workspace", "created_at", "contents")
    readonly_fields = fields

    of_run = PhaseRunAdmin.of_run
    workspace = PhaseRunAdmin.workspace

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup == "run__session_id" or super().lookup_allowed(lookup, value, request)

    @admin.display(description="data")
    def contents(self, artifact: Artifact) -> SafeString:
        return as_json(artifact.data)


@admin.register(Event)
class EventAdmin(LookOnlyAdmin):
    list_display = ("seq", "type", "of_stream", "workspace", "at")
    list_filter = (("stream__workspace", ByName), "at")
    list_select_related = ("stream__workspace",)
    list_hidden = ("payload", "stream__workspace__settings")
    search_fields = ("=stream__id", "=turn_id", "=type")
    search_help_text = "id of the stream's session or workspace, or of the turn; type"
    fields = ("seq", "type", "of_stream", "workspace", "at", "turn_id", "contents")
    readonly_fields = fields

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        """One stream is read from its beginning; of all of them the latest events come first."""
        return ("seq",) if "stream__id__exact" in request.GET else ("-id",)

    @admin.display(description="stream")
    def of_stream(self, event: Event) -> SafeString:
        page = "drafting_session" if event.stream.kind == "session" else "workspaces_workspace"
        return row_link(page, event.stream_id, f"{event.stream.kind} {str(event.stream_id)[:8]}…")

    @admin.display(description="workspace")
    def workspace(self, event: Event) -> str:
        return str(event.stream.workspace)

    @admin.display(description="payload")
    def contents(self, event: Event) -> SafeString:
        return as_json(event.payload)


@admin.register(Worker)
class WorkerAdmin(LookOnlyAdmin):
    list_display = ("name", "queues", "seen_at")
    ordering = ("name",)
