"""``manage.py check_endpoint``: what works at the model endpoint."""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.core.checks import named_models
from apps.inference.endpoint.probing import Finding, probe_chat, probe_embeddings, probe_models

CHATS = ("WRITER_MODEL", "WRITER_FALLBACK_MODEL", "SKEPTIC_MODEL", "JUDGE_MODEL")


class Command(BaseCommand):
    help = (
        "Try out the model endpoint: whether it answers, and of each model that the settings name (or --model, "
        "--embedding) chat, streaming, usage, structured output, embeddings. Exit status 1 when something fails."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--model", action="append", default=[], metavar="M", help="a chat model instead")
        parser.add_argument("--embedding", action="append", default=[], metavar="M", help="an embedding model instead")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, model: list[str], embedding: list[str], json: bool, **options: Any) -> None:
        if not settings.OPENAI_BASE_URL:
            raise CommandError("There is no endpoint: set OPENAI_BASE_URL. With every model `builtin` none is needed.")
        structured = set(model) or {settings.SKEPTIC_MODEL, settings.JUDGE_MODEL}
        if not model and not embedding:
            model, embedding = (sorted(set(named_models(names).values())) for names in (CHATS, ("EMBEDDING_MODEL",)))
        findings = []
        for finding in probed(model, embedding, structured=structured):
            findings.append(finding)
            if not json:
                self.tell(finding)
        if json:
            self.tell_json(findings)
        elif not model and not embedding:
            self.stdout.write("Every role is `builtin`: name a model with --model or in the settings.")
        if not passed(findings):
            sys.exit(1)

    def tell(self, finding: Finding) -> None:
        """One line, and a hint below what failed."""
        mark = "ok  " if finding.fine else "FAIL" if finding.needed else "no  "
        self.stdout.write(f"{mark} {finding.about}: {finding.what}: {finding.told}")
        if finding.hint:
            self.stdout.write(f"     {finding.hint}")

    def tell_json(self, findings: list[Finding]) -> None:
        told = {
            "base_url": settings.OPENAI_BASE_URL,
            "fine": passed(findings),
            "findings": [asdict(finding) for finding in findings],
        }
        self.stdout.write(json.dumps(told, ensure_ascii=False, indent=2))


def passed(findings: list[Finding]) -> bool:
    """Whether all that is needed works."""
    return all(finding.fine or not finding.needed for finding in findings)


def probed(chats: list[str], embeddings: list[str], *, structured: set[str]) -> Iterator[Finding]:
    """Nothing more is tried at an endpoint that does not answer at all. ``structured``: who must answer in JSON."""
    reachable = True
    for finding in probe_models():
        reachable = finding.fine
        yield finding
    if not reachable:
        return
    for name in chats:
        yield from probe_chat(name, structured=name in structured)
    for name in embeddings:
        yield from probe_embeddings(name)
