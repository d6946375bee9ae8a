"""Whether this machine's web process answers: ``python -m veritydraft.processes.answering``; exit status 0 or 1.

Any answer will do: a probe from inside does not know the names that the site is called by.
"""

import http.client
import sys

from veritydraft.env import read_environment

SECONDS = 4.0


def main() -> int:
    """Asks once."""
    connection = http.client.HTTPConnection("127.0.0.1", read_environment().PORT, timeout=SECONDS)
    try:
        connection.request("GET", "/healthz")
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        print(f"the web process does not answer: {error}", file=sys.stderr)
        return 1
    return 1 if status >= 500 else 0


if __name__ == "__main__":
    sys.exit(main())
