"""manage.py demo: the sample documents, two questions, and a note about them that is verified."""

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from apps.drafting.selectors import session_as_dict
from apps.drafting.verifying import Wanted
from workers import local
from workers.management.commands.ask import ask, finished
from workers.management.commands.ingest import ingest
from workers.management.commands.verify import begun
from workers.terminal import WIDTH, session_text, verification_text

WORKSPACE = "Demo"
SAMPLES = Path(settings.BASE_DIR) / "samples"
FILES = ("lending-policy.pdf", "hr-handbook.docx", "mortgage-conduct-regulation.md")
QUESTIONS = (
    "What is the maximum loan-to-value ratio for an investment property?",  # the documents answer, and disagree
    "Which football club won the championship in 1998?",  # they do not
)
NOTE = "staff-note.md"  # in its own words, not all of it right


class Command(BaseCommand):
    help = (
        "Read the sample documents, ask one question that they answer and one that they do not, and verify a note that "
        "somebody wrote about them."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        began = time.monotonic()
        local.prepare()
        workspace = local.workspace_named(WORKSPACE)
        if ingest(workspace, [SAMPLES / name for name in FILES], say=self.stdout.write):
            raise CommandError("the sample documents could not be read")
        read = time.monotonic() - began
        for question in QUESTIONS:
            session = ask(WORKSPACE, question, mode="answer", verification="strict")
            self.stdout.write("\n" + "─" * WIDTH + "\n" + session_text(session_as_dict(session)))
        note = finished(begun(WORKSPACE, str(SAMPLES / NOTE), Wanted(verification="strict", title="")))
        self.stdout.write("\n" + "─" * WIDTH + "\n" + verification_text(session_as_dict(note)))
        whole = time.monotonic() - began
        self.stdout.write(f"Documents ready after {read:.1f} s, everything done after {whole:.1f} s.")
