"""The parts of `serve` and `worker` that are not Django's: the socket, the services, the children's environment."""

import http.client
import os
import socket

from django.conf import settings

from veritydraft.embedded import EmbeddedError, Hold
from veritydraft.entry import hold_services
from veritydraft.env import read_environment
from veritydraft.parsing import BASE_DIR
from veritydraft.supervisor import STOP_SECONDS, Child, Supervisor


class AddressError(RuntimeError):
    """The web process cannot listen there; the message is one line."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises AddressError."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(512)
    except OSError as error:
        hint = "; choose another with --port or PORT" if error.errno in {98, 13} else ""
        raise AddressError(f"cannot listen on {host}:{port}: {error.strerror or error}{hint}") from None
    return listening


def site_url(host: str, port: int) -> str:
    """What to type into a browser on this machine."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


def answers(url: str) -> bool:
    """Whether an HTTP response comes from there, whatever it says."""
    connection = http.client.HTTPConnection(url.removeprefix("http://").rstrip("/"), timeout=2)
    try:
        connection.request("GET", "/healthz")
        connection.getresponse()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True


def child_environment() -> dict[str, str]:
    """Ours, with the services named by URL: the children find them without a guardian of their own."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "veritydraft.settings",
        "DATABASE_URL": settings.DATABASE_URL,
        "REDIS_URL": settings.REDIS_URL,
        "PYTHONPATH": os.pathsep.join(filter(None, [str(BASE_DIR), os.environ.get("PYTHONPATH")])),
        "PYTHONUNBUFFERED": "1",
        "PROCESS_ROLE": "",  # the web process names itself
    }


def run_children(children: list[Child], *, sockets: tuple[socket.socket, ...] = (), url: str | None = None) -> None:
    """Keeps the children and the embedded services running until a signal comes; says when ``url`` answers."""
    held = hold_services(read_environment())
    supervisor = Supervisor(
        children=children,
        env=child_environment(),
        # the services' lock goes along: each child counts as a user of theirs
        pass_fds=(*(each.fileno() for each in sockets), *((held.lock_fd,) if held else ())),
        patience=settings.SHUTDOWN_GRACE_SECONDS + STOP_SECONDS,
    )
    waiting_for = [url] if url else []

    def every_second() -> None:
        ensure_guardian(held, supervisor)
        if waiting_for and answers(waiting_for[0]):
            supervisor.say("web", f"ready at {waiting_for.pop()}")

    supervisor.every_second = every_second
    try:
        supervisor.run()
    finally:
        if held is not None:
            held.release()


def ensure_guardian(held: Hold | None, supervisor: Supervisor) -> None:
    """A guardian that was killed is replaced; one that cannot start is tried again the next second."""
    if held is None:
        return
    try:
        held.ensure_guardian()
    except EmbeddedError as error:
        supervisor.say("services", str(error))
