"""``manage.py event_schema``: the JSON Schema of every kind of event, as it is committed in events.schema.json."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from apps.runs.event_types import event_schema


class Command(BaseCommand):
    help = "Print the JSON Schema of every kind of event."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(event_schema(), indent=2, ensure_ascii=False))
