"""Claims and ledgers as programs see them. They are made by ``storage``; these describe them."""

from rest_framework import serializers

from apps.verification.types import ClaimType, Importance, Stance, Verdict


def one_of(kinds: type[ClaimType] | type[Importance] | type[Stance] | type[Verdict]) -> serializers.ChoiceField:
    """A field that holds one of an enum's values."""
    return serializers.ChoiceField(choices=[kind.value for kind in kinds])


class ClaimSerializer(serializers.Serializer):
    """One thing the text says: `claim_text` is the response from `start_offset` to `end_offset` (code points)."""

    id = serializers.UUIDField()
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

    name = serializers.CharField(help_text="`allow_list`, `quote_lock`, `number_lint` or `modality_lint`.")
    detail = serializers.CharField()


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
    """What to look at before relying on the text."""

    code = serializers.CharField()
    claim_id = serializers.UUIDField()
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
    follow_up_questions = serializers.ListField(child=serializers.CharField())
    thresholds = ThresholdsSerializer()
