"""Feedback as programs send and see it."""

from typing import Any

from rest_framework import serializers

from apps.core.fields import Text
from apps.feedback.models import ClaimCorrection, SessionFeedback
from apps.feedback.types import (
    LONGEST_COMMENT,
    LONGEST_EXPLANATION,
    MOST_CHUNKS,
    MOST_CORRECTIONS,
    Correction,
    FeedbackType,
    Issue,
)
from apps.verification.types import Verdict

ISSUES = [issue.value for issue in Issue]
VERDICTS = [verdict.value for verdict in Verdict]


class NewCorrection(serializers.Serializer):
    """What the ledger should have said of one claim; `missing_claim` is about one that it does not list."""

    issue = serializers.ChoiceField(choices=ISSUES)
    claim_id = serializers.UUIDField(
        required=False, allow_null=True, help_text="A claim of the session; left out with `missing_claim`."
    )
    expected_verdict = serializers.ChoiceField(
        choices=VERDICTS, required=False, allow_null=True, help_text="Needed with `wrong_verdict`."
    )
    correct_chunk_ids = serializers.ListField(
        child=serializers.UUIDField(),
        required=False,
        allow_null=True,
        max_length=MOST_CHUNKS,
        help_text="Passages of the workspace that the claim should be held against; needed with `wrong_evidence`.",
    )
    explanation = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=LONGEST_EXPLANATION,
        help_text="Why; needed with `missing_claim`, where it says what is missing.",
    )


class NewFeedback(serializers.Serializer):
    """What a reader says of a session."""

    feedback_type = serializers.ChoiceField(choices=[kind.value for kind in FeedbackType])
    comment = Text(required=False, allow_null=True, allow_blank=True, max_length=LONGEST_COMMENT)
    turn_id = serializers.UUIDField(required=False, allow_null=True, help_text="Left out: the session's last turn.")
    corrections = NewCorrection(many=True, required=False, allow_null=True, max_length=MOST_CORRECTIONS)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """What is null is as if it were left out."""
        given = {name: value for name, value in attrs.items() if value is not None}
        corrections = tuple(_correction(one) for one in given.pop("corrections", ()))
        return {**given, "corrections": corrections}


def _correction(given: dict[str, Any]) -> Correction:
    values = {name: value for name, value in given.items() if value is not None}
    chunks = tuple(values.pop("correct_chunk_ids", ()))
    return Correction(**{**values, "issue": Issue(values["issue"])}, correct_chunk_ids=chunks)


class CorrectionSerializer(serializers.ModelSerializer):
    """A correction and what it is about, as it stood when it was given."""

    issue = serializers.ChoiceField(choices=ISSUES)
    claim_id = serializers.UUIDField(allow_null=True)
    claim_text = serializers.CharField(help_text="Empty once the document went whose very words it was.")
    verdict_given = serializers.ChoiceField(
        choices=VERDICTS, allow_null=True, help_text="Null for a claim that nobody had judged."
    )
    judge = serializers.CharField(help_text="Whose verdict it was.")
    expected_verdict = serializers.ChoiceField(choices=VERDICTS, allow_null=True)
    correct_chunk_ids = serializers.ListField(child=serializers.UUIDField())
    explanation = serializers.CharField()

    class Meta:
        model = ClaimCorrection
        fields = (
            *("issue", "claim_id", "claim_text", "verdict_given", "judge"),
            *("expected_verdict", "correct_chunk_ids", "explanation"),
        )
        read_only_fields = fields

    def to_representation(self, instance: ClaimCorrection) -> dict[str, Any]:
        return {
            "issue": instance.issue,
            "claim_id": instance.claim_id and str(instance.claim_id),
            "claim_text": instance.claim_text,
            "verdict_given": instance.verdict_given or None,
            "judge": instance.judge,
            "expected_verdict": instance.expected_verdict or None,
            "correct_chunk_ids": [place["chunk_id"] for place in instance.correct_passages],
            "explanation": instance.explanation,
        }


class FeedbackSerializer(serializers.ModelSerializer):
    """What a reader said of a turn of a session."""

    feedback_type = serializers.ChoiceField(choices=[kind.value for kind in FeedbackType])
    author = serializers.EmailField(source="author.email", allow_null=True, read_only=True)
    corrections = CorrectionSerializer(many=True)

    class Meta:
        model = SessionFeedback
        fields = ("id", "session_id", "turn_id", "author", "feedback_type", "comment", "corrections", "created_at")
        read_only_fields = fields
