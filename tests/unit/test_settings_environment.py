"""Variables become typed values, or one line that names what is wrong."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from veritydraft.database import database_config
from veritydraft.entry import needs_services
from veritydraft.env import SETTINGS, Environment, SettingError, settings_table
from veritydraft.parsing import BASE_DIR

README = BASE_DIR / "README.md"


def test_defaults_are_valid_and_need_no_key() -> None:
    env = Environment({})
    assert env.WRITER_MODEL == env.EMBEDDING_MODEL == "builtin"
    assert env.DEBUG is False
    assert env.DATABASE_URL == env.REDIS_URL == ""
    assert env.DATA_DIR == BASE_DIR / ".veritydraft"


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("DEBUG", "Yes", True),
        ("DEBUG", "off", False),
        ("ALLOWED_HOSTS", "a.example, b.example,", ["a.example", "b.example"]),
        ("PORT", "8080", 8080),
        ("COVERAGE_GATE", "0.9", 0.9),
        ("SWEEP_SECONDS", "0.5", 0.5),
        ("SIMILARITY_FLOORS", "builtin=0.2,vendor/model=0.35", {"builtin": 0.2, "vendor/model": 0.35}),
        ("DATA_DIR", "/var/lib/vd", Path("/var/lib/vd")),
        ("DATA_DIR", "elsewhere", BASE_DIR / "elsewhere"),
        ("LOG_LEVEL", "debug", "DEBUG"),
        ("PORT", "", 8000),
    ],
)
def test_text_becomes_a_typed_value(name: str, text: str, value: Any) -> None:
    assert getattr(Environment({name: text}), name) == value


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("DEBUG", "maybe", "not a boolean"),
        ("PORT", "70000", "between 1 and 65535"),
        ("PORT", "http", "not a whole number"),
        ("MAX_PAGES", "0", "above 0"),
        ("COVERAGE_GATE", "85", "between 0 and 1"),
        ("COVERAGE_GATE", "nan", "not a number"),
        ("SWEEP_SECONDS", "-1", "above 0"),
        ("SIMILARITY_FLOORS", "builtin", "MODEL=0.3"),
        ("LOG_LEVEL", "loud", "DEBUG, INFO"),
        ("DATABASE_URL", "mysql://root@db/x", "postgres://"),
        ("REDIS_URL", "redis", "redis://"),
        ("OPENAI_BASE_URL", "models.example.org", "http://"),
    ],
)
def test_a_bad_value_is_named_with_its_variable_and_reason(name: str, text: str, reason: str) -> None:
    with pytest.raises(SettingError) as caught:
        Environment({name: text})
    assert str(caught.value).startswith(f"{name}: ")
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_secret_is_never_repeated_in_its_error() -> None:
    with pytest.raises(SettingError) as caught:
        Environment({"DATABASE_URL": "mysql://root:hunter2@db/x"})
    assert "hunter2" not in str(caught.value)


def test_a_database_url_keeps_its_odd_characters() -> None:
    config = database_config("postgres://us%40er:p%2Fw%3Ad@db.example:6543/na%20me?sslmode=require")
    assert (config["USER"], config["PASSWORD"], config["NAME"]) == ("us@er", "p/w:d", "na me")
    assert (config["HOST"], config["PORT"]) == ("db.example", "6543")
    assert config["OPTIONS"]["sslmode"] == "require"


def test_only_a_web_process_pools_its_connections() -> None:
    worker, web = database_config("postgres://u@h/n"), database_config("postgres://u@h/n", pool_size=7)
    assert worker["CONN_MAX_AGE"] is None
    assert worker["CONN_HEALTH_CHECKS"]
    assert "pool" not in worker["OPTIONS"]
    assert web["CONN_MAX_AGE"] == 0  # Django refuses persistent connections beside a pool
    assert web["OPTIONS"]["pool"]["max_size"] == 7


@pytest.mark.parametrize("url", ["postgres://host", "postgres://host/", "postgres://h:port/n", "postgres://h/a/b"])
def test_a_database_url_without_a_name_or_with_an_odd_port_is_refused(url: str) -> None:
    with pytest.raises(SettingError, match="DATABASE_URL"):
        database_config(url)


def test_the_readme_has_the_table_of_all_settings() -> None:
    text = README.read_text()
    table = text.partition("<!-- settings -->\n")[2].partition("\n<!-- end of settings -->")[0]
    assert table.strip() == settings_table(), "run: manage.py settings_table, and put it into README.md"


def test_every_setting_says_what_it_is_for() -> None:
    assert len({setting.name for setting in SETTINGS}) == len(SETTINGS)
    assert all(setting.help.endswith(".") for setting in SETTINGS)


def command(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PROCESS_ROLE": "", **variables}  # a test that loaded the ASGI application has set it
    return subprocess.run(
        [sys.executable, "manage.py", *words], cwd=BASE_DIR, env=env, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("words", [("check",), ("migrate",)])
def test_a_bad_setting_ends_every_command_with_one_line_and_status_2(words: tuple[str, ...]) -> None:
    done = command(*words, PORT="http")
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["veritydraft: PORT: 'http': not a whole number"]


def test_a_data_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = command("migrate", DATA_DIR=str(tmp_path / "file" / "data"))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "DATA_DIR" in done.stderr


def secure_settings(**variables: str) -> dict[str, Any]:
    """The security settings a fresh process would have."""
    names = [
        "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS", "X_FRAME_OPTIONS",
        "SESSION_COOKIE_HTTPONLY", "SESSION_COOKIE_SAMESITE", "SECURE_CONTENT_TYPE_NOSNIFF", "SECURE_REFERRER_POLICY",
    ]  # fmt: skip
    code = (
        "import json; from django.conf import settings;"
        f"print(json.dumps({{name: getattr(settings, name) for name in {names}}}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=BASE_DIR,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_cookies_and_headers_are_closed_by_default() -> None:
    plain = secure_settings()
    assert plain["SESSION_COOKIE_HTTPONLY"]
    assert plain["SECURE_CONTENT_TYPE_NOSNIFF"]
    assert plain["SESSION_COOKIE_SAMESITE"] == "Lax"
    assert plain["X_FRAME_OPTIONS"] == "DENY"
    assert plain["SECURE_REFERRER_POLICY"] == "same-origin"
    assert not plain["SECURE_SSL_REDIRECT"]


def test_https_closes_the_rest() -> None:
    secure = secure_settings(HTTPS="1")
    assert secure["SESSION_COOKIE_SECURE"]
    assert secure["CSRF_COOKIE_SECURE"]
    assert secure["SECURE_SSL_REDIRECT"]
    assert secure["SECURE_HSTS_SECONDS"] >= 31_536_000


def test_a_site_behind_https_passes_the_checks_for_deployment() -> None:
    done = command("check", "--deploy", "--fail-level", "WARNING", HTTPS="1", ALLOWED_HOSTS="docs.example.org")
    assert done.returncode == 0, done.stderr


def test_a_site_that_answers_to_others_without_https_does_not() -> None:
    done = command("check", "--deploy", "--fail-level", "WARNING", ALLOWED_HOSTS="docs.example.org")
    assert "veritydraft.W001" in done.stderr


@pytest.mark.parametrize("words", [("migrate",), ("token", "alice@example.org")])
def test_a_database_that_does_not_answer_is_named_without_a_traceback(words: tuple[str, ...]) -> None:
    done = command(*words, DATABASE_URL="postgres://u:hunter2@127.0.0.1:1/x", REDIS_URL="redis://127.0.0.1:1/0")
    assert done.returncode != 0
    assert "database does not answer: connection failed" in done.stderr.lower()
    assert "Traceback" not in done.stderr
    assert "hunter2" not in done.stderr


@pytest.mark.parametrize(
    ("words", "needed"),
    [
        ("migrate", True),
        ("serve --port 9000", True),
        ("check --database default", True),
        ("check", False),
        ("help", False),
        ("migrate --help", False),
        ("makemigrations", False),
        ("settings_table", False),
        ("", False),
    ],
)
def test_only_commands_that_need_the_services_start_them(words: str, needed: bool) -> None:
    assert needs_services(["manage.py", *words.split()]) is needed
