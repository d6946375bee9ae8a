"""A draft meets the same faults as an answer: workers that die in each of its phases, sections side by side."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.endpoint import EndpointProcess, Script
from tests.faults.conftest import POLICY, REGULATION
from tests.faults.endpoint_stack import MODELS
from tests.faults.stack import Stack, kill_group
from tests.invariants import TERMINAL
from tests.scripted_drafts import Part, drafting

pytestmark = pytest.mark.usefixtures("no_marks_of_others")

PHASES = ("retrieve", "outline", "gather", "allot", "section", "assemble", "skeptic", "judge", "finalize")
TELLS = frozenset({"retrieve", "section", "judge"})  # others commit nothing before their end
MENDING = ("mend", "assemble", "skeptic", "judge")
REQUEST = "Write a report on the loan-to-value ratio for an investment property and on the application fee."
CAP, FEE, LENDERS = POLICY[1][1], POLICY[2][1], REGULATION[0][1]
WRONG_CAP, WRONG_FEE = CAP.replace("75%", "95%"), FEE.replace("$450", "$950")


def assert_told_and_judged_once(stack: Stack, session: dict[str, Any]) -> list[dict[str, Any]]:
    """No claim of any cycle is lost, told twice or judged twice, and the draft ends once; returns its events."""
    assert session["status"] == "completed", session["errors"]
    assert sorted(path.name for path in stack.orders.glob("kill-*")) == [], "every kill was carried out"
    events = stack.person().events(session["id"])
    assert sum(event["type"] in TERMINAL for event in events) == 1
    extracted = [event for event in events if event["type"] == "claim_extracted"]
    assert len(extracted) == len({event["payload"]["claim"]["id"] for event in extracted}), "none told twice"
    told = Counter(event["payload"]["cycle"] for event in extracted)
    assert told[max(told)] == len(session["claims"]), "none lost"
    assert session["ledger"]["summary"]["unchecked"] == 0
    judged = stack.sql(
        "SELECT l.cycle, count(*), count(e.id), count(DISTINCT e.claim_id) FROM verification_claim c"
        " JOIN verification_ledger l ON l.id = c.ledger_id LEFT JOIN verification_ledgerentry e ON e.claim_id = c.id"
        " JOIN drafting_turn t ON t.id = l.turn_id WHERE t.session_id = %s GROUP BY l.cycle",
        session["id"],
    )
    assert sorted(judged) == [(cycle, count, count, count) for cycle, count in sorted(told.items())]
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


# mended


@pytest.fixture(scope="module")
def mending(stack: Stack, library_of_two: str) -> Iterator[str]:
    """The library with workers whose cast is scripted: two sections do not hold until their Writer is told so."""
    with EndpointProcess() as endpoint:
        stack.env |= MODELS | {"OPENAI_BASE_URL": endpoint.base_url, "OPENAI_API_KEY": "key"}
        for worker in [*stack.workers]:
            kill_group(worker)  # those that take over see the models
        rows = stack.sql("SELECT content, key FROM documents_chunk WHERE workspace_id = %s", library_of_two)

        def said(sentence: str, of: str = "") -> str:
            return f"{sentence} [cite:{next(key for text, key in rows if (of or sentence) in ' '.join(text.split()))}]"

        rules = drafting(
            title="Lending",
            introduction=said(REGULATION[1][1]),
            body=[
                Part(heading="Limits", brief="loan-to-value ratio", text=said(WRONG_CAP, CAP)),
                Part(heading="Charges", brief="application fee", text=said(WRONG_FEE, FEE)),
                Part(heading="Scope", brief="lenders the regulation applies to", text=said(LENDERS)),
            ],
            closing="The documents do not contain anything on other loans.",
            mended={WRONG_CAP: CAP, WRONG_FEE: FEE},
        )
        endpoint.play(Script(rules=rules))
        yield library_of_two


@pytest.mark.parametrize(
    "kills",
    [
        pytest.param({"mend": "end", "judge": "told"}, id="some"),
        *(
            pytest.param(dict.fromkeys(MENDING, moment), id=moment, marks=pytest.mark.full)
            for moment in ("begin", "end", "ring")
        ),
    ],
)
def test_a_draft_survives_a_worker_killed_in_each_phase_of_its_revision(
    stack: Stack, mending: str, kills: dict[str, str]
):
    hold = stack.order("hold", "mend", "begin")
    stack.order("kill", "mend", kills["mend"])
    asked = stack.person().ask(mending, REQUEST, mode="draft")
    stack.arrived("mend", "begin")
    for phase in kills.keys() - {"mend"}:  # only now: these phases were in the first cycle too
        stack.order("kill", phase, kills[phase])
    hold.unlink()
    session = stack.finished(asked, within=180)

    events = assert_told_and_judged_once(stack, session)
    (revision,) = session["revisions"]
    changes = {(change["before"], change["after"]) for change in revision["changes"]}
    assert changes == {(WRONG_CAP, CAP), (WRONG_FEE, FEE)}
    assert [event["payload"]["cycle"] for event in events if event["type"] == "revision_started"] == [1]
    assert (session["flags"], session["warnings"]) == ([], [])
    assert session["metrics"]["evidence_coverage"] == 1.0
