"""The Celery app: bells for the workers. What is true stands in PostgreSQL; a message that is lost is rung again."""

import os

from celery import Celery
from celery.signals import task_prerun
from django.conf import settings
from django.db import close_old_connections
from kombu import Queue

from workers.queues import ALL, UPKEEP, VERIFY

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "veritydraft.settings")
HOUR = 3600.0
FOR_EVER = 10**9  # tasks

# the scheduler rings bells by their names: it needs no models, and does without Django but for its settings
app = Celery("veritydraft", fixups=() if settings.PROCESS_ROLE == "scheduler" else None)
app.conf.update(
    broker_url=settings.REDIS_URL,
    broker_transport_options={
        # found by measuring: without these, a half-open connection leaves a worker deaf for more than 90 s; with them 9
        "socket_timeout": 3,
        "socket_connect_timeout": 3,
        "health_check_interval": 2,
        # a message is gone from Redis with its delivery: an acknowledgement that met a dying Redis was never made good,
        # and the worker, its one place taken, heard nothing any more; what a killed worker had is rung for again
        "ack_emulation": False,
    },
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    task_queues=[Queue(name, routing_key=name) for name in ALL],
    task_default_queue=VERIFY,
    task_ignore_result=True,
    task_acks_late=True,  # a message counts against the prefetch of one while its phase is at work
    worker_prefetch_multiplier=1,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    worker_enable_remote_control=False,
    worker_send_task_events=False,
    worker_hijack_root_logger=False,
    # a new connection costs 10 to 30 ms in each phase: keep it from task to task, after a look whether it still works
    CELERY_DB_REUSE_MAX=FOR_EVER,
    task_time_limit=2 * HOUR,  # a process that hangs although its lease is long gone gives its place back
    beat_schedule={  # a convenience: the workers' timers sweep and ring for the tidying by themselves
        "sweep": {"task": "workers.sweep", "schedule": 30.0, "options": {"queue": UPKEEP, "expires": 30}},
        "tidy": {
            "task": "workers.tidy",
            "schedule": HOUR,
            "options": {"queue": UPKEEP, "expires": HOUR},
        },
    },
)
app.set_default()


@task_prerun.connect(weak=False)
def look_after_connections(**_: object) -> None:
    """As Django does before each request: what broke or is too old is opened anew."""
    close_old_connections()
