from typing import Any

from django.core.management.base import BaseCommand

from veritydraft import fleet
from veritydraft.serving import run_children
from veritydraft.supervisor import Child


class Command(BaseCommand):
    help = "Ring for upkeep now and then. Several do no harm, and nothing hangs on one: workers do so by themselves."

    def handle(self, **options: Any) -> None:
        run_children([Child(name="scheduler", command=fleet.scheduler_command())])
