"""Tenants and their members in the admin."""

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.forms import ModelForm
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest

from apps.core.admin import DeletedByService
from apps.workspaces.models import Membership, Role, Workspace
from apps.workspaces.services import workspace_delete


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


@admin.register(Workspace)
class WorkspaceAdmin(DeletedByService, admin.ModelAdmin):
    list_display = ("name", "embedding_model", "created_at")
    search_fields = ("name",)
    ordering = ("name", "pk")
    fields = ("name", "settings", "embedding_model", "created_at")
    readonly_fields = ("embedding_model", "created_at")  # another model means embedding everything again
    inlines = (MembersInline,)

    def save_model(self, request: HttpRequest, obj: Workspace, form: ModelForm, change: bool) -> None:
        if not change:
            obj.embedding_model = settings.EMBEDDING_MODEL
        super().save_model(request, obj, form, change)

    def delete_one(self, obj: Any) -> None:
        workspace_delete(workspace=obj)
