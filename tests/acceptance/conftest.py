"""The stack that most of these modules ask, and one that asks a model endpoint."""

import shutil
from collections.abc import Iterator

import pytest

from tests.endpoint import EndpointProcess, Script
from tests.live import LiveStack, running
from tests.scratch import scratch_folder

ROLES = ("writer", "skeptic", "judge")


@pytest.fixture(scope="package")
def live_stack() -> Iterator[LiveStack]:
    """A running `manage.py serve` for all modules that leave it as it was; see tests/live.py for what it offers.

    Each has workspaces of its own. Who stops its processes or changes its settings starts another.
    """
    with running() as stack:
        yield stack


@pytest.fixture(scope="module")
def endpoint() -> Iterator[EndpointProcess]:
    with EndpointProcess() as running:
        yield running


@pytest.fixture
def well(endpoint: EndpointProcess) -> None:
    """The endpoint answers well, and has forgotten what it was asked before."""
    endpoint.play(Script())
    endpoint.forget()


@pytest.fixture(scope="module")
def asking(endpoint: EndpointProcess) -> Iterator[LiveStack]:
    """A stack whose three roles are models with known prices."""
    folder = scratch_folder("asking")
    models = {f"{role.upper()}_MODEL": f"{role}-1" for role in ROLES}
    prices = ",".join(f"{role}-1=1/2" for role in ROLES)
    stack = LiveStack(data_dir=folder / "data", extra_env=at(endpoint, MODEL_PRICES=prices, **models)).start()
    yield stack
    stack.cut_off()
    shutil.rmtree(folder)


def at(endpoint: EndpointProcess, **settings: str) -> dict[str, str]:
    """The environment of a stack that asks this endpoint; the lease is that of every day, for nobody is killed."""
    return {"OPENAI_BASE_URL": endpoint.base_url, "OPENAI_API_KEY": "key", "PHASE_LEASE_SECONDS": "15", **settings}
