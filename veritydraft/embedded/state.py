"""What is kept under DATA_DIR between runs: ports, passwords and secrets, readable by their owner alone."""

import json
import os
import random
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import quote

from veritydraft.embedded.errors import EmbeddedError

LOOPBACK = "127.0.0.1"
DATABASE = "veritydraft"
SERVICES = ("postgres", "redis")
# how the command that starts a guardian ends: the services answer; they cannot be started; another guardian is at work
READY, FAILED, TAKEN = 0, 1, 3
# below Linux's ephemeral range (32768 up), so that no outgoing connection takes a port while its server restarts
PORTS = range(20000, 32000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Urls:
    """How to reach the two services."""

    database: str
    redis: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """One service's port on the loopback and the password it asks for. Port 0: not chosen yet."""

    port: int
    password: str


def port_is_free(port: int) -> bool:
    """Whether a server could listen on that loopback port now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


def free_port() -> int:
    """A loopback port nobody listens on."""
    for port in random.sample(PORTS, 200):
        if port_is_free(port):
            return port
    raise EmbeddedError("no free port on 127.0.0.1 between 20000 and 32000")


@contextmanager
def naming_the_folder(data_dir: Path) -> Iterator[None]:
    """Turns the system's refusals into one line that names DATA_DIR."""
    try:
        yield
    except OSError as error:
        raise EmbeddedError(f"DATA_DIR {data_dir}: {error.strerror or error}") from error


def make_data_dir(data_dir: Path) -> None:
    """Creates DATA_DIR, entered by its owner alone. Raises EmbeddedError when that cannot be."""
    with naming_the_folder(data_dir):
        if not data_dir.is_dir():
            data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)


def write_private(path: Path, text: str) -> None:
    """Replaces a file by one that only its owner reads, in one step: no reader ever sees half of it."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def read_access(data_dir: Path) -> dict[str, Access]:
    """The services' ports and passwords by name; empty before the first start."""
    try:
        kept = json.loads((data_dir / "services.json").read_text())
        return {name: Access(port=int(kept[name]["port"]), password=str(kept[name]["password"])) for name in SERVICES}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def write_access(data_dir: Path, access: dict[str, Access]) -> None:
    """Keeps ports and passwords in ``services.json``."""
    with naming_the_folder(data_dir):
        write_private(
            data_dir / "services.json", json.dumps({name: asdict(access[name]) for name in SERVICES}, indent=1)
        )


def reserve_access(data_dir: Path) -> dict[str, Access]:
    """The kept ports and passwords, made up and written on first use; starts nothing."""
    make_data_dir(data_dir)
    access = read_access(data_dir)
    if not access:
        access = {name: Access(port=free_port(), password=secrets.token_urlsafe(24)) for name in SERVICES}
        write_access(data_dir, access)
    return access


def wanted_mark(data_dir: Path, service: str) -> Path:
    """The file by which users say that they need a service; cleared when the last user is gone."""
    return data_dir / f"{service}.wanted"


def connection_urls(data_dir: Path) -> Urls:
    """URLs of the embedded services; before their first start, placeholders that nothing answers on (port 1)."""
    nowhere = Access(port=1, password="not-started")
    access = read_access(data_dir)
    postgres, redis = (access.get(name, nowhere) for name in SERVICES)
    return Urls(
        database=f"postgres://{DATABASE}:{quote(postgres.password, safe='')}@{LOOPBACK}:{postgres.port}/{DATABASE}",
        redis=f"redis://:{quote(redis.password, safe='')}@{LOOPBACK}:{redis.port}/0",
    )


def kept_secret(data_dir: Path, name: str) -> str:
    """A random secret made on first use and kept in ``DATA_DIR/name``; every process gets the same one."""
    path = data_dir / name
    make_data_dir(data_dir)
    with naming_the_folder(data_dir):
        if not path.exists():
            draft = path.with_name(f"{name}.{os.getpid()}.{secrets.token_hex(4)}")
            write_private(draft, secrets.token_urlsafe(50))
            try:
                os.link(draft, path)  # fails when another process was first: its secret stands
            except FileExistsError:
                pass
            finally:
                draft.unlink(missing_ok=True)
        return path.read_text().strip()
