"""The audit log in the admin: to read and to search, never to change."""

from django.contrib import admin
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.audit.models import AuditEntry
from apps.core.admin import ByAddress, ByName, LookOnlyAdmin, as_json

# where to look at what an entry is about, while it exists
ROOMS = {
    "user": "accounts",
    "apitoken": "accounts",
    "workspace": "workspaces",
    "document": "documents",
    "session": "drafting",
    "sessionfeedback": "feedback",
    "run": "runs",
    "phaserun": "runs",
}


@admin.register(AuditEntry)
class AuditEntryAdmin(LookOnlyAdmin):
    list_display = ("at", "action", "who", "workspace_name", "what", "ip", "request_id")
    list_filter = (
        "action",
        ("workspace", ByName),
        ("actor", ByAddress),
        "at",
    )
    list_hidden = ("details",)
    search_fields = ("actor_email", "=object_id", "object_label", "=request_id", "workspace_name")
    search_help_text = "address, object's id or name, request id, workspace"
    date_hierarchy = "at"
    ordering = ("-id",)
    fieldsets = (
        (None, {"fields": ("at", "action", "who", "workspace_name", "what", "more")}),
        ("Where it came from", {"fields": ("token_name", "token_id", "ip", "request_id")}),
    )
    readonly_fields = ("who", "what", "more")

    @admin.display(description="who", ordering="actor_email")
    def who(self, entry: AuditEntry) -> SafeString | str:
        name = entry.actor_email + (f", token {entry.token_name}" if entry.token_name else "")
        if entry.actor_id is None:
            return name or "-"
        return format_html('<a href="{}">{}</a>', reverse("admin:accounts_user_change", args=[entry.actor_id]), name)

    @admin.display(description="what", ordering="object_label")
    def what(self, entry: AuditEntry) -> SafeString | str:
        name = f"{entry.object_type} {entry.object_label or entry.object_id[:8]}".strip()
        room = ROOMS.get(entry.object_type)
        if room is None or entry.action.endswith(".deleted"):
            return name or "-"
        try:
            page = reverse(f"admin:{room}_{entry.object_type}_change", args=[entry.object_id])
        except NoReverseMatch:
            return name
        return format_html('<a href="{}">{}</a>', page, name)

    @admin.display(description="details")
    def more(self, entry: AuditEntry) -> SafeString:
        return as_json(entry.details)
