"""A Celery worker: ``python -m veritydraft.processes.worker PARENT_PID NAME POOL SIZE QUEUE,QUEUE…``."""

import os
import sys
import warnings

import django
from celery.platforms import SecurityWarning
from celery.signals import worker_process_init
from django.conf import settings

from apps.core.patterns import compile_all
from veritydraft.lineage import die_with_parent
from veritydraft.processes.loading import loading

QUIET = ("--without-gossip", "--without-mingle", "--without-heartbeat")


def main(parent: str, name: str, pool: str, size: str, queues: str) -> None:
    """Takes from the queues; the processes of its pool die with it."""
    die_with_parent(int(parent))
    warnings.simplefilter("ignore", SecurityWarning)  # that root should not run it is for the README to say
    os.environ["PROCESS_ROLE"] = "worker"
    os.environ["CELERY_SKIP_CHECKS"] = "1"  # they load every route of the site; the command that starts workers checks
    with loading():
        from veritydraft.celery import app  # reads the settings, and they the role
        from workers.queues import VERIFY

        django.setup()
        if pool == "prefork" and VERIFY in queues.split(","):
            compile_all()  # what judges needs them all; compiled before the fork, its processes share them
    here = os.getpid()
    worker_process_init.connect(lambda **_: die_with_parent(here), weak=False)
    node = f"{name}-{os.getpid()}@%h"
    options = ["-n", node, "-P", pool, "-c", size, "-Q", queues, "-l", settings.LOG_LEVEL, *QUIET]
    app.worker_main(["--quiet", "worker", *options])


if __name__ == "__main__":
    main(*sys.argv[1:])
