"""What happens before Django reads its settings: the services that the command needs are started."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import OperationalError

from veritydraft.embedded import EmbeddedError, Hold, hold
from veritydraft.env import Environment, SettingError, read_environment, refuse

# commands that touch neither the database nor Redis
ALONE = {
    "", "help", "version", "makemigrations", "makemessages", "compilemessages", "collectstatic", "findstatic",
    "diffsettings", "settings_table", "spectacular", "startapp", "startproject", "check_endpoint",
}  # fmt: skip
NO_CONNECTION = ("connection failed", "couldn't get a connection")  # libpq's words and the pool's
HELP = {"-h", "--help", "--version"}


def needs_services(argv: list[str]) -> bool:
    """Whether ``manage.py`` with these arguments (its own name first) reaches for PostgreSQL or Redis."""
    command = next((word for word in argv[1:] if not word.startswith("-")), "")
    if command == "check":
        return any(word.startswith("--database") for word in argv)
    return command not in ALONE and not HELP.intersection(argv)


def hold_services(env: Environment) -> Hold | None:
    """The embedded services that no URL stands in for, for as long as this process lives. Raises EmbeddedError."""
    if env.DATABASE_URL and env.REDIS_URL:
        return None
    return hold(env.DATA_DIR, postgres=not env.DATABASE_URL, redis=not env.REDIS_URL)


def main(argv: list[str]) -> None:
    """Runs a management command with everything it needs at hand."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "veritydraft.settings")
    held = None
    try:
        if needs_services(argv):
            held = hold_services(read_environment())
    except (SettingError, EmbeddedError) as error:
        raise refuse(error) from None
    try:
        execute_from_command_line(argv)
    except OperationalError as error:
        if not any(words in str(error) for words in NO_CONNECTION):
            raise
        raise refuse(RuntimeError(f"the database does not answer: {' '.join(str(error).split())}")) from None
    except KeyboardInterrupt:
        sys.exit(130)  # what shells expect after Ctrl-C
    finally:
        if held is not None:
            held.release_and_wait()
