"""One user may make so many requests a minute; the others do not notice, nor does anybody while Redis is away."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from apps.accounts.models import User
from apps.core import limits
from tests.integration.conftest import client_of
from tests.integration.test_api_errors import assert_problem
from veritydraft.embedded import Urls
from veritydraft.embedded.state import free_port

NOON = 1_800_000_000 // 60 * 60 + 0.0


@pytest.fixture(autouse=True)
def counted_from_nothing(services: Urls, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A counter of its own, three requests a minute."""
    monkeypatch.setattr(limits, "_counter", limits.Counter())
    settings.REQUESTS_PER_MINUTE = 3


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the time of day, in seconds after noon."""

    def at(second: float) -> None:
        monkeypatch.setattr(limits.time, "time", lambda: NOON + second)

    at(0)
    return at


def get(user: User) -> Any:
    return client_of(user).get(reverse("workspaces"))


def test_above_the_limit_a_user_is_told_when_to_come_back(
    alice: User, bob: User, clock: Callable[[float], None]
) -> None:
    clock(20)
    assert [get(alice).status_code for _ in range(3)] == [200, 200, 200]
    refused = get(alice)
    assert "3 requests a minute" in assert_problem(refused, 429, "too-many-requests")["detail"]
    assert refused["Retry-After"] == "40"
    assert get(bob).status_code == 200
    clock(60)
    assert get(alice).status_code == 200


def test_all_tokens_of_a_user_count_together_and_also_what_makes_something(
    alice: User, clock: Callable[[float], None]
) -> None:
    for _ in range(3):
        client_of(alice).post(reverse("workspaces"), {"name": "N"})
    assert_problem(client_of(alice).post(reverse("workspaces"), {"name": "N"}), 429, "too-many-requests")


def test_no_limit_is_no_limit(alice: User, settings: Any, clock: Callable[[float], None]) -> None:
    settings.REQUESTS_PER_MINUTE = 0
    assert {get(alice).status_code for _ in range(6)} == {200}


def test_while_redis_is_away_everybody_is_served_and_it_is_not_asked_each_time(
    alice: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, settings.REDIS_URL = settings.REDIS_URL, f"redis://127.0.0.1:{free_port()}/0"
    asked: list[bool] = []
    connected = limits.Counter._connected

    def counting(self: limits.Counter) -> Any:
        asked.append(True)
        return connected(self)

    monkeypatch.setattr(limits.Counter, "_connected", counting)
    assert {get(alice).status_code for _ in range(6)} == {200}
    assert len(asked) == 1

    settings.REDIS_URL = there
    monkeypatch.setattr(limits, "PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(limits, "_counter", limits.Counter())
    assert 429 in {get(alice).status_code for _ in range(7)}, "it is counted again; a minute may end once meanwhile"


def test_a_count_forgets_itself(services: Urls) -> None:
    counter = limits.Counter()
    name = f"veritydraft:requests:{uuid.uuid4()}:1"
    assert [counter.add(name), counter.add(name)] == [1, 2]
    assert 0 < counter._connected().ttl(name) <= 2 * limits.WINDOW
