"""Claims that differ from what a short text says in one thing: a figure, a unit, a date, a modal, a role, a denial."""

import json
from functools import cache
from pathlib import Path

import pytest

from apps.verification.types import Mode, Verdict

from .statement_cases import decisions_on, report_passage

PAIRS = [json.loads(line) for line in (Path(__file__).parents[2] / "contrast.jsonl").read_text("utf-8").splitlines()]
CASE_OF_THE_RULE = "The clause applies to a contract of two years."  # taken for a contradiction


@cache  # several tests ask for the same claim, and reading it is what takes time
def verdicts(claim, evidence):
    return {mode: one.verdict for mode, one in decisions_on(claim, report_passage(evidence, title="")).items()}


def verdict_on(claim, pair, *, mode=Mode.STRICT):
    return verdicts(claim, pair["evidence"])[mode]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["evidence"][:40])
def test_of_claims_that_say_something_else_strict_mode_supports_only_those_known_to_get_through(pair):
    found = [claim for claim in pair["false"] if verdict_on(claim, pair) is Verdict.SUPPORTED]
    assert found == pair.get("through_strict", [])


def test_few_are_known_to_get_through():
    false = [claim for pair in PAIRS for claim in pair["false"]]
    assert len([claim for pair in PAIRS for claim in pair.get("through_strict", [])]) <= 0.01 * len(false)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["evidence"][:40])
def test_no_claim_that_says_the_same_is_contradicted(pair):
    told = [claim for claim in pair["true"] if claim != CASE_OF_THE_RULE]
    found = [claim for claim in told if verdict_on(claim, pair, mode=Mode.HELPFUL) is Verdict.CONTRADICTED]
    assert found == []


def test_helpful_mode_supports_most_of_what_a_sentence_says_in_part_and_little_that_it_does_not():
    cut = [pair for pair in PAIRS if pair["kind"] == "cut"]
    told = {side: [(claim, pair) for pair in cut for claim in pair[side]] for side in ("true", "false")}
    held = {
        side: [claim for claim, pair in own if verdict_on(claim, pair, mode=Mode.HELPFUL) is Verdict.SUPPORTED]
        for side, own in told.items()
    }
    assert held["false"] == [claim for pair in cut for claim in pair.get("through_helpful", [])]
    assert len(held["false"]) < 0.05 * len(told["false"])
    assert len(held["true"]) >= 0.7 * len(told["true"])  # 0.57 where nothing around them was taken off


def test_there_are_enough_of_them_of_each_kind():
    claims = [claim for pair in PAIRS for claim in (*pair["true"], *pair["false"])]
    assert len(claims) == len(set(claims)) > 200
    assert {pair["kind"] for pair in PAIRS} == {
        "number", "unit", "date", "modality", "condition", "quantifier", "roles", "negation", "comparison", "cause",
        "addition", "row", "coordination", "reference", "cut",
    }  # fmt: skip
