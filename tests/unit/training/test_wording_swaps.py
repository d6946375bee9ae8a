"""Denials, modals, quantifiers and directions turned, and what is left alone since its truth might stay."""

import random

import pytest

from training.made.names import entity_swaps, role_swaps
from training.made.wording import direction_swaps, modality_swaps, negation_swaps, quantifier_swaps
from training.pairs import Target


def every(maker, claim, evidence=None, tries=30):
    made = [one for seed in range(tries) for one in maker(claim, evidence or claim, random.Random(seed))]
    return {swap.claim: swap.target for swap in made}


def test_the_only_verb_is_denied():
    assert every(negation_swaps, "The fee is payable in June.") == {
        "The fee is not payable in June.": Target.CONTRADICTED
    }
    assert every(negation_swaps, "The bank can refuse.") == {"The bank cannot refuse.": Target.CONTRADICTED}


def test_a_denial_is_taken_away():
    assert every(negation_swaps, "The fee is not payable in May.") == {
        "The fee is payable in May.": Target.CONTRADICTED
    }
    assert every(negation_swaps, "She has never been there.") == {"She has been there.": Target.CONTRADICTED}


@pytest.mark.parametrize(
    "claim",
    [
        "Some players are tall.",  # others may not be
        "A man who was late is angry.",
        "If it is late the fee is due.",
        "The fee is not only payable in May.",
        "No fee is payable.",
        "Is the fee payable?",
        "The fee may be payable.",
    ],
)
def test_a_denial_that_might_change_nothing_is_not_made(claim):
    assert every(negation_swaps, claim) == {}


def test_what_must_be_may_be_and_what_may_be_must_be():
    assert every(modality_swaps, "The borrower may repay early.").keys() <= {
        "The borrower must repay early.",
        "The borrower shall repay early.",
        "The borrower will repay early.",
    }
    turned = every(modality_swaps, "The borrower must insure the house.")
    assert turned["The borrower need not insure the house."] is Target.CONTRADICTED
    assert turned["The borrower may insure the house."] is Target.UNSUPPORTED


def test_the_month_of_may_and_a_modal_that_the_evidence_lacks_are_left_alone():
    assert every(modality_swaps, "It opened in May.") == {}
    assert every(modality_swaps, "The borrower may repay.", "Early repayment is possible.") == {}


def test_all_is_made_fewer_and_some_is_made_all():
    assert every(quantifier_swaps, "All loans are insured.") == {
        "Hardly any loans are insured.": Target.CONTRADICTED,
        "Only some loans are insured.": Target.CONTRADICTED,
    }
    assert every(quantifier_swaps, "Some loans are insured.") == {"All loans are insured.": Target.UNSUPPORTED}


@pytest.mark.parametrize(
    "claim", ["He was there after all.", "The most important rule.", "It is all right.", "So many came."]
)
def test_words_that_only_look_like_quantifiers_are_left_alone(claim):
    assert every(quantifier_swaps, claim) == {}


def test_a_direction_is_turned_where_the_evidence_has_it_and_not_its_opposite():
    assert every(direction_swaps, "Sales increased.", "In 2020 sales increased again.") == {
        "Sales decreased.": Target.CONTRADICTED
    }
    assert every(direction_swaps, "Sales increased.", "Sales increased, then decreased.") == {}
    assert every(direction_swaps, "Rose Byrne stars.", "Starring: Rose Byrne.") == {}


TOLD = "Anna Berg founded the Harbour Museum. Later the city hired Carl Lund. Anna Berg met Erik Dahl."


def test_a_name_becomes_one_that_no_sentence_names_beside_it():
    swaps = every(entity_swaps, "The museum was founded by Anna Berg.", TOLD)
    assert swaps == {"The museum was founded by Carl Lund.": Target.UNSUPPORTED}


def test_two_names_change_places_but_not_where_that_says_the_same():
    evidence = "Acme bought Corax in May. Acme and Corax met."
    assert every(role_swaps, "Acme bought Corax.", evidence) == {"Corax bought Acme.": Target.UNSUPPORTED}
    assert every(role_swaps, "Acme met Corax.", evidence) == {}
    assert every(role_swaps, "Acme and Corax merged.", evidence) == {}


def test_months_are_no_names():
    evidence = "It was built in January. Anna Berg opened it. July saw Carl Lund there."
    assert every(role_swaps, "July saw Carl Lund.", evidence) == {}
    assert all("January" not in claim for claim in every(entity_swaps, "It was opened by Berg.", evidence))
