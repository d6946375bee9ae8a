"""manage.py ask: one question, answered and verified."""

import json
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.drafting.asking_on import session_ask
from apps.drafting.models import Session, SessionStatus
from apps.drafting.selectors import session_as_dict
from apps.drafting.services import session_cancel, session_create
from apps.runs import bells
from apps.runs.selectors import active_run_of
from apps.workspaces.options import VERIFICATION_ADVICE
from workers import local
from workers.terminal import session_text

VERIFICATION_HELP = f"strict or helpful. {VERIFICATION_ADVICE} Left out: what the workspace has settled."


class Command(BaseCommand):
    help = "Ask a workspace's documents; prints the answer with its citations and ledger."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("query", help="the question")
        where = parser.add_mutually_exclusive_group(required=True)
        where.add_argument("--workspace", help="name of the workspace; made when there is none")
        where.add_argument("--session", help="id of a session that is to be asked on")
        parser.add_argument("--mode", help="answer, unless another is named")
        parser.add_argument("--verification", help=VERIFICATION_HELP)
        parser.add_argument("--json", action="store_true", help="print the session as GET /sessions/{id} does")

    def handle(self, *args: Any, **options: Any) -> None:
        local.prepare()
        query, mode, verification = options["query"], options["mode"], options["verification"]
        if options["session"] is None:
            session = ask(options["workspace"], query, mode=mode or "answer", verification=verification)
        elif mode or verification:
            raise CommandError("--mode and --verification are for a new session; one that is asked on keeps its own")
        else:
            session = ask_on(options["session"], query)
        shown = session_as_dict(session)
        self.stdout.write(json.dumps(shown, indent=2, ensure_ascii=False) if options["json"] else session_text(shown))
        if session.status != SessionStatus.COMPLETED:
            raise CommandError(f"the session ended with {session.status}")


def ask(workspace_name: str, query: str, *, mode: str, verification: str | None) -> Session:
    """The finished session. Raises CommandError for input that is refused; Ctrl-C cancels the session."""
    with local.clear_errors():
        workspace = local.workspace_named(workspace_name)
        session = session_create(
            workspace=workspace, author=local.local_owner(), query=query, mode=mode, verification=verification
        )
    return finished(session)


def ask_on(session_id: str, query: str) -> Session:
    """The session with its further turn finished. Raises CommandError as :func:`ask` does, and for no such session."""
    try:
        session = Session.objects.select_related("workspace").get(pk=UUID(session_id))
    except (Session.DoesNotExist, ValueError):
        raise CommandError(f"there is no session {session_id!r}") from None
    with local.clear_errors():
        session_ask(session=session, by=local.local_owner(), query=query)
    return finished(session)


def finished(session: Session) -> Session:
    """The session once its last turn has ended. Raises CommandError when it is interrupted, which cancels the turn."""
    run = active_run_of(subject_kind="turn", subject_id=session.turns.last().id)
    try:
        if run is not None:
            local.finish(run.id)
    except KeyboardInterrupt:
        session_cancel(session=session, by=local.local_owner())
        bells.drain()
        raise CommandError("cancelled") from None
    session.refresh_from_db()
    return session
