"""Asking on: further turns of a session, and what each of them knows of those before it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from apps.accounts.models import User
from apps.core.auditing import audit
from apps.core.errors import Problem
from apps.documents.models import Document
from apps.drafting.holding import session_hold
from apps.drafting.models import Session, SessionStatus, Turn
from apps.drafting.services import OPEN, checked_documents, checked_query, turn_run
from apps.inference.builtin.wordpieces import count_tokens, token_spans
from apps.retrieval.conversation.standalone import standalone
from apps.retrieval.names import DocumentName, name_tokens
from apps.retrieval.types import Earlier
from apps.runs.models import Artifact
from apps.runs.types import Data
from apps.verification.citations import strip_citations
from apps.verification.flags import without_flags
from apps.workspaces.services import workspace_hold

MODE = "answer"  # of every follow-up: a reader asks on, whatever the session began with
REMEMBERED_TURNS = 4  # the newest: what was said before them is hardly what a question refers to
CONVERSATION_TOKENS = 3_000  # beside 30,000 of passages; four answers have some 1,200, a long draft is cut
REMEMBERED_PASSAGES = 200  # each is ranked again; for a long text that was verified thousands were found
FOUND = ("retrieve", "gather", "search")  # phases that search: for a question, a section, each of some claims


def session_ask(
    *, session: Session, by: User | None, query: str, document_ids: Sequence[UUID | str] | None = None
) -> Turn:
    """A further turn, accepted: stored with its run. ``document_ids`` None: those of the session.

    Raises Problem: ``invalid`` (422), ``conflict`` (409) while an earlier turn is under way.
    """
    wanted = checked_query(query=query, mode=MODE, verification=session.verification)
    with transaction.atomic():
        workspace_hold(workspace=session.workspace)
        held = session_hold(session_id=session.pk)
        if held is None:
            raise Problem("not-found", "The session was deleted.")
        documents = _documents(held, document_ids)
        if held.turns.filter(status__in=OPEN).exists():
            raise Problem("conflict", "An earlier question of this session is still being answered; wait or cancel it.")
        last = held.turns.last()
        index = 0 if last is None else last.index + 1
        alone = standalone(wanted, _asked_before(held), names=names_in(held, documents))
        turn = Turn.objects.create(session=held, index=index, mode=MODE, query=wanted, standalone_query=alone)
        Session.objects.filter(pk=held.pk).update(status=SessionStatus.PENDING, completed_at=None)
        turn_run(
            turn=turn,
            pipeline=MODE,
            inputs={
                "query": alone,
                "asked": wanted,
                "index": index,
                "verification": held.verification,
                "mode": MODE,
                "document_ids": documents,
            },
        )
        audit(action="session.asked", actor=by, workspace=held.workspace, obj=held, details={"turn": index})
    return turn


def conversation_before(turn: Turn) -> tuple[tuple[str, str], ...]:
    """Earlier (question, answer), newest last, without flags and without citations: their keys may not be known here.

    At most ``REMEMBERED_TURNS`` and ``CONVERSATION_TOKENS``; the oldest answer that fits in part is cut. Turns that
    were never answered are left out.
    """
    answered = _before(turn).filter(status=SessionStatus.COMPLETED).exclude(response="")
    told: list[tuple[str, str]] = []
    left = CONVERSATION_TOKENS
    for earlier in answered.reverse()[:REMEMBERED_TURNS]:
        question, whole = _within(earlier.query, left // 2), strip_citations(without_flags(earlier.response))
        answer = _within(whole, left - count_tokens([question])[0])
        if not question or not answer:
            break
        told.append((question, answer))
        left -= sum(count_tokens([question, answer]))
        if answer != whole:
            break
    return tuple(reversed(told))


def passages_before(turn: Turn) -> Earlier:
    """What the newest earlier turns had in their context, newest first; what their answers cite apart.

    At most ``REMEMBERED_PASSAGES`` beside what is cited.
    """
    turns = list(_before(turn).reverse()[:REMEMBERED_TURNS])
    kept = Artifact.objects.filter(run__subject_kind="turn", run__session_id=turn.session_id, name__in=FOUND)
    by_turn: dict[UUID, list[list[Data]]] = {}
    for subject_id, data in kept.order_by("cycle", "index").values_list("run__subject_id", "data"):
        by_turn.setdefault(subject_id, []).extend(search["chunks"] for search in data.get("claims", [data]))
    return Earlier(
        cited=_ids(citation["chunk_id"] for each in turns for citation in each.citations),
        chunks=_ids(id_ for each in turns for id_ in _by_rank(by_turn.get(each.pk, ())))[:REMEMBERED_PASSAGES],
    )


def _by_rank(searches: Iterable[Sequence[Data]]) -> Iterator[str]:
    """Ids of the passages that several searches found, each one's best before any one's second."""
    return (chunk["chunk_id"] for chunks in zip_longest(*searches) for chunk in chunks if chunk is not None)


def _ids(found: Iterable[str]) -> tuple[UUID, ...]:
    return tuple(UUID(each) for each in dict.fromkeys(found))


def _before(turn: Turn) -> QuerySet[Turn]:
    return Turn.objects.filter(session_id=turn.session_id, index__lt=turn.index).order_by("index")


def _asked_before(session: Session) -> list[str]:
    """The earlier questions as they stand by themselves, newest last; a text brought to be verified is none."""
    turns = session.turns.order_by("index")
    return [turn.standalone_query or turn.query for turn in turns if (turn.mode or session.mode) != "verify"]


def names_in(session: Session, documents: Sequence[str]) -> frozenset[str]:
    """Words that name a document that may be searched: another one of them takes the place of the first."""
    rows = Document.objects.filter(workspace_id=session.workspace_id)
    if documents:
        rows = rows.filter(pk__in=documents)
    named = (
        DocumentName(document_id=str(pk), title=title, filename=filename, chunk_count=0)
        for pk, title, filename in rows.values_list("pk", "title", "filename")
    )
    return frozenset(token for name in named for token in name_tokens(name))


def _documents(session: Session, document_ids: Sequence[UUID | str] | None) -> list[str]:
    """What may be searched; of the session's own documents those that are still there.

    Raises Problem ``conflict`` when every one of them was deleted: that is not the same as being free to search all.
    """
    if document_ids is not None:
        return checked_documents(workspace=session.workspace, document_ids=document_ids)
    alive = Document.objects.filter(workspace_id=session.workspace_id, pk__in=session.document_ids)
    there = set(map(str, alive.values_list("pk", flat=True)))
    if session.document_ids and not there:
        raise Problem("conflict", "Every document that this session is about was deleted; name others to ask on.")
    return [each for each in session.document_ids if each in there]


def _within(text: str, tokens: int) -> str:
    """The beginning that fits, with a sign where something is missing; empty where hardly a word does."""
    spans = token_spans(text)
    if len(spans) <= tokens:
        return text
    return f"{text[: spans[tokens - 2][1]].rsplit(' ', 1)[0]} …" if tokens > 2 else ""
