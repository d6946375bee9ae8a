"""The documents of sets of questions, each set's in a workspace of its own, read in as any others are."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import CommandError, CommandParser

from apps.documents.models import DocumentStatus
from apps.documents.services import document_delete
from apps.workspaces.models import Workspace
from apps.workspaces.services import workspace_create, workspace_delete
from workers import local
from workers.evaluations.labelled import Unreadable
from workers.evaluations.questions import QuestionSet, question_sets_in
from workers.management.commands.ingest import ingest

PREFIX = "evaluation: "


def add_options(parser: CommandParser) -> None:
    """What every evaluation by questions is told."""
    parser.add_argument(
        "--data",
        required=True,
        nargs="+",
        type=Path,
        help="folders or files: questions.jsonl with the documents beside it, or .json in SQuAD's form",
    )
    parser.add_argument("--limit", type=int, help="at most so many questions of each set, the same every time")
    parser.add_argument(
        "--keep", action="store_true", help="keep the workspaces with the documents: the next time is faster"
    )


def sets_of(options: dict[str, Any]) -> tuple[QuestionSet, ...]:
    """The sets that are asked for. Raises CommandError where there is nothing to be asked."""
    most = options["limit"]
    if most is not None and most < 1:
        raise CommandError("--limit must be at least 1")
    try:
        sets = [one for path in options["data"] for one in question_sets_in(path)]
    except Unreadable as error:
        raise CommandError(str(error)) from error
    names = [one.name for one in sets]
    if len(set(names)) < len(names):
        raise CommandError(f"two sets are called alike: {', '.join(sorted(names))}")
    if empty := [one.name for one in sets if not one.questions]:
        raise CommandError(f"no question in {', '.join(empty)}")
    return tuple(_fewer(one, most) for one in sets)


def _fewer(one: QuestionSet, most: int | None) -> QuestionSet:
    if most is None or len(one.questions) <= most:
        return one
    chosen = sorted(Random(one.name).sample(range(len(one.questions)), most))
    return replace(one, questions=tuple(one.questions[place] for place in chosen))


def corpora(sets: Sequence[QuestionSet], *, keep: bool, held: ExitStack) -> dict[str, Workspace]:
    """Name of each set → the workspace that holds its documents, until ``held`` is left."""
    return {one.name: held.enter_context(corpus(one, keep=keep)) for one in sets}


@contextmanager
def corpus(of: QuestionSet, *, keep: bool) -> Iterator[Workspace]:
    """A workspace with the documents of ``of`` and no others, all ready: a new one, deleted behind it.

    If it is to be kept, that of the last time, which has what is still the same. Raises CommandError where a document
    cannot be read.
    """
    owner, name = local.local_owner(), f"{PREFIX}{of.name}"
    kept = Workspace.objects.filter(name=name, memberships__user=owner).first() if keep else None
    workspace = kept or workspace_create(name=name, owner=owner)
    try:
        _fill(workspace, of)
        yield workspace
    finally:
        if not keep:
            workspace_delete(workspace=workspace)


def _fill(workspace: Workspace, of: QuestionSet) -> None:
    told: list[str] = []
    with tempfile.TemporaryDirectory(prefix="veritydraft-") as folder:
        wanted = {
            name: document if isinstance(document, Path) else _written(Path(folder) / name, document)
            for name, document in of.documents.items()
        }
        hashes = {name: sha256(path.read_bytes()).hexdigest() for name, path in wanted.items()}
        for document in workspace.documents.all():
            if document.status == DocumentStatus.READY and hashes.get(document.filename) == document.sha256:
                wanted.pop(document.filename, None)
            else:
                document_delete(document=document)
        files = list(wanted.values())
        if files and ingest(workspace, files, say=told.append):
            raise CommandError("; ".join(line for line in told if ": ready, " not in line))


def _written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path
