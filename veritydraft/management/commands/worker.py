from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from veritydraft import fleet
from veritydraft.serving import run_children
from veritydraft.supervisor import Child


class Command(BaseCommand):
    help = "Take work from the named queues until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "queues", nargs="+", choices=fleet.all_queues(), metavar="QUEUE", help=", ".join(fleet.all_queues())
        )

    def handle(self, *, queues: list[str], **options: Any) -> None:
        groups = fleet.groups_for(tuple(dict.fromkeys(queues)))
        run_children([Child(name=group.name, command=fleet.worker_command(group)) for group in groups])
