"""Whatever is handed in, the answer is clear, nothing is lost or half made, and everybody else is served."""

import shutil
import socket
import threading
import uuid
from collections.abc import Callable, Iterator
from http.client import responses
from typing import Any

import psycopg
import pytest
import requests

from tests.acceptance.test_answers import FILES, SAMPLES, library_of
from tests.live import LiveStack, eventually
from tests.person import Person
from tests.scratch import scratch_folder
from tests.traces import Traces, peak_bytes, readers_of, scratch_of, traces_of
from tests.unit.extraction_files import (
    bomb_docx,
    bomb_pdf,
    empty_pdf,
    entities_docx,
    lying_docx,
    pdf,
    raw_pdf,
    scanned_pdf,
)

MIB = 1024 * 1024
UPLOAD_LIMIT = 4 * MIB
READER_MEMORY = 640 * MIB
POLICY = (SAMPLES / "lending-policy.pdf").read_bytes()
QUESTION = "What is the maximum loan-to-value ratio for an investment property?"
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9
SECRET = pdf([[("Hidden.", 11, False)]], password="secret")
NOBODY = str(uuid.UUID(int=7))


@pytest.fixture(scope="module")
def live_stack() -> Iterator[LiveStack]:
    """A stack with low limits and a folder of its own for temporary files."""
    folder = scratch_folder("bad")
    limits = {"MAX_UPLOAD_BYTES": str(UPLOAD_LIMIT), "EXTRACTION_MEMORY_BYTES": str(READER_MEMORY)}
    patient = {"PHASE_LEASE_SECONDS": "20"}  # attempts are counted here: a busy machine shall cause no second one
    own = {**limits, **patient, "TMPDIR": str(folder / "data" / "tmp")}
    stack = LiveStack(data_dir=folder / "data", extra_env=own)
    scratch_of(stack).mkdir(parents=True)
    yield stack.start()
    stack.cut_off()
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def alice(live_stack: LiveStack) -> Person:
    token = live_stack.person("alice@example.org")
    return Person(base_url=live_stack.base_url, token=token, library=library_of(live_stack))


@pytest.fixture(scope="module")
def workspace(alice: Person) -> str:
    """A workspace in which a regulation is ready."""
    made = alice.workspace("Beside it all")
    assert alice.read_through(alice.upload(made, (SAMPLES / FILES[2]).read_bytes(), FILES[2]))["status"] == "ready"
    return made


@pytest.fixture
def traces(live_stack: LiveStack, alice: Person, workspace: str) -> Callable[[], Traces]:
    """What there is once nothing is being read any more."""

    def now() -> Traces:
        eventually(lambda: not readers_of(live_stack), 10)
        return traces_of(live_stack, alice.library)

    return now


def assert_problem(answer: requests.Response, status: int, kind: str, *fields: str) -> None:
    """One of the contract's problems, with a sentence for a person and these fields named."""
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json"), answer.text
    assert answer.reason == responses[status]
    problem = answer.json()
    assert problem["type"] == f"urn:veritydraft:problem:{kind}"
    assert problem["status"] == status
    assert problem["title"]
    assert "Traceback" not in answer.text
    assert sorted(problem.get("errors", {})) == sorted(fields)
    assert problem["detail"] or kind == "not-found"


def sent(alice: Person, workspace: str, content: bytes, filename: str, **fields: str) -> requests.Response:
    path = f"/workspaces/{workspace}/documents"
    return alice.call("POST", path, files={"file": (filename, content)}, data=fields)


REFUSED_FILES = {
    "an empty file": (b"", "empty.pdf", 422, "invalid"),
    "a text that is not UTF-8": (b"caf\xe9 au lait, " * 20, "menu.txt", 422, "invalid"),
    "a text that stops being UTF-8 far in": (b"plain words " * 90_000 + b"\xc3\x28", "long.md", 422, "invalid"),
    "a picture": (PICTURE, "scan.png", 415, "unsupported-type"),
    "a picture that calls itself a PDF": (PICTURE, "a.pdf", 415, "unsupported-type"),
    "a ZIP archive cut off": (bomb_docx(1)[:-40], "cut.docx", 415, "unsupported-type"),
    "a file a little over the limit": (b"word " * (UPLOAD_LIMIT // 5 + 1), "long.txt", 413, "too-large"),
    "a file far over the limit": (b"word " * (UPLOAD_LIMIT // 2), "longer.txt", 413, "too-large"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED_FILES)
def test_a_file_that_cannot_be_one_is_refused_and_leaves_nothing(
    name: str, alice: Person, workspace: str, traces: Callable[[], Traces]
):
    content, filename, status, kind = REFUSED_FILES[name]
    before = traces()

    answer = sent(alice, workspace, content, filename)

    assert_problem(answer, status, kind, *(["file"] if status == 422 else []))
    assert eventually(lambda: traces() == before, 5), traces().more_than(before)


def test_a_form_without_a_file_or_with_a_title_that_cannot_be_stored_is_refused(
    alice: Person, workspace: str, traces: Callable[[], Traces]
):
    before = traces()
    path = f"/workspaces/{workspace}/documents"

    assert_problem(alice.call("POST", path, files={"other": ("a.txt", b"words")}), 422, "invalid", "file")
    assert_problem(sent(alice, workspace, b"some words", "a.txt", title="a\x00b"), 422, "invalid", "title")
    assert_problem(sent(alice, workspace, b"some words", "a.txt", title="x" * 501), 422, "invalid", "title")
    assert_problem(alice.call("POST", path, json={"file": "words"}), 415, "unsupported-type")
    assert traces() == before


def test_an_upload_that_breaks_off_leaves_nothing(alice: Person, workspace: str, traces: Callable[[], Traces]):
    before = traces()
    head = (
        f"POST /api/v1/workspaces/{workspace}/documents HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Authorization: Bearer {alice.token}\r\nContent-Type: multipart/form-data; boundary=b\r\n"
        "Content-Length: 3000000\r\n\r\n"
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
    )
    host, port = alice.base_url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as client:
        client.sendall(head.encode() + b"words " * 400_000)

    assert alice.get("/workspaces")["results"], "the site goes on answering"
    assert eventually(lambda: traces() == before, 5), traces().more_than(before)


def test_a_name_with_folders_in_it_leads_nowhere(alice: Person, workspace: str):
    document = alice.upload(workspace, b"A note about names and folders.", "../../../etc/note.txt")

    assert alice.read_through(document)["status"] == "ready"
    assert document["filename"] == "note.txt"
    _, _, path = alice.library.document(document["id"])
    assert path.resolve().is_relative_to(alice.library.files)


UNREADABLE = {
    "a PDF without a page": (empty_pdf(), "a.pdf", "no_pages", "no page"),
    "a PDF behind a password": (SECRET, "a.pdf", "encrypted_pdf", "password"),
    "a PDF cut off": (POLICY[: len(POLICY) // 2], "a.pdf", "corrupt_pdf", "damaged"),
    "a PDF that is none": (b"%PDF-1.7\n" + b"nothing of a PDF" * 50, "a.pdf", "corrupt_pdf", "damaged"),
    "a PDF without a page tree": (raw_pdf(b"<< /Type /Catalog >>"), "a.pdf", "corrupt_pdf", "damaged"),
    "a scan without text": (scanned_pdf(), "scan.pdf", "no_text", "OCR"),
    "a text of white space": (b" \n\t\n" * 9, "a.txt", "empty_document", "no text"),
    "a DOCX whose parts are missing": (bomb_docx(1), "a.docx", "corrupt_file", "damaged"),
    "a ZIP bomb": (bomb_docx(40), "a.docx", "zip_bomb", "unpack"),
    "a ZIP bomb that lies about its size": (lying_docx(40), "a.docx", "corrupt_file", "damaged"),
    "a bomb of XML entities": (entities_docx(), "a.docx", "corrupt_file", "damaged"),
    "a PDF bomb": (bomb_pdf(60), "a.pdf", "memory_exceeded", "memory"),
}  # fmt: skip


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_file_that_cannot_be_read_ends_in_a_clear_error_and_goes_without_a_trace(
    name: str, alice: Person, traces: Callable[[], Traces]
):
    content, filename, code, word = UNREADABLE[name]
    place = alice.workspace(name)
    before = traces()

    document = alice.read_through(alice.upload(place, content, filename))

    assert (document["status"], document["error_code"]) == ("error", code), document
    assert word in document["error_reason"]
    assert "Error:" not in document["error_reason"], "that would be our insides"
    told = alice.listen(f"/ws/workspaces/{place}/", until=lambda event: event["type"] == "document_error")
    assert (told[-1]["payload"]["code"], told[-1]["payload"]["message"]) == (code, document["error_reason"])
    assert phases_of(alice, document["id"]) == [("extract", "failed", 1, "failed")]
    after = traces()
    tables = ("documents_document", "runs_run", "runs_phaserun", "runs_stream", "audit_auditentry")
    one_of_each = dict.fromkeys(tables, 1)
    assert after.more_than(before) == one_of_each | {"runs_event": len(told)}
    assert len(after.files - before.files) == 1
    assert (after.scratch, after.readers) == (before.scratch, frozenset())
    assert alice.call("GET", f"/documents/{document['id']}/content").content == content

    assert alice.call("DELETE", f"/documents/{document['id']}").status_code == 204
    assert eventually(lambda: traces().files == before.files, 5)
    stays = {"runs_stream", "runs_event", "audit_auditentry"}  # what the workspace was told, and who did what
    assert set(traces().more_than(before)) == stays


def phases_of(alice: Person, document_id: str) -> list[tuple[str, str, int, str]]:
    """Name, state and attempts of each phase of a document, and the state of its run."""
    query = (
        "SELECT p.name, p.state, p.attempt, r.state FROM runs_phaserun p JOIN runs_run r ON r.id = p.run_id"
        " WHERE r.subject_id = %s"
    )
    with psycopg.connect(alice.library.database_url) as connection:
        return connection.execute(query, [document_id]).fetchall()


def test_the_same_unreadable_bytes_are_tried_again_in_the_same_place(alice: Person, traces: Callable[[], Traces]):
    place = alice.workspace("Twice")
    first = alice.read_through(alice.upload(place, SECRET, "a.pdf"))
    before = traces()

    again = alice.upload(place, SECRET, "b.pdf")

    assert (again["id"], again["duplicate"], again["status"]) == (first["id"], True, "uploaded")
    assert alice.read_through(again)["error_code"] == "encrypted_pdf"
    assert traces().rows["documents_document"] == before.rows["documents_document"]
    assert traces().files == before.files


def test_a_pdf_that_calls_itself_a_docx_is_read_as_the_pdf_it_is(alice: Person):
    place = alice.workspace("Misnamed")

    document = alice.read_through(alice.upload(place, POLICY, "lending-policy.docx"))

    assert (document["status"], document["media_type"]) == ("ready", "application/pdf")
    assert document["page_count"] >= 10
    session = alice.finished(alice.ask(place, QUESTION))
    assert session["citations"][0]["page"] == 3


def test_bombs_are_read_beside_good_work_in_bounded_memory(
    alice: Person, workspace: str, live_stack: LiveStack, traces: Callable[[], Traces]
):
    touched = [*live_stack.pids("ingest prefork"), *live_stack.pids("processes.web")]
    before = {pid: peak_bytes(pid) for pid in touched}
    readers: dict[int, int] = {}
    done = threading.Event()

    def watch() -> None:
        while not done.wait(0.02):
            for pid in readers_of(live_stack):
                readers[pid] = max(readers.get(pid, 0), peak_bytes(pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    place = alice.workspace("Bombs")
    files = {"a.docx": bomb_docx(100), "b.docx": lying_docx(100), "c.docx": entities_docx(), "d.pdf": bomb_pdf(100)}
    bombs = [alice.upload(place, content, name) for name, content in files.items()]
    good = alice.upload(place, (SAMPLES / FILES[2]).read_bytes(), FILES[2])
    session = alice.finished(alice.ask(workspace, QUESTION))
    ends = [alice.read_through(document)["status"] for document in [*bombs, good]]
    done.set()
    watcher.join()

    assert ends == ["error"] * len(bombs) + ["ready"]
    assert session["status"] == "completed"
    assert session["citations"]
    assert readers
    assert max(readers.values()) <= READER_MEMORY
    grown = {pid: peak_bytes(pid) - peak for pid, peak in before.items()}
    assert len(grown) >= 3, "the worker's parent, its pool, the web process"
    assert set(live_stack.processes()) >= set(touched), "none was lost"
    assert max(grown.values()) < 150 * MIB, grown
    assert traces().readers == frozenset()


LONG = "What is the limit of a loan? " * 3500  # more than 100 kB

REFUSED_QUESTIONS = {
    "100 kB": ({"query": LONG}, ["query"]),
    "nothing": ({"query": " \n "}, ["query"]),
    "no query": ({}, ["query"]),
    "a NUL": ({"query": "What is\x00the limit?"}, ["query"]),
    "half a surrogate pair": ({"query": "What is \ud83d the limit?"}, ["query"]),
    "not a text": ({"query": {"a": 1}}, ["query"]),
    "an unknown mode": ({"query": "What?", "mode": "poem"}, ["mode"]),
    "an unknown verification mode": ({"query": "What?", "verification": "lax"}, ["verification"]),
    "everything unknown": ({"query": "", "mode": "x", "verification": "y"}, ["query", "mode", "verification"]),
    "an unknown document": ({"query": "What?", "document_ids": [NOBODY]}, ["document_ids"]),
    "a document id that is none": ({"query": "What?", "document_ids": ["x"]}, ["document_ids"]),
    "a list in place of settings": ({"query": "What?", "settings": []}, ["settings"]),
}


@pytest.mark.parametrize("name", REFUSED_QUESTIONS)
def test_a_question_that_cannot_be_asked_is_refused_and_leaves_nothing(
    name: str, alice: Person, workspace: str, traces: Callable[[], Traces]
):
    body, fields = REFUSED_QUESTIONS[name]
    before = traces()

    assert_problem(alice.call("POST", f"/workspaces/{workspace}/sessions", json=body), 422, "invalid", *fields)

    assert traces() == before


@pytest.mark.parametrize(
    "body", [b'{"query": "\xc3\x28"}', b"\xff\xfe", b'{"query": ', b"[" * 100_000, b'{"query": NaN}', b""]
)
@pytest.mark.parametrize("call", ["sessions", "search"])
def test_a_body_that_cannot_be_read_is_refused(
    body: bytes, call: str, alice: Person, workspace: str, traces: Callable[[], Traces]
):
    before = traces()
    headers = {"Content-Type": "application/json"}

    answer = alice.call("POST", f"/workspaces/{workspace}/{call}", data=body, headers=headers)

    if body:
        assert_problem(answer, 400, "malformed")
    else:
        assert answer.status_code in {400, 422}
    assert traces() == before


def test_a_search_is_held_to_the_same(alice: Person, workspace: str):
    path = f"/workspaces/{workspace}/search"

    for query in (LONG, "", "a\x00b", None):
        assert_problem(alice.call("POST", path, json={"query": query}), 422, "invalid", "query")
    assert_problem(
        alice.call("POST", path, json={"query": "x", "document_ids": [NOBODY]}), 422, "invalid", "document_ids"
    )
    assert alice.call("POST", path, json={"query": "loan"}).json()["results"]


@pytest.mark.parametrize("query", ["loan-to-value", "LOAN", "?", "贷款", "🙂", "a" * 4000, "'; DROP TABLE users; --"])
def test_a_question_of_one_word_is_a_question(query: str, alice: Person, workspace: str):
    session = alice.finished(alice.ask(workspace, query))

    assert session["status"] == "completed"
    assert session["response"]


UNKNOWN = [
    ("GET", "/workspaces/{id}", None),
    ("GET", "/workspaces/{id}/documents", None),
    ("POST", "/workspaces/{id}/sessions", {"query": "What?"}),
    ("POST", "/workspaces/{id}/search", {"query": "What?"}),
    ("GET", "/documents/{id}", None),
    ("DELETE", "/documents/{id}", None),
    ("POST", "/documents/{id}/reprocess", None),
    ("GET", "/documents/{id}/content", None),
    ("GET", "/documents/{id}/chunks", None),
    ("GET", "/sessions/{id}", None),
    ("GET", "/sessions/{id}/events", None),
    ("GET", "/sessions/{id}/ledger", None),
    ("POST", "/sessions/{id}/cancel", None),
    ("DELETE", "/sessions/{id}", None),
]


def test_what_nobody_made_is_not_found(alice: Person, traces: Callable[[], Traces]):
    before = traces()

    for method, path, body in UNKNOWN:
        for name in (NOBODY, "no-uuid", "%00", "..%2f..%2fetc"):
            answer = alice.call(method, path.replace("{id}", name), json=body)
            assert_problem(answer, 404, "not-found")
    assert_problem(sent(alice, NOBODY, b"some words", "a.txt"), 404, "not-found")
    assert traces() == before


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ({"type": "query", "payload": {"query": "What?", "mode": "poem"}}, "invalid"),
        ({"type": "query", "payload": {"query": LONG}}, "invalid"),
        ({"type": "query", "payload": {"query": "a\x00b"}}, "invalid"),
        ({"type": "query", "payload": {"query": "What?", "document_ids": [NOBODY]}}, "invalid"),
        ({"type": "query", "payload": {"query": "What?", "mode": ["answer"]}}, "invalid"),
        ({"type": "query", "payload": {"query": "What?", "document_ids": 7}}, "invalid"),
        ({"type": "query", "payload": {"query": "What?", "settings": "fast"}}, "invalid"),
        ({"type": "dance"}, "malformed"),
    ],
)
def test_a_socket_is_held_to_the_same(
    message: dict[str, Any], kind: str, alice: Person, workspace: str, traces: Callable[[], Traces]
):
    before = traces()

    path = f"/ws/workspaces/{workspace}/?after=100000"
    told = alice.listen(path, send=message, until=lambda event: event["type"] == "error", within=20)

    assert told[-1]["payload"]["type"] == f"urn:veritydraft:problem:{kind}"
    assert traces() == before
