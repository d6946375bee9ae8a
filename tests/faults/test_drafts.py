"""Drafts, and what is revised: workers that die in each of their phases and revisions, models that fail.

Its sections are written side by side.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.endpoint import EndpointProcess, Reply, Rule
from tests.faults.conftest import POLICY, QUESTION, REGULATION
from tests.faults.endpoint_stack import MODELS, codes
from tests.faults.scripted_library import CAP, FEE, MENDED, MENDED_TWICE, STILL_WRONG, WRONG_CAP, WRONG_FEE, Scripted
from tests.faults.stack import Stack, kill_group
from tests.invariants import TERMINAL
from tests.live import eventually

pytestmark = pytest.mark.usefixtures("no_marks_of_others")

PHASES = ("retrieve", "outline", "gather", "allot", "section", "assemble", "skeptic", "judge", "finalize")
TELLS = frozenset({"retrieve", "section", "judge"})  # others commit nothing before their end
MENDING = ("mend", "assemble", "skeptic", "judge")
REQUEST = "Write a report on the loan-to-value ratio for an investment property and on the application fee."


def assert_told_and_judged_once(
    stack: Stack, session: dict[str, Any], *, unchecked: Mapping[int, int] | None = None
) -> list[dict[str, Any]]:
    """No claim of any cycle is lost, told twice or judged twice, and the text ends once; returns its events.

    ``unchecked``: how many claims of a cycle have no verdict because the Judge failed, where any have none.
    """
    unchecked = unchecked or {}
    assert session["status"] == "completed", session["errors"]
    assert sorted(path.name for path in stack.orders.glob("kill-*")) == [], "every kill was carried out"
    events = stack.person().events(session["id"])
    assert sum(event["type"] in TERMINAL for event in events) == 1
    extracted = [event for event in events if event["type"] == "claim_extracted"]
    assert len(extracted) == len({event["payload"]["claim"]["id"] for event in extracted}), "none told twice"
    told = Counter(event["payload"]["cycle"] for event in extracted)
    assert told[max(told)] == len(session["claims"]), "none lost"
    judged = stack.sql(
        "SELECT l.cycle, count(*), count(e.id), count(DISTINCT e.claim_id) FROM verification_claim c"
        " JOIN verification_ledger l ON l.id = c.ledger_id LEFT JOIN verification_ledgerentry e ON e.claim_id = c.id"
        " JOIN drafting_turn t ON t.id = l.turn_id WHERE t.session_id = %s GROUP BY l.cycle",
        session["id"],
    )
    ruled = {cycle: count - unchecked.get(cycle, 0) for cycle, count in told.items()}
    assert sorted(judged) == [(cycle, told[cycle], ruled[cycle], ruled[cycle]) for cycle in sorted(told)]
    paragraphs = [line for line in session["response"].splitlines() if line and not line.startswith("#")]
    cited = [re.sub(r"\s*\[(?:cite|flag):[^\]]*\]", "", line) for line in paragraphs if "[cite:" in line]
    assert len(cited) == len(set(cited)), "nothing stands twice"
    return events


@pytest.mark.parametrize(
    "moment", ["told", *(pytest.param(each, marks=pytest.mark.full) for each in ("begin", "end", "ring"))]
)
def test_a_draft_survives_a_worker_killed_in_each_of_its_phases(stack: Stack, library_of_two: str, moment: str):
    first_has_no_worker = {"retrieve"} if moment == "ring" else set()
    for phase in PHASES:
        if phase not in first_has_no_worker and (moment != "told" or phase in TELLS):
            stack.order("kill", phase, moment)

    session = stack.finished(stack.person().ask(library_of_two, REQUEST, mode="draft"), within=240)

    assert_told_and_judged_once(stack, session)


def test_a_draft_that_is_cancelled_while_its_sections_are_written_ends_at_once(stack: Stack, library_of_two: str):
    hold = stack.order("hold", "section", "begin")
    session = stack.person().ask(library_of_two, REQUEST, mode="draft")
    stack.arrived("section", "begin")

    assert stack.person().call("POST", f"/sessions/{session['id']}/cancel").status_code == 202
    hold.unlink()

    shown = stack.finished(session, within=60)
    assert shown["status"] == "cancelled"
    kinds = [event["type"] for event in stack.person().events(session["id"])]
    assert sum(kind in TERMINAL for kind in kinds) == 1
    assert kinds[-1] in TERMINAL


# scripted


@pytest.fixture(scope="module")
def scripted(stack: Stack, library_of_two: str) -> Iterator[Scripted]:
    """With workers whose cast is at the endpoint."""
    with EndpointProcess() as endpoint:
        stack.env |= MODELS | {"OPENAI_BASE_URL": endpoint.base_url, "OPENAI_API_KEY": "key"}
        for worker in [*stack.workers]:
            kill_group(worker)  # those that take over see the models
        rows = stack.sql("SELECT content, key FROM documents_chunk WHERE workspace_id = %s", library_of_two)
        keys = {
            sentence: next(key for text, key in rows if sentence in " ".join(text.split()))
            for _, sentence in (*POLICY, *REGULATION)
        }
        yield Scripted(workspace=library_of_two, endpoint=endpoint, keys=keys)


def test_the_calls_for_two_sections_are_open_at_the_same_time(stack: Stack, scripted: Scripted):
    first, second = (
        Rule(role="writer", contains=f"section {number} of the outline", reply=Reply(first_token=300))
        for number in (1, 2)
    )
    scripted.play(first, second)
    scripted.endpoint.forget()
    asked = stack.person().ask(scripted.workspace, REQUEST, mode="draft")

    assert eventually(lambda: scripted.endpoint.open_calls() == 2), "one waits for the other"

    stack.person().call("POST", f"/sessions/{asked['id']}/cancel")
    assert stack.finished(asked)["status"] == "cancelled"


def held_before_mending(stack: Stack, workspace: str, *, cycle: int, kill: str = "") -> tuple[dict[str, Any], Any]:
    """A draft whose sections are about to be mended in this cycle, and the hold on them.

    Orders given now are not for the same phases of an earlier cycle. ``kill``: the moment at which a worker that mends
    in this cycle dies, which may come before this one.
    """
    asked: dict[str, Any] = {}
    held = None
    for stop in range(2 * cycle - 1):
        phase = ("mend", "judge")[stop % 2]
        for mark in stack.orders.glob(f"at-{phase}-begin-*"):
            mark.unlink()
        hold = stack.order("hold", phase, "begin")
        if kill and stop == 2 * cycle - 2:
            stack.order("kill", "mend", kill)
        if held is None:
            asked = stack.person().ask(workspace, REQUEST, mode="draft")
        else:
            held.unlink()
        stack.arrived(phase, "begin")
        held = hold
    return asked, held


def mending_dies(cycle: int, *quick: str) -> list[Any]:
    """Kills at each moment, in the full run but for ``quick``."""
    kills = {"some": {"mend": "end", "judge": "told"}}
    kills |= {moment: dict.fromkeys(MENDING, moment) for moment in ("begin", "end", "ring")}
    return [
        pytest.param(cycle, each, id=f"{cycle}-{name}", marks=[] if name in quick else pytest.mark.full)
        for name, each in kills.items()
    ]


@pytest.mark.parametrize(("cycle", "kills"), [*mending_dies(1, "some"), *mending_dies(2)])
def test_a_draft_survives_a_worker_killed_in_each_phase_of_a_revision(
    stack: Stack, scripted: Scripted, cycle: int, kills: dict[str, str]
):
    scripted.play(mended=MENDED if cycle == 1 else MENDED_TWICE)
    asked, hold = held_before_mending(stack, scripted.workspace, cycle=cycle, kill=kills["mend"])
    for phase in kills.keys() - {"mend"}:
        stack.order("kill", phase, kills[phase])
    hold.unlink()
    session = stack.finished(asked, within=180)

    events = assert_told_and_judged_once(stack, session)
    changes = [{(one["before"], one["after"]) for one in each["changes"]} for each in session["revisions"]]
    twice = [{(WRONG_CAP, STILL_WRONG), (WRONG_FEE, FEE)}, {(STILL_WRONG, CAP)}]
    assert changes == ([{(WRONG_CAP, CAP), (WRONG_FEE, FEE)}] if cycle == 1 else twice)
    begun = [event["payload"]["cycle"] for event in events if event["type"] == "revision_started"]
    assert begun == list(range(1, cycle + 1))
    assert (session["flags"], session["warnings"]) == ([], [])
    assert session["metrics"]["evidence_coverage"] == 1.0


@pytest.mark.full
@pytest.mark.parametrize("moment", ["told", "begin", "end", "ring"])
def test_an_answer_survives_a_worker_killed_while_its_revision_is_doubted_and_judged(
    stack: Stack, scripted: Scripted, moment: str
):
    scripted.play_answer()
    hold = stack.order("hold", "revise", "begin")
    asked = stack.person().ask(scripted.workspace, QUESTION)
    stack.arrived("revise", "begin")
    for phase in ("judge",) if moment == "told" else ("skeptic", "judge"):  # only now: both were in the first cycle too
        stack.order("kill", phase, moment)
    hold.unlink()

    session = stack.finished(asked, within=180)

    assert_told_and_judged_once(stack, session)
    (revision,) = session["revisions"]
    assert [(change["before"], change["after"]) for change in revision["changes"]] == [(WRONG_CAP, CAP)]
    assert session["metrics"]["evidence_coverage"] == 1.0


# a Skeptic that gives up: the claims are taken by a phase of their own

NO_SKEPTIC = Rule(model="skeptic-1", reply=Reply(status=401))
FOREIGN = " ".join(sentence for _, sentence in (*POLICY, *REGULATION))


@pytest.mark.parametrize(
    ("mode", "moment"),
    [
        pytest.param(mode, moment, marks=() if (mode, moment) == ("verify", "begin") else pytest.mark.full)
        for mode in ("answer", "draft", "verify")
        for moment in ("begin", "told", "end", "ring")
        if moment != "told" or mode == "verify"  # others commit nothing before their end
    ],
)
def test_no_claim_is_lost_when_the_worker_that_takes_them_for_the_skeptic_is_killed(
    stack: Stack, scripted: Scripted, mode: str, moment: str
):
    scripted.play(NO_SKEPTIC)
    stack.order("kill", "claims", moment)
    if mode == "verify":
        answer = stack.person().call("POST", f"/workspaces/{scripted.workspace}/verify", json={"text": FOREIGN})
        asked = answer.json()
    else:
        asked = stack.person().ask(scripted.workspace, REQUEST if mode == "draft" else QUESTION, mode=mode)

    session = stack.finished(asked, within=180)

    assert_told_and_judged_once(stack, session)
    assert session["claims"]
    assert "SKEPTIC_SKIPPED" in codes(session)
    assert {"unauthorized", "worker_lost"} >= {error["code"] for error in session["errors"]} >= {"unauthorized"}


# models that fail, from the first call on or from the first revision on

FAILS = {
    "writer": (Rule(model="writer-1", reply=Reply(fault="drop", after=1)), "WRITER_FALLBACK", "no_connection"),
    "skeptic": (Rule(model="skeptic-1", reply=Reply(fault="wrong_schema")), "SKEPTIC_SKIPPED", "malformed"),
    "judge": (Rule(model="judge-1", reply=Reply(fault="refusal")), "LEDGER_PARTIAL", "refused"),
}


@pytest.mark.parametrize("begins", [pytest.param("first", marks=pytest.mark.full), "revision"])
@pytest.mark.parametrize("role", FAILS)
def test_a_draft_whose_model_fails_in_one_role_ends_and_says_so(
    stack: Stack, scripted: Scripted, role: str, begins: str
):
    fault, warning, error = FAILS[role]
    if begins == "first":
        scripted.play(fault)
        asked = stack.person().ask(scripted.workspace, REQUEST, mode="draft")
    else:
        scripted.play()
        asked, hold = held_before_mending(stack, scripted.workspace, cycle=1)
        scripted.play(fault)
        hold.unlink()

    session = stack.finished(asked, within=180)

    left = {("judge", "first"): {0: 5}, ("judge", "revision"): {1: 2}}.get((role, begins), {})
    assert_told_and_judged_once(stack, session, unchecked=left)
    assert warning in codes(session)
    assert {each["code"] for each in session["errors"]} == {error}
    if left:
        assert session["response"].count("[flag:unchecked]") == session["ledger"]["summary"]["unchecked"] > 0
    else:
        assert (session["flags"], session["metrics"]["evidence_coverage"]) == ([], 1.0)
        assert session["metrics"]["revision_cycles"] == 1
