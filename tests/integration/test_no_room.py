"""A body that Django's own copy of it has no room for, past all middleware."""

import asyncio
import errno
import json
from typing import Any

import pytest

from veritydraft.handler import RoomyHandler

SCOPE = {"type": "http", "method": "POST", "path": "/api/v1/workspaces", "query_string": b""}


async def answered(handler: RoomyHandler, headers: list[tuple[bytes, bytes]]) -> tuple[dict[bytes, bytes], Any]:
    """The answer's headers and problem; every byte of the body meets a full disk."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        raise OSError(errno.ENOSPC, "no space left on device")

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await handler({**SCOPE, "headers": headers}, receive, send)
    start, *body = sent
    assert start["status"] == 507
    return dict(start["headers"]), json.loads(b"".join(part["body"] for part in body))


@pytest.mark.parametrize("proposed", [b"my-own.1", b"not a name\r\n", None])
def test_a_body_without_room_is_a_problem_that_names_its_request(proposed: bytes | None) -> None:
    headers = [] if proposed is None else [(b"x-request-id", proposed)]
    head, problem = asyncio.run(answered(RoomyHandler(), headers))
    assert problem["type"] == "urn:veritydraft:problem:storage-full"
    assert head[b"X-Request-ID"] == problem["request_id"].encode()
    if proposed == b"my-own.1":
        assert problem["request_id"] == "my-own.1"
    else:
        assert len(problem["request_id"]) == 32
