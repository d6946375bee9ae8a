from typing import Any

from django.core.management.base import BaseCommand

from veritydraft.env import settings_table


class Command(BaseCommand):
    help = "Print the README's table of settings."
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        self.stdout.write(settings_table())
