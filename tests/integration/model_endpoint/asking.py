"""Asking a scripted endpoint for chat."""

import threading
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from apps.inference.calling import CallScope, calls_for
from apps.inference.chat import chat_for
from apps.inference.contracts import ChatRequest, Message, ModelError
from apps.inference.models import ModelCall
from tests.endpoint import Reply, Rule, Script

SCHEMA = {
    "type": "object",
    "properties": {"fine": {"type": "boolean"}},
    "required": ["fine"],
    "additionalProperties": False,
}
LONG = "Thirty days of notice are given in writing. " * 20


class Asker:
    """Asks for a run, and keeps what was noted."""

    def __init__(self) -> None:
        self.run_id, self.noted, self.stop = uuid4(), [], threading.Event()
        self.scope = CallScope(run_id=self.run_id, phase="write:0:0", stopped=self.stop.is_set, note=self.noted.append)

    def pieces(self, *, model: str = "writer-1", role: str = "writer", **more: Any) -> Iterator[str]:
        request = ChatRequest(messages=(Message(role="user", content="How long is the notice?"),), **more)
        with calls_for(self.scope):
            return chat_for(model, role=role).stream(request)

    def answer(self, **more: Any) -> str:
        return "".join(self.pieces(**more))

    def rows(self) -> list[ModelCall]:
        return list(ModelCall.objects.filter(run_id=self.run_id).order_by("at", "id"))

    def refused(self, **more: Any) -> ModelError:
        with pytest.raises(ModelError) as caught:
            self.answer(**more)
        return caught.value


def once(**reply: Any) -> Script:
    return Script(rules=(Rule(times=1, reply=Reply(**reply)),))


def always(**reply: Any) -> Script:
    return Script(rules=(Rule(reply=Reply(**reply)),))
