"""Drafts from the shared filings whose Writer, Skeptic and Judge are models at an endpoint."""

import re
from dataclasses import dataclass
from typing import Any

import pytest

from tests.acceptance.conftest import ROLES
from tests.acceptance.test_answers import library_of
from tests.acceptance.test_endpoint_answers import artifacts, coverage_of_cycles, coverages_told, first, watched
from tests.acceptance.test_filings import NAMES, PATIENCE, REQUEST, three_filings
from tests.copied_text import citations
from tests.endpoint import Call, EndpointProcess, Reply, Rule, Script
from tests.live import LiveStack
from tests.person import Person
from tests.scripted_drafts import Part, drafting, uncited
from tests.unit.extraction_files import needs_filings

pytestmark = [
    pytest.mark.full,
    needs_filings,
    pytest.mark.usefixtures("well"),
]
SHARE = "Approximately 45% of our employees are covered by collective bargaining agreements."
STAFF = "Of these employees, approximately 5,400 were full-time, including approximately 600 categorized as temporary."
LIMIT = (
    "Eligible employees may contribute up to 60% of their annual salary through payroll deductions, but not more than "
    "the statutory limits set by the Internal Revenue Service."
)
MONTHS = (
    "Comparable sales includes revenue from stores, websites and call centers operating for at least 14 full months."
)
DIVIDEND = (
    "In fiscal 2004, our Board initiated the payment of a regular quarterly cash dividend with respect to shares of "
    "our common stock."
)
SINCE = "A quarterly cash dividend has been paid in each subsequent quarter."  # behind DIVIDEND


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A draft that has ended, when each event of it came, and what the endpoint was asked for it."""

    session: dict[str, Any]
    came: list[tuple[str, float]]
    calls: list[Call]


@pytest.fixture(scope="module")
def alice(asking: LiveStack) -> Person:
    return Person(base_url=asking.base_url, token=asking.person(), library=library_of(asking))


@pytest.fixture(scope="module")
def filings(alice: Person) -> str:
    return three_filings(alice)


@pytest.fixture(scope="module")
def compared(alice: Person, filings: str, endpoint: EndpointProcess) -> Told:
    """A Writer that copies what suits each section."""
    endpoint.play(Script(rules=(Rule(role="writer", reply=Reply(tokens_per_second=100)),)))
    asked = alice.ask(filings, REQUEST, mode="draft")
    came = watched(alice, asked, within=PATIENCE)
    return Told(session=alice.finished(asked, within=PATIENCE), came=came, calls=endpoint.calls())


def test_a_draft_from_three_filings_is_told_section_by_section_each_sentence_with_its_source(
    alice: Person, compared: Told
):
    session = compared.session
    assert (session["status"], session["errors"]) == ("completed", [])
    assert {call.role for call in compared.calls} == set(ROLES)
    planned = [section["heading"] for section in artifacts(alice, session["id"])["outline"]["sections"]]
    assert len(planned) >= 5
    events = alice.events(session["id"])
    told = told_before_revision(events)
    assert re.findall(r"^## (.+)$", told, re.MULTILINE) == planned
    last_written = max(call.ended_at for call in compared.calls if call.role == "writer")
    assert first(compared.came, "citation_detected") < last_written
    assert uncited(told) == uncited(session["response"]) == []
    assert {citation["filename"] for citation in session["citations"]} == set(NAMES)
    summary = session["ledger"]["summary"]
    assert summary["total_claims"] >= 3 * len(planned)
    assert (summary["contradicted"], summary["unchecked"]) == (0, 0)
    assert coverage_of_cycles(session) == coverages_told(events)
    assert session["cycles"][-1]["gate_met"]


def told_before_revision(events: list[dict[str, Any]]) -> str:
    """The text of a draft as it was told first."""
    chunks = (event["payload"] for event in events if event["type"] == "content_chunk")
    return "".join(chunk["delta"] for chunk in chunks if chunk["cycle"] == 0)


def test_a_draft_from_three_filings_that_never_reaches_the_gate_is_accepted_with_warnings_and_flags(
    alice: Person, filings: str, endpoint: EndpointProcess, compared: Told
):
    source = citations(alice, filings, (SHARE, STAFF, LIMIT, MONTHS, DIVIDEND, SINCE))
    shares = [SHARE.replace("45%", wrong) for wrong in ("55%", "65%", "75%")]
    limits = [LIMIT.replace("60%", wrong) for wrong in ("70%", "80%", "90%")]
    months = MONTHS.replace("14", "16")
    body = {
        "Employees": (f"{SHARE} {STAFF}", f"{shares[0]} {source[SHARE]} {STAFF} {source[STAFF]}"),
        "Retirement plans": (LIMIT, f"{limits[0]} {source[LIMIT]}"),
        "Comparable sales": (MONTHS, f"{months} {source[MONTHS]}"),
        "Dividends": (DIVIDEND, f"{DIVIDEND} {source[DIVIDEND]}"),
    }
    rules = drafting(
        title="Netflix, Best Buy and Amcor",
        introduction=opening_of(compared.session),
        body=[Part(heading=heading, brief=brief, text=text) for heading, (brief, text) in body.items()],
        closing=f"{SINCE} {source[SINCE]}",
        mended={
            shares[0]: shares[1],
            limits[0]: limits[1],
            months: MONTHS,
            shares[1]: shares[2],
            limits[1]: limits[2],
        },
    )
    endpoint.play(Script(rules=rules))

    session = alice.finished(alice.ask(filings, REQUEST, mode="draft"), within=PATIENCE)

    assert (session["status"], session["errors"]) == ("completed", [])
    headings = re.findall(r"^## (.+)$", session["response"], re.MULTILINE)
    assert headings == ["Introduction", *body, "Conclusion"]
    assert session["metrics"]["revision_cycles"] == len(session["revisions"]) == 2
    assert coverage_of_cycles(session) == coverages_told(alice.events(session["id"])) == [4 / 7, 5 / 7, 5 / 7]
    assert [cycle["gate_met"] for cycle in session["cycles"]] == [False, False, False]
    assert "COVERAGE_BELOW_GATE" in {warning["code"] for warning in session["warnings"]}
    failed = {entry["claim_id"] for entry in session["ledger"]["entries"] if entry["verdict"] != "supported"}
    assert [claim["claim_text"] for claim in session["claims"] if claim["id"] in failed] == [shares[2], limits[2]]
    for wrong, true in ((shares[2], SHARE), (limits[2], LIMIT)):
        assert f"{wrong} {source[true]} [flag:contradicted]" in session["response"]
    assert session["response"].count("[flag:") == len(session["flags"]) == 2
    assert uncited(re.sub(r" \[flag:\w+\]", "", session["response"])) == []


def opening_of(session: dict[str, Any]) -> str:
    """What a draft says first and what bears it out: an introduction to the same request may cite that passage too."""
    held = {entry["claim_id"] for entry in session["ledger"]["entries"] if entry["verdict"] == "supported"}
    claim = next(claim for claim in session["claims"] if claim["id"] in held)
    return " ".join([claim["claim_text"], *(f"[cite:{key}]" for key in claim["citations"])])
