"""Figures of supported claims exchanged: always so that the claim is no longer true, or not at all."""

import random

import pytest

from training.made.figures import date_swaps, number_swaps, unit_swaps
from training.pairs import Target


def every(maker, claim, evidence, tries=40):
    return [swap for seed in range(tries) for swap in maker(claim, evidence, random.Random(seed))]


def test_a_figure_the_evidence_states_is_exchanged_for_another():
    swaps = every(number_swaps, "The firm sold 150 machines.", "Last year the firm sold 150 machines in Spain.")
    assert swaps
    assert all(swap.claim != "The firm sold 150 machines." for swap in swaps)
    assert all("150 " not in swap.claim and swap.claim.startswith("The firm sold ") for swap in swaps)
    assert {swap.target for swap in swaps} == {Target.CONTRADICTED}


@pytest.mark.parametrize(
    "claim",
    [
        "The firm sold at least 150 machines.",
        "The firm sold more than 150 machines.",
        "The firm sold about 150 machines.",
        "The firm sold up to 150 machines.",
        "The firm sold between 150 and 200 machines.",
        "The firm sold 150 or more machines.",
        "The firm tried cohort 150 of the machines.",  # a name
    ],
)
def test_a_bounded_or_hedged_figure_is_left_alone_since_another_may_be_true_too(claim):
    assert every(number_swaps, claim, claim) == []


def test_a_figure_the_evidence_does_not_state_is_left_alone():
    assert every(number_swaps, "The firm sold 150 machines.", "The firm sold a hundred and fifty machines.") == []


def test_a_figure_from_elsewhere_in_the_evidence_shares_no_sentence_with_the_old_one():
    evidence = "The firm sold 150 machines and 170 engines. In Spain it has 190 shops."
    swaps = every(number_swaps, "The firm sold 150 machines.", evidence, tries=200)
    borrowed = {swap.claim for swap in swaps if swap.target is Target.UNSUPPORTED}
    assert borrowed == {"The firm sold 190 machines."}


def test_a_year_becomes_another_year_and_one_behind_before_or_after_stays():
    swaps = every(date_swaps, "It opened in 1987.", "The bridge opened in 1987.")
    assert swaps
    assert all("1987" not in swap.claim and swap.target is Target.CONTRADICTED for swap in swaps)
    assert every(date_swaps, "It opened before 1990 or after 1987.", "The bridge opened after 1987.") == []


def test_a_month_becomes_one_that_the_evidence_does_not_name():
    swaps = every(date_swaps, "The fee is due in March.", "The fee is due in March, or in June for members.")
    assert swaps
    assert all("March" not in swap.claim and "June" not in swap.claim for swap in swaps)


def test_a_unit_becomes_another_that_makes_the_amount_different():
    swaps = every(unit_swaps, "Notice is 30 days.", "The notice period is 30 days.")
    assert {swap.claim for swap in swaps} == {"Notice is 30 weeks.", "Notice is 30 months."}
    assert every(unit_swaps, "Notice is 30 days.", "The notice period is a month.") == []


def test_a_unit_behind_a_bounded_figure_stays_since_more_than_a_billion_is_more_than_a_million():
    for claim in ("It cost over 20 billion.", "It cost up to 20 million.", "It took at least 30 days."):
        assert every(unit_swaps, claim, claim) == []
