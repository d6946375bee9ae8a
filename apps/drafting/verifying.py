"""Verifying a text written elsewhere: a session whose response is that text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.core.files import File
from django.db import transaction

from apps.accounts.models import User
from apps.core.errors import Problem, invalid
from apps.documents.services import checked_kind, safe_filename
from apps.documents.types import Extracted
from apps.drafting.models import Session, Turn
from apps.drafting.services import checked_documents, session_begin, settled_mode, unknown_mode
from apps.drafting.verify_files import verify_file_delete, verify_file_keep
from apps.runs.storable import storable
from apps.runs.types import Data, EventDraft
from apps.workspaces.models import Workspace

MODE = "verify"
FROM_FILE = "verify_file"  # the pipeline that reads the file first
TOLD_CHARS = 16_000  # of the text in one event
TITLE_CHARS = 80
_MARKUP = re.compile(r"\A[\s#>*_`|-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How a text is to be verified. ``verification`` None: as the workspace has settled; no ``document_ids``: all."""

    verification: str | None = None
    document_ids: Sequence[UUID | str] = ()
    title: str = ""


def text_verify(*, workspace: Workspace, author: User | None, text: str, wanted: Wanted) -> Session:
    """A session that verifies ``text`` as it can be stored. Raises Problem ``too-large`` (413) or ``invalid`` (422)."""
    text = storable(text)
    if not text.strip():
        raise invalid(text="There is no text to verify.")
    if len(text) > settings.MAX_VERIFY_CHARS:
        raise Problem(
            "too-large", f"The text has {len(text)} characters; {settings.MAX_VERIFY_CHARS} can be verified at once."
        )
    return _begin(workspace, author, wanted, shown=_first_words(text), response=text)


def file_verify(*, workspace: Workspace, author: User | None, file: File, filename: str, wanted: Wanted) -> Session:
    """A session that verifies the text of a file, which a worker reads. ``file`` must be seekable.

    Raises Problem ``too-large`` (413), ``unsupported-type`` (415) or ``invalid`` (422), and leaves nothing. What is
    wrong inside the file ends the turn in ``error`` with the reason.
    """
    name = safe_filename(filename)
    checked_kind(file, name)
    turn_id = uuid4()
    stored = verify_file_keep(workspace_id=workspace.pk, turn_id=turn_id, file=file)
    try:
        inputs = {"file": stored, "filename": name}
        return _begin(workspace, author, wanted, shown=name, pipeline=FROM_FILE, turn_id=turn_id, inputs=inputs)
    except BaseException:
        verify_file_delete(stored)
        raise


@transaction.atomic
def _begin(
    workspace: Workspace,
    author: User | None,
    wanted: Wanted,
    *,
    shown: str,
    response: str = "",
    pipeline: str = MODE,
    turn_id: UUID | None = None,
    inputs: Data | None = None,
) -> Session:
    verification = _checked(workspace, wanted)
    documents = checked_documents(workspace=workspace, document_ids=wanted.document_ids)
    query = " ".join(storable(wanted.title).split()) or shown
    session = Session.objects.create(
        workspace=workspace,
        author=author,
        query=query,
        mode=MODE,
        verification=verification,
        document_ids=documents,
    )
    turn = Turn.objects.create(id=turn_id or uuid4(), session=session, query=query, response=response)
    session_begin(turn=turn, pipeline=pipeline, inputs=inputs or {}, told=text_events(response))
    return session


def _checked(workspace: Workspace, wanted: Wanted) -> str:
    """The verification mode. Raises Problem naming every field that is off."""
    verification = settled_mode(workspace, wanted.verification or None)
    errors = unknown_mode(verification)
    if len(wanted.title) > settings.MAX_QUERY_CHARS:
        errors["title"] = [f"A title may have at most {settings.MAX_QUERY_CHARS} characters."]
    if errors:
        raise Problem("invalid", "The text cannot be verified like this.", errors=errors)
    return verification


def text_events(text: str) -> Iterator[EventDraft]:
    """What tells readers the text, in pieces."""
    for offset in range(0, len(text), TOLD_CHARS):
        payload: dict[str, Any] = {"delta": text[offset : offset + TOLD_CHARS], "offset": offset, "cycle": 0}
        yield EventDraft(type="content_chunk", payload=payload)


def with_headings_marked(extracted: Extracted) -> str:
    """The text of a formatted file, its headings marked as Markdown does: what is a heading claims nothing."""
    pieces: list[str] = []
    at = 0
    for heading in extracted.headings:
        pieces += [extracted.text[at : heading.start_offset], "#" * max(1, min(6, heading.level)), " "]
        at = heading.start_offset
    return "".join([*pieces, extracted.text[at:]])


def _first_words(text: str) -> str:
    """What the session is called by: the beginning of the first line that says something."""
    line = next((stripped for raw in text.splitlines() if (stripped := _MARKUP.sub("", raw).strip())), text.strip())
    line = " ".join(line.split())
    return line if len(line) <= TITLE_CHARS else f"{line[:TITLE_CHARS].rsplit(' ', 1)[0]} …"
