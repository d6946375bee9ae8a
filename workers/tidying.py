"""What upkeep does by the hour. Every step may run anywhere, at any time, twice at once."""

import logging
from collections.abc import Callable

from apps.accounts.services import idempotency_keys_expire
from apps.audit.services import audit_expire
from apps.documents.page_cache import page_cache_tidy
from apps.documents.services import documents_expire
from apps.documents.upkeep import orphan_files_remove
from apps.documents.vector_indexes import vector_indexes_tidy
from apps.documents.vectors import old_vectors_remove
from apps.drafting.services import sessions_expire
from apps.drafting.verify_files import verify_files_remove
from apps.feedback.services import feedback_expire
from apps.inference.usage import model_calls_expire

logger = logging.getLogger(__name__)
STEPS: tuple[Callable[[], object], ...] = (
    documents_expire,
    sessions_expire,
    feedback_expire,
    idempotency_keys_expire,
    audit_expire,
    model_calls_expire,
    orphan_files_remove,
    verify_files_remove,
    page_cache_tidy,
    old_vectors_remove,
    vector_indexes_tidy,
)


def tidy_all() -> None:
    """Every step; one that breaks does not keep the others from theirs."""
    for step in STEPS:
        try:
            step()
        except Exception:
            logger.exception("%s broke", step.__name__)
