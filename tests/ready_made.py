"""A DATA_DIR with the built-in model, whose database is migrated and knows two people: made once, copied for each."""

import atexit
import fcntl
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.scratch import scratch_folder
from veritydraft.embedded import hold, wait_until_stopped
from veritydraft.embedded.state import Access, free_port, make_data_dir, read_access, write_access
from veritydraft.parsing import BASE_DIR

PEOPLE = ("alice@example.org", "bob@example.org")
KEPT = ("postgres", "secret_key")
MODELS = "models"
TOGETHER = "READY_MADE_DIR"  # names the folder that several processes make and copy it from
PREPARED = """
from django.core.management import call_command
from apps.inference.embedders import get_embedder
call_command("migrate", verbosity=0)
get_embedder("builtin")
"""
PERSON = """
from apps.accounts.models import User
from apps.accounts.services import token_create
user = User.objects.create_user("{email}", "a long pass phrase")
print(token_create(user=user, name="test", scopes=["admin"])[1])
"""
# the tests kill processes, not the machine: what the kernel has is safe, and waiting for the disk is slow
HASTY = "fsync=off\nfull_page_writes=off\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """The folder, whose services stand still, and the people's tokens."""

    data_dir: Path
    tokens: dict[str, str]


def ready_made(data_dir: Path) -> dict[str, str]:
    """Fill a new DATA_DIR; returns the people's tokens. The services get ports of their own when they start."""
    made = _made()
    make_data_dir(data_dir)
    for name in KEPT:
        source = made.data_dir / name
        (shutil.copytree if source.is_dir() else shutil.copy2)(source, data_dir / name)
    (data_dir / MODELS).symlink_to(made.data_dir / MODELS)  # which nobody writes to any more
    kept = read_access(made.data_dir)
    write_access(data_dir, {name: Access(port=free_port(), password=access.password) for name, access in kept.items()})
    return dict(made.tokens)


@cache
def _made() -> Made:
    folder = Path(os.environ.get(TOGETHER) or thrown_away("made"))
    data_dir, tokens = folder / "data", folder / "tokens.json"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one process makes it, the others wait
        if not tokens.exists():
            tokens.write_text(json.dumps(_make(data_dir)))
    return Made(data_dir=data_dir, tokens=json.loads(tokens.read_text()))


def _make(data_dir: Path) -> dict[str, str]:
    """The folder, from nothing; returns the people's tokens."""
    make_data_dir(data_dir)
    (data_dir / "postgres.options").write_text(HASTY)
    held = hold(data_dir)
    try:
        env = {
            **os.environ,
            "DATA_DIR": str(data_dir),
            "DATABASE_URL": held.urls.database,
            "REDIS_URL": held.urls.redis,
            "DJANGO_SETTINGS_MODULE": "veritydraft.settings",
            "PROCESS_ROLE": "",
        }
        code = PREPARED + "".join(map(person, PEOPLE))
        command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", code]
        said = subprocess.run(command, env=env, cwd=BASE_DIR, check=True, capture_output=True, text=True).stdout
    finally:
        held.release()
        wait_until_stopped(data_dir)
    return dict(zip(PEOPLE, said.split()[-len(PEOPLE) :], strict=True))


def thrown_away(name: str) -> Path:
    """A folder that goes with this process."""
    folder = scratch_folder(name)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def person(email: str) -> str:
    """The code that makes a user and prints an API token with every scope."""
    return PERSON.format(email=email)
