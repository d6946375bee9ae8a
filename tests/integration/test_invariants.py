"""The invariants themselves: a session that breaks any one of them is not let through."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from apps.workspaces.models import Workspace
from tests.integration.answer_fixture import PASSAGES, Cast, Says, answered, ask, library, library_of_one, told
from tests.integration.test_lying_cast import TRUE, Lies, held_for
from tests.invariants import assert_session_holds

pytestmark = pytest.mark.django_db(transaction=True)

NOBODY = "f" * 12
Data = dict[str, Any]


def turn(session: Data) -> Data:
    return session["turns"][0]


def entry(session: Data) -> Data:
    return turn(session)["ledger"]["entries"][0]


def evidence(session: Data) -> Data:
    return entry(session)["evidence"][0]


def summary(session: Data) -> Data:
    return turn(session)["ledger"]["summary"]


def cycle(session: Data) -> Data:
    return turn(session)["cycles"][0]


def told_otherwise(events: list[Data], kind: str, **changed: Any) -> None:
    for event in events:
        if event["type"] == kind:
            event["payload"].update(changed)


BROKEN: dict[str, Callable[[Data, list[Data]], Any]] = {
    "claim off by one": lambda s, e: turn(s)["claims"][0].update(start_offset=1),
    "claim cites what the text does not": lambda s, e: turn(s)["claims"][0].update(citations=[NOBODY]),
    "claim outside the totals": lambda s, e: turn(s)["claims"][0].update(requires_citation=False),
    "quote changed in one character": lambda s, e: evidence(s).update(quote="X" + evidence(s)["quote"][1:]),
    "quote off by one": lambda s, e: evidence(s).update(start_offset=1),
    "quote of nothing": lambda s, e: evidence(s).update(quote="", end_offset=0),
    "page where there are none": lambda s, e: evidence(s).update(page=3),
    "quote under another key": lambda s, e: evidence(s).update(key=NOBODY),
    "snippet that is no quote": lambda s, e: entry(s).update(evidence_snippet="made up"),
    "total": lambda s, e: summary(s).update(total_claims=9),
    "verdicts miscounted": lambda s, e: summary(s).update(supported=0, weak=1),
    "coverage": lambda s, e: summary(s).update(evidence_coverage=0.3),
    "found ratio": lambda s, e: summary(s).update(found_ratio=0.3),
    "supported and not sure": lambda s, e: entry(s).update(confidence_score=0.3),
    "surer than sure": lambda s, e: entry(s).update(confidence_score=3.0),
    "supported by nothing": lambda s, e: entry(s).update(evidence=[], evidence_snippet=""),
    "supported against a check": lambda s, e: entry(s).update(checks=[{"name": "number_lint", "detail": "450"}]),
    "version of the text lost": lambda s, e: turn(s).update(cycles=[]),
    "version of the text twice": lambda s, e: turn(s)["cycles"].append(turn(s)["cycles"][0]),
    "version counted otherwise": lambda s, e: cycle(s).update(summary={**summary(s), "minor_claims": 5}),
    "gate that is not met and is": lambda s, e: cycle(s).update(gate_met=False),
    "gate unlike the target": lambda s, e: cycle(s).update(coverage_gate=0.3),
    "entry lost": lambda s, e: turn(s)["ledger"].update(entries=[]),
    "entry twice": lambda s, e: turn(s)["ledger"]["entries"].append(copy.deepcopy(entry(s))),
    "anchor of nobody": lambda s, e: turn(s).update(response=turn(s)["response"] + f"[cite:{NOBODY}]"),
    "citation lost": lambda s, e: turn(s).update(citations=[]),
    "citation misnumbered": lambda s, e: turn(s)["citations"][0].update(number=2),
    "citation under another key": lambda s, e: turn(s)["citations"][0].update(key=NOBODY),
    "citation with another quote": lambda s, e: turn(s)["citations"][0].update(quote="The"),
    "source called deleted": lambda s, e: evidence(s).update(source_deleted=True),
    "whole unlike its turn": lambda s, e: s.update(ledger=None),
    "gap in seq": lambda s, e: e.pop(2),
    "double in seq": lambda s, e: e.insert(2, e[2]),
    "event after the end": lambda s, e: e.append({**e[3], "seq": len(e) + 1}),
    "no end": lambda s, e: e.pop(),
    "another text told": lambda s, e: told_otherwise(e, "content_chunk", delta="another"),
    "another verdict told": lambda s, e: told_otherwise(e, "claim_verified", verdict="weak"),
}


def test_a_session_that_breaks_an_invariant_is_caught():
    workspace = Workspace.objects.create(name="Alice's", embedding_model="builtin")
    library_of_one(workspace)
    session, run = ask(workspace)
    judge = Lies(lambda claim, keys: (held_for(PASSAGES[0], keys[PASSAGES[0]]),))
    shown, events = answered(session, run, Cast(writer=Says(TRUE), judge=judge)), told(session)
    let_through = []
    for name, break_it in BROKEN.items():
        broken, broken_events = copy.deepcopy(shown), copy.deepcopy(events)
        break_it(broken, broken_events)
        try:
            assert_session_holds(broken, broken_events, library())
        except (AssertionError, LookupError):
            continue
        let_through.append(name)
    assert let_through == []
