"""A library and two models to switch between."""

from collections.abc import Iterator
from typing import Any

import pytest

from apps.runs import bells
from apps.workspaces.models import Workspace
from tests.integration.embedding_switch.switching import LETTERS, WORDS, Counting, Tools
from tests.integration.test_retrieval import HANDBOOK, POLICY, make_document
from workers.phases import embedding as phases


@pytest.fixture(autouse=True)
def small_batches_and_no_bells(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[None]:
    monkeypatch.setattr(phases, "ENDPOINT_BATCH", 2)
    settings.OPENAI_BASE_URL = "http://127.0.0.1:9/v1"  # nobody listens; the tools hand out counting models
    bells.silence()
    yield
    bells.silence(False)


@pytest.fixture
def letters() -> Counting:
    return Counting(LETTERS, 26)


@pytest.fixture
def words() -> Counting:
    return Counting(WORDS, 512)


@pytest.fixture
def tools(letters: Counting, words: Counting) -> Tools:
    return Tools(letters, words)


@pytest.fixture
def library(workspace_a: Workspace) -> Workspace:
    make_document(workspace_a, POLICY, title="Lending policy", filename="lending.pdf")
    make_document(workspace_a, HANDBOOK, title="Handbook", filename="handbook.pdf")
    return workspace_a
