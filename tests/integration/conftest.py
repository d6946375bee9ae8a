"""People with names, and one of everything that a tenant can own.

alice owns workspace A, charlie looks into it, bob owns B and must never see anything of A.
"""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.db import connections
from rest_framework.test import APIClient

from apps.accounts.models import ApiToken, User
from apps.accounts.services import token_create
from apps.audit.models import AuditEntry
from apps.documents.models import Chunk, Document, DocumentText, Embedding, Page
from apps.drafting.models import Session, Turn
from apps.feedback.models import ClaimCorrection, SessionFeedback
from apps.inference.models import ModelCall
from apps.runs import bells, leases
from apps.runs.feed import READERS
from apps.runs.models import Artifact, Checkpoint, Event, PhaseRun, Run, Stream
from apps.verification.models import Claim, Ledger, LedgerEntry
from apps.workspaces.models import Membership, Role, Workspace
from apps.workspaces.services import member_add, workspace_create
from tests.endpoint import ScriptedEndpoint
from tests.integration import runs_fixture
from tests.integration.answer_fixture import library_of_one
from tests.integration.sockets_fixture import House
from tests.unit.extraction_files import pdf

TEXT = "The limit is 40 %. <script>alert(1)</script>"
PDF = pdf([[(TEXT, 11, False)]])


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice@example.org", "a long pass phrase")


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob@example.org", "another pass phrase")


@pytest.fixture
def charlie(db: None) -> User:
    return User.objects.create_user("charlie@example.org", "the third pass phrase")


@pytest.fixture
def workspace(db: None) -> Workspace:
    """One that nobody is a member of."""
    return Workspace.objects.create(name="Alice's")


@pytest.fixture
def document(workspace: Workspace) -> Document:
    """Its only one, ready to be asked about."""
    return library_of_one(workspace)


@pytest.fixture
def threads_keep_no_connection(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The test database could not be dropped while a thread of a socket or stream held on to it.

    What such threads still read is waited for: between tests pytest-django refuses connections, and one that is refused
    midway would stay half made, outside autocommit, for the next test.
    """
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)
    yield
    everyone = threading.Barrier(READERS._max_workers)

    def let_go() -> None:
        everyone.wait(30)
        connections.close_all()

    for done in [READERS.submit(let_go) for _ in range(READERS._max_workers)]:
        done.result(60)


@pytest.fixture
def house() -> House:
    """For tests of sockets and streams."""
    return House()


@pytest.fixture
def toy(settings: Any) -> Iterator[None]:
    """The small pipeline of runs_fixture.py, as it is before a test changes what its phases do; nobody is rung."""
    runs_fixture.register()
    runs_fixture.TOY.__init__()
    settings.PHASE_LEASE_SECONDS = 1.0
    bells.silence()
    yield
    bells.silence(False)


@pytest.fixture
def workspace_a(alice: User, charlie: User) -> Workspace:
    workspace = workspace_create(name="A", owner=alice)
    member_add(workspace=workspace, user=charlie, role=Role.VIEWER)
    return workspace


@pytest.fixture
def workspace_b(bob: User) -> Workspace:
    return workspace_create(name="B", owner=bob)


def client_of(user: User, *scopes: str) -> APIClient:
    """A program that carries a token of ``user``; without scopes named, one for everything."""
    _, secret = token_create(user=user, name="test", scopes=scopes or ("admin",))
    client = APIClient(raise_request_exception=False)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Holdings:
    """One row of every model that belongs to a tenant, and a token of its owner."""

    workspace: Workspace
    membership: Membership
    token: ApiToken
    document: Document
    extracted: DocumentText
    page: Page
    chunk: Chunk
    embedding: Embedding
    session: Session
    turn: Turn
    stream: Stream
    event: Event
    run: Run
    phase: PhaseRun
    checkpoint: Checkpoint
    artifact: Artifact
    ledger: Ledger
    claim: Claim
    entry: LedgerEntry
    feedback: SessionFeedback
    correction: ClaimCorrection
    audited: AuditEntry
    call: ModelCall

    def rows(self) -> list[Any]:
        return [getattr(self, name) for name in self.__slots__ if name != "token"]


def holdings_of(workspace: Workspace, owner: User) -> Holdings:
    """A ready document with one chunk, and a completed session with one verified claim."""
    document = Document(
        workspace=workspace,
        uploaded_by=owner,
        title="Lending policy",
        filename="policy.pdf",
        media_type="application/pdf",
        sha256="0" * 64,
        size=len(PDF),
        page_count=1,
        status="ready",
        chunk_count=1,
        char_count=len(TEXT),
    )
    document.file.save("policy.pdf", ContentFile(PDF), save=True)
    chunk = Chunk.objects.create(
        workspace=workspace,
        document=document,
        chunk_hash="ab" * 32,
        key="ab" * 6,
        content=TEXT,
        chunk_index=0,
        page_number=1,
        page_end=1,
        start_offset=0,
        end_offset=len(TEXT),
        token_count=9,
    )
    session = Session.objects.create(workspace=workspace, author=owner, query="What is the limit?", status="completed")
    turn = Turn.objects.create(session=session, query=session.query, status="completed", response=TEXT)
    stream = Stream.objects.create(id=session.pk, kind="session", workspace=workspace, seq=1)
    run = Run.objects.create(
        workspace=workspace,
        pipeline="answer",
        subject_kind="turn",
        subject_id=turn.pk,
        stream=stream,
        session_id=session.pk,
        state="completed",
    )
    phase = PhaseRun.objects.create(
        run=run,
        workspace_id=workspace.pk,
        name="judge",
        queue="verify",
        state="done",
        errors=[{"attempt": 1, "code": "timeout", "message": "<b>late</b>", "retryable": True}],
    )
    thresholds = {"supported": 0.8, "weak": 0.5}
    ledger = Ledger.objects.create(workspace=workspace, turn_id=turn.pk, thresholds=thresholds)
    claim = Claim.objects.create(
        ledger=ledger,
        position=0,
        claim_text="The limit is 40 %.",
        claim_type="numeric",
        importance="critical",
        start_offset=0,
        end_offset=18,
    )
    evidence = {
        "chunk_id": str(chunk.pk),
        "key": chunk.key,
        "document_id": str(document.pk),
        "page": 1,
        "page_end": 1,
        "start_offset": 0,
        "end_offset": 18,
        "quote": TEXT,
        "stance": "supports",
    }
    feedback = SessionFeedback.objects.create(
        workspace=workspace,
        session_id=session.pk,
        turn_id=turn.pk,
        author=owner,
        feedback_type="incorrect",
        comment=TEXT,
    )
    place = {name: evidence[name] for name in ("chunk_id", "key", "document_id")}
    return Holdings(
        workspace=workspace,
        membership=Membership.objects.get(workspace=workspace, user=owner),
        token=token_create(user=owner, name="another", scopes=["read"])[0],
        document=document,
        extracted=DocumentText.objects.create(document=document, text=TEXT),
        page=Page.objects.create(document=document, number=1, start_offset=0, end_offset=len(TEXT)),
        chunk=chunk,
        embedding=Embedding.objects.create(
            workspace_id=workspace.pk, model="builtin", chunk=chunk, vector=[1.0] + [0.0] * 383
        ),
        session=session,
        turn=turn,
        stream=stream,
        event=Event.objects.create(stream=stream, seq=1, type="session_created", payload={"query": TEXT}),
        run=run,
        phase=phase,
        checkpoint=Checkpoint.objects.create(phase=phase, item="0"),
        artifact=Artifact.objects.create(run=run, name="judge", data={"note": TEXT}),
        ledger=ledger,
        claim=claim,
        entry=LedgerEntry.objects.create(claim=claim, verdict="supported", confidence_score=0.93, evidence=[evidence]),
        feedback=feedback,
        correction=ClaimCorrection.objects.create(
            feedback=feedback,
            position=0,
            issue="wrong_verdict",
            expected_verdict="weak",
            explanation=TEXT,
            claim_id=claim.pk,
            claim_text=claim.claim_text,
            claim_type=claim.claim_type,
            importance=claim.importance,
            verdict_given="supported",
            confidence_given=0.93,
            judge="builtin",
            evidence=[evidence],
            mode="answer",
            verification="strict",
            passages=[place],
            document_ids=[document.pk],
        ),
        audited=AuditEntry.objects.create(
            action="document.uploaded", actor=owner, workspace=workspace, object_label=TEXT, details={"note": TEXT}
        ),
        call=ModelCall.objects.create(
            workspace=workspace, run_id=run.pk, role="judge", model="small", outcome="timeout"
        ),
    )


@pytest.fixture(autouse=True)
def files_in_a_folder_of_their_own(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path / "files"


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    """A slow hash for every person of every test would take most of the time."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def static_files_when_asked_for(settings: Any) -> None:
    """To look through all of them for every client takes a twelfth of the time."""
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture
def silent() -> Iterator[None]:
    """No worker is told of what is ready: the test does the work itself."""
    bells.silence()
    yield
    bells.silence(False)


@pytest.fixture
def at_once(silent: None, monkeypatch: Any) -> None:
    """As ``silent``; and a phase that failed is tried again without a pause."""
    monkeypatch.setattr(leases, "RETRY_SECONDS", (0.0,))


@pytest.fixture
def two_attempts(at_once: None, settings: Any) -> None:
    """As ``at_once``, and a second failure is the last."""
    settings.PHASE_MAX_ATTEMPTS = 2


@pytest.fixture
def endpoint(settings: Any) -> Iterator[ScriptedEndpoint]:
    """A scripted one that plays every role."""
    with ScriptedEndpoint() as running:
        settings.OPENAI_BASE_URL, settings.OPENAI_API_KEY = running.base_url, "key"
        settings.WRITER_MODEL, settings.SKEPTIC_MODEL, settings.JUDGE_MODEL = "writer-1", "skeptic-1", "judge-1"
        yield running


@pytest.fixture
def holdings_a(workspace_a: Workspace, alice: User) -> Holdings:
    return holdings_of(workspace_a, alice)


@pytest.fixture
def holdings_b(workspace_b: Workspace, bob: User) -> Holdings:
    return holdings_of(workspace_b, bob)
