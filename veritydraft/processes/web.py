"""The web process: ``python -m veritydraft.processes.web PARENT_PID LISTENING_FD``."""

import os
import sys
from importlib import import_module

from daphne import http_protocol, ws_protocol
from daphne.cli import CommandLineInterface

from veritydraft.lineage import die_with_parent
from veritydraft.processes.bounded_request import BoundedRequest
from veritydraft.processes.loading import loading
from veritydraft.processes.paced import PacedServer, PacedWebSocket


def main(parent: str, listening_fd: str) -> None:
    """daphne, speaking HTTP and WebSocket on a socket that listens already."""
    die_with_parent(int(parent))
    os.environ["PROCESS_ROLE"] = "web"
    with loading():
        import_module("veritydraft.asgi")  # reads the settings, and they the role
    http_protocol.WebRequest = BoundedRequest  # daphne itself would store a body of any length
    ws_protocol.WebSocketFactory.protocol = PacedWebSocket
    CommandLineInterface.server_class = PacedServer
    options = ["--fd", listening_fd, "-v", "0", "--no-server-name", "--ping-interval", "20", "--ping-timeout", "30"]
    CommandLineInterface().run([*options, "veritydraft.asgi:application"])


if __name__ == "__main__":
    main(*sys.argv[1:])
