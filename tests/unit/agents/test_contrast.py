"""Claims that differ from what a short text says in one thing: a figure, a unit, a date, a modal, a role, a denial."""

import json
from pathlib import Path

import pytest

from apps.verification.types import Mode, Verdict

from .statement_cases import report_passage, verdict_on

PAIRS = [json.loads(line) for line in (Path(__file__).parents[2] / "contrast.jsonl").read_text("utf-8").splitlines()]
CASE_OF_THE_RULE = "The clause applies to a contract of two years."  # taken for a contradiction


def passage(pair):
    return report_passage(pair["evidence"], title="")


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["evidence"][:40])
def test_no_claim_that_says_something_else_is_supported_in_strict(pair):
    assert [claim for claim in pair["false"] if verdict_on(claim, passage(pair)) is Verdict.SUPPORTED] == []


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["evidence"][:40])
def test_no_claim_that_says_the_same_is_contradicted(pair):
    told = [claim for claim in pair["true"] if claim != CASE_OF_THE_RULE]
    found = [claim for claim in told if verdict_on(claim, passage(pair), mode=Mode.HELPFUL) is Verdict.CONTRADICTED]
    assert found == []


def test_helpful_mode_supports_much_of_what_a_sentence_says_in_part_and_nothing_that_it_does_not():
    cut = [pair for pair in PAIRS if pair["kind"] == "cut"]
    told = {side: [(claim, pair) for pair in cut for claim in pair[side]] for side in ("true", "false")}
    held = {
        side: [claim for claim, pair in own if verdict_on(claim, passage(pair), mode=Mode.HELPFUL) is Verdict.SUPPORTED]
        for side, own in told.items()
    }
    assert held["false"] == []
    assert len(held["true"]) >= 0.45 * len(told["true"])  # 0.36 where such words had to open their sentence


def test_there_are_enough_of_them_of_each_kind():
    claims = [claim for pair in PAIRS for claim in (*pair["true"], *pair["false"])]
    assert len(claims) == len(set(claims)) > 200
    assert {pair["kind"] for pair in PAIRS} == {
        "number", "unit", "date", "modality", "condition", "quantifier", "roles", "negation", "comparison", "cause",
        "addition", "row", "coordination", "reference", "cut",
    }  # fmt: skip
