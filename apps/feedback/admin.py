"""Feedback in the admin: what readers said, and what they corrected; to read, to search and to delete."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from apps.audit.models import AuditEntry
from apps.core.admin import (
    ByAddress,
    ByName,
    DeletedByService,
    LookOnly,
    LookOnlyAdmin,
    beside,
    changelist_link,
    row_link,
)
from apps.documents.models import Document
from apps.drafting.models import Session
from apps.feedback.models import ClaimCorrection, SessionFeedback
from apps.feedback.services import feedback_delete


class CorrectionsInline(LookOnly, admin.StackedInline):
    model = ClaimCorrection
    fields = ("issue", "claim_text", "verdict_given", "expected_verdict", "explanation", "whole")
    readonly_fields = ("whole",)
    extra = 0

    @admin.display(description="look at")
    def whole(self, correction: ClaimCorrection) -> SafeString:
        return row_link("feedback_claimcorrection", correction.pk, "evidence and passages")


@admin.register(SessionFeedback)
class SessionFeedbackAdmin(DeletedByService, LookOnlyAdmin):
    list_display = ("created_at", "feedback_type", "said", "workspace", "author", "session_id")
    list_filter = ("feedback_type", ("workspace", ByName), ("author", ByAddress), "created_at")
    list_select_related = ("workspace", "author")
    list_hidden = ("workspace__settings",)
    search_fields = ("=id", "=session_id", "=turn_id", "comment", "author__email", "workspace__name")
    search_help_text = "id of the feedback, its session or turn, words of the comment, who gave it, workspace"
    date_hierarchy = "created_at"
    ordering = ("-created_at", "pk")
    fields = ("created_at", "feedback_type", "comment", "workspace", "author", "session_id", "turn_id", "to_see")
    readonly_fields = ("created_at", "to_see")
    inlines = (CorrectionsInline,)

    @admin.display(description="comment", ordering="comment")
    def said(self, feedback: SessionFeedback) -> str:
        return feedback.comment if len(feedback.comment) <= 80 else f"{feedback.comment[:80]}…"

    @admin.display(description="look at")
    def to_see(self, feedback: SessionFeedback) -> SafeString:
        return beside(
            session_link(feedback),
            changelist_link(SessionFeedback, "all on this session", session_id=feedback.session_id),
            changelist_link(AuditEntry, "audit log", object_id=feedback.pk),
        )

    def delete_one(self, obj: Any) -> None:
        feedback_delete(feedback=obj)


@admin.register(ClaimCorrection)
class ClaimCorrectionAdmin(LookOnlyAdmin):
    list_display = ("created_at", "issue", "claim", "verdict_given", "expected_verdict", "judge", "workspace")
    list_filter = (
        "issue",
        "expected_verdict",
        "verdict_given",
        "judge",
        "verification",
        ("feedback__workspace", ByName),
        "created_at",
    )
    list_select_related = ("feedback__workspace",)
    list_hidden = ("evidence", "passages", "correct_passages", "document_ids", "feedback__workspace__settings")
    search_fields = ("=id", "=claim_id", "=feedback__session_id", "claim_text", "explanation")
    search_help_text = "id of the correction, its claim or session, words of the claim or the explanation"
    ordering = ("-created_at", "pk")
    fieldsets = (
        (None, {"fields": ("issue", "explanation", "expected_verdict", "right", "to_see")}),
        ("The claim", {"fields": ("claim_text", "claim_type", "importance", "requires_citation", "claim_id")}),
        (
            "As it was ruled",
            {"fields": ("verdict_given", "reason_given", "confidence_given", "judge", "mode", "verification", "held")},
        ),
    )
    readonly_fields = ("right", "held", "to_see")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ClaimCorrection]:
        return super().get_queryset(request).defer("feedback__comment")

    @admin.display(description="claim", ordering="claim_text")
    def claim(self, correction: ClaimCorrection) -> str:
        text = correction.claim_text or f"({correction.explanation})"
        return text if len(text) <= 80 else f"{text[:80]}…"

    @admin.display(description="workspace", ordering="feedback__workspace")
    def workspace(self, correction: ClaimCorrection) -> str:
        return str(correction.feedback.workspace)

    @admin.display(description="passages that would be right")
    def right(self, correction: ClaimCorrection) -> SafeString | str:
        return _places(correction.correct_passages)

    @admin.display(description="evidence")
    def held(self, correction: ClaimCorrection) -> SafeString | str:
        return _places(correction.evidence)

    @admin.display(description="look at")
    def to_see(self, correction: ClaimCorrection) -> SafeString:
        whole = row_link("feedback_sessionfeedback", correction.feedback_id, "the whole feedback")
        return beside(whole, session_link(correction.feedback))


def session_link(feedback: SessionFeedback) -> SafeString:
    """To the session, while it is there."""
    if Session.objects.filter(pk=feedback.session_id).exists():
        return row_link("drafting_session", feedback.session_id, "the session")
    return SafeString("the session is gone")


def _places(places: list[dict[str, Any]]) -> SafeString | str:
    """A line for each passage: key, link to its document while that is there, and what is quoted of it."""
    alive = set(
        map(str, Document.objects.filter(pk__in=[p["document_id"] for p in places]).values_list("pk", flat=True))
    )
    rows = [
        (
            place.get("stance", ""),
            place["key"],
            row_link("documents_document", place["document_id"], "document")
            if place["document_id"] in alive
            else "source deleted",
            place.get("quote", ""),
        )
        for place in places
    ]
    return format_html_join("", "<p style='margin:0 0 4px'>{} {}, {}: {}</p>", rows) if rows else "-"
