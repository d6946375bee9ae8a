"""manage.py verify: a text written elsewhere, held against a workspace's documents."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.files import File
from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.drafting.models import Session, SessionStatus
from apps.drafting.selectors import session_as_dict
from apps.drafting.verifying import Wanted, file_verify, text_verify
from workers import local
from workers.management.commands.ask import VERIFICATION_HELP, finished
from workers.terminal import verification_text

STANDARD_INPUT = "-"


class Command(BaseCommand):
    help = "Verify a text written elsewhere; prints each of its claims with verdict, quote and page."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="Markdown, plain text, DOCX, PDF or HTML; - reads a text from standard input")
        parser.add_argument("--workspace", required=True, help="name of the workspace; made when there is none")
        parser.add_argument("--verification", help=VERIFICATION_HELP)
        parser.add_argument("--title", default="", help="what the session is called by; left out: the file's name")
        parser.add_argument("--json", action="store_true", help="print the session as GET /sessions/{id} does")

    def handle(self, *args: Any, **options: Any) -> None:
        local.prepare()
        wanted = Wanted(verification=options["verification"], title=options["title"])
        session = finished(begun(options["workspace"], options["file"], wanted))
        shown = session_as_dict(session)
        told = json.dumps(shown, indent=2, ensure_ascii=False) if options["json"] else verification_text(shown)
        self.stdout.write(told)
        if session.status != SessionStatus.COMPLETED:
            raise CommandError(f"the session ended with {session.status}")


def begun(workspace_name: str, name: str, wanted: Wanted) -> Session:
    """The session. Raises CommandError for input that is refused."""
    with local.clear_errors():
        common: dict[str, Any] = {"workspace": local.workspace_named(workspace_name), "author": local.local_owner()}
        try:
            if name == STANDARD_INPUT:
                text = sys.stdin.buffer.read().decode("utf-8-sig")
                return text_verify(**common, text=text, wanted=wanted)
            path = Path(name)
            with path.open("rb") as file:
                return file_verify(**common, file=File(file, name=path.name), filename=path.name, wanted=wanted)
        except UnicodeDecodeError:
            raise CommandError("standard input is not valid UTF-8") from None
        except OSError as error:
            raise CommandError(f"{name}: {error.strerror or error}") from None
