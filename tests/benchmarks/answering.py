"""What the benchmarks of whole answers share: a stack at a scripted endpoint, a client that notes when what came."""

import json
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests
from websockets.sync.client import connect

from tests.acceptance.test_answers import FILES, SAMPLES, library_of
from tests.benchmarks.stages import least_seconds
from tests.copied_text import retrieved_keys
from tests.endpoint import Call, EndpointProcess, Script
from tests.invariants import TERMINAL
from tests.live import LiveStack
from tests.person import Person

QUESTION = "Which rules on leave, pay, notice and conduct apply to employees?"
AS_SERVED = {"PHASE_LEASE_SECONDS": "15", "SWEEP_SECONDS": "5"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer as its client saw it. All times are seconds since the epoch."""

    asked_at: float  # before the POST
    chunks_at: tuple[float, ...]  # each content_chunk
    verdicts_at: tuple[float, ...]  # each claim_verified
    ended_at: float  # the terminal event
    calls: tuple[Call, ...]
    session: dict[str, Any]

    def of(self, role: str) -> tuple[Call, ...]:
        return tuple(call for call in self.calls if call.role == role)

    @property
    def least_seconds(self) -> float:
        """What its calls take where all are made side by side that can be, and all else takes no time."""
        return least_seconds(self.calls)


class Client:
    """A program with one kept HTTP connection, and a socket per session."""

    def __init__(self, person: Person, workspace: str, endpoint: EndpointProcess) -> None:
        self.person, self.workspace, self.endpoint = person, workspace, endpoint
        self.http = requests.Session()
        self.http.headers.update(person.headers)

    def ask(self, query: str = QUESTION, **options: Any) -> Answer:
        """Post the question, or a request of another mode, and follow the session to its end."""
        self.endpoint.forget()
        asked_at, chunks, verdicts = time.time(), [], []
        url = f"{self.person.base_url}/api/v1/workspaces/{self.workspace}/sessions"
        asked = self.http.post(url, json={"query": query, **options}, timeout=60).json()
        socket = f"{self.person.base_url.replace('http', 'ws', 1)}/ws/sessions/{asked['id']}/?after=0"
        with connect(socket, additional_headers=self.person.headers, compression=None, max_size=None) as events:
            while True:
                kind = json.loads(events.recv(timeout=300))["type"]
                if kind == "content_chunk":
                    chunks.append(time.time())
                elif kind == "claim_verified":
                    verdicts.append(time.time())
                elif kind in TERMINAL:
                    break
        ended_at = time.time()
        session = self.person.get(f"/sessions/{asked['id']}")
        assert session["status"] == "completed", session["errors"]
        return Answer(
            asked_at=asked_at, chunks_at=tuple(chunks), verdicts_at=tuple(verdicts), ended_at=ended_at,
            calls=tuple(self.endpoint.calls()), session=session,
        )  # fmt: skip


class Library:
    """A folder with the sample documents, which one stack after the other serves."""

    def __init__(self, endpoint: EndpointProcess) -> None:
        self.endpoint, self.folder = endpoint, Path(tempfile.mkdtemp(prefix="veritydraft-bench-"))
        self.folder.chmod(0o755)
        self.token = self.workspace = ""
        self.keys: list[str] = []

    @contextmanager
    def served(self, **roles: str) -> Iterator[Client]:
        """`manage.py serve` with these models, syncing commits to the disk, after one question to warm it up."""
        env = {"OPENAI_BASE_URL": self.endpoint.base_url, "OPENAI_API_KEY": "key", **AS_SERVED, **roles}
        stack = LiveStack(data_dir=self.folder / "data", extra_env=env, postgres_options="").start()
        try:
            stack.wait_for_workers()
            self.token = self.token or stack.person()
            person = Person(base_url=stack.base_url, token=self.token, library=library_of(stack))
            self.workspace = self.workspace or read_samples(person)
            self.endpoint.play(Script())
            client = Client(person, self.workspace, self.endpoint)
            for _ in range(4):  # as many as there are processes that load what they need on first use, twice
                warm = client.ask()
            self.keys = self.keys or retrieved_keys(person, warm.session["id"])
            yield client
        finally:
            stack.stop()

    def remove(self) -> None:
        shutil.rmtree(self.folder)


def read_samples(person: Person) -> str:
    """A workspace in which the sample documents are ready."""
    workspace = person.workspace("Samples")
    for name in FILES:
        document = person.read_through(person.upload(workspace, (SAMPLES / name).read_bytes(), name), within=300)
        assert document["status"] == "ready", document
    return workspace
