"""An endpoint of the module's own, and somebody who asks it."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.endpoint import Script, ScriptedEndpoint
from tests.integration.model_endpoint.asking import Asker
from tests.live import eventually


@pytest.fixture(scope="module")
def running() -> Iterator[ScriptedEndpoint]:
    with ScriptedEndpoint() as endpoint:
        yield endpoint


@pytest.fixture
def endpoint(running: ScriptedEndpoint, settings: Any) -> Iterator[ScriptedEndpoint]:
    settings.OPENAI_BASE_URL, settings.OPENAI_API_KEY = running.base_url, "key"
    settings.MODEL_CONNECT_SECONDS, settings.MODEL_FIRST_TOKEN_SECONDS = 5.0, 15.0
    settings.MODEL_IDLE_SECONDS, settings.MODEL_CALL_SECONDS = 15.0, 40.0
    settings.MODEL_PRICES = {"writer-1": (1.0, 2.0)}
    running.forget()
    running.play(Script())
    yield running
    assert eventually(lambda: running.open_calls() == 0, 5), "a call was left open"


@pytest.fixture
def asker() -> Asker:
    return Asker()
