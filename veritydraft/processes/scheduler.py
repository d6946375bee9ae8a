"""Celery's beat: ``python -m veritydraft.processes.scheduler PARENT_PID``."""

import os
import sys

from celery.signals import after_task_publish
from django.conf import settings
from django.utils.log import configure_logging

from veritydraft.embedded.locks import FileLock
from veritydraft.lineage import die_with_parent
from veritydraft.processes.ringing import leave_mark


def main(parent: str) -> None:
    """Schedules, once this process is the only one to do so for its DATA_DIR; until then it waits."""
    die_with_parent(int(parent))
    os.umask(0o077)
    os.environ["PROCESS_ROLE"] = "scheduler"
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
    from veritydraft.celery import app  # reads the settings, and they the role

    lock = FileLock(settings.DATA_DIR / "scheduler.lock")
    lock.alone()
    after_task_publish.connect(lambda **_: leave_mark(settings.DATA_DIR), weak=False)
    app.start(["--quiet", "beat", "-s", str(settings.DATA_DIR / "schedule"), "--pidfile=", "-l", "WARNING"])


if __name__ == "__main__":
    main(*sys.argv[1:])
