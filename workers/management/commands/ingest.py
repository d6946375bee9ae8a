"""manage.py ingest: files into a workspace."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from django.core.files import File
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from tqdm import tqdm

from apps.core.errors import Problem
from apps.documents.models import Document, DocumentStatus
from apps.documents.services import document_upload
from apps.runs.selectors import active_run_of, last_seq
from apps.workspaces.models import Workspace
from workers import local

STOP_SECONDS = 10.0


class Command(BaseCommand):
    help = "Read files into a workspace; returns when every one is ready or has an error."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--workspace", required=True, help="name of the workspace; made when there is none")

    def handle(self, *args: Any, **options: Any) -> None:
        local.prepare()
        workspace = local.workspace_named(options["workspace"])
        failed = ingest(workspace, options["files"], say=self.stdout.write)
        if failed:
            raise CommandError(f"{failed} of {len(options['files'])} files could not be read")


def ingest(workspace: Workspace, files: list[Path], *, say: Any) -> int:
    """Upload and process files; a line each on ``say``. Returns how many failed."""
    before = last_seq(stream_id=workspace.id)
    uploads = [_upload(workspace, path) for path in files]
    documents = [upload for upload in uploads if isinstance(upload, Document)]
    stop = threading.Event()
    thread = local.in_background(lambda: _finish_all(documents, stop))
    try:
        _show_progress(documents, thread, workspace, before)
    except KeyboardInterrupt:
        stop.set()
        thread.join(STOP_SECONDS)  # what is under way is handed back while the database still runs
        raise CommandError("stopped; what is left goes on with the next ingest or a worker") from None
    failed = 0
    for path, upload in zip(files, uploads, strict=True):
        line, good = _result(path, upload)
        say(line)
        failed += not good
    return failed


def _upload(workspace: Workspace, path: Path) -> Document | str:
    """The stored document, or why it was refused."""
    try:
        with path.open("rb") as file:
            return document_upload(
                workspace=workspace, user=local.local_owner(), file=File(file, name=path.name), filename=path.name
            )[0]
    except Problem as problem:
        return problem.detail or str(problem)
    except OSError as error:
        return error.strerror or str(error)


def _finish_all(documents: list[Document], stop: threading.Event) -> None:
    """Work on every document, as many at once as there are cores."""

    def one(document: Document) -> None:
        try:
            run = active_run_of(subject_kind="document", subject_id=document.id)
            if run is not None:
                local.finish(run.id, stop=stop)
        finally:
            connection.close()

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(one, documents))


def _show_progress(documents: list[Document], thread: threading.Thread, workspace: Workspace, after: int) -> None:
    """One bar over all documents on the error stream where that is a terminal, fed by their events."""
    progress = {
        str(document.id): document.progress for document in documents if document.status != DocumentStatus.READY
    }
    with tqdm(
        total=100 * len(progress),
        unit="%",
        bar_format="{desc}: {percentage:3.0f}%|{bar}| {elapsed}",
        disable=None if progress else True,
    ) as bar:
        bar.set_description_str("Reading")
        for event in local.events_while(thread, stream_id=workspace.id, after=after):
            document = event["payload"].get("document_id")
            if document in progress:
                share = max(event["payload"].get("progress", 1.0), progress[document])
                bar.set_description_str(f"Reading ({event['payload'].get('stage') or 'ready'})", refresh=False)
                bar.update(100 * (share - progress[document]))
                progress[document] = share


def _result(path: Path, upload: Document | str) -> tuple[str, bool]:
    if isinstance(upload, str):
        return f"{path.name}: refused: {upload}", False
    upload.refresh_from_db()
    if upload.status != DocumentStatus.READY:
        return f"{path.name}: {upload.status}: {upload.error_reason}", False
    pages = f"{upload.page_count} pages, " if upload.page_count else ""
    notices = "".join(f"; {_notice(notice)}" for notice in upload.notices)
    return f"{path.name}: ready, {pages}{upload.chunk_count} chunks{notices}", True


def _notice(notice: dict[str, Any]) -> str:
    """A notice with the pages it is about."""
    pages = ", ".join(map(str, notice.get("pages", ())))
    return f"{notice['message']} (p. {pages})" if pages else notice["message"]
