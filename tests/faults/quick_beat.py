"""The real scheduler in a hurry: what it rings for in minutes and hours, it rings for twice a second."""

import logging
import os

import django

django.setup()

from veritydraft.processes import scheduler  # noqa: E402
from workers.celery import app  # noqa: E402

for entry in app.conf.beat_schedule.values():
    entry["schedule"] = 0.5
logging.getLogger("celery.beat").addHandler(logging.StreamHandler())
logging.getLogger("celery.beat").setLevel(logging.DEBUG)
scheduler.main(str(os.getppid()))
