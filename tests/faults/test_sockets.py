"""Fault 20: clients that never read, or come back by the hundred, cost the web process no more than they may."""

import asyncio
import contextlib
import json
import socket
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import psutil
import pytest
import requests
import websockets

from tests.faults.stack import Stack
from tests.live import eventually

MIB = 1024**2
EVENTS, LETTERS = 2400, 14_000  # about 33 MB of one stream
DEAF = 20  # clients that never read, each of them sent all of it
STALLED_SECONDS = 6


@pytest.fixture(scope="module")
def session(stack: Stack) -> str:
    """A session without workers; the web process cuts off early who reads nothing."""
    stack.base = stack.start_web(STALLED_CLIENT_SECONDS=str(STALLED_SECONDS))
    workspace = stack.person().workspace()
    return stack.person().ask(workspace, "What?")["id"]


def tell(stack: Stack, session_id: str, count: int, letters: int) -> int:
    """Events of that size in one transaction; returns the newest seq."""
    return stack.sql(
        "WITH numbered AS (UPDATE runs_stream SET seq = seq + %s WHERE id = %s RETURNING id, seq), told AS ("
        " INSERT INTO runs_event (stream_id, seq, type, payload, at)"
        " SELECT id, seq - %s + n, 'content_chunk', jsonb_build_object('delta', repeat('x', %s)), now()"
        " FROM numbered, generate_series(1, %s) n) SELECT seq FROM numbered",
        count, session_id, count, letters, count,
    )[0][0]  # fmt: skip


def memory(stack: Stack) -> int:
    return psutil.Process(stack.web.pid).memory_info().rss


def deaf_client(stack: Stack, path: str, **headers: str) -> socket.socket:
    """A connection that sends its request and never reads, with as little room in the kernel as it gives."""
    site = urlsplit(stack.base)
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect((site.hostname, site.port))
    lines = {"Host": site.netloc, **stack.person().headers, **headers}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    client.sendall(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
    return client


UPGRADE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}


def open_streams(stack: Stack, kind: str) -> float:
    """What the web process says it has open."""
    text = requests.get(f"{stack.base}/metrics", timeout=10).text
    line = next(line for line in text.splitlines() if line.startswith(f'veritydraft_open_streams{{kind="{kind}"}}'))
    return float(line.rsplit(" ", 1)[1])


@pytest.mark.parametrize("kind", ["ws", "sse"])
def test_clients_that_never_read_cost_no_memory_and_are_cut_off(stack: Stack, session: str, kind: str):
    tell(stack, session, EVENTS, LETTERS)
    settle(stack, session)
    before = memory(stack)
    paths = {"ws": f"/ws/sessions/{session}/", "sse": f"/api/v1/sessions/{session}/events"}
    headers = {"ws": UPGRADE, "sse": {"Accept": "text/event-stream"}}
    deaf = [deaf_client(stack, paths[kind], **headers[kind]) for _ in range(DEAF)]

    assert eventually(lambda: open_streams(stack, kind) == DEAF)
    largest = 0

    def all_gone() -> bool:
        nonlocal largest
        largest = max(largest, memory(stack))
        return open_streams(stack, kind) == 0

    assert eventually(all_gone), "nobody was cut off"
    assert largest - before < 64 * MIB, f"{(largest - before) / MIB:.0f} MiB for clients that read nothing"
    for client in deaf:
        client.close()


def test_event_streams_that_wait_hold_no_connection_to_the_database(stack: Stack, session: str):
    workspace = stack.person().workspace("Quiet")
    path = f"/api/v1/workspaces/{workspace}/events"
    many = 100  # five times what the pool has
    waiting = [deaf_client(stack, path, Accept="text/event-stream") for _ in range(many)]
    assert eventually(lambda: open_streams(stack, "sse") == many)

    assert stack.person().get(f"/workspaces/{workspace}")["name"] == "Quiet"
    held = stack.sql("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")[0][0]
    assert held < 30
    for client in waiting:
        client.close()
    assert eventually(lambda: open_streams(stack, "sse") == 0)


def settle(stack: Stack, session: str) -> None:
    """One client reads it all, so that what is kept for everybody is there before anything is measured."""

    async def scenario() -> None:
        url = f"{stack.base.replace('http', 'ws')}/ws/sessions/{session}/"
        last = stack.sql("SELECT seq FROM runs_stream WHERE id = %s", session)[0][0]
        async with websockets.connect(url, additional_headers=stack.person().headers, max_size=None) as reader:
            while json.loads(await reader.recv())["seq"] < last:
                pass

    asyncio.run(asyncio.wait_for(scenario(), 60))


def test_a_slow_client_gets_all_of_it(stack: Stack, session: str):
    last = tell(stack, session, 1, 10)

    async def scenario() -> list[int]:
        url = f"{stack.base.replace('http', 'ws')}/ws/sessions/{session}/"
        seqs = []
        async with websockets.connect(url, additional_headers=stack.person().headers, max_queue=1) as reader:
            while not seqs or seqs[-1] < last:
                seqs.append(json.loads(await reader.recv())["seq"])
                if len(seqs) % 500 == 0:
                    await asyncio.sleep(1)
        return seqs

    assert asyncio.run(asyncio.wait_for(scenario(), 90)) == list(range(1, last + 1))


def test_500_clients_that_come_back_at_once_get_every_event_once(stack: Stack, session: str):
    workspace = stack.person().workspace("Many")
    many = stack.person().ask(workspace, "How many?")["id"]
    last = tell(stack, many, 1000, 200)
    before = memory(stack)
    url = f"{stack.base.replace('http', 'ws')}/ws/sessions/{many}/"
    more = 20

    async def client(after: int, ready: asyncio.Semaphore) -> list[int]:
        seqs: list[int] = []
        headers = stack.person().headers
        async with websockets.connect(
            f"{url}?after={after}", additional_headers=headers, open_timeout=60, compression=None
        ) as reader:
            while after + len(seqs) < last + more:
                seqs.append(json.loads(await reader.recv())["seq"])
                if seqs[-1] == last:
                    ready.release()
        return seqs

    async def scenario() -> list[list[int]]:
        ready = asyncio.Semaphore(0)
        afters = [number * 2 % last for number in range(500)]
        clients = [asyncio.create_task(client(after, ready)) for after in afters]
        for _ in clients:
            await ready.acquire()
        for _ in range(more):
            await asyncio.to_thread(tell, stack, many, 1, 200)
        return await asyncio.gather(*clients)

    got = asyncio.run(asyncio.wait_for(scenario(), 180))
    assert got == [list(range(number * 2 % last + 1, last + more + 1)) for number in range(500)]
    assert memory(stack) - before < 150 * MIB


def test_a_client_that_floods_the_socket_with_messages_is_cut_off(stack: Stack, session: str):
    workspace = stack.person().workspace("Flood")
    before = memory(stack)

    async def scenario() -> int:
        url = f"{stack.base.replace('http', 'ws')}/ws/workspaces/{workspace}/"
        async with websockets.connect(url, additional_headers=stack.person().headers, max_queue=1) as client:
            with contextlib.suppress(websockets.ConnectionClosed):
                for _ in range(2000):
                    await client.send("x" * 100_000)
            await client.wait_closed()
            return client.close_code

    assert asyncio.run(asyncio.wait_for(scenario(), 60)) in {4429, 1006}
    assert memory(stack) - before < 150 * MIB


def test_a_big_download_waits_for_its_client(stack: Stack, session: str):
    workspace: Any = stack.person().workspace("Download")
    content = b"# A long text\n\n" + b"\n\n".join(b"Line %d %s." % (n, uuid4().hex.encode()) for n in range(400_000))
    document = stack.person().upload(workspace, content, "long.md")
    path = f"/api/v1/documents/{document['id']}/content"
    before = memory(stack)
    deaf = [deaf_client(stack, path) for _ in range(8)]
    largest = 0

    def watched() -> bool:
        nonlocal largest
        largest = max(largest, memory(stack))
        return False

    eventually(watched, 3)
    assert largest - before < 4 * len(content), f"{(largest - before) / MIB:.0f} MiB of 8 × {len(content) / MIB:.0f}"
    for client in deaf:
        client.close()
    assert stack.person().call("GET", f"/documents/{document['id']}/content").content == content
