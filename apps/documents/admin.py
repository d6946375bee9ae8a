"""Documents in the admin: what state they are in, why, and a way to try again."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from apps.core.admin import DeletedByService, LookOnlyAdmin, as_json, changelist_link, may_operate
from apps.core.errors import Problem
from apps.documents.models import Document
from apps.documents.services import document_delete, document_reprocess
from apps.runs.models import PhaseRun, Run


@admin.register(Document)
class DocumentAdmin(DeletedByService, LookOnlyAdmin):
    list_display = ("title", "workspace", "status", "stage", "percent", "error_code", "error_reason", "created_at")
    list_filter = ("status", "stage", "media_type")
    list_select_related = ("workspace",)
    list_hidden = ("notices",)
    search_fields = ("title", "filename", "sha256")
    exclude = ("file", "notices")
    readonly_fields = ("work", "what_to_know")
    actions = ("read_again",)

    has_operate_permission = may_operate

    @admin.display(description="progress", ordering="progress")
    def percent(self, document: Document) -> str:
        return f"{document.progress:.0%}"

    @admin.display(description="runs and phases")
    def work(self, document: Document) -> SafeString:
        runs = changelist_link(Run, "runs", subject_id=document.pk)
        return runs + " · " + changelist_link(PhaseRun, "phases", run__subject_id=document.pk)

    @admin.display(description="notices")
    def what_to_know(self, document: Document) -> SafeString:
        return as_json(document.notices)

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
