"""A claim keeps its identity through a revision, and what became of it has a name."""

import pytest

from apps.verification.lineage import Change, Version, change_between, heirs, kept_from

CAP = "The maximum LTV for an investment property is 75%."
FEE = "The lender shall charge a fee of 2% on early repayment."
APPEAL = "A borrower may appeal within 30 days."


def version(text: str, *keys: str) -> Version:
    return Version(claim_text=text, citations=keys)


def test_a_claim_is_the_same_only_with_the_same_words_and_citations():
    earlier = [version(CAP, "a" * 12), version(FEE, "b" * 12)]

    assert kept_from(earlier, [version(FEE, "b" * 12), version(CAP, "c" * 12)]) == (1, None)


def test_a_sentence_that_stands_twice_is_inherited_twice_at_most_as_often_as_it_stood():
    earlier = [version(CAP), version(CAP)]

    assert kept_from(earlier, [version(CAP), version(CAP), version(CAP)]) == (0, 1, None)


def test_white_space_and_the_full_stop_do_not_make_another_claim():
    assert kept_from([version(CAP)], [version("The maximum LTV  for an investment\nproperty is 75%")]) == (0,)


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        (version(CAP), version(CAP), Change.KEPT),
        (version(CAP, "a" * 12), version(CAP, "b" * 12), Change.RECITED),
        (version(CAP), version("The maximum LTV for an investment property is 70%."), Change.CORRECTED),
        (version(FEE), version("The lender may charge a fee of 2% on early repayment."), Change.SOFTENED),
        (
            version("The lender may charge a fee of 2% on early repayment."),
            version("The lender must charge a fee of 2% on early repayment."),
            Change.STRENGTHENED,
        ),
        (
            version("Sales fell because of lower demand."),
            version("Sales fell, according to the report, because of lower demand."),
            Change.SOFTENED,
        ),
        (
            version("Borrowers can appeal a decision within 30 days."),
            version("Borrowers can appeal any decision within 30 days."),
            Change.STRENGTHENED,
        ),
        (version(APPEAL), version("A borrower may lodge an appeal within 30 days."), Change.REWORDED),
    ],
)
def test_what_was_done_to_a_claim_has_a_name(before: Version, after: Version, change: Change):
    assert change_between(before, after) is change


def test_a_revision_is_told_claim_by_claim():
    earlier = [version(CAP, "a" * 12), version(FEE, "b" * 12), version(APPEAL, "c" * 12)]
    later = [
        version("Interest is fixed for ten years."),
        version("The lender may charge a fee of 2% on early repayment.", "b" * 12),
        version(CAP, "a" * 12),
    ]

    assert heirs(earlier, later) == (None, 1, 0)
    assert change_between(earlier[1], later[1]) is Change.SOFTENED
    assert change_between(earlier[0], later[2]) is Change.KEPT


def test_the_most_alike_are_paired_whatever_their_order():
    earlier = [version("Net sales of 3M were $32.8 billion in 2018."), version("Net sales of 3M were $31.7 billion.")]
    later = [version("Net sales of 3M were $31.7 billion in total."), version("Net sales were $32.8 billion in 2018.")]

    assert heirs(earlier, later) == (1, 0)


def test_claims_about_other_things_are_not_taken_for_a_revision():
    assert heirs([version(CAP)], [version("The notice period is three months.")]) == (None,)


def test_a_claim_without_content_words_inherits_nothing_by_likeness():
    assert heirs([version("It is so.")], [version("Will it be?")]) == (None,)
