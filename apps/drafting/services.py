"""Asking: sessions begin, are cancelled and go."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.conf import settings as configuration
from django.db import transaction
from django.db.models import Max, QuerySet
from django.db.models.functions import Coalesce

from apps.accounts.models import User
from apps.core.auditing import audit
from apps.core.errors import Problem, invalid
from apps.documents.models import Document
from apps.drafting.holding import session_hold
from apps.drafting.models import Session, SessionStatus, Turn
from apps.retrieval.companies import with_companies_named
from apps.retrieval.scope import searched_scope
from apps.runs import events
from apps.runs.models import Stream
from apps.runs.selectors import active_run_of
from apps.runs.services import run_cancel, run_create, runs_forget
from apps.runs.types import Data, EventDraft
from apps.verification.types import Mode
from apps.workspaces.models import Workspace
from apps.workspaces.options import SESSION_RETENTION, VERIFICATION, option_of
from apps.workspaces.retention import past_retention

MODES = ("answer", "draft")  # each is the name of a pipeline
OPEN = (SessionStatus.PENDING, SessionStatus.PROCESSING)


def session_create(
    *,
    workspace: Workspace,
    author: User | None,
    query: str,
    mode: str = "answer",
    verification: str | None = None,
    document_ids: Sequence[UUID | str] = (),
    settings: dict[str, Any] | None = None,
) -> Session:
    """A session whose first turn is accepted: stored with its run, so that it cannot be lost. Raises Problem (422).

    Without ``verification`` it is what the workspace has settled, else strict.
    """
    verification = settled_mode(workspace, verification)
    wanted = checked_query(query=query, mode=mode, verification=verification)
    documents = checked_documents(workspace=workspace, document_ids=document_ids)
    with transaction.atomic():
        session = Session.objects.create(
            workspace=workspace,
            author=author,
            query=wanted,
            mode=mode,
            verification=verification,
            settings=settings or {},
            document_ids=documents,
        )
        read = _read(wanted, mode=mode, workspace=workspace, documents=documents)
        turn = Turn.objects.create(session=session, query=wanted, standalone_query=read if read != wanted else "")
        inputs = {"query": read, "asked": wanted} if read != wanted else {}
        session_begin(turn=turn, pipeline=mode, inputs={"coverage_gate": configuration.COVERAGE_GATE, **inputs})
    return session


def _read(query: str, *, mode: str, workspace: Workspace, documents: Sequence[str]) -> str:
    """The query as it is searched and written on: a draft on "the companies" is one on each of them by name."""
    if mode != "draft":
        return query
    scope = searched_scope(workspace_id=workspace.pk, document_ids=documents or None)
    return with_companies_named(query, scope.documents)


def session_begin(*, turn: Turn, pipeline: str, inputs: Data, told: Iterable[EventDraft] = ()) -> None:
    """Set going the first turn of a session that was just stored; readers hear of it, then of what is ``told``."""
    session = turn.session
    asked = {"query": session.query, "verification": session.verification, "mode": session.mode}
    turn_run(turn=turn, pipeline=pipeline, inputs={**asked, "document_ids": session.document_ids, **inputs})
    created = EventDraft(type="session_created", payload={"id": str(session.pk), **asked})
    events.append(stream_id=session.pk, drafts=[created, *told], session_id=session.pk, turn_id=turn.pk)
    details = {"mode": session.mode}
    audit(action="session.created", actor=session.author, workspace=session.workspace, obj=session, details=details)


def turn_run(*, turn: Turn, pipeline: str, inputs: Data) -> None:
    """The run that works for a turn and tells of it on its session's stream."""
    run_create(
        workspace=turn.session.workspace,
        pipeline=pipeline,
        subject_kind="turn",
        subject_id=turn.pk,
        stream_id=turn.session_id,
        session_id=turn.session_id,
        inputs=inputs,
    )


def checked_query(*, query: str, mode: str, verification: str) -> str:
    """The query without surrounding white space; raises Problem naming every field that is off."""
    errors: dict[str, list[str]] = {}
    wanted = query.strip()
    if not wanted:
        errors["query"] = ["A question may not be empty."]
    elif len(wanted) > configuration.MAX_QUERY_CHARS:
        errors["query"] = [
            f"A question may have at most {configuration.MAX_QUERY_CHARS} characters; this one has {len(wanted)}."
        ]
    elif "\x00" in wanted or any(0xD800 <= ord(letter) <= 0xDFFF for letter in wanted):
        errors["query"] = ["A question may not contain NUL characters or lone surrogates."]
    if mode not in MODES:
        errors["mode"] = [f"Unknown mode; known: {', '.join(MODES)}."]
    errors |= unknown_mode(verification)
    if errors:
        raise Problem("invalid", "The question cannot be asked like this.", errors=errors)
    return wanted


def settled_mode(workspace: Workspace, asked: str | None) -> str:
    """The verification mode that is asked for, else what the workspace has settled, else strict."""
    return asked if asked is not None else option_of(workspace, VERIFICATION) or Mode.STRICT.value


def unknown_mode(verification: str) -> dict[str, list[str]]:
    """What is wrong with a verification mode: nothing of one that there is."""
    if verification in set(Mode):
        return {}
    return {"verification": [f"Unknown verification mode; known: {', '.join(Mode)}."]}


def checked_documents(*, workspace: Workspace, document_ids: Sequence[UUID | str]) -> list[str]:
    """The ids as text, each a document of the workspace; raises Problem (422) otherwise."""
    try:
        wanted = list(dict.fromkeys(str(UUID(str(item))) for item in document_ids))
    except ValueError:
        raise invalid(document_ids="A document id is not a UUID.") from None
    known = set(map(str, Document.objects.filter(workspace=workspace, id__in=wanted).values_list("id", flat=True)))
    unknown = [item for item in wanted if item not in known]
    if unknown:
        raise invalid(document_ids=f"No such document in this workspace: {', '.join(unknown)}.")
    return wanted


@transaction.atomic
def session_cancel(*, session: Session, by: User | None) -> bool:
    """End whatever is under way; False when nothing was. A turn that has ended stays as it ended."""
    turn = session.turns.filter(status__in=OPEN).last()
    run = turn and active_run_of(subject_kind="turn", subject_id=turn.id)
    cancelled = bool(run) and run_cancel(run=run, reason=f"cancelled by {by}" if by else "cancelled")
    if cancelled:
        audit(action="session.cancelled", actor=by, workspace=session.workspace, obj=session)
    return cancelled


def session_delete(*, session: Session) -> None:
    """Delete a session with its turns, ledgers, runs and events."""
    with transaction.atomic():
        session_hold(session_id=session.pk)  # nobody asks on what is going
        for turn in session.turns.all():
            runs_forget(subject_kind="turn", subject_id=turn.id)
        Stream.objects.filter(id=session.id).delete()
        audit(action="session.deleted", workspace=session.workspace, obj=session)
        session.delete()


def sessions_expire() -> int:
    """Delete sessions last asked longer ago than their workspace keeps them, not those under way; returns how many."""
    past = past_retention(option=SESSION_RETENTION, days=configuration.SESSION_RETENTION_DAYS, since="asked_at")
    asked = Session.objects.annotate(asked_at=Coalesce(Max("turns__created_at"), "created_at"))
    expired = asked.filter(past).exclude(status__in=OPEN)
    return sum(_expired(session, expired) for session in list(expired))


@transaction.atomic
def _expired(session: Session, expired: QuerySet[Session]) -> bool:
    """Delete it unless somebody has asked on meanwhile, or deleted it."""
    held = session_hold(session_id=session.pk)
    still = held is not None and expired.filter(pk=held.pk).exists()
    if still:
        session_delete(session=held)
    return still
