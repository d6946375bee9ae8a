"""The endpoint in a thread of the test, or in a process of its own."""

import asyncio
import http.client
import json
import subprocess
import sys
import threading
from collections.abc import Coroutine
from copy import copy
from pathlib import Path
from typing import Any, Self

from tests.endpoint.roles import answer_of
from tests.endpoint.script import Answer, Call, Play, Script
from tests.endpoint.server import Endpoint

ROOT = Path(__file__).resolve().parents[2]


def chosen(calls: list[Call], *, model: str, role: str, path: str) -> list[Call]:
    """The calls with these properties; empty ones stand for any."""
    return [
        call
        for call in calls
        if model in {"", call.model} and role in {"", call.role} and (not path or call.path.endswith(path))
    ]


class ScriptedEndpoint:
    """In a thread. ``answer`` stands for the ready roles."""

    def __init__(self, script: Script | None = None, *, answer: Answer = answer_of) -> None:
        self._endpoint = Endpoint(answer=answer)
        self._endpoint.play = Play(script or Script())
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="scripted endpoint", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._do(self._endpoint.open())
        return self

    def __exit__(self, *_: object) -> None:
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._endpoint.port}/v1"

    def play(self, script: Script) -> None:
        """Follow this script from the next request on."""
        self._endpoint.play = Play(script)

    def calls(self, *, model: str = "", role: str = "", path: str = "") -> list[Call]:
        """What was asked so far, oldest first."""
        return chosen([copy(call) for call in self._endpoint.calls], model=model, role=role, path=path)

    def open_calls(self) -> int:
        return self._endpoint.open_calls

    def forget(self) -> None:
        self._endpoint.calls.clear()

    def shut(self) -> None:
        """Refuse connections, and hang up those that are open."""
        self._do(self._endpoint.shut())

    def reopen(self) -> None:
        self._do(self._endpoint.open())

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _end(self) -> None:
        await self._endpoint.shut()
        if others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others, timeout=5)  # their lines are hung up


class EndpointProcess:
    """``python -m tests.endpoint`` as a child; its script and log are reached over HTTP."""

    def __init__(self, script: Script | None = None, *, port: int = 0, answers: str = "") -> None:
        self._first, self._answers = script, answers
        self.port = port
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.reopen()
        if self._first is not None:
            self.play(self._first)
        return self

    def __exit__(self, *_: object) -> None:
        self.shut()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def play(self, script: Script) -> None:
        self._ask("POST", "/script", script.to_json())

    def calls(self, *, model: str = "", role: str = "", path: str = "") -> list[Call]:
        told = [Call(**call) for call in self._ask("GET", "/calls")["calls"]]
        return chosen(told, model=model, role=role, path=path)

    def open_calls(self) -> int:
        return self._ask("GET", "/calls")["open"]

    def forget(self) -> None:
        self._ask("DELETE", "/calls")

    def shut(self) -> None:
        """End the process; its log and script are gone with it."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def reopen(self) -> None:
        """Start it, on the port it had before."""
        command = [sys.executable, "-m", "tests.endpoint", "--port", str(self.port), "--with-parent"]
        if self._answers:
            command += ["--answers", self._answers]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self._process.stdout is not None
        url = self._process.stdout.readline().strip()
        assert url, "the scripted endpoint did not start"
        self.port = int(url.rpartition(":")[2].partition("/")[0])

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request(method, path, body=None if body is None else json.dumps(body))
            return json.load(connection.getresponse())
        finally:
            connection.close()
