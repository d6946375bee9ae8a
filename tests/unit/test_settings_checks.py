"""Every numbered check fires on its mistake and is silent otherwise."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import CheckMessage

from apps.core import checks


@pytest.fixture
def sound(settings: Any, tmp_path: Path) -> Any:
    """Settings that no check has a word on."""
    values = {
        "SECRET_KEY": "x" * 50, "DEBUG": False, "ALLOWED_HOSTS": ["localhost"], "HTTPS": False, "DATA_DIR": tmp_path,
        "CSRF_TRUSTED_ORIGINS": ["https://docs.example.org"], "OPENAI_BASE_URL": "", "ANSWER_RETRIEVE": 10,
        "ANSWER_KEEP": 6, "ANSWER_CONTEXT_TOKENS": 30000, "PHASE_LEASE_SECONDS": 15.0, "SWEEP_SECONDS": 5.0,
        "OPENAI_API_KEY": "", "MODEL_PRICES": {}, "SESSION_MAX_COST": 0.0,
        **dict.fromkeys(checks.MODELS, "builtin"),
    }  # fmt: skip
    for name, value in values.items():
        setattr(settings, name, value)
    return settings


def messages() -> list[CheckMessage]:
    return [message for check in checks.SETTINGS_CHECKS for message in check()]


def test_sound_settings_pass_in_silence(sound: Any) -> None:
    assert messages() == []


@pytest.mark.parametrize(
    ("number", "mistake"),
    [
        ("E001", {"SECRET_KEY": "short"}),
        ("E002", {"DEBUG": True, "ALLOWED_HOSTS": ["localhost", "docs.example.org"]}),
        ("E005", {"DATA_DIR": Path("/nowhere/at/all")}),
        ("E006", {"ANSWER_KEEP": 11}),
        ("E007", {"PHASE_LEASE_SECONDS": 5.0}),
        ("E008", {"CSRF_TRUSTED_ORIGINS": ["docs.example.org"]}),
        ("W001", {"ALLOWED_HOSTS": ["docs.example.org"]}),
        ("W002", {"ALLOWED_HOSTS": ["*"], "HTTPS": True}),
        ("W003", {"OPENAI_BASE_URL": "http://127.0.0.1:11434/v1"}),
        ("W004", {"ANSWER_CONTEXT_TOKENS": 100}),
    ],
)
def test_a_mistake_is_named_by_its_number(sound: Any, number: str, mistake: dict[str, Any]) -> None:
    for name, value in mistake.items():
        setattr(sound, name, value)
    found = messages()
    assert [message.id for message in found] == [f"veritydraft.{number}"]
    assert found[0].hint


def test_an_endpoint_that_no_setting_names_a_model_of_may_still_serve_workspaces(sound: Any) -> None:
    sound.OPENAI_BASE_URL = "http://127.0.0.1:11434/v1"
    (found,) = messages()
    assert "never" not in found.msg
    assert "workspaces that were switched" in found.msg


def test_a_model_without_an_endpoint_is_refused_with_the_keyless_way(sound: Any) -> None:
    sound.WRITER_MODEL, sound.MODEL_PRICES = "gpt-5", {"gpt-5": (1.0, 2.0)}
    (message,) = messages()
    assert message.id == "veritydraft.E004"
    assert "WRITER_MODEL" in message.msg
    assert "builtin" in message.hint


@pytest.fixture
def named(sound: Any) -> Any:
    """Sound settings with an endpoint for the Writer."""
    sound.OPENAI_BASE_URL, sound.OPENAI_API_KEY = "https://models.example.org/v1", "key"
    sound.WRITER_MODEL, sound.MODEL_PRICES = "gpt-5", {"gpt-5": (1.0, 2.0)}
    return sound


@pytest.mark.parametrize("name", checks.MODELS)
def test_every_role_may_be_played_at_an_endpoint(named: Any, name: str) -> None:
    setattr(named, name, "gpt-5")
    assert messages() == []


def test_a_missing_key_is_told_unless_the_endpoint_is_near(named: Any) -> None:
    named.OPENAI_API_KEY = ""
    assert [message.id for message in messages()] == ["veritydraft.W005"]
    for near in ("http://localhost:11434/v1", "http://127.0.0.1:8000/v1", "http://vllm:8000/v1", "http://10.0.0.7/v1"):
        named.OPENAI_BASE_URL = near
        assert messages() == []


def test_a_model_without_a_price_is_told_and_that_no_limit_holds_it(named: Any) -> None:
    named.MODEL_PRICES, named.SESSION_MAX_COST = {}, 0.0
    (message,) = messages()
    assert message.id == "veritydraft.W006"
    assert "gpt-5" in message.msg
    assert "SESSION_MAX_COST" not in message.msg
    named.SESSION_MAX_COST = 0.5
    assert "SESSION_MAX_COST" in messages()[0].msg


class Server:
    """A database connection that knows a version and, maybe, pgvector."""

    def __init__(self, *, version: int, pgvector: str | None) -> None:
        self.pg_version, self.pgvector = version, pgvector

    def cursor(self) -> "Server":
        return self

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def execute(self, _: str) -> None:
        pass

    def fetchone(self) -> tuple[str] | None:
        return None if self.pgvector is None else (self.pgvector,)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    def ask(*, version: int = 180004, pgvector: str | None = "0.8.5") -> list[str]:
        monkeypatch.setattr(checks, "connections", {"default": Server(version=version, pgvector=pgvector)})
        return [message.id.partition(".")[2] for message in checks.check_database(databases=["default"])]

    return ask


def test_old_or_missing_pgvector_is_named(server: Callable[..., list[str]]) -> None:
    assert server() == []
    assert server(pgvector=None) == ["E012"]
    assert server(pgvector="0.6.2") == ["E013"]
    assert server(pgvector="0.7.4") == ["E013"], "it cannot look on where an index found too few"
    assert server(pgvector="0.8.0") == []
    assert server(pgvector="0.10.0") == []
    assert server(version=130011) == ["E011"]


def test_the_database_is_left_alone_unless_asked_for() -> None:
    assert checks.check_database(databases=None) == []


@pytest.mark.django_db
def test_the_embedded_database_passes() -> None:
    assert checks.check_database(databases=["default"]) == []
