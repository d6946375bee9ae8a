"""Sockets replay what is stored, follow what comes, and let in only who may read."""

import asyncio
import json
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import connections, transaction

from apps.accounts.models import User
from apps.accounts.services import token_create
from apps.drafting.models import Session
from apps.runs import bells, consumers, events
from apps.runs.types import EventDraft
from apps.workspaces.models import Workspace
from apps.workspaces.services import workspace_create
from veritydraft.asgi import application

pytestmark = pytest.mark.django_db(transaction=True)


class House:
    """Alice's workspace with a session, bob who is nobody in it, and their tokens."""

    def __init__(self) -> None:
        self.alice, self.bob = (User.objects.create_user(f"{name}@example.org") for name in ("alice", "bob"))
        self.workspace: Workspace = workspace_create(name="Alice's", owner=self.alice)
        self.session = Session.objects.create(workspace=self.workspace, author=self.alice, query="?")
        events.stream_open(stream_id=self.session.id, kind="session", workspace=self.workspace)
        self.tokens = {
            user.email: token_create(user=user, name="t", scopes=["read"])[1] for user in (self.alice, self.bob)
        }

    def tell(self, count: int, *, first: int = 0) -> None:
        for number in range(first, first + count):
            with transaction.atomic():
                draft = EventDraft(type="content_chunk", payload={"n": number})
                events.append(stream_id=self.session.id, drafts=[draft], session_id=self.session.id)

    def socket(self, who: str | None = "alice@example.org", query: str = "", path: str | None = None) -> Any:
        headers = [(b"host", b"localhost")]
        if who:
            headers.append((b"authorization", f"Bearer {self.tokens[who]}".encode()))
        return WebsocketCommunicator(application, path or f"/ws/sessions/{self.session.id}/{query}", headers)


@pytest.fixture(autouse=True)
def threads_keep_no_connection(monkeypatch) -> None:
    """The test database could not be dropped while a thread of a socket held on to it."""
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)


@pytest.fixture
def house() -> House:
    return House()


async def seqs(socket: Any, count: int) -> list[int]:
    return [json.loads(await socket.receive_from(timeout=10))["seq"] for _ in range(count)]


def run(scenario: Any) -> None:
    async def with_end() -> None:
        try:
            await scenario
        finally:
            bells.drain()

    asyncio.run(with_end())


def test_a_client_gets_what_is_stored_and_then_what_comes(house):
    house.tell(3)

    async def scenario() -> None:
        socket = house.socket()
        assert (await socket.connect())[0]
        assert await seqs(socket, 3) == [1, 2, 3]
        await database_sync_to_async(house.tell)(2)
        assert await seqs(socket, 2) == [4, 5]
        await socket.disconnect()

    run(scenario())


def test_a_client_that_comes_back_gets_only_what_it_missed(house):
    house.tell(250)

    async def scenario() -> None:
        socket = house.socket(query="?after=40")
        await socket.connect()
        assert await seqs(socket, 210) == list(range(41, 251))
        assert await socket.receive_nothing(0.3)
        await socket.disconnect()

    run(scenario())


def test_events_written_while_a_client_connects_come_once_and_in_order(house):
    house.tell(20)

    async def scenario() -> None:
        writing = asyncio.create_task(database_sync_to_async(house.tell)(60))
        socket = house.socket()
        await socket.connect()
        assert await seqs(socket, 80) == list(range(1, 81))
        await writing
        assert await socket.receive_nothing(0.3)
        await socket.disconnect()

    run(scenario())


def test_a_lost_wake_up_delays_an_event_and_does_not_lose_it(house, monkeypatch):
    monkeypatch.setattr(consumers, "LOOK_SECONDS", 0.3)
    monkeypatch.setattr(bells, "wake_readers", lambda stream_id: None)

    async def scenario() -> None:
        socket = house.socket()
        await socket.connect()
        await database_sync_to_async(house.tell)(1)
        assert await seqs(socket, 1) == [1]
        await socket.disconnect()

    run(scenario())


@pytest.mark.parametrize(
    ("who", "code"), [(None, 4401), ("bob@example.org", 4404)], ids=["nobody logged in", "another tenant"]
)
def test_who_may_not_read_is_accepted_and_then_closed_with_a_code(house, who, code):
    async def scenario() -> None:
        socket = house.socket(who)
        assert (await socket.connect())[0]
        assert (await socket.receive_output(5))["code"] == code

    run(scenario())


@pytest.mark.parametrize("path", ["/ws/sessions/00000000-0000-0000-0000-000000000000/", "/ws/elsewhere/"])
def test_a_stream_that_is_not_there_closes_with_4404(house, path):
    async def scenario() -> None:
        socket = house.socket(path=path)
        assert (await socket.connect())[0]
        assert (await socket.receive_output(5))["code"] == 4404

    run(scenario())


def test_a_workspaces_id_opens_no_session_socket(house):
    async def scenario() -> None:
        socket = house.socket(path=f"/ws/sessions/{house.workspace.id}/")
        await socket.connect()
        assert (await socket.receive_output(5))["code"] == 4404

    run(scenario())


@pytest.mark.parametrize("after", ["-1", "x", "1.5"])
def test_an_after_that_is_no_number_closes_with_4400(house, after):
    async def scenario() -> None:
        socket = house.socket(query=f"?after={after}")
        await socket.connect()
        assert (await socket.receive_output(5))["code"] == 4400

    run(scenario())


def test_a_member_who_is_shown_out_loses_the_socket(house, monkeypatch):
    monkeypatch.setattr(consumers, "LOOK_SECONDS", 0.2)

    async def scenario() -> None:
        socket = house.socket()
        await socket.connect()
        await database_sync_to_async(house.workspace.memberships.all().delete)()
        assert (await socket.receive_output(5))["code"] == 4404

    run(scenario())


def test_a_question_over_the_workspaces_socket_needs_the_scope_to_write(house):
    async def scenario() -> None:
        socket = house.socket(path=f"/ws/workspaces/{house.workspace.id}/")
        await socket.connect()
        await socket.send_to(json.dumps({"type": "query", "payload": {"query": "What?"}}))
        answer = json.loads(await socket.receive_from(timeout=5))
        assert (answer["type"], answer["payload"]["status"]) == ("error", 403)
        await socket.disconnect()

    run(scenario())


@pytest.mark.parametrize("message", ["{", "[]", '{"type": "poem"}', '{"type": "query", "payload": {"query": 5}}'])
def test_a_message_that_makes_no_sense_is_answered_with_an_error_and_the_socket_stays(house, message):
    async def scenario() -> None:
        socket = house.socket(path=f"/ws/workspaces/{house.workspace.id}/")
        await socket.connect()
        await socket.send_to(message)
        assert json.loads(await socket.receive_from(timeout=5))["type"] == "error"
        assert await socket.receive_nothing(0.2)
        await socket.disconnect()

    run(scenario())
