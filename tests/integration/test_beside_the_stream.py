"""What happens while a text is still being written: verdicts, failures, and calls that are left behind."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from psycopg import Connection

from apps.inference.chat import chat_for
from apps.inference.contracts import ChatRequest, Message
from apps.inference.models import ModelCall
from apps.runs import executor
from apps.runs.events import append
from apps.runs.models import PhaseRun
from apps.runs.types import EventDraft, PhaseKey
from apps.verification.models import Claim, Ledger
from apps.verification.storage import claim_draft, claims_add, summary_as_dict
from apps.workspaces.models import Workspace
from tests.endpoint import Reply, Rule, Script, ScriptedEndpoint
from tests.integration.answer_fixture import Cast, Says, answered, ask, library_of_one, work_until
from tests.live import eventually
from workers.phases.write import Telling
from workers.toolbox import Toolbox

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]


@pytest.fixture
def endpoint(settings: Any) -> Iterator[ScriptedEndpoint]:
    with ScriptedEndpoint() as running:
        settings.OPENAI_BASE_URL, settings.OPENAI_API_KEY, settings.WRITER_MODEL = running.base_url, "key", "writer-1"
        yield running


@pytest.fixture
def workspace() -> Workspace:
    made = Workspace.objects.create(name="Alice's", embedding_model="builtin")
    library_of_one(made)
    return made


def test_claims_added_in_the_moment_of_a_verdict_do_not_wait_for_it_while_it_waits_for_them(workspace, monkeypatch):
    deciding, told = threading.Event(), threading.Event()

    def slowly(summary: Any) -> Any:
        deciding.set()  # the verdict is written, its events are not
        told.wait(20)
        return summary_as_dict(summary)

    monkeypatch.setattr("apps.drafting.verdicts.summary_as_dict", slowly)
    tools = Cast(writer=Says("The fee is $450 [cite:{key}]."))
    session, run = ask(workspace)
    work_until(run, "judge", tools)

    def judge() -> None:
        executor.execute(run_id=run.id, key=PhaseKey("judge"), tools=tools)
        connection.close()

    thread = threading.Thread(target=judge)
    thread.start()
    assert deciding.wait(20)
    ledger, claim = Ledger.objects.get(), Claim.objects.get()
    with transaction.atomic():
        claims_add(ledger=ledger, claims=(claim_draft(claim),), position=1)
        append(stream_id=session.id, drafts=[EventDraft(type="claim_extracted", payload={})], session_id=session.id)
        told.set()
    thread.join()

    judged = PhaseRun.objects.get(run=run, name="judge")
    assert (judged.state, judged.errors) == ("done", [])


def test_a_text_that_an_error_breaks_off_closes_its_call_before_it_is_begun_again(workspace, endpoint, monkeypatch):
    endpoint.play(Script(rules=(Rule(times=1, reply=Reply(tokens_per_second=5)),)))
    feed, kept = Telling.feed, []

    def breaks_once(self: Telling, piece: str) -> None:
        feed(self, piece)
        if not kept:
            kept.append(OperationalError("deadlock detected"))  # and with it every frame that it passes through
            raise kept[0]

    monkeypatch.setattr(Telling, "feed", breaks_once)
    shown = answered(*ask(workspace), Toolbox())

    first, second = endpoint.calls(role="writer")
    assert shown["status"] == "completed"
    assert first.closed_early
    assert first.pieces < second.pieces
    outcomes = ModelCall.objects.order_by("at").values_list("outcome", flat=True)
    assert list(outcomes) == ["aborted", "ok"]


def amid_a_query(link: Connection) -> AbstractContextManager[object]:
    """As while a query is on its way."""
    return link.lock


@contextmanager
def between_commit_and_autocommit(link: Connection) -> Iterator[None]:
    """As while Django ends a transaction."""
    link.autocommit = False
    yield
    link.autocommit = True  # refused where a transaction is open


@contextmanager
def amid_a_transaction(link: Connection) -> Iterator[None]:
    """As in the work of a phase that fails."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize("moment", [amid_a_query, between_commit_and_autocommit, amid_a_transaction])
def test_a_call_that_the_garbage_collector_ends_while_its_threads_connection_is_at_work_keeps_off_it(endpoint, moment):
    failed = []
    endpoint.play(Script(rules=(Rule(reply=Reply(text="On and on. " * 50, tokens_per_second=5)),)))

    def abandons() -> None:
        pieces = chat_for("writer-1", role="writer").stream(
            ChatRequest(messages=(Message(role="user", content="How long is the notice?"),))
        )
        next(pieces)
        connection.ensure_connection()
        try:
            with moment(connection.connection):
                del pieces
        except Exception as error:
            failed.append(error)
        connection.close()

    thread = threading.Thread(target=abandons, daemon=True)
    thread.start()
    thread.join(20)

    assert not thread.is_alive()
    assert not failed
    assert eventually(lambda: list(ModelCall.objects.values_list("outcome", flat=True)) == ["aborted"], 10)
    assert eventually(lambda: endpoint.open_calls() == 0, 10)
