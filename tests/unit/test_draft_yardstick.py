"""What an answer or a draft is measured against: the least that its calls take, however they were made."""

import pytest

from apps.inference.together import AT_ONCE
from tests.benchmarks.stages import SKEPTIC_AT_ONCE, least_seconds
from tests.endpoint import Call
from tests.scripted_drafts import PLANS

OUTLINE = "<<<d outline>>>\n1. Fees\n<<<d end>>>"
TEXT = "<<<d text>>>\nSo far.\n<<<d end>>>"
PROMPTS = {
    "write": "Which fees apply?",
    "outline": PLANS,
    "sections": OUTLINE,
    "closing": f"{OUTLINE}\n{TEXT}",
    "mend": TEXT,
}


def calls(*made: tuple[str, float, float]) -> list[Call]:
    """(stage, begin, end) each."""
    return [
        Call(
            number=number, at=at, ended_at=end, path="", model="", role="writer" if stage in PROMPTS else stage,
            messages=[{"content": PROMPTS.get(stage, "")}], body={}, open_calls=1,
        )
        for number, (stage, at, end) in enumerate(made)
    ]  # fmt: skip


BEFORE, AFTER = ("outline", 0, 2), (("closing", 20, 21), ("skeptic", 22, 25), ("judge", 26, 27), ("judge", 26, 28))


@pytest.mark.parametrize(
    "sections",
    [[("sections", 3, 6), ("sections", 3, 8)], [("sections", 3, 6), ("sections", 6, 11)]],
    ids=["side by side", "one after the other"],
)
def test_of_each_stage_the_longest_call_counts(sections):
    assert least_seconds(calls(BEFORE, *sections, *AFTER)) == 2 + 5 + 1 + 3 + 2


def test_each_revision_counts_with_its_stages():
    again = [("mend", 30, 34), ("mend", 34, 35), ("skeptic", 36, 37), ("judge", 38, 39)]
    assert least_seconds(calls(("skeptic", 0, 3), ("judge", 4, 6), *again)) == 3 + 2 + 4 + 1 + 1


def test_more_calls_than_may_be_open_at_once_take_longer_than_the_longest():
    assert least_seconds(calls(*[("judge", 0, 2)] * 12)) == 12 * 2 / 8
    assert least_seconds(calls(*[("skeptic", 0, 2)] * 6)) == 6 * 2 / 4
    assert SKEPTIC_AT_ONCE == AT_ONCE


def test_an_answer_waits_for_each_role_and_no_call_of_one_for_another():
    judged = [("judge", 16, 18), ("judge", 18, 21), ("judge", 21, 22)]
    assert least_seconds(calls(("write", 0, 10), ("skeptic", 11, 15), *judged)) == 10 + 4 + 3


def test_a_text_and_its_revision_are_never_written_side_by_side():
    assert least_seconds(calls(("write", 0, 10), ("mend", 12, 20))) == 10 + 8


@pytest.mark.parametrize("at_once", [1, 2, 8])
def test_nothing_is_faster_than_the_least(at_once):
    """Twelve claims' calls, so many at a time: the answer takes as long as it does, the least stays as it is."""
    judged = [("judge", 10 + 2 * (place // at_once), 12 + 2 * (place // at_once)) for place in range(12)]
    made = calls(("write", 0, 10), *judged)
    assert least_seconds(made) == 10 + 3 <= max(call.ended_at for call in made)
