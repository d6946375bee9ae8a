"""What every test may ask for. Services are started by the first test that needs them and stopped at the end."""

import os
from collections.abc import Iterator
from typing import Any

import django
import pytest

from tests.ready_made import HASTY, TOGETHER, thrown_away
from tests.sharing import FilesInOrder

# Everything the process keeps goes into a folder of its own. The services' ports and passwords are set aside now, so
# that the settings can name them; the services themselves start when a test asks for the database or for `services`.
if TOGETHER not in os.environ:
    os.environ[TOGETHER] = str(thrown_away("made"))
GIVEN = dict(os.environ)
DATA_DIR = thrown_away("test")
os.environ["DATA_DIR"] = str(DATA_DIR)
os.environ["DJANGO_SETTINGS_MODULE"] = "veritydraft.settings"
os.environ.setdefault("LOG_LEVEL", "WARNING")
OUTSIDE = bool(os.environ.get("DATABASE_URL")), bool(os.environ.get("REDIS_URL"))

from veritydraft.embedded import Urls, hold, wait_until_stopped  # noqa: E402
from veritydraft.embedded.state import reserve_access  # noqa: E402

reserve_access(DATA_DIR)
(DATA_DIR / "postgres.options").write_text(HASTY)
django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import TransactionTestCase  # noqa: E402

from tests.emptying import empty  # noqa: E402

# several test processes may share one server (DATABASE_URL): each has a database of its own
connection.settings_dict["TEST"]["NAME"] = f"test_veritydraft_{os.getpid()}"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Several processes of pytest: each begins with the environment of the first, and with a DATA_DIR of its own."""
    os.environ.clear()
    os.environ.update(GIVEN)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With ``--dist loadfile``, by files; see FilesInOrder."""
    return FilesInOrder(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.fixture(scope="session")
def services() -> Iterator[Urls]:
    """A running PostgreSQL and Redis: the given ones (DATABASE_URL, REDIS_URL) or embedded ones of this process."""
    if all(OUTSIDE):
        yield Urls(database=settings.DATABASE_URL, redis=settings.REDIS_URL)
        return
    held = hold(DATA_DIR, postgres=not OUTSIDE[0], redis=not OUTSIDE[1])
    yield Urls(database=settings.DATABASE_URL, redis=settings.REDIS_URL)
    held.release()
    wait_until_stopped(DATA_DIR)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(services: Urls) -> None:
    """The test database needs the services."""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """After each test that commits its rows are deleted, see tests/emptying.py.

    Ends at last what threads of the web and of workers still hold: the test database could not be dropped.
    """
    TransactionTestCase._fixture_teardown = empty
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
