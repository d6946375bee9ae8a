"""Drafts: sections written side by side and told in order, mended where they do not hold, else flagged."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from apps.agents.contracts import Outline, OutlineTask, RevisionTask, Section, SectionKind, SectionTask
from apps.core.engines import BUILTIN
from apps.drafting import section_telling
from apps.inference.contracts import ModelError
from apps.runs import claiming, executor
from apps.runs.models import PhaseRun, Run
from apps.runs.types import PhaseKey
from tests.integration.answer_fixture import PASSAGES, Cast, FindsNothing, answered, ask, codes, held, told, work_until
from workers.phases import draft as phases

CAP, FEE = PASSAGES
WRONG = "The maximum loan-to-value ratio for an investment property is 95% of the appraised value."
SECTIONS = (
    Section(heading="In short", brief="overview", kind=SectionKind.INTRODUCTION),
    Section(heading="Limits", brief="maximum loan-to-value ratio for an investment property"),
    Section(heading="Fees", brief="application fee"),
    Section(heading="Outlook", brief="what follows", kind=SectionKind.CLOSING),
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def told_at_once(two_attempts: None, monkeypatch: Any) -> None:
    monkeypatch.setattr(section_telling, "COALESCE_SECONDS", 0.0)
    monkeypatch.setattr(section_telling, "LOOK_SECONDS", 0.0)


class Drafts:
    """A Writer with an outline; each section says its lines, ``{KEY}`` standing for the key of the passage it names."""

    name = "drafts"
    prompts: dict[str, str] = {}

    def __init__(self, *lines: str, mended: tuple[str, ...] = (), sections: tuple[Section, ...] = SECTIONS) -> None:
        self.lines, self.sections = lines, sections
        self.mended = list(mended)
        self.tasks: list[SectionTask] = []
        self.revisions: list[RevisionTask] = []

    def outline(self, task: OutlineTask) -> Outline:
        return Outline(title="Lending", sections=self.sections if task.chunks else ())

    def section(self, task: SectionTask) -> Iterator[str]:
        self.tasks.append(task)
        yield from _pieces(self.lines[task.index], task.chunks)

    def revise(self, task: RevisionTask) -> Iterator[str]:
        self.revisions.append(task)
        yield from _pieces(self.mended.pop(0) if self.mended else task.text, task.chunks)


def _pieces(line: str, chunks: Any) -> list[str]:
    """The line in two pieces."""
    for name, words in (("CAP", CAP), ("FEE", FEE)):
        key = next((chunk.key for chunk in chunks if chunk.content == words), "")
        line = line.replace(f"{{{name}}}", f"[cite:{key}]")
    return [line[: len(line) // 2], line[len(line) // 2 :]]


GAP = "The documents do not contain information about other loans."
GOOD = (f"{CAP} {{CAP}}", f"{CAP} {{CAP}}", f"{FEE} {{FEE}}", GAP)


def draft(workspace: Any, **options: Any) -> tuple[Any, Run]:
    return ask(workspace, mode="draft", **options)


def run_phase(run: Run, name: str, tools: Any, *, cycle: int = 0, index: int = 0) -> None:
    assert executor.execute(run_id=run.id, key=PhaseKey(name, cycle, index), tools=tools)


def up_to_sections(run: Run, tools: Any) -> None:
    for key in (("retrieve", 0), ("outline", 0), ("gather", 0), ("gather", 1), ("gather", 2), ("allot", 0)):
        run_phase(run, key[0], tools, index=key[1])


def streamed(session: Any) -> list[str]:
    return [event["payload"]["delta"] for event in told(session) if event["type"] == "content_chunk"]


def test_a_draft_has_a_title_and_its_sections_in_order_and_every_claim_is_judged(workspace, document):
    session, run = draft(workspace)

    shown = answered(session, run, Cast(writer=Drafts(*GOOD)))

    assert shown["status"] == "completed", shown["errors"]
    headings = [line for line in shown["response"].splitlines() if line.startswith("#")]
    assert headings == ["# Lending", "## In short", "## Limits", "## Fees", "## Outlook"]
    assert shown["ledger"]["summary"]["unchecked"] == 0
    assert shown["ledger"]["summary"]["supported"] >= 3
    assert shown["revisions"] == []
    assert {citation["filename"] for citation in shown["citations"]} == {"policy.txt"}


def test_sections_that_are_ready_before_their_turn_are_told_with_the_one_that_was_missing(workspace, document):
    tools = Cast(writer=Drafts(*GOOD))
    session, run = draft(workspace)
    up_to_sections(run, tools)

    run_phase(run, "section", tools, index=2)
    assert "".join(streamed(session)) == "# Lending"
    run_phase(run, "section", tools, index=0)
    assert "Fees" not in "".join(streamed(session))
    run_phase(run, "section", tools, index=1)
    assert "## Fees" in "".join(streamed(session))

    shown = answered(session, run, tools)
    assert shown["status"] == "completed", shown["errors"]


def test_each_section_is_told_which_passages_others_tell_of_and_the_closing_sees_the_text(workspace, document):
    writer = Drafts(*GOOD)
    session, run = draft(workspace)
    answered(session, run, Cast(writer=writer))
    tasks = {task.index: task for task in writer.tasks}

    limits = {chunk.key for chunk in tasks[1].chunks} - tasks[1].elsewhere
    fees = {chunk.key for chunk in tasks[2].chunks} - tasks[2].elsewhere
    assert not limits & fees
    assert "## Fees" in tasks[3].text
    assert not tasks[1].text


def test_a_writer_that_breaks_off_in_a_section_clears_the_page_and_what_was_before_is_told_again(workspace, document):
    class Breaks(Drafts):
        def section(self, task: SectionTask) -> Iterator[str]:
            for piece in super().section(task):
                yield piece
                if task.index == 1 and [each.index for each in self.tasks].count(1) == 1:
                    raise ModelError("no_connection", "The answer broke off.", retryable=True)

    session, run = draft(workspace)
    shown = answered(session, run, Cast(writer=Breaks(*GOOD)))

    starts = [event["payload"]["attempt"] for event in told(session) if event["type"] == "generation_started"]
    assert starts == [1, 2]
    assert shown["status"] == "completed"
    assert {error["code"] for error in shown["errors"]} == {"no_connection"}
    assert "".join(streamed(session)).count("## In short") == 2


def test_what_two_sections_of_the_built_in_writer_say_is_told_once_and_the_text_told_again(workspace, document):
    class Twice(Drafts):
        name = BUILTIN

    short = "The maximum loan-to-value ratio for an investment property is 75%."
    session, run = draft(workspace)
    both = Twice(f"{CAP} {{CAP}}", f"{CAP} {{CAP}}\n\n{short} {{CAP}}", f"{FEE} {{FEE}}", GAP)
    shown = answered(session, run, Cast(writer=both))
    assert shown["status"] == "completed", shown["errors"]
    assert shown["response"].count(CAP) == 1
    events = told(session)
    last = max(at for at, event in enumerate(events) if event["type"] == "generation_started")
    again = [event["payload"]["delta"] for event in events[last:] if event["type"] == "content_chunk"]
    assert "".join(again) == shown["response"].replace(" [flag:weak]", "")


def test_only_sections_that_do_not_hold_are_mended_and_only_changed_claims_judged_again(workspace, document):
    judge = Counts(Cast().judge())
    writer = Drafts(GOOD[0], f"{WRONG} {{CAP}}", *GOOD[2:], mended=(GOOD[1],))
    session, run = draft(workspace)

    shown = answered(session, run, Cast(writer=writer, judge=judge))

    assert shown["metrics"]["revision_cycles"] == 1
    assert [task.text.startswith(WRONG) for task in writer.revisions] == [True]
    problem = writer.revisions[0].problems[0]
    assert writer.revisions[0].text[problem.start_offset : problem.end_offset] == problem.claim_text
    assert len([claim for claim in judge.claims if CAP in claim]) == 2, "the first of them once, the mended one once"
    assert len([claim for claim in judge.claims if FEE in claim]) == 1
    changes = shown["revisions"][0]["changes"]
    assert [(change["change"], change["verdict"]) for change in changes] == [("corrected", "contradicted")]
    assert "95%" in changes[0]["before"]
    assert "75%" in changes[0]["after"]
    assert shown["flags"] == []
    assert PhaseRun.objects.filter(run=run, name="judge", cycle=1).count() == 1


class Counts:
    """A Judge that remembers what it was asked."""

    def __init__(self, real: Any) -> None:
        self.real, self.name, self.prompts, self.together = real, real.name, real.prompts, 8
        self.thresholds = real.thresholds
        self.claims: list[str] = []

    def judge(self, *, claims: Any, chunks: Any) -> Any:
        self.claims += [claim.claim_text for claim in claims]
        return self.real.judge(claims=claims, chunks=chunks)


def test_a_draft_that_never_reaches_the_gate_is_accepted_with_warnings_and_flags(workspace, document):
    wrong = f"{WRONG} {{CAP}}"
    writer = Drafts(GOOD[0], wrong, *GOOD[2:], mended=(f"It is said: {wrong}", f"It is written: {wrong}"))
    session, run = draft(workspace)

    shown = answered(session, run, Cast(writer=writer))

    assert shown["status"] == "completed"
    assert shown["metrics"]["revision_cycles"] == 2
    assert "COVERAGE_BELOW_GATE" in codes(shown)
    assert "[flag:contradicted]" in shown["response"]
    flagged = [claim for claim in shown["claims"] if "95%" in claim["claim_text"]]
    assert all(
        shown["response"][claim["start_offset"] : claim["end_offset"]] == claim["claim_text"] for claim in flagged
    )
    assert "[flag:" not in "".join(streamed(session))
    assert [revision["cycle"] for revision in shown["revisions"]] == [1, 2]


def test_what_is_mended_to_the_same_text_ends_the_revisions(workspace, document):
    writer = Drafts(GOOD[0], f"{WRONG} {{CAP}}", *GOOD[2:])
    session, run = draft(workspace)

    shown = answered(session, run, Cast(writer=writer))

    assert len(writer.revisions) == 1
    assert shown["metrics"]["revision_cycles"] == 0
    assert "COVERAGE_BELOW_GATE" in codes(shown)


def test_a_section_that_cannot_be_mended_stands_as_it_was_and_the_reader_is_told(workspace, document):
    class Fails(Drafts):
        def revise(self, task: RevisionTask) -> Iterator[str]:
            raise ModelError("unavailable", "out of order", retryable=False)
            yield ""

    session, run = draft(workspace)
    shown = answered(session, run, Cast(writer=Fails(GOOD[0], f"{WRONG} {{CAP}}", *GOOD[2:])))

    assert shown["status"] == "completed"
    assert {"REVISION_FAILED", "COVERAGE_BELOW_GATE"} <= codes(shown)


class Silent(Drafts):
    """Plans, and has no word for one section."""

    name = "silent"

    def section(self, task: SectionTask) -> Iterator[str]:
        yield from ("", " ") if task.index == 1 else super().section(task)


def test_where_a_writer_has_no_words_for_a_section_another_one_has_and_is_named_as_long_as_it_stands(
    workspace, document
):
    stand_in = Drafts(*GOOD[:2], f"{WRONG} {{CAP}}", GOOD[3])
    stand_in.name = "stand-in"
    session, run = draft(workspace)
    writer = Silent(GOOD[0], "", f"{WRONG} {{CAP}}", GOOD[3], mended=(GOOD[2],))

    shown = answered(session, run, Cast(writers=(writer, stand_in)))

    assert shown["status"] == "completed", shown["errors"]
    assert {error["code"] for error in shown["errors"]} == {"empty_text"}
    assert shown["metrics"]["revision_cycles"] == 1, "another section was mended, by the first Writer"
    (told_of,) = [each["message"] for each in shown["warnings"] if each["code"] == "WRITER_FALLBACK"]
    assert "stand-in wrote" in told_of


def test_citations_taken_out_of_a_section_are_told_of_after_another_was_mended(workspace, document):
    invented = f"{CAP} {{CAP}} [cite:0123456789ab]"
    writer = Drafts(invented, f"{WRONG} {{CAP}}", *GOOD[2:], mended=(GOOD[1],))
    session, run = draft(workspace)

    shown = answered(session, run, Cast(writer=writer))

    assert shown["metrics"]["revision_cycles"] == 1
    assert "CITATIONS_REMOVED" in codes(shown)


def test_a_changed_claim_is_told_under_the_lineage_that_it_ends_with(workspace, document):
    session, run = draft(workspace)
    writer = Drafts(GOOD[0], f"{WRONG} {{CAP}}", *GOOD[2:], mended=(GOOD[1],))
    shown = answered(session, run, Cast(writer=writer))

    extracted = [event["payload"] for event in told(session) if event["type"] == "claim_extracted"]
    before = {each["claim"]["lineage_id"] for each in extracted if each["cycle"] == 0}
    after = {each["claim"]["lineage_id"] for each in extracted if each["cycle"] == 1}
    assert after == before == {claim["lineage_id"] for claim in shown["claims"]}


def test_a_section_may_cite_what_the_judge_found_in_a_passage_of_another(workspace, document, monkeypatch):
    def apart(query: str, **asked: Any) -> Any:
        found = real(query=query, **asked)
        only = FEE if "fee" in query else CAP
        left = tuple(hit for hit in found.chunks if hit.content == only or "Lending" in query)
        return replace(found, chunks=left)

    real = phases.retrieve_context
    monkeypatch.setattr(phases, "retrieve_context", lambda **asked: apart(asked.pop("query"), **asked))
    writer = Drafts(GOOD[0], FEE, *GOOD[2:], mended=(f"{FEE} {{FEE}}",))
    session, run = draft(workspace)

    shown = answered(session, run, Cast(writer=writer))

    (revision,) = writer.revisions
    assert revision.problems[0].suggested_key in {chunk.key for chunk in revision.chunks}
    assert shown["metrics"]["evidence_coverage"] == 1.0, shown["claims"]


def test_readers_are_told_of_the_passages_of_the_sections_before_the_text_cites_them(workspace, document):
    session, run = draft(workspace)
    answered(session, run, Cast(writer=Drafts(*GOOD)))

    events = told(session)
    found = [place for place, event in enumerate(events) if event["type"] == "retrieval_complete"]
    begun = next(place for place, event in enumerate(events) if event["type"] == "generation_started")
    assert len(found) == 2
    assert found[1] < begun
    keys = {chunk["key"] for chunk in events[found[1]]["payload"]["chunks"]}
    assert {event["payload"]["key"] for event in events if event["type"] == "citation_detected"} <= keys


def test_what_the_skeptic_said_of_an_earlier_text_is_not_said_of_the_next(workspace, document):
    class Once:
        """A Skeptic that reads the first text and is out of order from then on."""

        def __init__(self, real: Any) -> None:
            self.real, self.name, self.prompts, self.read = real, real.name, real.prompts, 0

        def settled(self, **asked: Any) -> None:
            return None

        def review(self, **asked: Any) -> Any:
            self.read += 1
            if self.read > 1:
                raise RuntimeError("out of order")
            return replace(self.real.review(**asked), missing=("The fee of appraisals is missing.",))

    writer = Drafts(GOOD[0], f"{WRONG} {{CAP}}", *GOOD[2:], mended=(GOOD[1],))
    session, run = draft(workspace)
    shown = answered(session, run, Cast(writer=writer, skeptic=Once(Cast().skeptic())))

    assert shown["metrics"]["revision_cycles"] == 1
    assert shown["skeptic_report"] == {}
    assert writer.revisions[0].missing == (), "it belongs to the section on fees"


def test_without_a_passage_the_draft_says_so(workspace):
    session, run = draft(workspace)
    shown = answered(session, run, Cast(writer=Drafts(*GOOD)))

    assert shown["status"] == "completed"
    assert "NO_MATCHES" in codes(shown)
    assert "do not contain" in shown["response"]


def test_a_judge_that_finds_nothing_leaves_a_flag_behind_each_claim(workspace, document):
    session, run = draft(workspace)
    shown = answered(session, run, Cast(writer=Drafts(*GOOD), judge=FindsNothing()))

    total = shown["ledger"]["summary"]["total_claims"]
    assert total >= 3
    assert len(shown["flags"]) == total == shown["response"].count("[flag:not_found]")


@pytest.mark.parametrize("name", ["outline", "gather", "allot", "section", "assemble", "mend"])
def test_a_draft_survives_a_worker_that_dies_in_any_of_its_steps(workspace, document, name, monkeypatch):
    """Dies: the phase is claimed and nothing more is heard of it until its lease has run out."""
    tools = Cast(writer=Drafts(GOOD[0], f"{WRONG} {{CAP}}", *GOOD[2:], mended=(GOOD[1],)))
    session, run = draft(workspace)
    assert work_until(run, name, tools)
    row = PhaseRun.objects.filter(run=run, state="ready", name=name).order_by("created_at", "index").first()
    assert claiming.claim(run_id=run.id, key=PhaseKey(row.name, row.cycle, row.index))
    PhaseRun.objects.filter(id=row.id).update(lease_until="2020-01-01T00:00:00Z")
    claiming.release_lost(limit=10)

    shown = answered(session, run, tools)

    assert shown["status"] == "completed", shown["errors"]
    assert {error["code"] for error in shown["errors"]} == {"worker_lost"}
    assert held(session)["response"] == shown["response"]
