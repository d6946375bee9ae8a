"""Claims and ledgers as programs see them. They are made by ``storage``; these describe them."""

from enum import StrEnum
from typing import Any

from rest_framework import serializers

from apps.verification.lineage import Change
from apps.verification.risks import Risk, Severity
from apps.verification.types import ClaimType, Importance, Stance, Verdict


def one_of(kinds: type[StrEnum], **options: Any) -> serializers.ChoiceField:
    """A field that holds one of an enum's values."""
    return serializers.ChoiceField(choices=[kind.value for kind in kinds], **options)


class ClaimSerializer(serializers.Serializer):
    """One thing the text says: `claim_text` is the response from `start_offset` to `end_offset` (code points)."""

    id = serializers.UUIDField()
    lineage_id = serializers.UUIDField(help_text="The same for what is one claim through all revisions of a text.")
    position = serializers.IntegerField()
    claim_text = serializers.CharField()
    claim_type = one_of(ClaimType)
    importance = one_of(Importance)
    requires_citation = serializers.BooleanField(help_text="False: it is minor and stands outside the totals.")
    start_offset = serializers.IntegerField()
    end_offset = serializers.IntegerField()
    citations = serializers.ListField(child=serializers.CharField(), help_text="Keys that its sentence cites.")


class EvidenceSerializer(serializers.Serializer):
    """An exact quote: its document's text from `start_offset` to `end_offset` (code points)."""

    chunk_id = serializers.UUIDField()
    key = serializers.CharField()
    document_id = serializers.UUIDField()
    page = serializers.IntegerField(allow_null=True)
    page_end = serializers.IntegerField(allow_null=True)
    start_offset = serializers.IntegerField()
    end_offset = serializers.IntegerField()
    quote = serializers.CharField()
    stance = one_of(Stance)
    source_deleted = serializers.BooleanField()


class CheckSerializer(serializers.Serializer):
    """A deterministic check that fired."""

    name = serializers.CharField(
        help_text="`allow_list`, `quote_lock`, `number_lint`, `modality_lint` or `bearing_lint`."
    )
    detail = serializers.CharField()


class NearMissSerializer(serializers.Serializer):
    """A passage that came near and did not bear the claim out."""

    chunk_id = serializers.UUIDField()
    key = serializers.CharField()
    document_id = serializers.UUIDField()
    page = serializers.IntegerField(allow_null=True)
    similarity = serializers.FloatField(allow_null=True, help_text="Cosine of claim and passage, -1 to 1.")


class SearchedSerializer(serializers.Serializer):
    """What was looked through in vain."""

    queries = serializers.ListField(child=serializers.CharField())
    documents = serializers.IntegerField(help_text="How many were searched.")
    chunks = serializers.IntegerField(help_text="How many passages they have.")
    nearest = NearMissSerializer(many=True)


class EntrySerializer(serializers.Serializer):
    """The verdict on one claim."""

    claim_id = serializers.UUIDField()
    verdict = one_of(Verdict)
    reason = serializers.CharField(help_text="Why it is not a plain one; empty if it is.")
    confidence_score = serializers.FloatField()
    chunk_ids = serializers.ListField(child=serializers.UUIDField())
    evidence = EvidenceSerializer(many=True)
    evidence_snippet = serializers.CharField(help_text="The first quote.")
    suggested_key = serializers.CharField(help_text="With `wrong_citation`: the key that would be right.")
    notes = serializers.CharField()
    checks = CheckSerializer(many=True)
    judge = serializers.CharField()
    searched = SearchedSerializer(allow_null=True, help_text="Of a claim that was not found, once its turn has ended.")


class SummarySerializer(serializers.Serializer):
    """Counts: `total_claims` = supported + weak + contradicted + not_found + unchecked."""

    total_claims = serializers.IntegerField()
    supported = serializers.IntegerField()
    weak = serializers.IntegerField()
    contradicted = serializers.IntegerField()
    not_found = serializers.IntegerField()
    unchecked = serializers.IntegerField()
    minor_claims = serializers.IntegerField()
    evidence_coverage = serializers.FloatField(allow_null=True, help_text="supported / total_claims")
    found_ratio = serializers.FloatField(allow_null=True, help_text="supported / (supported + not_found)")


class RiskFlagSerializer(serializers.Serializer):
    """What to look at before relying on the text: one flag per kind of risk, the gravest first."""

    code = one_of(Risk)
    severity = one_of(Severity)
    claim_ids = serializers.ListField(child=serializers.UUIDField(), help_text="The claims it concerns.")
    message = serializers.CharField()


class ThresholdsSerializer(serializers.Serializer):
    """The cuts on confidence that the verdicts were made by."""

    supported = serializers.FloatField()
    weak = serializers.FloatField()


class LedgerSerializer(serializers.Serializer):
    """The evidence ledger of one version of a text."""

    id = serializers.UUIDField()
    cycle = serializers.IntegerField()
    entries = EntrySerializer(many=True)
    summary = SummarySerializer()
    risk_flags = RiskFlagSerializer(many=True)
    follow_up_questions = serializers.ListField(
        child=serializers.CharField(), help_text="To ask next; each was tried and is answered by the documents."
    )
    thresholds = ThresholdsSerializer()


class ChangeSerializer(serializers.Serializer):
    """What a revision did to one claim; claims that stayed as they were are not listed."""

    lineage_id = serializers.UUIDField()
    claim_id = serializers.UUIDField(help_text="Of the newer claim; of the older one where it was removed.")
    change = one_of(Change)
    before = serializers.CharField(allow_null=True)
    after = serializers.CharField(allow_null=True)
    verdict = one_of(Verdict, allow_null=True, help_text="On the claim as it was: why it had to change.")
    reason = serializers.CharField(allow_null=True)


class CycleSerializer(serializers.Serializer):
    """What one version of a text came to: cycle 0 as it was written, each further one as it was then revised."""

    cycle = serializers.IntegerField()
    summary = SummarySerializer()
    coverage_gate = serializers.FloatField(help_text="The evidence coverage that the text is to reach.")
    gate_met = serializers.BooleanField(allow_null=True, help_text="Null where there is no claim to measure.")


class RevisionSerializer(serializers.Serializer):
    """What was added, changed and removed by the revision that made the version of this cycle."""

    cycle = serializers.IntegerField()
    changes = ChangeSerializer(many=True)
