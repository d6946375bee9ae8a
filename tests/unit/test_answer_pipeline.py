"""The flow of an answer as a pure function of the stored state."""

import pytest

from apps.runs.models import PhaseState
from apps.runs.types import PhaseKey, RunSnapshot
from workers.pipelines.answer import next_phases

DONE, FAILED, RUNNING = PhaseState.DONE, PhaseState.FAILED, PhaseState.RUNNING


WHOLE_TEXT = {"write:0:0": {"claims": None}, "revise:1:0": {"claims": None}}  # a Skeptic that reads whole texts only


def state(
    *phases: tuple[str, PhaseState], artifacts: dict[str, dict] | None = None, progress: dict[str, dict] | None = None
) -> RunSnapshot:
    return RunSnapshot(
        inputs={},
        states={PhaseKey.parse(key): value for key, value in phases},
        artifacts={PhaseKey.parse(key): value for key, value in (WHOLE_TEXT | (artifacts or {})).items()},
        progress={PhaseKey.parse(key): value for key, value in (progress or {}).items()},
    )


def names(snapshot: RunSnapshot) -> list[str]:
    return [str(key) for key in next_phases(snapshot)]


WRITTEN = (("retrieve:0:0", DONE), ("write:0:0", DONE))


def verdicts(*pairs: tuple[str, str]) -> dict:
    return {"verdicts": [{"claim_id": "x", "importance": i, "verdict": v} for i, v in pairs]}


def test_an_answer_begins_with_the_retrieval():
    assert names(state()) == ["retrieve:0:0"]


def test_the_writer_waits_for_the_retrieval_and_the_skeptic_for_the_writer():
    assert names(state(("retrieve:0:0", RUNNING))) == ["retrieve:0:0"]
    assert names(state(("retrieve:0:0", DONE))) == ["retrieve:0:0", "write:0:0"]
    assert names(state(*WRITTEN))[-1] == "skeptic:0:0"


@pytest.mark.parametrize(("claims", "batches"), [(1, 1), (8, 1), (9, 2), (17, 3)])
def test_the_judge_takes_the_claims_eight_at_a_time(claims, batches):
    snapshot = state(*WRITTEN, ("skeptic:0:0", DONE), artifacts={"skeptic:0:0": {"claims": claims}})
    assert [name for name in names(snapshot) if name.startswith("judge")] == [f"judge:0:{n}" for n in range(batches)]


def test_a_text_without_claims_goes_straight_to_its_end():
    snapshot = state(*WRITTEN, ("skeptic:0:0", DONE), artifacts={"skeptic:0:0": {"claims": 0}})
    assert names(snapshot)[-1] == "finalize:0:0"


def test_the_end_waits_for_every_batch():
    snapshot = state(
        *WRITTEN,
        ("skeptic:0:0", DONE),
        ("judge:0:0", DONE),
        ("judge:0:1", RUNNING),
        artifacts={"skeptic:0:0": {"claims": 9}, "judge:0:0": verdicts(("critical", "not_found"))},
    )
    assert "finalize:0:0" not in names(snapshot)
    assert "revise:1:0" not in names(snapshot)


@pytest.mark.parametrize(
    ("importance", "verdict", "revised"),
    [
        ("critical", "not_found", True),
        ("critical", "contradicted", True),
        ("critical", "weak", False),
        ("critical", "supported", False),
        ("material", "not_found", False),
        ("minor", "contradicted", False),
    ],
)
def test_only_a_critical_gap_is_revised(importance, verdict, revised):
    snapshot = state(
        *WRITTEN,
        ("skeptic:0:0", DONE),
        ("judge:0:0", DONE),
        artifacts={"skeptic:0:0": {"claims": 1}, "judge:0:0": verdicts((importance, verdict))},
    )
    assert names(snapshot)[-1] == ("revise:1:0" if revised else "finalize:0:0")


def test_a_revised_text_is_verified_again_and_revised_no_second_time():
    gap = verdicts(("critical", "not_found"))
    phases = [*WRITTEN, ("skeptic:0:0", DONE), ("judge:0:0", DONE), ("revise:1:0", DONE)]
    artifacts = {"skeptic:0:0": {"claims": 1}, "judge:0:0": gap}
    assert names(state(*phases, artifacts=artifacts))[-1] == "skeptic:1:0"
    phases += [("skeptic:1:0", DONE), ("judge:1:0", DONE)]
    artifacts |= {"skeptic:1:0": {"claims": 1}, "judge:1:0": gap}
    assert names(state(*phases, artifacts=artifacts))[-1] == "finalize:0:0"


def test_without_a_skeptic_the_judges_side_takes_the_claims():
    assert names(state(*WRITTEN, ("skeptic:0:0", FAILED)))[-1] == "claims:0:0"
    snapshot = state(*WRITTEN, ("skeptic:0:0", FAILED), ("claims:0:0", DONE), artifacts={"claims:0:0": {"claims": 3}})
    assert names(snapshot)[-1] == "judge:0:0"
    assert names(state(*WRITTEN, ("skeptic:0:0", FAILED), ("claims:0:0", FAILED)))[-1] == "finalize:0:0"


def test_a_judge_that_gave_up_leaves_claims_unchecked_and_ends_the_answer():
    snapshot = state(*WRITTEN, ("skeptic:0:0", DONE), ("judge:0:0", FAILED), artifacts={"skeptic:0:0": {"claims": 2}})
    assert names(snapshot)[-1] == "finalize:0:0"


def test_a_revision_that_gave_up_leaves_the_first_text():
    snapshot = state(
        *WRITTEN,
        ("skeptic:0:0", DONE),
        ("judge:0:0", DONE),
        ("revise:1:0", FAILED),
        artifacts={"skeptic:0:0": {"claims": 1}, "judge:0:0": verdicts(("critical", "not_found"))},
    )
    assert names(snapshot)[-1] == "finalize:0:0"


WRITING = (("retrieve:0:0", DONE), ("write:0:0", RUNNING))


@pytest.mark.parametrize(("claims", "batches"), [(0, 0), (7, 0), (8, 1), (15, 1), (16, 2)])
def test_a_batch_of_the_judge_begins_beside_the_writer_as_soon_as_it_is_full(claims, batches):
    snapshot = state(*WRITING, progress={"write:0:0": {"start": 1, "claims": claims}})
    assert names(snapshot)[2:] == [f"judge:0:{n}" for n in range(batches)]


def test_a_writer_that_begins_again_takes_its_batches_back():
    before = state(*WRITING, ("judge:0:0", DONE), progress={"write:0:0": {"start": 1, "claims": 9}})
    after = state(*WRITING, ("judge:0:0", DONE), progress={"write:0:0": {"start": 2, "claims": 0}})
    assert "judge:0:0" in names(before)
    assert "judge:0:0" not in names(after)


def test_with_the_end_of_the_text_the_last_batch_and_the_skeptic_begin_together():
    snapshot = state(*WRITTEN, ("judge:0:0", DONE), artifacts={"write:0:0": {"claims": 9}})
    assert names(snapshot)[2:] == ["skeptic:0:0", "judge:0:0", "judge:0:1"]


def test_a_skeptic_that_gave_up_costs_no_claim_that_was_taken_beside_the_writer():
    phases = (*WRITTEN, ("judge:0:0", DONE), ("skeptic:0:0", FAILED))
    artifacts = {"write:0:0": {"claims": 3}, "judge:0:0": verdicts(("critical", "supported"))}
    assert names(state(*phases, artifacts=artifacts))[-1] == "finalize:0:0"


def test_a_revision_that_gave_up_takes_the_batches_that_began_beside_it_back():
    gap = {"write:0:0": {"claims": 1}, "judge:0:0": verdicts(("critical", "not_found"))}
    phases = (*WRITTEN, ("skeptic:0:0", DONE), ("judge:0:0", DONE), ("judge:1:0", RUNNING))
    told = {"revise:1:0": {"start": 1, "claims": 8}}
    assert "judge:1:0" in names(state(*phases, ("revise:1:0", RUNNING), artifacts=gap, progress=told))
    assert names(state(*phases, ("revise:1:0", FAILED), artifacts=gap, progress=told))[-2:] == [
        "revise:1:0",
        "finalize:0:0",
    ]
