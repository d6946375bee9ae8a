"""The web process itself, over a real connection."""

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from veritydraft.embedded import Urls

LIMIT = 1000  # bytes of a file; beside it a form may have 1 MiB
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def port(services: Urls) -> Iterator[int]:
    """A web process with a low limit."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.set_inheritable(True)
    environment = {
        **os.environ,
        "MAX_UPLOAD_BYTES": str(LIMIT),
        "DATABASE_URL": services.database,
        "REDIS_URL": services.redis,
    }
    command = [sys.executable, "-m", "veritydraft.processes.web", str(os.getpid()), str(listening.fileno())]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, pass_fds=[listening.fileno()])
    try:
        number = listening.getsockname()[1]
        wait_until_alive(number)
        yield number
    finally:
        process.terminate()
        process.wait(30)
        listening.close()


def wait_until_alive(port: int) -> None:
    for _ in range(100):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/healthz")
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the web process did not come up")


def conversation(port: int, *pieces: bytes) -> bytes:
    """What comes back for raw bytes, up to the end of the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=15) as client:
        for piece in pieces:
            client.sendall(piece)
        answer = b""
        while piece := client.recv(65_536):
            answer += piece
            if b"urn:veritydraft" in answer:
                break
        return answer


def assert_refused(answer: bytes) -> None:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 413 ")
    assert b"application/problem+json" in head
    problem = json.loads(body)
    assert problem["type"] == "urn:veritydraft:problem:too-large"
    assert f"X-Request-ID: {problem['request_id']}".encode() in head


POST = b"POST /api/v1/workspaces HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


def test_a_body_that_announces_too_much_is_refused_before_it_is_sent(port: int) -> None:
    assert_refused(conversation(port, POST + b"Content-Length: 999999999999\r\n\r\n"))


def test_a_refusal_bears_the_name_that_the_request_was_given(port: int) -> None:
    answer = conversation(port, POST + b"X-Request-ID: my-own.1\r\nContent-Length: 999999999999\r\n\r\n")
    assert_refused(answer)
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["request_id"] == "my-own.1"


def test_a_client_that_asks_first_is_not_told_to_go_on(port: int) -> None:
    assert_refused(conversation(port, POST + b"Expect: 100-continue\r\nContent-Length: 9999999\r\n\r\n"))


def test_a_body_of_unknown_length_is_refused_when_it_has_become_too_long(port: int) -> None:
    chunk = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
    assert_refused(conversation(port, POST + b"Transfer-Encoding: chunked\r\n\r\n", *[chunk] * 17))


def test_a_body_within_the_limit_is_read(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("POST", "/api/v1/workspaces", b"{}", {"Content-Type": "application/json"})
    assert connection.getresponse().status == 401


def test_the_process_serves_on_after_refusals(port: int) -> None:
    for _ in range(3):
        assert_refused(conversation(port, POST + b"Content-Length: 99999999\r\n\r\n", b"x" * 100_000))
    wait_until_alive(port)
