"""Documents in the admin: what state they are in, why, and a way to try again."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from apps.audit.models import AuditEntry
from apps.core.admin import (
    ByName,
    DeletedByService,
    LookOnlyAdmin,
    action_button,
    beside,
    changelist_link,
    lasted,
    may_operate,
    table,
)
from apps.core.errors import Problem
from apps.documents.models import Document, DocumentStatus
from apps.documents.services import document_delete, document_reprocess
from apps.runs.models import Event, PhaseRun, Run

REASON_SHOWN = 200  # characters in the list


@admin.register(Document)
class DocumentAdmin(DeletedByService, LookOnlyAdmin):
    list_display = ("name", "workspace", "state", "page_count", "chunk_count", "read_in", "reason", "created_at")
    list_filter = ("status", ("workspace", ByName), "error_code", "created_at")
    list_select_related = ("workspace",)
    list_hidden = ("notices", "workspace__settings")
    search_fields = ("title", "filename", "=id", "=sha256", "=error_code", "workspace__name", "uploaded_by__email")
    search_help_text = "title, file name, id, SHA-256, error code, workspace, who uploaded it"
    ordering = ("-created_at", "pk")
    readonly_fields = ("again", "percent", "work", "what_to_know", "created_at")
    fieldsets = (
        (None, {"fields": ("filename", "title", "workspace", "uploaded_by", "created_at")}),
        (
            "State",
            {"fields": ("status", "stage", "percent", "error_code", "error_reason", "what_to_know", "again", "work")},
        ),
        ("Facts", {"fields": ("media_type", "size", "sha256", "page_count", "chunk_count", "char_count", "ready_at")}),
    )
    actions = ("read_again",)

    has_operate_permission = may_operate

    @admin.display(description="document", ordering="filename")
    def name(self, document: Document) -> str:
        return f"{document.title} ({document.filename})" if document.title else document.filename

    @admin.display(description="state", ordering="status")
    def state(self, document: Document) -> str:
        label = document.get_status_display()
        if document.status == DocumentStatus.PROCESSING:
            return f"{label}: {document.stage}, {document.progress:.0%}"
        return f"{label}: {document.error_code}" if document.error_code else label

    @admin.display(description="why")
    def reason(self, document: Document) -> str:
        return Truncator(document.error_reason).chars(REASON_SHOWN)

    @admin.display(description="ready after")
    def read_in(self, document: Document) -> str:
        return lasted(document.created_at, document.ready_at) if document.ready_at else "-"

    @admin.display(description="progress")
    def percent(self, document: Document) -> str:
        return f"{document.progress:.0%}"

    @admin.display(description="try again")
    def again(self, document: Document) -> SafeString | str:
        busy = document.status in (DocumentStatus.UPLOADED, DocumentStatus.PROCESSING)
        return "It is being read." if busy else action_button(document, "read_again", "Read again from the stored file")

    @admin.display(description="look at")
    def work(self, document: Document) -> SafeString:
        return beside(
            changelist_link(Run, "runs", subject_id=document.pk),
            changelist_link(PhaseRun, "phases", run__subject_id=document.pk),
            changelist_link(Event, "events", stream__id__exact=document.workspace_id, payload__document_id=document.pk),
            changelist_link(AuditEntry, "audit log", object_id=document.pk),
        )

    @admin.display(description="notices")
    def what_to_know(self, document: Document) -> SafeString | str:
        rows = [
            (notice.get("code", ""), notice.get("message", ""), ", ".join(map(str, notice.get("pages") or ())))
            for notice in document.notices
        ]
        return table(("Code", "Message", "Pages"), rows) if rows else "-"

    @admin.action(description="Read again from the stored file", permissions=["operate"])
    def read_again(self, request: HttpRequest, queryset: QuerySet[Document]) -> None:
        for document in queryset:
            try:
                document_reprocess(document=document)
            except Problem as problem:
                self.message_user(request, f"{document}: {problem.detail or problem.title}", messages.ERROR)
            else:
                self.message_user(request, f"{document} is being read again.")

    def delete_one(self, obj: Any) -> None:
        document_delete(document=obj)
