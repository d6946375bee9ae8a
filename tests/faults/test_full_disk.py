"""Fault 14: there is no room for an upload, in the store or on its way there."""

import contextlib
import resource
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import requests

from tests.faults.stack import ROOT, Stack, kill_group
from tests.live import eventually
from veritydraft import fleet

ROOM = 300_000  # bytes
TOO_MUCH = b"The limit of the loan is 75 per cent. " * 20_000
LITTLE = b"The limit of the loan is 75 per cent of the appraised value."
OTHER = b"The application fee is 450 dollars."
OWN_MOUNTS = (("unshare", "--mount"), ("unshare", "--map-root-user", "--mount"))
MOUNT = f'mount -t tmpfs -o size={ROOM} tmpfs "$0" && exec "$@"'


def way_to_mount(folder: Path) -> tuple[str, ...] | None:
    """What runs a command with a small disk of its own at ``folder``; None where the kernel forbids it."""
    for words in OWN_MOUNTS:
        command = (*words, "sh", "-c", MOUNT, str(folder))
        with contextlib.suppress(FileNotFoundError):
            if subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0:
                return command
    return None


@contextlib.contextmanager
def web_process(
    stack: Stack, *prefix: str, limit: Callable[[], None] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """The web process as `serve` starts it; ``stack.base`` is its address meanwhile."""
    before, listening = stack.base, socket.create_server(("127.0.0.1", 0))
    process = subprocess.Popen(
        [*prefix, *fleet.web_command(listening.fileno())], env=stack.env, cwd=ROOT, stdout=sys.stderr,
        pass_fds=[listening.fileno()], preexec_fn=limit, start_new_session=True,
    )  # fmt: skip
    stack.base = f"http://127.0.0.1:{listening.getsockname()[1]}"
    try:
        assert eventually(lambda: requests.get(f"{stack.base}/healthz", timeout=60).ok)
        yield process
    finally:
        stack.base = before
        listening.close()
        kill_group(process)
        process.wait()


def assert_refused_without_a_trace(stack: Stack, workspace: str, files: Path) -> None:
    """507 for what has no room, nothing of it left, and room for what fits."""
    alice = stack.person()
    path = f"/workspaces/{workspace}/documents"
    for _ in range(3):
        refused = alice.call("POST", path, files={"file": ("much.txt", TOO_MUCH)})
        assert (refused.status_code, refused.headers["Content-Type"]) == (507, "application/problem+json"), refused.text
        assert refused.json()["type"].endswith(":storage-full")
        assert refused.json()["request_id"] == refused.headers["X-Request-ID"] != ""
    assert alice.get(path)["results"] == []
    assert stack.sql("SELECT count(*) FROM runs_run WHERE workspace_id = %s", workspace) == [(0,)]
    assert [found for found in files.rglob("*") if found.is_file()] == []
    kept = alice.upload(workspace, LITTLE, "little.txt")
    assert [found.name for found in files.rglob("*") if found.is_file()] == [kept["id"]]


@pytest.fixture
def files(stack: Stack) -> Path:
    folder = stack.data_dir / "files"
    folder.mkdir(exist_ok=True)
    return folder


def test_a_full_store_refuses_an_upload_and_keeps_nothing_of_it(stack: Stack, files: Path):
    command = way_to_mount(files)
    if command is None:
        pytest.skip("nobody may mount a disk of their own here")
    workspace = stack.person().workspace("Full store")
    with web_process(stack, *command) as process:
        assert_refused_without_a_trace(stack, workspace, Path(f"/proc/{process.pid}/root{files}"))


def test_no_room_for_an_upload_on_its_way_is_told_as_such(stack: Stack, files: Path):
    workspace = stack.person().workspace("No room on the way")
    with web_process(stack, limit=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))):
        assert_refused_without_a_trace(stack, workspace, files)


def test_what_was_refused_is_taken_when_there_is_room_again(stack: Stack):
    alice = stack.person()
    stack.start_workers(1)
    document = alice.upload(alice.workspace("Room again"), OTHER, "other.txt")
    assert alice.read_through(document)["status"] == "ready"
