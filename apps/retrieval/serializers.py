"""Searches and what they find, as programs see them."""

from django.conf import settings
from rest_framework import serializers

from apps.core.fields import Flag, Text

DEFAULT_HITS = 10
MOST_HITS = 100
MOST_DOCUMENTS = 1000


class SearchRequest(serializers.Serializer):
    """What to look for; in which documents, if not in all."""

    query = Text(min_length=1)
    k = serializers.IntegerField(min_value=1, max_value=MOST_HITS, default=DEFAULT_HITS)
    document_ids = serializers.ListField(
        child=serializers.UUIDField(), required=False, allow_null=True, default=None, max_length=MOST_DOCUMENTS
    )
    rerank = Flag(
        default=False,
        help_text="Whether a model reads the first three passages to put them in order: the first is more often the "
        "right one then, and it takes seconds.",
    )

    def validate_query(self, query: str) -> str:
        if len(query) > settings.MAX_QUERY_CHARS:
            raise serializers.ValidationError(f"Must be at most {settings.MAX_QUERY_CHARS} characters.")
        return query


class HitSerializer(serializers.Serializer):
    """A passage that was found; `content` is its document's text from `start_offset` to `end_offset` (code points)."""

    chunk_id = serializers.UUIDField()
    key = serializers.CharField(help_text="What `[cite:KEY]` names.")
    document_id = serializers.UUIDField()
    title = serializers.CharField()
    filename = serializers.CharField()
    content = serializers.CharField()
    heading_path = serializers.ListField(child=serializers.CharField())
    context_line = serializers.CharField()
    page = serializers.IntegerField(allow_null=True)
    page_end = serializers.IntegerField(allow_null=True)
    start_offset = serializers.IntegerField()
    end_offset = serializers.IntegerField()
    token_count = serializers.IntegerField()
    score = serializers.FloatField(
        help_text="What the order follows; comparable within one search only. With `rerank` it is the place's."
    )
    similarity = serializers.FloatField(help_text="Cosine of question and passage.")
    text_score = serializers.FloatField(help_text="Full-text score as a share of the best passage's.")


class SearchResult(serializers.Serializer):
    """The passages found, best first."""

    results = HitSerializer(many=True)
