"""What can be done with documents: upload, read again, delete."""

import hashlib
import logging
from pathlib import PurePath
from typing import Any, BinaryIO

from django.conf import settings
from django.core.files import File
from django.core.files.storage import Storage
from django.db import IntegrityError, connection, transaction
from django.db.models import Q

from apps.core.auditing import audit
from apps.core.errors import Problem
from apps.documents.errors import ExtractionError
from apps.documents.extraction.cleaning import clean, squeeze
from apps.documents.models import Document, DocumentStatus, file_path
from apps.documents.sniffing import Kind, sniff
from apps.runs.selectors import active_run_of
from apps.runs.services import run_create, runs_forget
from apps.workspaces.models import Workspace
from apps.workspaces.options import DOCUMENT_RETENTION
from apps.workspaces.retention import past_retention

log = logging.getLogger(__name__)
SUBJECT = "document"
PIPELINE = "ingest"
_BLOCK = 1024 * 1024
_MAX_FILENAME = 255
_MAX_TITLE = 500


def document_upload(
    *, workspace: Workspace, user: Any, file: File, filename: str, title: str | None = None
) -> tuple[Document, bool]:
    """Stores a file and begins to read it. Returns the document, and whether the workspace had these bytes already.

    A document with the same bytes is returned as it is; when it had ended in error it is read again. ``file`` must be
    seekable. Raises Problem ``too-large`` (413), ``unsupported-type`` (415) or ``invalid`` (422), and leaves nothing.
    """
    name = safe_filename(filename)
    kind = checked_kind(file, name)
    sha256, size = _hash(file)
    existing = Document.objects.filter(workspace=workspace, sha256=sha256).first()
    if existing is None:
        document = Document(
            workspace=workspace,
            uploaded_by=user if getattr(user, "is_authenticated", False) else None,
            title=squeeze(clean(title or ""))[:_MAX_TITLE],
            filename=name,
            media_type=kind.media_type,
            sha256=sha256,
            size=size,
        )
        if _store(document, file):
            return document, False
        existing = Document.objects.get(workspace=workspace, sha256=sha256)
    if existing.status == DocumentStatus.ERROR:
        _restore_file(existing, file)
        document_reprocess(document=existing)
    return existing, True


def document_reprocess(*, document: Document) -> None:
    """Reads the document again from its stored bytes, unless that is going on already. Raises Problem ``not-found``.

    ``document`` then tells its state as of the order, whatever a quick worker has made of it since.
    """
    with transaction.atomic():
        _one_at_a_time(document)
        if not Document.objects.select_for_update().filter(pk=document.pk).exists():
            raise Problem("not-found", "The document was deleted.")
        if active_run_of(subject_kind=SUBJECT, subject_id=document.pk) is None:
            Document.objects.filter(pk=document.pk).update(
                status=DocumentStatus.UPLOADED, stage="", progress=0.0, error_code="", error_reason=""
            )
            _begin(document)
            _audit("document.reprocessed", document)
        document.refresh_from_db()


def document_delete(*, document: Document, where: Q | None = None) -> bool:
    """Ends its run and deletes it with text, chunks and vectors; its file goes when that is committed.

    False when it is gone already, or is not (or no longer) as ``where`` says.
    """
    with transaction.atomic():
        _one_at_a_time(document)
        if not Document.objects.filter(where or Q(), pk=document.pk).exists():
            return False
        runs_forget(subject_kind=SUBJECT, subject_id=document.pk)
        Document.objects.select_for_update().filter(pk=document.pk).first()  # before its chunks: see store_batch
        Document.objects.filter(pk=document.pk).delete()
        _audit("document.deleted", document)
    return True


def documents_expire() -> int:
    """Delete documents that their workspace does not keep any longer, being read or not; returns how many."""
    deleted = 0
    for document in list(Document.objects.filter(_past()).select_related("workspace")):
        try:  # asked anew: a long pass may meet a workspace that has thought better of it
            deleted += document_delete(document=document, where=_past())
        except Exception:  # one that cannot go keeps no other
            log.exception("document %s is past its retention and could not be deleted", document.pk)
    return deleted


def _past() -> Q:
    return past_retention(option=DOCUMENT_RETENTION, days=settings.DOCUMENT_RETENTION_DAYS)


def _one_at_a_time(document: Document) -> None:
    """Whoever begins to read the document, or deletes it, waits here for the other; workers at its run do not.

    Its row cannot serve: a run is locked before it, and one that begins in between would outlive the document.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"document {document.pk}"])


def safe_filename(filename: str) -> str:
    """The name without folders and control characters, of at most 255 characters; its extension is kept."""
    name = squeeze(clean(PurePath(filename.replace("\\", "/")).name)) or "document"
    suffix = PurePath(name).suffix
    return name if len(name) <= _MAX_FILENAME else name[: _MAX_FILENAME - len(suffix)] + suffix


def checked_kind(file: BinaryIO | File, name: str) -> Kind:
    """What a file is. Raises Problem ``too-large`` (413), ``unsupported-type`` (415) or ``invalid`` (422)."""
    size = getattr(file, "size", None)
    if size is not None and size > settings.MAX_UPLOAD_BYTES:
        raise _too_large(size)
    try:
        return sniff(file, name)
    except ExtractionError as error:
        if error.code == "unsupported_type":
            raise Problem("unsupported-type", error.message) from None
        raise Problem("invalid", error.message, errors={"file": [error.message]}) from None


def _hash(file: BinaryIO | File) -> tuple[str, int]:
    """SHA-256 and size of what is really there. Raises Problem ``too-large``."""
    digest, size = hashlib.sha256(), 0
    file.seek(0)
    while block := file.read(_BLOCK):
        digest.update(block)
        size += len(block)
        if size > settings.MAX_UPLOAD_BYTES:
            raise _too_large(size)
    file.seek(0)
    return digest.hexdigest(), size


def _too_large(size: int) -> Problem:
    megabyte = 1024 * 1024
    limit = settings.MAX_UPLOAD_BYTES
    return Problem("too-large", f"The file has {size / megabyte:.1f} MB or more; {limit / megabyte:g} MB are accepted.")


def _store(document: Document, file: File) -> bool:
    """Saves file, row and run, or nothing. False when the same bytes came in by another request meanwhile."""
    storage = document.file.storage
    document.file.name = file_path(document, document.filename)
    try:
        document.file.name = storage.save(document.file.name, file)
        with transaction.atomic():
            document.save(force_insert=True)
            _begin(document)
            _audit("document.uploaded", document, actor=document.uploaded_by)
    except IntegrityError:
        _discard(storage, document.file.name)
        if Document.objects.filter(workspace_id=document.workspace_id, sha256=document.sha256).exists():
            return False
        raise
    except BaseException:
        _discard(storage, document.file.name)
        raise
    document.refresh_from_db()
    return True


def _discard(storage: Storage, name: str) -> None:
    """Takes a file back; where not even that works it is left to upkeep, so that the first failure is the one told."""
    try:
        storage.delete(name)
    except OSError:
        log.exception("could not take back %s", name)


def _begin(document: Document) -> None:
    run_create(
        workspace=document.workspace,
        pipeline=PIPELINE,
        subject_kind=SUBJECT,
        subject_id=document.pk,
        stream_id=document.workspace_id,
    )


def _audit(action: str, document: Document, *, actor: Any = None) -> None:
    audit(action=action, actor=actor, workspace=document.workspace, obj=document, label=document.filename)


def _restore_file(document: Document, file: File) -> None:
    """Puts the bytes back when the storage lost them; that they are the same is known."""
    storage = document.file.storage
    if not storage.exists(document.file.name):
        file.seek(0)
        document.file.name = storage.save(document.file.name, file)
        document.save(update_fields=["file"])
