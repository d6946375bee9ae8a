"""Tenants and their members in the admin."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Count, QuerySet
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString

from apps.core.admin import (
    BackToOne,
    DeletedByService,
    action_button,
    as_json,
    beside,
    list_link,
    may_operate,
    unconfirmed,
)
from apps.core.auditing import audit
from apps.core.errors import Problem
from apps.workspaces.models import EmbeddingState, Membership, Role, Workspace
from apps.workspaces.options import (
    AUDIT_RETENTION,
    DOCUMENT_RETENTION,
    FEEDBACK_RETENTION,
    LONGEST_DAYS,
    OPTIONS,
    SESSION_RETENTION,
    VERIFICATION,
    option_named,
    option_of,
)
from apps.workspaces.services import membership_audit, workspace_delete, workspace_update

# lists of rooms above, which know a workspace by this filter
LISTS = {
    "documents": ("documents_document", "workspace__id__exact"),
    "sessions": ("drafting_session", "workspace__id__exact"),
    "feedback": ("feedback_sessionfeedback", "workspace__id__exact"),
    "runs": ("runs_run", "workspace__id__exact"),
    "phases": ("runs_phaserun", "run__workspace__id__exact"),
    "model calls": ("inference_modelcall", "workspace__id__exact"),
    "audit log": ("audit_auditentry", "workspace__id__exact"),
}


CONSEQUENCE = (
    "Every passage is embedded anew in the background, which costs time and, at an endpoint, money. Searches go on "
    "with the model of now until all is there. A switch to another model that is under way ends; one that stopped "
    "goes on where it was."
)


class ModelForm(forms.Form):
    """By which embedding model to search."""

    model = forms.CharField(
        label="Embedding model",
        max_length=200,
        help_text="builtin, or the name of a model at the endpoint that is set up.",
        widget=forms.TextInput(attrs={"size": 40}),
    )


def days_field(name: str) -> forms.IntegerField:
    """A number of days that may be left open."""
    bounds = {"min_value": 1, "max_value": LONGEST_DAYS}
    return forms.IntegerField(required=False, show_hidden_initial=True, help_text=option_named(name).help, **bounds)


def choice_field(name: str) -> forms.ChoiceField:
    """One of an option's choices, or none."""
    choices = [("", "left open"), *((choice, choice) for choice in option_named(name).choices)]
    help_text = option_named(name).help
    return forms.ChoiceField(required=False, show_hidden_initial=True, choices=choices, help_text=help_text)


class WorkspaceForm(forms.ModelForm):
    """The name, and the options as fields of their own; what programs keep in the settings stays as it is.

    The options are sent along as they were when the form was opened: only what was changed in it is written.
    """

    default_verification = choice_field(VERIFICATION)
    document_retention_days = days_field(DOCUMENT_RETENTION)
    session_retention_days = days_field(SESSION_RETENTION)
    feedback_retention_days = days_field(FEEDBACK_RETENTION)
    audit_retention_days = days_field(AUDIT_RETENTION)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for option in OPTIONS:
            self.fields[option.name].initial = option_of(self.instance, option.name)

    def changed_options(self) -> dict[str, Any]:
        """The options that were filled in or left open here; None for the latter."""
        names = [option.name for option in OPTIONS if option.name in self.changed_data]
        return {name: self.cleaned_data.get(name) or None for name in names}


class MembersFormSet(BaseInlineFormSet):
    """Refuses to leave a workspace without an owner."""

    def clean(self) -> None:
        super().clean()
        kept = [form.cleaned_data for form in self.forms if form.is_valid() and not form.cleaned_data.get("DELETE")]
        if not any(data.get("role") == Role.OWNER and data.get("user") for data in kept):
            raise ValidationError("A workspace keeps at least one owner.")


class MembersInline(admin.TabularInline):
    model = Membership
    formset = MembersFormSet
    autocomplete_fields = ("user",)
    readonly_fields = ("created_at",)
    ordering = ("user__email",)

    def get_extra(self, request: HttpRequest, obj: Workspace | None = None, **kwargs: Any) -> int:
        return 0 if obj else 1  # a new workspace needs its owner

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        return super().get_queryset(request).select_related("user", "workspace")


@admin.register(Workspace)
class WorkspaceAdmin(BackToOne, DeletedByService, admin.ModelAdmin):
    form = WorkspaceForm
    list_display = ("name", "member_count", "embedding_model", "switch", "created_at", "to_see")
    list_filter = ("embedding_state", "embedding_model", "created_at")
    search_fields = ("name", "=id", "memberships__user__email")
    search_help_text = "name, id or a member's address"
    show_full_result_count = False
    ordering = ("name", "pk")
    fieldsets = (
        (None, {"fields": ("name", "created_at", "to_see")}),
        ("Settings", {"fields": (*(option.name for option in OPTIONS), "kept_settings")}),
        ("Embedding", {"fields": ("embedding_model", "switch", "again", "embedding_changed_at")}),
    )
    readonly_fields = (
        *("embedding_model", "switch", "again", "embedding_changed_at"),
        *("created_at", "to_see", "kept_settings"),
    )
    inlines = (MembersInline,)
    actions = ("switch_model",)

    has_operate_permission = may_operate

    def get_queryset(self, request: HttpRequest) -> QuerySet[Workspace]:
        return super().get_queryset(request).annotate(people=Count("memberships", distinct=True))

    @admin.display(description="kept for programs")
    def kept_settings(self, workspace: Workspace) -> SafeString | str:
        names = {option.name for option in OPTIONS}
        kept = {name: value for name, value in workspace.settings.items() if name not in names}
        return as_json(kept) if kept else "-"

    @admin.display(description="members", ordering="people")
    def member_count(self, workspace: Workspace) -> int:
        return workspace.people

    @admin.display(description="switch to another model", ordering="embedding_state")
    def switch(self, workspace: Workspace) -> str:
        if workspace.embedding_state == EmbeddingState.SETTLED:
            return "-"
        done = f"{workspace.embedding_done} of {workspace.embedding_total} passages"
        if workspace.embedding_state == EmbeddingState.SWITCHING:
            return f"to {workspace.embedding_target}, {done}"
        why = ": ".join(str(workspace.embedding_error.get(part, "")) for part in ("code", "message"))
        return f"to {workspace.embedding_target} stopped at {done} – {why}"

    @admin.display(description="another model")
    def again(self, workspace: Workspace) -> SafeString | str:
        if workspace._state.adding:
            return "-"
        return action_button(workspace, "switch_model", "Search by another embedding model…")

    @admin.display(description="look at")
    def to_see(self, workspace: Workspace) -> SafeString | str:
        if workspace._state.adding:  # nothing is in it yet
            return "-"
        return beside(*(list_link(rows, text, **{by: workspace.pk}) for text, (rows, by) in LISTS.items()))

    @admin.action(description="Search by another embedding model…", permissions=["operate"])
    def switch_model(self, request: HttpRequest, queryset: QuerySet[Workspace]) -> HttpResponse | None:
        form = ModelForm(request.POST if "confirmed" in request.POST else None, initial={"model": suggested(queryset)})
        page = unconfirmed(
            self,
            request,
            queryset,
            question="Search by another embedding model?",
            consequence=CONSEQUENCE,
            form=form,
        )
        if page:
            return page
        for workspace in queryset:
            try:
                self.message_user(request, f"{workspace}: {switched(workspace, form.cleaned_data['model'], request)}")
            except Problem as problem:
                self.message_user(request, f"{workspace}: {problem.detail or problem.title}", messages.ERROR)
        return None

    def save_model(self, request: HttpRequest, obj: Workspace, form: WorkspaceForm, change: bool) -> None:
        """Only what was changed here is written: a worker may be noting how far a switch is."""
        if change:
            changed = {"name": form.cleaned_data["name"]} if "name" in form.changed_data else {}
            if options := form.changed_options():
                changed["options"] = options
            if changed:
                workspace_update(workspace=obj, **changed)
            return
        obj.settings = form.changed_options()
        obj.embedding_model = settings.EMBEDDING_MODEL
        super().save_model(request, obj, form, change)
        audit(action="workspace.created", workspace=obj, obj=obj, label=obj.name)

    def save_formset(self, request: HttpRequest, form: Any, formset: BaseInlineFormSet, change: bool) -> None:
        """Members are written down as they come, change and go."""
        super().save_formset(request, form, formset, change)
        for member in formset.new_objects:
            membership_audit("member.added", member)
        for member, _ in formset.changed_objects:
            membership_audit("member.changed", member)
        for member in formset.deleted_objects:
            membership_audit("member.removed", member)

    def delete_one(self, obj: Any) -> None:
        workspace_delete(workspace=obj)


def switched(workspace: Workspace, model: str, request: HttpRequest) -> str:
    """Switch it; returns what came of that. Where nothing is to be done, nothing is written. Raises Problem."""
    active, target, state = workspace.embedding_model, workspace.embedding_target, workspace.embedding_state
    if model == active and state == EmbeddingState.SETTLED:
        return f"it is searched by {model} already; nothing was changed."
    if model == target and state == EmbeddingState.SWITCHING:
        return f"{model} is being switched to already; nothing was changed."
    workspace_update(workspace=workspace, embedding_model=model, by=request.user)
    if model == active:
        return f"it stays with {model}; the switch to {target} is called off."
    return f"{model} is being switched to."


def suggested(queryset: QuerySet[Workspace]) -> str:
    """The model that a stopped switch led to, else the installation's own."""
    targets = {workspace.embedding_target for workspace in queryset if workspace.embedding_target}
    return targets.pop() if len(targets) == 1 else settings.EMBEDDING_MODEL
