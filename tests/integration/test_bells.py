"""Bells: many for the same readers become one, none is swallowed for ever, and an absent Redis holds nobody up."""

import asyncio
import os
import threading
import time
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest

from apps.core.per_process import PerProcess
from apps.runs import bells


class Layer:
    """A channel layer that notes what it passes on, and waits while its gate is closed."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.gate = threading.Event()
        self.gate.set()

    async def group_send(self, group: str, message: dict[str, str]) -> None:
        while not self.gate.is_set():
            await asyncio.sleep(0.01)
        self.heard.append(group)


@pytest.fixture
def layer(monkeypatch: Any) -> Iterator[Layer]:
    made = Layer()
    monkeypatch.setattr(bells, "get_channel_layer", lambda: made)
    monkeypatch.setattr(bells, "_ringer", PerProcess(bells.Ringer))
    yield made
    made.gate.set()
    bells.drain()


def in_time(what: Any, seconds: float = 5.0) -> bool:
    end = time.monotonic() + seconds
    while not what() and time.monotonic() < end:
        time.sleep(0.01)
    return bool(what())


def test_bells_that_wait_for_the_same_readers_become_one(layer: Layer):
    layer.gate.clear()
    stream = uuid4()
    for _ in range(1000):
        bells.wake_readers(stream)
        time.sleep(0)
    assert len(bells._ringer().tasks) <= 2, "one on its way, one behind it"
    layer.gate.set()
    bells.drain()
    assert 1 <= len(layer.heard) <= 2


def test_an_event_committed_while_a_wake_up_is_on_its_way_gets_one_of_its_own(layer: Layer):
    layer.gate.clear()
    stream = uuid4()
    bells.wake_readers(stream)
    assert in_time(lambda: not bells._ringer().waiting)
    bells.wake_readers(stream)
    layer.gate.set()
    bells.drain()
    assert layer.heard == [bells.group_of(stream)] * 2


def test_a_stream_whose_bell_was_one_too_many_can_be_rung_for_again(layer: Layer, monkeypatch: Any):
    layer.gate.clear()
    monkeypatch.setattr(bells, "PENDING_LIMIT", 1)
    dropped = uuid4()
    bells.wake_readers(uuid4())
    bells.wake_readers(dropped)
    assert in_time(lambda: bells.group_of(dropped) not in bells._ringer().waiting)
    layer.gate.set()
    bells.drain()

    bells.wake_readers(dropped)
    bells.drain()

    assert layer.heard[-1] == bells.group_of(dropped)


def test_a_redis_that_does_not_answer_is_not_waited_for(layer: Layer, monkeypatch: Any, caplog: Any):
    monkeypatch.setattr(bells, "WAKE_SECONDS", 0.05)
    layer.gate.clear()
    for _ in range(3):
        bells.wake_readers(uuid4())
    began = time.monotonic()
    bells.drain()
    assert time.monotonic() - began < 1
    assert not bells._ringer().tasks
    assert len([line for line in caplog.messages if "not heard" in line]) == 1


def test_few_threads_wait_for_a_broker_that_is_away(layer: Layer, monkeypatch: Any):
    waiting, let_go = set(), threading.Event()

    class App:
        @staticmethod
        def send_task(*args: Any, **options: Any) -> None:
            waiting.add(threading.get_ident())
            let_go.wait(5)

    monkeypatch.setattr(bells, "current_app", App)
    for _ in range(50):
        bells.ring_worker(run_id=UUID(int=0), key="write:0:0", queue="verify")
    assert in_time(lambda: len(waiting) == bells.CALLERS)
    time.sleep(0.2)
    at_once = len(waiting)
    let_go.set()
    bells.drain()
    assert at_once == bells.CALLERS


def test_a_forked_child_rings_though_another_thread_of_its_parent_held_the_lock(layer: Layer):
    bells.wake_readers(uuid4())
    bells.drain()
    with bells._ringer._lock:
        child = os.fork()
        if child == 0:
            threading.Timer(5, os._exit, [1]).start()
            bells.wake_readers(UUID(int=1))
            bells.drain()
            os._exit(0 if layer.heard[-1] == bells.group_of(UUID(int=1)) else 2)
    assert os.waitpid(child, 0)[1] == 0
