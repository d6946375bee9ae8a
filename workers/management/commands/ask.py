"""manage.py ask: one question, answered and verified."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.drafting.models import SessionStatus
from apps.drafting.selectors import session_as_dict
from apps.drafting.services import session_cancel, session_create
from apps.runs import bells
from apps.runs.selectors import active_run_of
from apps.verification.types import Mode
from workers import local
from workers.terminal import session_text


class Command(BaseCommand):
    help = "Ask a workspace's documents; prints the answer with its citations and ledger."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("query", help="the question")
        parser.add_argument("--workspace", required=True, help="name of the workspace; made when there is none")
        parser.add_argument("--mode", default="answer")
        parser.add_argument("--verification", default=Mode.STRICT.value, help="strict or helpful")
        parser.add_argument("--json", action="store_true", help="print the session as GET /sessions/{id} does")

    def handle(self, *args: Any, **options: Any) -> None:
        local.prepare()
        session = ask(
            options["workspace"], options["query"], mode=options["mode"], verification=options["verification"]
        )
        shown = session_as_dict(session)
        self.stdout.write(json.dumps(shown, indent=2, ensure_ascii=False) if options["json"] else session_text(shown))
        if session.status != SessionStatus.COMPLETED:
            raise CommandError(f"the session ended with {session.status}")


def ask(workspace_name: str, query: str, *, mode: str, verification: str) -> Any:
    """The finished session. Raises CommandError for input that is refused; Ctrl-C cancels the session."""
    with local.clear_errors():
        workspace = local.workspace_named(workspace_name)
        session = session_create(
            workspace=workspace, author=local.local_owner(), query=query, mode=mode, verification=verification
        )
    run = active_run_of(subject_kind="turn", subject_id=session.turns.get().id)
    try:
        if run is not None:
            local.finish(run.id)
    except KeyboardInterrupt:
        session_cancel(session=session, by=session.author)
        bells.drain()
        raise CommandError("cancelled") from None
    session.refresh_from_db()
    return session
