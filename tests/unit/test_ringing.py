"""The scheduler's probe: it rings, it fell silent, it never rang."""

import os
import time
from pathlib import Path

import pytest

from veritydraft.processes import ringing


@pytest.mark.parametrize(
    ("ago", "status"), [(0, 0), (ringing.PATIENCE_SECONDS / 2, 0), (2 * ringing.PATIENCE_SECONDS, 1), (-3600, 1)]
)
def test_it_is_well_while_it_rings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ago: float, status: int) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    ringing.leave_mark(tmp_path)
    then = time.time() - ago
    os.utime(tmp_path / ringing.MARK, (then, then))
    assert ringing.main() == status


def test_one_that_never_rang_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    assert ringing.main() == 1
    ringing.leave_mark(tmp_path)
    assert ringing.main() == 0
