"""A short document that is really embedded, and the real cast, any member of which a test may replace."""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from django.db import connection

from apps.documents.models import Chunk, Document
from apps.documents.storage import store_chunks, store_embeddings, store_extracted
from apps.documents.types import ChunkDraft, Extracted
from apps.drafting.models import Session
from apps.drafting.selectors import session_as_dict
from apps.drafting.services import session_create
from apps.inference.contracts import Passage
from apps.inference.embedders import get_embedder
from apps.runs import executor
from apps.runs.models import PhaseRun, Run, RunState
from apps.runs.selectors import events_after
from apps.runs.types import PhaseKey
from apps.verification.types import Judgement, Thresholds
from apps.workspaces.models import Workspace
from tests.invariants import Library, assert_session_holds
from workers.toolbox import Toolbox

PASSAGES = (
    "The maximum loan-to-value ratio for an investment property is 75% of the appraised value.",
    "An application fee of $450 must be paid before an appraisal is ordered.",
)
QUESTION = "What is the maximum loan-to-value ratio for an investment property?"


def library_of_one(workspace: Workspace, passages: Sequence[str] = PASSAGES) -> Document:
    """A ready document of these passages."""
    text = "\n".join(passages)
    document = Document(workspace=workspace, title="Lending policy", filename="policy.txt", media_type="text/plain")
    document.sha256, document.size, document.status = hashlib.sha256(text.encode()).hexdigest(), len(text), "ready"
    document.file.save("policy.txt", ContentFile(text.encode()), save=True)
    store_extracted(document=document, extracted=Extracted(text=text))
    store_chunks(document=document, drafts=[_draft(text, index, passage) for index, passage in enumerate(passages)])
    chunks = list(Chunk.objects.filter(document=document).order_by("chunk_index"))
    embedder = get_embedder(workspace.embedding_model)
    vectors = embedder.embed_passages([Passage(context_line=row.context_line, content=row.content) for row in chunks])
    store_embeddings(document=document, model=embedder.name, chunks=chunks, vectors=vectors)
    return document


def _draft(text: str, index: int, passage: str) -> ChunkDraft:
    start = text.index(passage)
    return ChunkDraft(
        content=passage,
        chunk_hash=hashlib.sha256(passage.encode()).hexdigest(),
        chunk_index=index,
        start_offset=start,
        end_offset=start + len(passage),
        page_number=None,
        page_end=None,
        heading_path=(),
        token_count=20,
    )


class Cast(Toolbox):
    """The real toolbox, but for the members named: ``Cast(writer=…, judge=…)``."""

    def __init__(self, **members: Any) -> None:
        for role, member in members.items():
            setattr(self, role, lambda member=member: member)


class Broken:
    """Fails at whatever it is asked, after ``before`` pieces or judgements of the real one."""

    name = "broken"
    prompts: dict[str, str] = {}
    together = 8
    thresholds = Thresholds()

    def __init__(self, real: Any = None, *, before: int = 0) -> None:
        self.real, self.before = real, before

    def write(self, task: Any) -> Any:
        yield from self._some(self.real.write(task) if self.real else ())

    def revise(self, task: Any) -> Any:
        yield from self._some(self.real.revise(task) if self.real else ())

    def judge(self, **asked: Any) -> Any:
        yield from self._some(self.real.judge(**asked) if self.real else ())

    def settled(self, **asked: Any) -> None:
        return None

    def review(self, **asked: Any) -> Any:
        raise RuntimeError("out of order")

    def _some(self, items: Any) -> Any:
        for number, item in enumerate(items):
            if number == self.before:
                break
            yield item
        raise RuntimeError("out of order")


class FindsNothing:
    """A Judge that sees no evidence for anything: every critical claim is a gap."""

    name = "blind"
    prompts: dict[str, str] = {}
    together = 8
    thresholds = Thresholds()

    def judge(self, *, claims: Any, chunks: Any) -> Any:
        return iter([Judgement(findings=()) for _ in claims])


class Says:
    """A Writer that says and revises to what it is told; ``{key}`` stands for the first passage's key."""

    name = "says"
    prompts: dict[str, str] = {}

    def __init__(self, *pieces: str, revised: tuple[str, ...] = ("No answer was found.",)) -> None:
        self.pieces, self.revised = pieces, revised

    def write(self, task: Any) -> Any:
        key = task.chunks[0].key if task.chunks else ""
        return iter([piece.replace("{key}", key) for piece in self.pieces])

    def revise(self, task: Any) -> Any:
        return iter(self.revised)


def ask(workspace: Workspace, *, query: str = QUESTION, **options: Any) -> tuple[Session, Run]:
    session = session_create(workspace=workspace, author=None, query=query, **options)
    return session, Run.objects.get(session_id=session.id)


def work_until(run: Run, phase: str, tools: Any) -> bool:
    """Work on the run until the phase is next; False when it ended without coming to it."""
    while Run.objects.get(id=run.id).state == RunState.ACTIVE:
        ready = PhaseRun.objects.filter(run=run, state="ready").order_by("created_at", "index")
        if ready.filter(name=phase).exists():  # of several that became ready at once any may be the first
            return True
        row = ready.first()
        executor.execute(run_id=run.id, key=PhaseKey(row.name, row.cycle, row.index), tools=tools)
    return False


def answered(
    session: Session, run: Run, tools: Any, *, meanwhile: Callable[[], object] = lambda: None
) -> dict[str, Any]:
    """The session once it has ended, held against every invariant."""
    meanwhile()
    executor.drain(run_id=run.id, tools=tools)
    return held(session)


def held(session: Session) -> dict[str, Any]:
    """The session as a program gets it, held against every invariant."""
    shown = session_as_dict(Session.objects.get(id=session.id))
    assert_session_holds(shown, told(session), library())
    return shown


def told(session: Session) -> list[dict[str, Any]]:
    return events_after(stream_id=session.id, limit=10_000)


def codes(shown: dict[str, Any]) -> set[str]:
    """Of the warnings of a session as it is shown."""
    return {warning["code"] for warning in shown["warnings"]}


def library() -> Library:
    """The documents past the application."""
    values = connection.settings_dict
    url = "postgresql://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**values)
    return Library(database_url=url, files=Path(Document._meta.get_field("file").storage.path("")))
