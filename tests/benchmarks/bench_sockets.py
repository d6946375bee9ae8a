"""How late an event comes to its readers, by how many there are, and what a socket costs that only waits.

    python -m tests.benchmarks.bench_sockets [--seconds 10] [--rate 20] [--clients 1 50 200 500 1]

A database, a Redis and one web process as `serve` starts it, on loopback, no workers. Fan-out: another process commits
``rate`` events a second to one session and notes when each commit returned; 1, 50, 200 and 500 sockets of one program
note when each event arrived (one clock: CLOCK_MONOTONIC). Delay is the difference, over all sockets and events; the
ratio is to one socket of the same run, which is measured before and after the others. Lost counts events that a socket
did not get, or not in order. CPU a frame is what the web process spent, whatever else the machine does meanwhile. Idle:
memory (RSS) of the web process with 500 sockets that all follow one session, and with 500 that follow a session each,
against 20, per socket.
"""

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import psutil

CLIENTS = (1, 50, 200, 500, 1)
IDLE = 500
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
SEQ = re.compile(rb'"seq": (\d+)')


class LeanSocket(asyncio.Protocol):
    """A WebSocket client that only notes when which seq came: the measuring shall not cost more than the measured."""

    def __init__(self, request: bytes) -> None:
        self.request, self.left, self.opened = request, b"", asyncio.get_running_loop().create_future()
        self.came: list[tuple[int, float]] = []

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        now, self.left = time.monotonic(), self.left + data
        if not self.opened.done():
            head, end, rest = self.left.partition(b"\r\n\r\n")
            if not end:
                return
            self.opened.set_result(head.startswith(b"HTTP/1.1 101"))
            self.left = rest
        while (frame := self._frame()) is not None:
            seq = SEQ.search(frame)
            if seq is not None:
                self.came.append((int(seq[1]), now))

    def _frame(self) -> bytes | None:
        """The next whole frame's content; control frames come out as they are and hold no seq."""
        if len(self.left) < 2:
            return None
        size, begin = self.left[1] & 127, 2
        if size >= 126:
            begin = 4 if size == 126 else 10
            if len(self.left) < begin:
                return None
            size = int.from_bytes(self.left[2:begin])
        if len(self.left) < begin + size:
            return None
        frame, self.left = self.left[begin : begin + size], self.left[begin + size :]
        return frame


async def opened(base: str, path: str, headers: dict[str, str]) -> LeanSocket:
    """A socket that the site has accepted."""
    site = urlsplit(base)
    lines = {
        "Host": site.netloc, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": KEY, **headers,
    }  # fmt: skip
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    request = f"GET {path} HTTP/1.1\r\n{head}\r\n".encode()
    _, client = await asyncio.get_running_loop().create_connection(
        lambda: LeanSocket(request), site.hostname, site.port
    )
    assert await asyncio.wait_for(client.opened, 60), "the site did not accept the socket"
    return client


async def open_many(base: str, paths: list[str], headers: dict[str, str]) -> list[LeanSocket]:
    """A socket for each path, 50 at a time."""
    clients: list[LeanSocket] = []
    for start in range(0, len(paths), 50):
        clients += await asyncio.gather(*(opened(base, path, headers) for path in paths[start : start + 50]))
    return clients


def tell(session: str, *, count: int, rate: float) -> None:
    """The writing process: commits events on the beat and prints when each commit returned."""
    import django

    django.setup()
    from django.db import transaction

    from apps.runs import bells
    from apps.runs.events import append
    from apps.runs.selectors import last_seq
    from apps.runs.types import EventDraft

    draft = EventDraft(type="content_chunk", payload={"delta": "some words of an answer ", "offset": 0})
    first, begun, commits = last_seq(stream_id=session) + 1, time.monotonic(), {}
    for number in range(count):
        time.sleep(max(0.0, begun + number / rate - time.monotonic()))
        with transaction.atomic():
            append(stream_id=session, drafts=[draft], session_id=session)
        commits[first + number] = time.monotonic()
    bells.drain()
    print(json.dumps(commits))


async def fan_out(stack: Any, session: str, *, sockets: int, count: int, rate: float) -> dict[str, float]:
    """Delays in milliseconds and events lost, for so many sockets of one session."""
    last = stack.sql("SELECT seq FROM runs_stream WHERE id = %s", session)[0][0]
    path = f"/ws/sessions/{session}/?after={last}"
    clients = await open_many(stack.base, [path] * sockets, stack.person().headers)
    await asyncio.sleep(2)
    web = psutil.Process(stack.web.pid)
    spent = sum(web.cpu_times()[:2])
    writer = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.benchmarks.bench_sockets", "--tell", session, "--count", str(count),
        "--rate", str(rate), env=stack.env, stdout=subprocess.PIPE,
    )  # fmt: skip
    commits = {int(seq): at for seq, at in json.loads((await writer.communicate())[0]).items()}
    expected, patience = sorted(commits), time.monotonic() + 60
    while time.monotonic() < patience and any(len(each.came) < len(expected) for each in clients):
        await asyncio.sleep(0.1)
    spent = sum(web.cpu_times()[:2]) - spent
    lost = sum(len(expected) if [seq for seq, _ in each.came] != expected else 0 for each in clients)
    delays = sorted(1000 * (at - commits[seq]) for each in clients for seq, at in each.came if seq in commits)
    for each in clients:
        each.transport.abort()
    await asyncio.sleep(2)
    figures = {"p50": statistics.median(delays), "p95": delays[int(len(delays) * 0.95)], "max": delays[-1]}
    return {"sockets": sockets, **figures, "lost": lost, "cpu": 1e6 * spent / len(delays)}


async def idle(stack: Any, paths: list[str]) -> float:
    """KiB of the web process per socket that waits."""
    web = psutil.Process(stack.web.pid)
    warm = await open_many(stack.base, paths[:20], stack.person().headers)
    await asyncio.sleep(2)
    before = web.memory_info().rss
    clients = await open_many(stack.base, paths, stack.person().headers)
    await asyncio.sleep(8)  # past a look and a check of rights
    after = web.memory_info().rss
    for each in [*warm, *clients]:
        each.transport.abort()
    await asyncio.sleep(3)
    return (after - before) / 1024 / len(paths)


def measure(*, seconds: float, rate: float, clients: Sequence[int]) -> None:
    from tests.faults.stack import Stack

    stack = Stack(durable=True)
    try:
        workspace = stack.person().workspace()
        session = stack.person().ask(workspace, "What?")["id"]
        runs = [
            asyncio.run(fan_out(stack, session, sockets=many, count=int(seconds * rate), rate=rate)) for many in clients
        ]
        one = [run for run in runs if run["sockets"] == 1] or runs
        base = {name: statistics.mean(run[name] for run in one) for name in ("p50", "p95")}
        for run in runs:
            print(
                f"{run['sockets']:4} sockets  p50 {run['p50']:7.1f} ms (×{run['p50'] / base['p50']:.1f})"
                f"  p95 {run['p95']:7.1f} ms (×{run['p95'] / base['p95']:.1f})  slowest {run['max']:7.1f} ms"
                f"  lost {run['lost']}  web process {run['cpu']:.0f} µs of CPU a frame"
            )
        sessions = [stack.person().ask(workspace, "What?")["id"] for _ in range(IDLE)]
        for name, told in (("all of one session", [session] * IDLE), ("each of its own session", sessions)):
            stack.base = stack.start_web()  # memory that was used before would be used again, and not be seen
            each = asyncio.run(idle(stack, [f"/ws/sessions/{one}/?after=1000000" for one in told]))
            print(f"idle: {each:.0f} KiB a socket, {IDLE} sockets, {name}")
    finally:
        stack.end()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--clients", type=int, nargs="*", default=CLIENTS, help="sockets of each round")
    parser.add_argument("--tell", help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.tell:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "veritydraft.settings")
        tell(options.tell, count=options.count, rate=options.rate)
    else:
        measure(seconds=options.seconds, rate=options.rate, clients=options.clients)
