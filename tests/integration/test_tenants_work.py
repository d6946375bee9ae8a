"""What workers are handed cannot lead them across tenants, whoever wrote the ids into the queue or the run."""

from typing import Any

import pytest

from apps.core.errors import Problem
from apps.documents.models import Chunk, Document
from apps.drafting.models import Session, Turn
from apps.drafting.services import session_create
from apps.runs import executor
from apps.runs.models import Event, Run, RunState
from apps.runs.selectors import events_after
from apps.runs.services import run_create
from apps.runs.types import PhaseKey
from apps.verification.models import Ledger
from apps.workspaces.models import Workspace
from tests.integration.answer_fixture import PASSAGES, QUESTION, Cast, ask, held, library_of_one, work_until
from workers.tasks import run_phase

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nobody_is_rung(toy: None) -> None:
    """Only the test does the work."""


@pytest.fixture
def theirs() -> Document:
    """bob's document, which answers the question."""
    return library_of_one(Workspace.objects.create(name="B"))


@pytest.fixture
def mine() -> Workspace:
    return Workspace.objects.create(name="A")


def all_told(workspace: Workspace, session: Session) -> str:
    """Everything that readers of the session and of the workspace were told, and all that the session shows."""
    return f"{events_after(stream_id=session.id)} {events_after(stream_id=workspace.id)} {held(session)}"


def test_a_question_cannot_be_asked_about_anothers_document(mine: Workspace, theirs: Document) -> None:
    with pytest.raises(Problem, match="No such document"):
        session_create(workspace=mine, author=None, query=QUESTION, document_ids=[theirs.id])
    assert not Session.objects.exists()


def test_a_run_that_names_anothers_document_finds_nothing_of_it(mine: Workspace, theirs: Document) -> None:
    session, run = ask(mine)
    Run.objects.filter(id=run.id).update(inputs={**run.inputs, "document_ids": [str(theirs.id)]})

    executor.drain(run_id=run.id, tools=Cast())

    told = all_told(mine, session)
    assert Run.objects.get(id=run.id).state == RunState.COMPLETED
    assert "NO_MATCHES" in told
    keys = Chunk.objects.filter(document=theirs).values_list("key", flat=True)
    assert not [word for word in (str(theirs.id), *keys, *PASSAGES) if word in told]


def test_without_naming_any_it_searches_its_own_only(mine: Workspace, theirs: Document) -> None:
    session, run = ask(mine)
    own = library_of_one(mine)
    executor.drain(run_id=run.id, tools=Cast())
    shown = held(session)
    assert {citation["document_id"] for citation in shown["citations"]} == {str(own.id)}
    assert {place["document_id"] for each in shown["citations"] for place in each["places"]} == {str(own.id)}
    assert str(theirs.id) not in all_told(mine, session)


def test_a_run_about_anothers_document_touches_nothing_of_it_and_tells_nothing(
    mine: Workspace, theirs: Document
) -> None:
    before = stored(theirs)
    run = run_create(
        workspace=mine, pipeline="ingest", subject_kind="document", subject_id=theirs.id, stream_id=mine.id
    )

    executor.drain(run_id=run.id, tools=Cast())

    assert stored(theirs) == before
    assert Run.objects.get(id=run.id).state == RunState.FAILED
    told = str(list(Event.objects.filter(stream_id=mine.id).values_list("payload", flat=True)))
    assert theirs.title not in told
    assert theirs.filename not in told


PHASES = ("retrieve", "write", "skeptic", "judge", "finalize")


@pytest.mark.parametrize("phase", PHASES)
def test_a_run_that_names_anothers_turn_writes_nothing_there(phase: str, mine: Workspace, theirs: Document) -> None:
    asked, others = ask(theirs.workspace)
    turn, session = Turn.objects.filter(session=asked), Session.objects.filter(id=asked.id)
    Run.objects.filter(id=others.id).update(state=RunState.CANCELLED)  # their own would end it
    before = *turn.values(), *session.values()
    library_of_one(mine)
    _, run = ask(mine)
    assert work_until(run, phase, Cast())
    Run.objects.filter(id=run.id).update(subject_id=turn.get().id, session_id=asked.id)

    executor.drain(run_id=run.id, tools=Cast())

    assert (*turn.values(), *session.values()) == before
    assert not Ledger.objects.filter(turn_id=turn.get().id).exists()
    ended = Run.objects.get(id=run.id)
    assert (ended.state, ended.error_code) == (RunState.FAILED, "turn_gone")


def test_a_switch_that_names_anothers_workspace_switches_neither(mine: Workspace, theirs: Document) -> None:
    before = Workspace.objects.order_by("id").values()
    both = list(before.all())
    asked = {"model": "another", "by": None}
    run = run_create(
        workspace=mine,
        pipeline="reembed",
        subject_kind="workspace_embedding",
        subject_id=theirs.workspace_id,
        stream_id=mine.id,
        inputs=asked,
    )

    executor.drain(run_id=run.id, tools=Cast())

    assert list(before.all()) == both
    assert Run.objects.get(id=run.id).error_code == "workspace_embedding_gone"
    assert not Event.objects.filter(stream_id=theirs.workspace_id).exists()


def stored(document: Document) -> Any:
    """The document's row and its chunks as they are."""
    row = Document.objects.filter(pk=document.pk).values().get()
    return row, sorted(Chunk.objects.filter(document=document).values_list("id", flat=True))


def test_a_message_that_pairs_a_run_with_a_phase_it_does_not_have_does_nothing(
    mine: Workspace, theirs: Document
) -> None:
    _, run = ask(mine)
    other = run_create(
        workspace=theirs.workspace,
        pipeline="ingest",
        subject_kind="document",
        subject_id=theirs.id,
        stream_id=theirs.workspace_id,
    )
    before = stored(theirs)
    run_phase(str(run.id), str(PhaseKey("extract")))
    run_phase(str(other.id), str(PhaseKey("retrieve")))
    assert stored(theirs) == before
    assert {row.state for row in (*run.phases.all(), *other.phases.all())} == {"ready"}
