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
