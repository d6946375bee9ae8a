"""How much a request may carry."""

from django.conf import settings

# what a multipart body may have beside the file: boundaries, field names, the title
ENVELOPE_BYTES = 1024 * 1024


def largest_body() -> int:
    """Bytes of the largest request body that is read at all."""
    return settings.MAX_UPLOAD_BYTES + ENVELOPE_BYTES
