"""Many questions and uploads at once for a while: nothing lost, nothing doubled, and no process that keeps growing."""

from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest

from tests.acceptance.test_answers import ANSWERED, DISPUTED, FILES, SAMPLES, UNANSWERED, library_of
from tests.live import LiveStack
from tests.person import Person

ROUNDS = 4
SESSIONS_A_ROUND = 30
UPLOADS_A_ROUND = 4
GROWTH_BYTES = 150 * 2**20  # a worker that leaked its sentences' vectors or contexts would pass this in a few rounds

pytestmark = pytest.mark.full


@pytest.fixture
def alice(live_stack: LiveStack) -> Person:
    return Person(
        base_url=live_stack.base_url, token=live_stack.person("soak@example.org"), library=library_of(live_stack)
    )


def resident(stack: LiveStack) -> dict[int, int]:
    """Bytes per living process of the workers and the web."""
    return {pid: psutil.Process(pid).memory_info().rss for pid in stack.pids("processes.")}


def test_rounds_of_questions_and_uploads_lose_nothing_and_leak_nothing(live_stack: LiveStack, alice: Person):
    workspace = alice.workspace("Soak")
    for name in FILES:
        assert alice.read_through(alice.upload(workspace, (SAMPLES / name).read_bytes(), name))["status"] == "ready"
    warm: dict[int, int] = {}
    for number in range(ROUNDS):
        questions = [(ANSWERED, DISPUTED, UNANSWERED)[place % 3] for place in range(SESSIONS_A_ROUND)]
        texts = [
            f"# Note {number}-{place}\n\nThe fee for case {number}-{place} is ${place + 1}.\n"
            for place in range(UPLOADS_A_ROUND)
        ]
        with ThreadPoolExecutor(8) as pool:
            uploads = list(pool.map(lambda text: alice.upload(workspace, text.encode(), "note.md"), texts))
            asked = list(pool.map(lambda question: alice.ask(workspace, question), questions))
            read = list(pool.map(lambda document: alice.read_through(document, within=300), uploads))
            ended = list(pool.map(lambda session: alice.finished(session, within=300), asked))
        assert {document["status"] for document in read} == {"ready"}
        assert {session["status"] for session in ended} == {"completed"}
        warm = warm or resident(live_stack)
    grown = {pid: size - warm[pid] for pid, size in resident(live_stack).items() if pid in warm}
    assert grown
    assert max(grown.values()) < GROWTH_BYTES, grown
