"""The Celery app: bells for the workers. What is true stands in PostgreSQL; a message that is lost is rung again."""

import os

from celery import Celery
from django.conf import settings
from kombu import Queue

from workers.queues import ALL, UPKEEP, VERIFY

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "veritydraft.settings")
HOUR = 3600.0

app = Celery("veritydraft")
app.conf.update(
    broker_url=settings.REDIS_URL,
    # found by measuring: without both, a half-open connection leaves a worker deaf for more than 90 s
    broker_transport_options={"socket_timeout": 5, "socket_connect_timeout": 5, "health_check_interval": 3},
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    task_queues=[Queue(name, routing_key=name) for name in ALL],
    task_default_queue=VERIFY,
    task_ignore_result=True,
    # late acknowledgement with a prefetch of one lost no message to killed workers; the claim makes doubles harmless
    task_acks_late=True,
    worker_prefetch_multiplier=1,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    worker_enable_remote_control=False,
    worker_send_task_events=False,
    worker_hijack_root_logger=False,
    task_time_limit=2 * HOUR,  # a process that hangs although its lease is long gone gives its place back
    beat_schedule={
        "sweep": {"task": "workers.sweep", "schedule": 30.0, "options": {"queue": UPKEEP, "expires": 30}},
        "tidy": {
            "task": "workers.tidy",
            "schedule": HOUR,
            "options": {"queue": UPKEEP, "expires": HOUR},
        },
    },
)
app.set_default()
