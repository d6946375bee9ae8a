"""A text written elsewhere survives its workers, in every phase; deleted half way it leaves nothing."""

import io

import pytest
import requests

from tests.faults.conftest import POLICY
from tests.faults.stack import Stack
from tests.live import eventually

pytestmark = pytest.mark.usefixtures("no_marks_of_others")

PHASES = ("skeptic", "search", "judge", "finalize")
SENTENCES = [sentence for _, sentence in POLICY]
TEXT = "\n\n".join([*SENTENCES, *(f"The fee for a house of kind {number} is ${number}50 [1]." for number in range(9))])


def verified(stack: Stack, workspace: str, **request: object) -> dict:
    answer: requests.Response = stack.person().call("POST", f"/workspaces/{workspace}/verify", **request)
    assert answer.status_code == 202, answer.text
    return answer.json()


@pytest.mark.parametrize(
    "moment", ["told", *(pytest.param(each, marks=pytest.mark.full) for each in ("begin", "end", "ring"))]
)
def test_a_text_survives_a_worker_killed_in_each_phase_of_its_verification(
    stack: Stack, library_of_two: str, moment: str
):
    told_nothing = {"finalize"} if moment == "told" else set()
    first_has_no_worker = {"skeptic"} if moment == "ring" else set()
    for phase in [phase for phase in PHASES if phase not in told_nothing | first_has_no_worker]:
        stack.order("kill", phase, moment)

    session = stack.finished(verified(stack, library_of_two, json={"text": TEXT}), within=180)

    assert session["status"] == "completed", session["errors"]
    assert sorted(path.name for path in stack.orders.glob("kill-*")) == [], "every kill was carried out"
    assert len(session["claims"]) == len(session["ledger"]["entries"]) > 8
    extracted = [event for event in stack.person().events(session["id"]) if event["type"] == "claim_extracted"]
    assert len(extracted) == len(session["claims"]), "no claim was lost, and none told twice"


@pytest.mark.parametrize("moment", ["begin", "end"])
def test_a_file_survives_the_worker_that_reads_it_and_is_not_left(stack: Stack, library_of_two: str, moment: str):
    stack.order("kill", "read", moment)
    files = {"file": ("report.md", io.BytesIO(TEXT.encode()))}

    session = stack.finished(verified(stack, library_of_two, files=files), within=180)

    assert (session["status"], session["response"]) == ("completed", TEXT)
    assert not list(stack.orders.glob("kill-*"))
    kept = stack.data_dir / "files" / "verify"
    assert eventually(lambda: not [path for path in kept.rglob("*") if path.is_file()], 10)


@pytest.mark.parametrize("phase", ["search", "judge"])
def test_a_session_deleted_half_way_leaves_nothing(stack: Stack, library_of_two: str, phase: str):
    hold = stack.order("hold", phase, "told")
    for mark in stack.orders.glob(f"at-{phase}-told-*"):
        mark.unlink()
    session = verified(stack, library_of_two, json={"text": SENTENCES[1]})
    run = stack.sql("SELECT id FROM runs_run WHERE session_id = %s", session["id"])[0][0]
    ledger = eventually(
        lambda: stack.sql(
            "SELECT l.id FROM verification_ledger l JOIN drafting_turn t ON t.id = l.turn_id WHERE t.session_id = %s",
            session["id"],
        )
    )[0][0]
    stack.arrived(phase, "told")

    assert stack.person().call("DELETE", f"/sessions/{session['id']}").status_code == 204
    stack.let_go(hold, f"{phase}:0:0", run)

    for table, column, value in (
        ("runs_run", "id", run),
        ("runs_phaserun", "run_id", run),
        ("runs_artifact", "run_id", run),
        ("runs_event", "stream_id", session["id"]),
        ("drafting_turn", "session_id", session["id"]),
        ("verification_ledger", "id", ledger),
        ("verification_claim", "ledger_id", ledger),
    ):
        assert stack.sql(f"SELECT count(*) FROM {table} WHERE {column} = %s", value) == [(0,)], table
