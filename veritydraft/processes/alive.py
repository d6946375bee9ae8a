"""Whether this machine's workers are heard of: ``python -m veritydraft.processes.alive QUEUE…``; exit status 0 or 1.

A probe for containers. It asks PostgreSQL without loading Django, so that it may be run every few seconds.
"""

import socket
import sys

import psycopg

from veritydraft.embedded.state import connection_urls
from veritydraft.env import Environment, read_environment

PATIENCE = 6.0  # rounds of a worker's timer that may go by
LEAST_SECONDS = 30.0
HEARD_OF = """
SELECT DISTINCT unnest(queues) FROM runs_worker
WHERE name LIKE '%%@' || %s AND seen_at > now() - make_interval(secs => %s)
"""


def missing(queues: set[str], env: Environment) -> set[str]:
    """The queues that no worker of this machine takes from. Raises psycopg.Error."""
    url = env.DATABASE_URL or connection_urls(env.DATA_DIR).database
    seconds = max(PATIENCE * env.SWEEP_SECONDS, LEAST_SECONDS)
    with psycopg.connect(url, connect_timeout=5) as connection:
        heard = {queue for (queue,) in connection.execute(HEARD_OF, [socket.gethostname(), seconds])}
    return queues - heard


def main(queues: list[str]) -> int:
    """Says what is missing."""
    try:
        left = missing(set(queues), read_environment())
    except psycopg.Error as error:
        print(f"the database does not answer: {' '.join(str(error).split())}", file=sys.stderr)
        return 1
    for queue in sorted(left):
        print(f"no worker of this machine takes from {queue}", file=sys.stderr)
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
