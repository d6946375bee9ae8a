"""Neighbours: what one workspace hands in never holds up another's answers, nor its one upload behind fifty."""

from collections.abc import Iterator

import pytest

from tests.faults.conftest import QUESTION
from tests.faults.stack import Stack
from tests.person import Person

MANY = 8  # as good as fifty to see who goes first, and read in a sixth of the time
LONG = 600  # lines of a document that takes a worker longer than it takes to upload the next
WORDS = "The maximum loan-to-value ratio for an investment property of class {number} is {share}% of its value.\n"


@pytest.fixture(autouse=True)
def nobody_works_yet(stack: Stack) -> Iterator[None]:
    before = list(stack.processes)
    yield
    for process in stack.processes:
        if process not in before:
            process.kill()
            process.wait()


def text(number: int) -> bytes:
    """A small document of its own."""
    return WORDS.format(number=number, share=40 + number % 50).encode()


def in_order_of_ending(stack: Stack, *workspaces: str) -> list[str]:
    """The workspaces of the documents that are ready, first to last."""
    query = "SELECT workspace_id FROM documents_document WHERE workspace_id = ANY(%s::uuid[]) AND status = 'ready'"
    return [str(row[0]) for row in stack.sql(query + " ORDER BY ready_at", list(workspaces))]


def upload_many(alice: Person, name: str, *, lines: int = 1) -> tuple[str, list[dict]]:
    """A workspace with a backlog of documents of so many ``lines``."""
    workspace = alice.workspace(name)
    texts = [b"".join(text(number * lines + line) for line in range(lines)) for number in range(MANY)]
    return workspace, [alice.upload(workspace, content, f"{place}.txt") for place, content in enumerate(texts)]


@pytest.mark.parametrize("hands", [1, pytest.param(2, marks=pytest.mark.full)])
def test_one_upload_is_not_behind_many_of_another_workspace(stack: Stack, hands: int):
    alice, bob = stack.person("alice@example.org"), stack.person("bob@example.org")
    crowded, many = upload_many(alice, f"Crowded {hands}")
    quiet = bob.workspace(f"Quiet {hands}")
    one = bob.upload(quiet, text(99), "one.txt")

    stack.start_real_worker("ingest", size=hands, wait=False)
    assert bob.read_through(one)["status"] == "ready"
    assert all(alice.read_through(document)["status"] == "ready" for document in many)

    ended = in_order_of_ending(stack, crowded, quiet)
    assert len(ended) == MANY + 1
    assert ended.index(quiet) <= hands, "the last to come is among the first to be done"


def test_ingestion_of_one_workspace_does_not_hold_up_answers_of_another(stack: Stack):
    alice, bob = stack.person("alice@example.org"), stack.person("bob@example.org")
    quiet = bob.workspace("Answers")
    stack.start_real_worker("ingest", wait=False)
    stack.start_real_worker("verify", wait=False)
    assert bob.read_through(bob.upload(quiet, text(7), "seven.txt"))["status"] == "ready"
    crowded, many = upload_many(alice, "Much to read", lines=LONG)

    session = bob.finished(bob.ask(quiet, QUESTION))

    assert session["status"] == "completed"
    assert session["citations"]
    assert len(in_order_of_ending(stack, crowded)) < MANY, "there was still much to read when the answer was there"
    for document in many:
        assert alice.call("DELETE", f"/documents/{document['id']}").status_code == 204
