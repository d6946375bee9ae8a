from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from veritydraft import fleet
from veritydraft.serving import AddressError, listen, run_children, site_url
from veritydraft.supervisor import Child


class Command(BaseCommand):
    help = "Run the web process alone, for a fleet whose workers and scheduler run elsewhere. Changes no tables."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=settings.HOST, help="address to listen on (default: HOST)")
        parser.add_argument("--port", type=int, default=settings.PORT, help="port to listen on (default: PORT)")

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        try:
            listening = listen(host, port)
        except AddressError as error:
            raise CommandError(str(error)) from None
        children = [Child(name="web", command=fleet.web_command(listening.fileno()))]
        run_children(children, sockets=(listening,), url=site_url(host, listening.getsockname()[1]))
