"""The stack that most of these modules ask."""

from collections.abc import Iterator

import pytest

from tests.live import LiveStack, running


@pytest.fixture(scope="package")
def live_stack() -> Iterator[LiveStack]:
    """A running `manage.py serve` for all modules that leave it as it was; see tests/live.py for what it offers.

    Each has workspaces of its own. Who stops its processes or changes its settings starts another.
    """
    with running() as stack:
        yield stack
