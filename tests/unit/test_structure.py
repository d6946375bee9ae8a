"""Rules about who may import what that import-linter cannot express."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def imported_names(path: Path) -> set[str]:
    """Dotted names of everything the file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def test_phases_never_read_settings() -> None:
    readers = [path for path in (ROOT / "workers" / "phases").rglob("*.py") if "django.conf" in imported_names(path)]
    assert readers == []


def test_the_model_sdk_is_imported_in_one_room() -> None:
    rooms = {
        path.relative_to(ROOT).parts[1]
        for path in (ROOT / "apps").rglob("*.py")
        if any(name.split(".")[0] in {"openai", "onnxruntime"} for name in imported_names(path))
    }
    assert rooms <= {"inference"}


@pytest.mark.parametrize(
    ("role", "code", "without"),
    [
        (
            "worker",
            "from veritydraft.celery import app; app.loader.import_default_modules()",
            ("rest_framework.fields", "drf_spectacular.utils", "twisted"),
        ),
        ("scheduler", "from veritydraft.celery import app; app.loader.init_worker()", ("django.db.models", "numpy")),
    ],
)
def test_a_process_starts_without_what_it_does_not_need(role: str, code: str, without: tuple[str, ...]) -> None:
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "veritydraft.settings", "PROCESS_ROLE": role}
    env["CELERY_SKIP_CHECKS"] = "1"  # as the worker's process sets it
    command = [sys.executable, "-c", f"import sys; {code}; print([name for name in {without} if name in sys.modules])"]
    done = subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
