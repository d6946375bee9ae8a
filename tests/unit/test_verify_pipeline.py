"""The flow of a text written elsewhere as a pure function of the stored state."""

import pytest

from apps.runs.models import PhaseState
from apps.runs.types import PhaseKey, RunSnapshot
from workers.pipelines.verify import AHEAD, next_phases

DONE, FAILED, RUNNING, READY = PhaseState.DONE, PhaseState.FAILED, PhaseState.RUNNING, PhaseState.READY


def names(*phases: tuple[str, PhaseState], claims: int = 0, file: bool = False, by: str = "skeptic") -> list[str]:
    """The phases that should exist; no artifact is looked at."""
    return [
        str(key)
        for key in next_phases(
            RunSnapshot(
                inputs={"file": "verify/x"} if file else {},
                states={PhaseKey.parse(key): value for key, value in phases},
                artifacts={},
                progress={PhaseKey(by): {"claims": claims}} if claims else {},
            )
        )
    ]


def test_a_text_begins_with_the_skeptic_and_a_file_with_its_reading():
    assert names() == ["skeptic:0:0"]
    assert names(file=True) == ["read:0:0"]
    assert names(("read:0:0", DONE), file=True) == ["read:0:0", "skeptic:0:0"]


@pytest.mark.parametrize(("claims", "full"), [(7, 0), (8, 1), (20, 2)])
def test_batches_open_beside_the_skeptic_as_soon_as_they_are_full(claims, full):
    found = names(("skeptic:0:0", RUNNING), claims=claims)
    assert found == ["skeptic:0:0", *(f"search:0:{index}" for index in range(full))]


def test_the_last_batch_opens_when_the_skeptic_has_ended():
    assert names(("skeptic:0:0", DONE), claims=9) == ["skeptic:0:0", "search:0:0", "search:0:1"]


def test_a_batch_is_judged_once_it_was_searched_whatever_the_others_do():
    found = names(("skeptic:0:0", RUNNING), ("search:0:1", DONE), ("search:0:0", RUNNING), claims=16)
    assert found == ["skeptic:0:0", "search:0:0", "search:0:1", "judge:0:1"]


def test_of_a_long_text_so_many_batches_are_under_way_and_a_verdict_lets_in_the_next():
    def searches(*phases: tuple[str, PhaseState]) -> list[int]:
        found = names(("skeptic:0:0", DONE), *phases, claims=8 * (AHEAD + 9))
        return [int(name.split(":")[2]) for name in found if name.startswith("search")]

    first = [*range(AHEAD)]
    searched = [(f"search:0:{index}", DONE) for index in first]
    assert searches() == searches(*searched) == first
    assert searches(*searched, ("judge:0:5", DONE), ("judge:0:7", RUNNING)) == [*first, AHEAD]
    assert searches(*searched[1:], ("search:0:0", FAILED), ("judge:0:5", FAILED)) == [*first, AHEAD, AHEAD + 1]


def test_the_end_waits_for_every_verdict():
    searched = (("skeptic:0:0", DONE), ("search:0:0", DONE), ("search:0:1", DONE), ("judge:0:0", DONE))
    assert "finalize:0:0" not in names(*searched, ("judge:0:1", RUNNING), claims=9)
    assert names(*searched, ("judge:0:1", DONE), claims=9)[-1] == "finalize:0:0"
    assert names(*searched, ("judge:0:1", FAILED), claims=9)[-1] == "finalize:0:0"


def test_a_search_that_gives_up_leaves_its_claims_and_is_not_judged():
    found = names(("skeptic:0:0", DONE), ("search:0:0", FAILED), claims=3)
    assert found == ["skeptic:0:0", "search:0:0", "finalize:0:0"]


def test_a_text_without_claims_goes_straight_to_its_end():
    assert names(("skeptic:0:0", DONE)) == ["skeptic:0:0", "finalize:0:0"]


def test_what_a_skeptic_that_gives_up_has_taken_stays_and_the_judges_side_takes_the_rest():
    failed = ("skeptic:0:0", FAILED)
    assert names(failed, claims=9) == ["skeptic:0:0", "claims:0:0", "search:0:0"]
    assert names(failed, ("claims:0:0", DONE), claims=9)[-2:] == ["search:0:0", "search:0:1"]
    assert names(failed, ("claims:0:0", FAILED), claims=9)[-2:] == ["search:0:0", "search:0:1"]
    assert names(failed, ("claims:0:0", DONE), claims=9, by="claims")[-1] == "search:0:1"
