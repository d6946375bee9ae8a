"""Sockets let in only who may read, for as long as they may, and take only sensible questions."""

import asyncio
import json

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError, ProgrammingError
from django.test import Client
from django.utils import timezone

from apps.accounts.models import ApiToken, User
from apps.drafting import consumers
from apps.drafting.models import Session
from apps.runs import following
from tests.integration.sockets_fixture import run, seqs

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("threads_keep_no_connection")]


def test_a_question_over_the_workspaces_socket_is_followed_from_its_first_event_on(house):
    async def scenario() -> None:
        socket = house.socket("writer", path=f"/ws/workspaces/{house.workspace.id}/")
        await socket.connect()
        await socket.send_to(json.dumps({"type": "query", "payload": {"query": "What?"}}))
        created = json.loads(await socket.receive_from())
        session = await Session.objects.aget(query="What?")
        assert (created["type"], created["seq"], created["stream"]) == ("session_created", 1, str(session.id))
        assert created["session_id"] == str(session.id)
        assert created["turn_id"]
        await socket.disconnect()

    run(scenario())


@pytest.mark.parametrize(
    ("who", "code"), [(None, 4401), ("bob@example.org", 4404)], ids=["nobody logged in", "another tenant"]
)
def test_who_may_not_read_is_accepted_and_then_closed_with_a_code(house, who, code):
    async def scenario() -> None:
        socket = house.socket(who)
        assert (await socket.connect())[0]
        assert (await socket.receive_output())["code"] == code

    run(scenario())


@pytest.mark.parametrize("path", ["/ws/sessions/00000000-0000-0000-0000-000000000000/", "/ws/elsewhere/"])
def test_a_stream_that_is_not_there_closes_with_4404(house, path):
    async def scenario() -> None:
        socket = house.socket(path=path)
        assert (await socket.connect())[0]
        assert (await socket.receive_output())["code"] == 4404

    run(scenario())


def test_a_workspaces_id_opens_no_session_socket(house):
    async def scenario() -> None:
        socket = house.socket(path=f"/ws/sessions/{house.workspace.id}/")
        await socket.connect()
        assert (await socket.receive_output())["code"] == 4404

    run(scenario())


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "9" * 19, "9" * 5000])
def test_an_after_that_is_no_number_closes_with_4400(house, after):
    async def scenario() -> None:
        socket = house.socket(query=f"?after={after}")
        await socket.connect()
        assert (await socket.receive_output())["code"] == 4400

    run(scenario())


def test_a_member_who_is_shown_out_loses_the_socket(house, monkeypatch):
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.2)

    async def scenario() -> None:
        socket = house.socket()
        await socket.connect()
        await database_sync_to_async(house.workspace.memberships.all().delete)()
        assert (await socket.receive_output())["code"] == 4404

    run(scenario())


def test_a_member_who_is_shown_out_loses_the_socket_also_while_it_is_busy(house, monkeypatch):
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.4)

    async def scenario() -> None:
        socket = house.socket()
        await socket.connect()
        await database_sync_to_async(house.workspace.memberships.all().delete)()
        for _ in range(30):
            await database_sync_to_async(house.tell)(1)
            output = await socket.receive_output()
            if output["type"] == "websocket.close":
                assert output["code"] == 4404
                return
            await asyncio.sleep(0.1)
        raise AssertionError("still listening")

    run(scenario())


@pytest.mark.parametrize("what", ["token revoked", "person deactivated"])
def test_who_may_log_in_no_longer_loses_the_socket(house, monkeypatch, what):
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.2)

    def shut_out() -> None:
        if what == "token revoked":
            ApiToken.objects.filter(user=house.alice).update(revoked_at=timezone.now())
        else:
            User.objects.filter(pk=house.alice.pk).update(is_active=False)

    async def scenario() -> None:
        socket = house.socket()
        await socket.connect()
        await database_sync_to_async(shut_out)()
        assert (await socket.receive_output())["code"] == 4401

    run(scenario())


def test_the_sites_own_page_uses_its_login_until_the_person_logs_out(house, monkeypatch):
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.2)
    browser = Client()
    browser.force_login(house.alice)
    house.tell(1)

    async def scenario() -> None:
        socket = house.page(browser, origin="http://localhost:8000")
        await socket.connect()
        assert await seqs(socket, 1) == [1]
        await database_sync_to_async(browser.logout)()
        assert (await socket.receive_output())["code"] == 4401

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
        assert (await socket.receive_output())["code"] == 4401

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


def test_a_socket_follows_so_many_sessions_and_refuses_to_begin_more(house, monkeypatch):
    monkeypatch.setattr(consumers, "MOST_SESSIONS", 2)
    ask = json.dumps({"type": "query", "payload": {"query": "What?"}})

    async def scenario() -> None:
        socket = house.socket("writer", path=f"/ws/workspaces/{house.workspace.id}/")
        await socket.connect()
        for _ in range(2):
            await socket.send_to(ask)
            assert json.loads(await socket.receive_from())["type"] == "session_created"
        await socket.send_to(ask)
        answer = json.loads(await socket.receive_from())
        assert (answer["type"], answer["payload"]["status"]) == ("error", 429)
        assert "2 sessions" in answer["payload"]["detail"]
        assert await Session.objects.filter(query="What?").acount() == 2
        await socket.disconnect()

    run(scenario())


def test_questions_over_a_socket_count_as_requests(house, settings):
    settings.REQUESTS_PER_MINUTE = 1

    async def scenario() -> None:
        socket = house.socket("writer", path=f"/ws/workspaces/{house.workspace.id}/")
        await socket.connect()
        kinds = []
        for _ in range(3):  # a minute may end between two of them
            await socket.send_to(json.dumps({"type": "query", "payload": {"query": "What?"}}))
            kinds.append(json.loads(await socket.receive_from()))
        assert any(each["type"] == "error" and each["payload"]["status"] == 429 for each in kinds)
        await socket.disconnect()

    run(scenario())


def test_a_question_over_the_workspaces_socket_needs_the_scope_to_write(house):
    async def scenario() -> None:
        socket = house.socket(path=f"/ws/workspaces/{house.workspace.id}/")
        await socket.connect()
        await socket.send_to(json.dumps({"type": "query", "payload": {"query": "What?"}}))
        answer = json.loads(await socket.receive_from())
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
        assert json.loads(await socket.receive_from())["type"] == "error"
        assert await socket.receive_nothing(0.2)
        await socket.disconnect()

    run(scenario())


@pytest.mark.parametrize(("error", "traced"), [(OperationalError, False), (ProgrammingError, True)])
def test_a_socket_that_the_database_refuses_is_told_to_come_again_and_only_our_own_faults_are_traced(
    house, monkeypatch, caplog, error, traced
):
    def refused(_callers: object) -> None:
        raise error("not now")

    monkeypatch.setattr("apps.runs.consumers.identified", refused)

    async def scenario() -> None:
        socket = house.socket()
        await socket.connect()
        assert (await socket.receive_output())["code"] == 1013

    run(scenario())
    [told] = [record for record in caplog.records if record.name == "apps.runs.consumers"]
    assert told.getMessage() == "a socket could not be opened: not now"
    assert bool(told.exc_info) is traced
