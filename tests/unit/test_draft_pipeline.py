"""The flow of a draft as a pure function of the stored state."""

from dataclasses import replace
from typing import Any

from apps.runs.models import PhaseState
from apps.runs.types import PhaseKey, RunSnapshot
from workers.pipelines.draft import next_phases

DONE, FAILED, RUNNING = PhaseState.DONE, PhaseState.FAILED, PhaseState.RUNNING
PLAN = {"sections": [{"kind": kind} for kind in ("introduction", "body", "body", "closing")]}
PARTS = [{"start": start, "end": start + 100} for start in (0, 100, 200, 300)]
TO_OUTLINE = ("retrieve:0:0", "outline:0:0")
GATHERED = tuple(f"gather:0:{place}" for place in range(3))
TO_ALLOT = (*TO_OUTLINE, *GATHERED, "allot:0:0")
TO_TEXT = (*TO_ALLOT, *(f"section:0:{place}" for place in range(4)), "assemble:0:0")


def state(
    *done: str, also: dict[str, PhaseState] | None = None, artifacts: dict[str, Any] | None = None
) -> RunSnapshot:
    made = {"outline:0:0": PLAN, "assemble:0:0": whole(), **(artifacts or {})}
    states = dict.fromkeys(done, DONE) | (also or {})
    return RunSnapshot(
        inputs={"coverage_gate": 0.85},
        states={PhaseKey.parse(key): value for key, value in states.items()},
        artifacts={PhaseKey.parse(key): value for key, value in made.items() if states.get(key) == DONE},
    )


def whole(*, changed: bool = True, silent: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"claims": None, "parts": PARTS, "changed": changed, "silent": list(silent)}


def names(snapshot: RunSnapshot) -> list[str]:
    return [str(key) for key in next_phases(snapshot)]


def verdict(value: str, at: int, *, counts: bool = True) -> dict[str, Any]:
    return {"importance": "material", "verdict": value, "counts": counts, "start_offset": at}


def judged(*verdicts: dict[str, Any]) -> RunSnapshot:
    """A first text with these verdicts, eight a batch."""
    batches = {f"judge:0:{number}": {"verdicts": list(verdicts[8 * number : 8 * number + 8])} for number in range(3)}
    artifacts = {"skeptic:0:0": {"claims": len(verdicts)}, **batches}
    return state(*TO_TEXT, "skeptic:0:0", *batches, artifacts=artifacts)


def revised(*, mends: dict[str, PhaseState], changed: bool = True, assembled: bool = True) -> RunSnapshot:
    """The same after its first revision, in which section 1 was to be mended."""
    done = (*TO_TEXT, "skeptic:0:0", "judge:0:0", *(("assemble:1:0",) if assembled else ()))
    return state(
        *done,
        also=mends,
        artifacts={
            "skeptic:0:0": {"claims": 1},
            "judge:0:0": {"verdicts": [verdict("not_found", 150)]},
            "assemble:1:0": whole(changed=changed),
        },
    )


def test_the_plan_comes_before_the_passages_of_its_sections():
    assert names(state()) == ["retrieve:0:0"]
    assert names(state("retrieve:0:0")) == ["retrieve:0:0", "outline:0:0"]
    assert names(state(*TO_OUTLINE)) == [*TO_OUTLINE, *GATHERED]


def test_passages_are_allotted_once_all_sections_have_theirs():
    assert names(state(*TO_OUTLINE, *GATHERED[:2], also={"gather:0:2": RUNNING}))[-1] == "gather:0:2"
    assert names(state(*TO_OUTLINE, *GATHERED))[-1] == "allot:0:0"


def test_sections_are_written_side_by_side_and_the_closing_after_them():
    assert names(state(*TO_ALLOT))[-3:] == ["section:0:0", "section:0:1", "section:0:2"]
    beside = state(*TO_ALLOT, "section:0:0", "section:0:2", also={"section:0:1": RUNNING})
    assert "section:0:3" not in names(beside)
    assert names(state(*TO_ALLOT, *(f"section:0:{place}" for place in range(3))))[-1] == "section:0:3"


def test_without_a_plan_the_text_says_so_and_is_verified_like_any():
    snapshot = state(*TO_OUTLINE, artifacts={"outline:0:0": {"sections": []}})
    assert names(snapshot)[-1] == "assemble:0:0"


def test_a_draft_that_reaches_the_gate_ends():
    held = [verdict("supported", at) for at in range(0, 170, 10)] + [verdict("weak", 200)] * 3
    assert names(judged(*held))[-1] == "finalize:0:0", "17 of 20 are the 85%"


def test_below_the_gate_the_sections_concerned_are_mended_and_no_other():
    found = names(judged(verdict("supported", 10), verdict("not_found", 110), verdict("weak", 350)))
    assert [name for name in found if name.startswith("mend")] == ["mend:1:1", "mend:1:3"]
    assert "finalize:0:0" not in found


def with_silent(snapshot: RunSnapshot, *silent: tuple[int, ...]) -> RunSnapshot:
    """The same with sections that tell nothing: their places in the text of each cycle."""
    told = {PhaseKey("assemble", cycle): whole(silent=places) for cycle, places in enumerate(silent)}
    return replace(snapshot, artifacts={**snapshot.artifacts, **told})


def test_a_section_that_tells_nothing_is_mended_beside_those_that_fail_and_only_once():
    failing = with_silent(judged(verdict("supported", 10), verdict("not_found", 110)), (2,))
    assert [name for name in names(failing) if name.startswith("mend")] == ["mend:1:1", "mend:1:2"]
    again = with_silent(revised(mends={"mend:1:1": DONE, "mend:1:2": DONE}), (2,), (1, 2))
    done = {PhaseKey("skeptic", 1): DONE, PhaseKey("judge", 1): DONE}
    wrong = {PhaseKey("skeptic", 1): {"claims": 1}, PhaseKey("judge", 1): {"verdicts": [verdict("weak", 350)]}}
    again = replace(again, states={**again.states, **done}, artifacts={**again.artifacts, **wrong})
    assert [name for name in names(again) if name.startswith("mend")] == [
        *("mend:1:1", "mend:1:2"),
        *("mend:2:1", "mend:2:3"),
    ]


def test_a_section_that_tells_nothing_begins_no_revision_of_a_draft_that_reaches_the_gate():
    assert names(with_silent(judged(verdict("supported", 10)), (2,)))[-1] == "finalize:0:0"


def test_claims_that_do_not_count_do_not_pull_a_draft_below_the_gate():
    assert names(judged(verdict("supported", 10), verdict("not_found", 110, counts=False)))[-1] == "finalize:0:0"


def test_claims_that_nobody_judged_count_but_there_is_nothing_to_mend_by():
    snapshot = state(
        *TO_TEXT, "skeptic:0:0", also={"judge:0:0": FAILED}, artifacts={"skeptic:0:0": {"claims": 3}}
    )  # fmt: skip
    assert names(snapshot)[-1] == "finalize:0:0"


def half_judged(*, counting: int, weak: int) -> RunSnapshot:
    """Sixteen claims, of which the Judge reached eight."""
    reached = [verdict("supported", 10)] * (8 - weak) + [verdict("weak", 110)] * weak
    read = {"claims": 16, "pending": 16, "counting": counting, "kept": []}
    artifacts = {"skeptic:0:0": read, "judge:0:0": {"verdicts": reached}}
    return state(*TO_TEXT, "skeptic:0:0", "judge:0:0", also={"judge:0:1": FAILED}, artifacts=artifacts)


def test_claims_that_nobody_judged_and_that_do_not_count_do_not_pull_a_draft_below_the_gate():
    assert names(half_judged(counting=8, weak=0))[-1] == "finalize:0:0"
    assert names(half_judged(counting=12, weak=1))[-1] == "mend:1:1", "four that count were not judged"


def test_the_text_is_put_together_once_every_section_is_mended_or_given_up():
    assert names(revised(mends={"mend:1:1": RUNNING}, assembled=False))[-1] == "mend:1:1"
    assert names(revised(mends={"mend:1:1": DONE}, assembled=False))[-1] == "assemble:1:0"


def test_where_nothing_could_be_mended_the_text_stands_as_it_is():
    assert names(revised(mends={"mend:1:1": FAILED}, assembled=False))[-1] == "finalize:0:0"
    assert names(revised(mends={"mend:1:1": DONE}, changed=False))[-1] == "finalize:0:0"


def test_a_revised_text_is_verified_again():
    assert names(revised(mends={"mend:1:1": DONE}))[-1] == "skeptic:1:0"


def test_only_claims_that_a_revision_changed_go_to_the_judge():
    before = revised(mends={"mend:1:1": DONE})
    kept = [verdict("supported", at) for at in range(99)]
    snapshot = RunSnapshot(
        inputs=before.inputs,
        states={**before.states, PhaseKey("skeptic", 1): DONE},
        artifacts={**before.artifacts, PhaseKey("skeptic", 1): {"claims": 100, "pending": 1, "kept": kept}},
    )
    assert [name for name in names(snapshot) if name.startswith("judge:1")] == ["judge:1:0"]


def test_after_two_revisions_a_draft_is_accepted_as_it_is():
    done = ("skeptic:1:0", "judge:1:0", "mend:2:1", "assemble:2:0", "skeptic:2:0", "judge:2:0")
    wrong = {"verdicts": [verdict("not_found", 150)]}
    read = {"claims": 1}
    before = revised(mends={"mend:1:1": DONE})
    made = {"skeptic:1:0": read, "judge:1:0": wrong, "assemble:2:0": whole(), "skeptic:2:0": read, "judge:2:0": wrong}
    snapshot = RunSnapshot(
        inputs=before.inputs,
        states={**before.states, **{PhaseKey.parse(key): DONE for key in done}},
        artifacts={**before.artifacts, **{PhaseKey.parse(key): value for key, value in made.items()}},
    )
    assert names(snapshot)[-1] == "finalize:0:0"
    assert not [name for name in names(snapshot) if name.startswith("mend:3")]
