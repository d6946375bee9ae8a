"""Sockets replay what is stored and follow what comes, whatever is away meanwhile."""

import asyncio
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError
from redis.exceptions import RedisError

from apps.runs import access, bells, feed, following, selectors
from apps.workspaces import tenancy
from tests.integration.sockets_fixture import run, seqs

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("threads_keep_no_connection")]


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
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.3)
    monkeypatch.setattr(bells, "wake_readers", lambda stream_id: None)

    async def scenario() -> None:
        socket = house.socket()
        await socket.connect()
        await database_sync_to_async(house.tell)(1)
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
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.2)
    monkeypatch.setattr(following, "get_channel_layer", lambda: NoRedis(opens=opens))
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
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.1)
    away = [False]

    def events_after(**wanted: Any) -> Any:
        if away[0]:
            raise OperationalError("the server closed the connection")
        return selectors.events_after(**wanted)

    def seen_by(*wanted: Any) -> Any:
        if away[0]:
            raise OperationalError("the server closed the connection")
        return tenancy.seen_by(*wanted)

    monkeypatch.setattr(feed, "events_after", events_after)
    monkeypatch.setattr(access, "seen_by", seen_by)
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
