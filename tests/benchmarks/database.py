"""An embedded PostgreSQL for the length of a benchmark, migrated, and Django set up over it."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django


@contextmanager
def own_database(postgres_options: str = "") -> Iterator[None]:
    """``postgres_options``: lines ``name=value``. Nothing of Django's may be imported before."""
    with tempfile.TemporaryDirectory(prefix="veritydraft-bench-") as folder:
        Path(folder).chmod(0o755)  # the server may run as another user
        data_dir = Path(folder) / "data"
        os.environ |= {
            "DATA_DIR": str(data_dir),
            "DJANGO_SETTINGS_MODULE": "veritydraft.settings",
            "LOG_LEVEL": "WARNING",
        }
        from veritydraft.embedded import hold, wait_until_stopped
        from veritydraft.embedded.state import reserve_access

        reserve_access(data_dir)
        (data_dir / "postgres.options").write_text(postgres_options)
        django.setup()
        from apps.core.migrating import migrate

        held = hold(data_dir, redis=False)
        try:
            migrate()
            yield
        finally:
            held.release()
            wait_until_stopped(data_dir)
