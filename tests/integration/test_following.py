"""However many follow a stream, it is read once; each of them gets every event once and in order."""

import asyncio
from collections import Counter
from contextlib import aclosing
from typing import Any

import pytest
from channels.db import database_sync_to_async

from apps.runs import access, feed, following
from apps.runs.access import Caller
from tests.integration.sockets_fixture import House, run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("threads_keep_no_connection")]
MANY = 200


@pytest.fixture
def read(monkeypatch) -> Counter:
    """How often the events after which number were read."""
    counted: Counter = Counter()

    def events_after(*, stream_id: Any, after: int, limit: int) -> list[Any]:
        counted[after] += 1
        return original(stream_id=stream_id, after=after, limit=limit)

    original = feed.events_after
    monkeypatch.setattr(feed, "events_after", events_after)
    return counted


async def first(house: House, count: int, *, after: int = 0, pause: float = 0.0) -> list[int]:
    """The seqs a follower gets until it has ``count``."""
    caller = Caller(token=house.tokens["alice@example.org"])
    seqs: list[int] = []
    async with aclosing(following.follow(stream_id=house.session.id, after=after, caller=caller)) as frames:
        async for frame in frames:
            if frame is not None:
                seqs.append(frame.seq)
                await asyncio.sleep(pause)
            if len(seqs) == count:
                break
    return seqs


async def next_seq(frames: Any) -> int:
    """The seq of the next frame, past signs of life."""
    while (frame := await anext(frames)) is None:
        pass
    return frame.seq


def test_many_who_come_back_at_once_cost_one_reading_of_each_page(house, read):
    house.tell(450)

    async def scenario() -> None:
        starts = [number % 400 for number in range(MANY)]
        got = await asyncio.gather(*(first(house, 450 - after, after=after) for after in starts))
        assert got == [list(range(after + 1, 451)) for after in starts]

    run(scenario())
    assert sum(read.values()) <= 8, read  # five pages, and looks at the end


def test_many_who_follow_cost_one_reading_of_each_event(house, read):
    async def scenario() -> None:
        followers = [asyncio.create_task(first(house, 30)) for _ in range(MANY)]
        await asyncio.sleep(0.2)
        for number in range(30):
            await database_sync_to_async(house.tell)(1, first=number)
        assert await asyncio.gather(*followers) == [list(range(1, 31))] * MANY

    run(scenario())
    assert sum(read.values()) <= 40, read


def test_followers_of_different_speed_who_come_at_different_times_get_all_of_it(house):
    house.tell(150)

    async def scenario() -> None:
        writing = asyncio.create_task(database_sync_to_async(house.tell)(250, first=150))
        followers = []
        for number in range(20):
            followers.append(asyncio.create_task(first(house, 400, pause=0.002 * (number % 3))))
            await asyncio.sleep(0.02)
        assert await asyncio.gather(*followers) == [list(range(1, 401))] * 20
        await writing

    run(scenario())


def test_a_follower_who_stops_reading_holds_up_nobody_and_loses_nothing(house):
    async def scenario() -> None:
        caller = Caller(token=house.tokens["alice@example.org"])
        async with aclosing(following.follow(stream_id=house.session.id, after=0, caller=caller)) as slow:
            await database_sync_to_async(house.tell)(1)
            assert await next_seq(slow) == 1
            await database_sync_to_async(house.tell)(350, first=1)
            assert await first(house, 351) == list(range(1, 352))
            assert [await next_seq(slow) for _ in range(350)] == list(range(2, 352))

    run(scenario())


def test_full_pages_are_kept_within_their_bound_and_forgotten_with_the_last_follower(house, monkeypatch):
    monkeypatch.setattr(feed, "KEPT_BYTES", 60_000)
    house.tell(600)

    async def scenario() -> None:
        caller = Caller(token=house.tokens["alice@example.org"])
        hub = following.the_hub()
        async with aclosing(following.follow(stream_id=house.session.id, after=0, caller=caller)) as frames:
            assert [await next_seq(frames) for _ in range(600)] == list(range(1, 601))
            assert 0 < hub.pages.bytes <= 60_000
            assert hub.pages.bytes == sum(feed.weight(page) for page in hub.pages.kept.values())
        assert (hub.pages.bytes, len(hub.pages.kept), len(hub.feeds)) == (0, 0, 0)

    run(scenario())


def test_the_rights_of_many_are_looked_up_together(house, monkeypatch):
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.3)
    rounds = []

    def tokens_of(shown: Any, *, now: Any) -> Any:
        rounds.append(len(shown))
        return original(shown, now=now)

    original = access.tokens_of
    monkeypatch.setattr(access, "tokens_of", tokens_of)

    async def scenario() -> None:
        followers = [asyncio.create_task(first(house, 1)) for _ in range(MANY)]
        await asyncio.sleep(1)
        await database_sync_to_async(house.workspace.memberships.all().delete)()
        ended = await asyncio.wait_for(asyncio.gather(*followers, return_exceptions=True), 5)
        assert {getattr(each, "code", each) for each in ended} == {4404}

    run(scenario())
    assert set(rounds) == {1}  # one token, whoever shows it
    assert len(rounds) < 10
