"""Sockets replay what is stored, follow what comes, and let in only who may read."""

import asyncio
import json
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import OperationalError, connections, transaction
from django.test import Client
from django.utils import timezone
from redis.exceptions import RedisError

from apps.accounts.models import ApiToken, User
from apps.accounts.services import token_create
from apps.drafting.models import Session
from apps.runs import bells, consumers, events, selectors
from apps.runs.types import EventDraft
from apps.workspaces import tenancy
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
        self.tokens["writer"] = token_create(user=self.alice, name="w", scopes=["write"])[1]

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

    def page(self, browser: Client, *, origin: str) -> Any:
        cookie = f"sessionid={browser.cookies['sessionid'].value}"
        headers = [(b"host", b"localhost:8000"), (b"origin", origin.encode()), (b"cookie", cookie.encode())]
        return WebsocketCommunicator(application, f"/ws/sessions/{self.session.id}/", headers)


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


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "9" * 19, "9" * 5000])
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


def test_a_member_who_is_shown_out_loses_the_socket_also_while_it_is_busy(house, monkeypatch):
    monkeypatch.setattr(consumers, "LOOK_SECONDS", 0.4)

    async def scenario() -> None:
        socket = house.socket()
        await socket.connect()
        await database_sync_to_async(house.workspace.memberships.all().delete)()
        for _ in range(30):
            await database_sync_to_async(house.tell)(1)
            output = await socket.receive_output(5)
            if output["type"] == "websocket.close":
                assert output["code"] == 4404
                return
            await asyncio.sleep(0.1)
        raise AssertionError("still listening")

    run(scenario())


@pytest.mark.parametrize("what", ["token revoked", "person deactivated"])
def test_who_may_log_in_no_longer_loses_the_socket(house, monkeypatch, what):
    monkeypatch.setattr(consumers, "LOOK_SECONDS", 0.2)

    def shut_out() -> None:
        if what == "token revoked":
            ApiToken.objects.filter(user=house.alice).update(revoked_at=timezone.now())
        else:
            User.objects.filter(pk=house.alice.pk).update(is_active=False)

    async def scenario() -> None:
        socket = house.socket()
        await socket.connect()
        await database_sync_to_async(shut_out)()
        assert (await socket.receive_output(5))["code"] == 4401

    run(scenario())


def test_the_sites_own_page_uses_its_login_until_the_person_logs_out(house, monkeypatch):
    monkeypatch.setattr(consumers, "LOOK_SECONDS", 0.2)
    browser = Client()
    browser.force_login(house.alice)
    house.tell(1)

    async def scenario() -> None:
        socket = house.page(browser, origin="http://localhost:8000")
        await socket.connect()
        assert await seqs(socket, 1) == [1]
        await database_sync_to_async(browser.logout)()
        assert (await socket.receive_output(5))["code"] == 4401

    run(scenario())


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "http://localhost:9999", "http://localhost.evil.example:8000", "null", "http://[::1", ""],
)
def test_another_sites_page_cannot_use_the_login_of_its_visitor(house, origin):
    browser = Client()
    browser.force_login(house.alice)

    async def scenario() -> None:
        socket = house.page(browser, origin=origin)
        await socket.connect()
        assert (await socket.receive_output(5))["code"] == 4401

    run(scenario())


@pytest.mark.parametrize("trusted", ["https://app.example.org", "https://*.example.org"])
def test_a_page_of_a_trusted_origin_may_use_the_login(house, settings, trusted):
    settings.CSRF_TRUSTED_ORIGINS = [trusted]
    browser = Client()
    browser.force_login(house.alice)
    house.tell(1)

    async def scenario() -> None:
        socket = house.page(browser, origin="https://app.example.org")
        await socket.connect()
        assert await seqs(socket, 1) == [1]
        await socket.disconnect()

    run(scenario())


class NoRedis:
    """A channel layer whose server is away, from the beginning or from the first group on."""

    def __init__(self, *, opens: bool) -> None:
        self.opens = opens

    async def new_channel(self) -> str:
        if not self.opens:
            raise RedisError("refused")
        return "specific.1"

    async def receive(self, channel: str) -> Any:
        await asyncio.Event().wait()

    async def group_add(self, group: str, channel: str) -> None:
        raise RedisError("refused")

    group_discard = group_add


@pytest.mark.parametrize("opens", [False, True], ids=["away from the beginning", "away when a group is joined"])
def test_a_socket_opens_follows_and_ends_without_redis(house, monkeypatch, opens):
    monkeypatch.setattr(consumers, "LOOK_SECONDS", 0.2)
    monkeypatch.setattr(consumers, "get_channel_layer", lambda alias: NoRedis(opens=opens))
    monkeypatch.setattr(bells, "wake_readers", lambda stream_id: None)
    house.tell(2)

    async def scenario() -> None:
        socket = house.socket()
        assert (await socket.connect())[0]
        assert await seqs(socket, 2) == [1, 2]
        await database_sync_to_async(house.tell)(1)
        assert await seqs(socket, 1) == [3]
        await socket.disconnect()

    run(scenario())


def test_a_socket_outlives_a_database_that_is_away(house, monkeypatch):
    monkeypatch.setattr(consumers, "LOOK_SECONDS", 0.1)
    away = [False]

    def events_after(**wanted: Any) -> Any:
        if away[0]:
            raise OperationalError("the server closed the connection")
        return selectors.events_after(**wanted)

    def visible_to(*wanted: Any) -> Any:
        if away[0]:
            raise OperationalError("the server closed the connection")
        return tenancy.visible_to(*wanted)

    monkeypatch.setattr(consumers, "events_after", events_after)
    monkeypatch.setattr(consumers, "visible_to", visible_to)
    house.tell(1)

    async def scenario() -> None:
        socket = house.socket()
        await socket.connect()
        assert await seqs(socket, 1) == [1]
        away[0] = True
        await asyncio.sleep(0.5)
        await database_sync_to_async(house.tell)(1)
        away[0] = False
        assert await seqs(socket, 1) == [2]
        await socket.disconnect()

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


@pytest.mark.parametrize(
    "message",
    [
        "{",
        "[]",
        "[" * 100_000,
        '{"type": "poem"}',
        '{"type": "query", "payload": {}}',
        '{"type": "query", "payload": {"query": []}}',
        '{"type": "query", "payload": {"query": "?", "poem": 1}}',
        '{"type": "query", "payload": {"query": "?", "document_ids": 5}}',
        '{"type": "query", "payload": {"query": "?", "verification": []}}',
        '{"type": "query", "payload": {"query": "?", "settings": {"a": "\\u0000"}}}',
    ],
)
def test_a_message_that_makes_no_sense_is_answered_with_an_error_and_the_socket_stays(house, message):
    async def scenario() -> None:
        socket = house.socket("writer", path=f"/ws/workspaces/{house.workspace.id}/")
        await socket.connect()
        await socket.send_to(message)
        assert json.loads(await socket.receive_from(timeout=5))["type"] == "error"
        assert await socket.receive_nothing(0.2)
        await socket.disconnect()

    run(scenario())
