"""The server of :mod:`apps.documents.extraction`, which waits no longer for orders than a test does."""

import sys

from apps.documents.extraction import fork_server

fork_server.IDLE_SECONDS = 0.5
fork_server.main(*sys.argv[1:])
