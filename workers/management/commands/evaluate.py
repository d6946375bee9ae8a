"""manage.py evaluate: how good the cast is, by what is known to be right."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from workers import local
from workers.evaluations.every import EVALUATIONS


class Command(BaseCommand):
    help = "Measure the cast against what is known to be right; standard output carries only the result."

    def add_arguments(self, parser: CommandParser) -> None:
        kinds = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
        for name in EVALUATIONS.names():
            evaluation = EVALUATIONS.get(name)
            own = kinds.add_parser(name, help=evaluation.help)
            own.add_argument("--json", action="store_true", help="print the figures as JSON")
            evaluation.add_arguments(own)

    def handle(self, *args: Any, **options: Any) -> None:
        local.prepare()
        with local.clear_errors():
            report = EVALUATIONS.get(options["what"]).measure(options)
        shown = json.dumps(report.data, indent=2, ensure_ascii=False) if options["json"] else report.text
        self.stdout.write(shown)
