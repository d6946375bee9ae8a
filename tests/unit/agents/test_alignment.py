"""What a near copy leaves out or moves, and whether what is left may then say another thing."""

import pytest

from apps.agents.judge.alignment import aligned
from apps.verification.wording.standing import spelled, standing_in


def alignment(claim, passage):
    return aligned(claim, passage, standing_in(spelled(claim), passage))


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The game is sold as Oxen.", "The game is also sold as Tigers or Oxen."),
        ("The bulletin is printed daily.", "The bulletin is printed or posted daily."),
        ("The bulletin is printed in Graz.", "The bulletin is neither printed nor sold in Graz."),
        ("The engine was tested in Linz.", "The engine was tested in Graz and built in Linz."),
        ("The engine was built in Graz.", "The engine was tested in Graz and built in Linz."),
        ("The seller bears the cost of insurance.",
         "The seller bears the cost of transport, the buyer that of insurance."),
        ("The teacher found the error.", "The teacher praised the pupil who had found the error."),
        ("He directed 51 films in Telugu before 2019.", "He directed 51 films in Hindi and Telugu before 2019."),
        ("The mayor met the manager of the plant.", "The mayor met the man replacing the manager of the plant."),
    ],
)  # fmt: skip
def test_what_was_parted_or_joined_may_say_another_thing(claim, passage):
    assert alignment(claim, passage).torn


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The girl crossed the bridge at night.", "The young girl crossed the old bridge at night."),
        ("Brody is a character on the series.", "Brody, played by Lewis, is a character on the series."),
        ("Brody is a character on the series.", "Brody (first seen in 2011) is a character on the series."),
        ("He studied with Bautista in Barcelona.", "He studied with Bautista and Goudine in Barcelona."),
        ("He was replaced by David Hinkins.", "He retired early and was replaced by David Hinkins."),
        ("He took a degree in 1967 from the University of Turin.",
         "He took a degree in 1967 and a doctorate in 1973 from the University of Turin."),
        ("Members may pay by card at the desk.", "Members may pay by cash or card at the desk."),
        ("The mayor opened the museum in May.", "The mayor opened the museum in May."),
    ],
)  # fmt: skip
def test_a_qualifier_an_aside_and_one_of_several_may_be_left_out(claim, passage):
    found = alignment(claim, passage)
    assert found.order >= 0.75
    assert not found.torn


def test_only_near_copies_are_torn():
    far = alignment("Oxen were sold at the fair by Tom.", "The game that people of the valley play is Tigers or Oxen.")
    assert far.order < 0.75
    assert not far.torn


@pytest.mark.parametrize("passage", ["", ",;:", "Nothing of it."])
def test_nothing_in_common_is_no_alignment(passage):
    found = alignment("Seven whales swam past.", passage)
    assert (found.order, found.torn, found.altered) == (0.0, False, False)
