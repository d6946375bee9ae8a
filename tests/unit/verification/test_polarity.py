"""Two sentences that each deny may say the same in other words: no word against the claim, and none for it."""

import pytest

from apps.verification.wording.faults import ModalityFault
from apps.verification.wording.modality import modality_findings


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("We believe that the plan will not harm our trade.", "We do not believe that the plan will harm our trade."),
        ("A cat may be kept only with the owner's consent.", "No cat may be kept without the owner's consent."),
        ("Tobacco may not be sold to minors.", "It is unlawful to sell tobacco to minors."),
        ("A deed that is not signed is void.", "The deed is void unless it is signed."),
        ("The vaccine must not be stored above 8 degrees.", "The vaccine must be stored below 8 degrees."),
    ],
)
def test_denials_that_may_come_to_the_same_are_no_contrary(claim, source):
    found = modality_findings(claim, [source])
    assert found, "nor are they taken for one"
    assert not any(one.fault.is_plain for one in found)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("A cat may be kept without consent.", "A cat may not be kept without consent."),
        ("The vaccine must be stored above 8 degrees.", "The vaccine must be stored below 8 degrees."),
        ("The deed is not void.", "The deed is void."),
    ],
)
def test_one_denial_more_is_the_contrary(claim, source):
    assert any(one.fault.is_plain for one in modality_findings(claim, [source]))


def test_the_finding_tells_of_both_places():
    (found,) = modality_findings("Tobacco may not be sold to minors.", ["It is unlawful to sell tobacco to minors."])
    assert found.fault is ModalityFault.DENIAL
    assert found.detail.endswith("the two deny at different places.")


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Neil Diamond is not a musician.", "Neil Diamond is an American singer, musician and actor."),
        ("The seat of the agency is not in Bonn.", "They spoke for Bonn as the seat of the agency."),
        ("The lessee didn't pay the deposit.", "The lessee paid the deposit on 1 May, as the bank told him."),
        ("His sister was never the treasurer.", "The treasurer spoke to his sister."),
    ],
)
def test_a_denial_needs_a_source_that_denies(claim, source):
    found = modality_findings(claim, [source])
    assert found
    assert all(not one.fault.is_plain or one.fault is ModalityFault.NEGATION for one in found)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The price did not change.", "The price remained the same."),
        ("The tenant may not sublet the flat.", "Subletting of the flat is prohibited."),
        ("The rent is not more than 500 euros.", "The rent is 480 euros."),
        ("The plant is not profitable.", "The plant made a loss."),
        ("He is not only a painter.", "He is a painter and a poet."),
        ("The member is not eligible.", "The member is ineligible."),
        ("It was not paid until May.", "It was paid in May."),
        ("The company did not comply with the order.", "The company violated the order."),
        ("The team did not win the match.", "The team was beaten 3-1 in the match."),
        ("The lessee did not vacate the property.", "The lessee stayed in the property past the end of the term."),
        ("The gas is not poisonous to humans.", "The gas is safe for humans to breathe."),
    ],
)
def test_what_comes_to_a_denial_in_other_words_is_let_be(claim, source):
    assert not any(one.fault is ModalityFault.UNDENIED for one in modality_findings(claim, [source]))
