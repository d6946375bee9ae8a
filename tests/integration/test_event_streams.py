"""Server-sent events: what a socket tells, over plain HTTP."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import timezone

from apps.accounts.models import ApiToken
from apps.runs import doors, following
from apps.runs.events import append, stream_open
from apps.runs.types import EventDraft
from tests.integration.sockets_fixture import House, PatientApplication, run
from veritydraft.asgi import application

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("threads_keep_no_connection")]


class Reader:
    """A program that asks for a stream, over the whole ASGI application."""

    def __init__(
        self, house: House, path: str = "", query: str = "", who: str | None = "alice@example.org", **more: str
    ):
        headers = {"host": "localhost", "accept": "text/event-stream", **more}
        if who:
            headers["authorization"] = f"Bearer {house.tokens[who]}"
        scope = {
            "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "client": ["127.0.0.1", 1],
            "path": path or f"/api/v1/sessions/{house.session.id}/events", "query_string": query.encode(),
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
        }  # fmt: skip
        self.app = PatientApplication(application, scope)
        self.text = ""

    async def open(self) -> tuple[int, str]:
        await self.app.send_input({"type": "http.request", "body": b""})
        head = await self.app.receive_output()
        return head["status"], dict(head["headers"])[b"Content-Type"].decode()

    async def events(self, count: int) -> list[dict[str, str]]:
        """The next events, field by field; comments and the retry line are left out."""
        found: list[dict[str, str]] = []
        while len(found) < count:
            while "\n\n" not in self.text:
                part = await self.app.receive_output()
                assert part.get("more_body"), "the stream has ended"
                self.text += part["body"].decode()
            block, self.text = self.text.split("\n\n", 1)
            if block.startswith("id: "):
                found.append(dict(line.split(": ", 1) for line in block.split("\n")))
        return found

    async def ends(self) -> bool:
        while (await self.app.receive_output()).get("more_body"):
            pass
        return True

    async def leave(self) -> None:
        await self.app.send_input({"type": "http.disconnect"})
        await self.app.wait()


def open_streams() -> float:
    return doors.OPEN.labels("sse")._value.get()


def test_a_reader_gets_what_is_stored_and_then_what_comes(house):
    house.tell(2)

    async def scenario() -> None:
        reader = Reader(house)
        assert await reader.open() == (200, "text/event-stream")
        events = await reader.events(2)
        await database_sync_to_async(house.tell)(1)
        events += await reader.events(1)
        assert [event["id"] for event in events] == ["1", "2", "3"]
        assert {event["event"] for event in events} == {"content_chunk"}
        told = [json.loads(event["data"]) for event in events]
        assert [each["seq"] for each in told] == [1, 2, 3]
        assert {each["stream"] for each in told} == {str(house.session.id)}
        assert open_streams() == 1
        await reader.leave()
        assert open_streams() == 0

    run(scenario())


def test_who_comes_back_with_the_last_id_gets_only_what_was_missed(house):
    house.tell(130)

    async def scenario() -> None:
        reader = Reader(house, query="after=5", last_event_id="120")
        await reader.open()
        assert [event["id"] for event in await reader.events(10)] == [str(n) for n in range(121, 131)]
        await reader.leave()

    run(scenario())


def test_after_counts_where_there_is_no_last_id(house):
    house.tell(8)

    async def scenario() -> None:
        reader = Reader(house, query="after=6")
        await reader.open()
        assert [event["id"] for event in await reader.events(2)] == ["7", "8"]
        await reader.leave()

    run(scenario())


def test_a_workspaces_documents_can_be_followed_too(house):
    async def scenario() -> None:
        reader = Reader(house, path=f"/api/v1/workspaces/{house.workspace.id}/events")
        assert (await reader.open())[0] == 200
        await database_sync_to_async(tell_the_workspace)(house)
        assert (await reader.events(1))[0]["event"] == "document_ready"
        await reader.leave()

    run(scenario())


def tell_the_workspace(house: House) -> None:
    stream_open(stream_id=house.workspace.id, kind="workspace", workspace=house.workspace)
    append(stream_id=house.workspace.id, drafts=[EventDraft(type="document_ready", payload={})])


@pytest.mark.parametrize(
    ("who", "more", "status"),
    [
        (None, {}, 401),
        ("bob@example.org", {}, 404),
        ("alice@example.org", {"last_event_id": "x"}, 422),
        ("alice@example.org", {"last_event_id": "9" * 19}, 422),
        ("alice@example.org", {"accept": "image/png"}, 406),
    ],
    ids=["nobody", "another tenant", "an id that is no number", "an id that is too large", "a picture"],
)
def test_who_gets_no_stream_gets_a_problem(house, who, more, status):
    async def scenario() -> None:
        reader = Reader(house, who=who, **more)
        assert await reader.open() == (status, "application/problem+json")
        await reader.app.wait(5)

    run(scenario())


def test_a_stream_ends_when_its_token_is_revoked(house, monkeypatch):
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.2)

    def revoke() -> None:
        ApiToken.objects.filter(user=house.alice).update(revoked_at=timezone.now())

    async def scenario() -> None:
        reader = Reader(house)
        await reader.open()
        await database_sync_to_async(revoke)()
        assert await reader.ends()
        await reader.app.wait(5)
        assert open_streams() == 0

    run(scenario())


def test_a_person_follows_with_the_login_of_the_browser_until_they_log_out(house, monkeypatch):
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.2)
    browser = Client()
    browser.force_login(house.alice)
    house.tell(1)

    async def scenario() -> None:
        reader = Reader(house, who=None, cookie=f"sessionid={browser.cookies['sessionid'].value}")
        await reader.open()
        assert (await reader.events(1))[0]["id"] == "1"
        await database_sync_to_async(browser.logout)()
        assert await reader.ends()
        await reader.app.wait(5)

    run(scenario())


def test_silence_is_broken_by_a_comment(house, monkeypatch):
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr("apps.runs.server_sent.BEAT_SECONDS", 0.2)

    async def scenario() -> None:
        reader = Reader(house)
        await reader.open()
        assert (await reader.app.receive_output())["body"] == b"retry: 2000\n\n"
        assert (await reader.app.receive_output())["body"] == b":\n\n"
        await reader.leave()

    run(scenario())


@pytest.fixture
def two_streams_a_user(settings) -> Iterator[None]:
    settings.STREAMS_PER_USER = 2
    yield
    assert not doors._open_of


@pytest.mark.usefixtures("two_streams_a_user")
def test_a_user_may_have_so_many_streams_and_sockets_open_and_no_more(house):
    async def scenario() -> None:
        first, second = Reader(house), house.socket()
        await first.open()
        await first.app.receive_output()  # it runs
        await second.connect()
        assert await second.receive_nothing(0.3)
        assert await Reader(house).open() == (429, "application/problem+json")
        third = house.socket()
        await third.connect()
        assert (await third.receive_output())["code"] == 4429
        await second.disconnect()
        fourth = house.socket()
        await fourth.connect()
        assert await fourth.receive_nothing(0.3)
        await fourth.disconnect()
        await first.leave()

    run(scenario())


def test_pages_of_json_are_what_everybody_else_gets(house):
    house.tell(3)
    client: Any = Client(headers={"authorization": f"Bearer {house.tokens['alice@example.org']}"})
    for accept in ("*/*", "application/json", "application/json, text/event-stream;q=0.5"):
        page = client.get(f"/api/v1/sessions/{house.session.id}/events?after=1", headers={"accept": accept})
        assert [event["seq"] for event in page.json()["results"]] == [2, 3]


def test_asking_only_for_the_head_of_a_stream_ends(house):
    headers = {"authorization": f"Bearer {house.tokens['alice@example.org']}", "accept": "text/event-stream"}
    answer = Client(headers=headers).head(f"/api/v1/sessions/{house.session.id}/events")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/event-stream")
    asyncio.run(asyncio.sleep(0))
