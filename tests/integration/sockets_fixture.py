"""A session with a stream, those who may read it and who may not, and sockets to it."""

import asyncio
import json
from typing import Any

from channels.testing import ApplicationCommunicator, WebsocketCommunicator
from django.db import transaction
from django.test import Client

from apps.accounts.models import User
from apps.accounts.services import token_create
from apps.drafting.models import Session
from apps.runs import bells, events
from apps.runs.types import EventDraft
from apps.workspaces.models import Workspace
from apps.workspaces.services import workspace_create
from veritydraft.asgi import application

PATIENCE = 60
"""Seconds in which a busy machine surely answers: channels' own, 1, is none that holds on every machine."""


class PatientApplication(ApplicationCommunicator):
    async def receive_output(self, timeout: float = PATIENCE) -> Any:
        return await super().receive_output(timeout)

    async def wait(self, timeout: float = PATIENCE) -> None:
        await super().wait(timeout)


class PatientSocket(WebsocketCommunicator, PatientApplication):
    """A socket whose every step waits for the application, however busy the machine is."""

    async def connect(self, timeout: float = PATIENCE) -> tuple[bool, Any]:
        return await super().connect(timeout)

    async def receive_from(self, timeout: float = PATIENCE) -> Any:
        return await super().receive_from(timeout)

    async def disconnect(self, code: int = 1000, timeout: float = PATIENCE) -> None:
        await super().disconnect(code, timeout)


class House:
    """Alice's workspace with a session, bob who is nobody in it, and their tokens."""

    def __init__(self) -> None:
        self.alice, self.bob = (User.objects.create_user(f"{name}@example.org") for name in ("alice", "bob"))
        self.workspace: Workspace = workspace_create(name="Alice's", owner=self.alice)
        self.session = Session.objects.create(workspace=self.workspace, author=self.alice, query="?")
        events.stream_open(stream_id=self.session.id, kind="session", workspace=self.workspace)
        self.tokens = {
            user.email: token_create(user=user, name="t", scopes=["read"])[1] for user in (self.alice, self.bob)
        }
        self.tokens["writer"] = token_create(user=self.alice, name="w", scopes=["write"])[1]

    def tell(self, count: int, *, first: int = 0) -> None:
        for number in range(first, first + count):
            with transaction.atomic():
                draft = EventDraft(type="content_chunk", payload={"n": number})
                events.append(stream_id=self.session.id, drafts=[draft], session_id=self.session.id)

    def socket(self, who: str | None = "alice@example.org", query: str = "", path: str | None = None) -> Any:
        headers = [(b"host", b"localhost")]
        if who:
            headers.append((b"authorization", f"Bearer {self.tokens[who]}".encode()))
        return PatientSocket(application, path or f"/ws/sessions/{self.session.id}/{query}", headers)

    def page(self, browser: Client, *, origin: str) -> Any:
        cookie = f"sessionid={browser.cookies['sessionid'].value}"
        headers = [(b"host", b"localhost:8000"), (b"origin", origin.encode()), (b"cookie", cookie.encode())]
        return PatientSocket(application, f"/ws/sessions/{self.session.id}/", headers)


async def seqs(socket: Any, count: int) -> list[int]:
    return [json.loads(await socket.receive_from())["seq"] for _ in range(count)]


def run(scenario: Any) -> None:
    async def with_end() -> None:
        try:
            await scenario
        finally:
            bells.drain()

    asyncio.run(with_end())
