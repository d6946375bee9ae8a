"""manage.py demo: the sample documents, and two questions."""

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from apps.drafting.selectors import session_as_dict
from workers import local
from workers.management.commands.ask import ask
from workers.management.commands.ingest import ingest
from workers.terminal import WIDTH, session_text

WORKSPACE = "Demo"
SAMPLES = Path(settings.BASE_DIR) / "samples"
FILES = ("lending-policy.pdf", "hr-handbook.docx", "mortgage-conduct-regulation.md")
QUESTIONS = (
    "What is the maximum loan-to-value ratio for an investment property?",  # the documents answer, and disagree
    "Which football club won the championship in 1998?",  # they do not
)


class Command(BaseCommand):
    help = "Read the sample documents and ask one question that they answer and one that they do not."

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
        whole = time.monotonic() - began
        self.stdout.write(f"Documents ready after {read:.1f} s, everything done after {whole:.1f} s.")
