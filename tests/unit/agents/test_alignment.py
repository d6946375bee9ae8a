"""What a near copy leaves out or moves, and whether what is left may then say another thing."""

import pytest

from apps.agents.judge.alignment import aligned, in_another_order
from apps.verification.wording.standing import Standing, spelled, standing_in


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
        ("Brody is a character on the series.", "Brody (first shown in 2011) is a character on the series."),
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
    assert not found.moved


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The desk resolves each report within 15 days.", "The desk answers each report within 15 days."),
        ("The reasons are sent within 30 days of the decision.", "The reasons are sent within 30 days of the request."),
        ("A lost badge must be reported to the archive within two hours.",
         "A lost badge must be reported to the service desk within two hours."),
        ("Tenants who bought a flat may cancel the loan until Friday.",
         "Tenants who rented a flat may cancel the loan until Friday."),
    ],
)  # fmt: skip
def test_another_word_in_the_place_of_one_is_an_exchange(claim, passage):
    assert alignment(claim, passage).exchanged


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The desk answers each late report within 15 days.", "The desk answers each report within 15 days."),
        ("The desk answers each report within days.", "The desk answers each report within a few days."),
        ("The reports of the desk are answered within 15 days.", "The desk's report is answered within 15 days."),
        ("Ann opened the museum in May.", "She opened the museum in May."),
        ("The Nile flows north into the sea.", "The river flows north into the sea."),
        ("Acme employs 4,000 people in Ohio.", "The company employs 4,000 people in Ohio."),
        ("The organisation bought the centre in Leeds.", "The organization purchased the center in Leeds."),
        ("The road is almost 40 km long and mainly flat.", "The road is nearly 40 km long and primarily flat."),
    ],
)
def test_what_is_put_in_or_left_out_or_stands_for_a_name_is_none(claim, passage):
    assert not alignment(claim, passage).exchanged


def test_what_is_brought_from_another_clause_may_say_another_thing():
    passage = "The bank sends an estimate within three days of the request and a statement a week before closing."
    assert alignment("The bank sends a statement within three days of the request.", passage).moved


def test_a_duty_beside_a_condition_put_with_should_is_one():
    said = "Should the tenant default, the owner pays the costs."
    assert alignment("Should the tenant default, the owner should pay the costs.", said).altered
    assert not alignment(
        "Should the tenant default, the owner pays costs.", "If the tenant defaults, the owner pays costs."
    ).altered


def test_an_adverb_may_stand_anywhere():
    found = alignment("The minister later opened the bridge.", "Later the minister opened the bridge.")
    assert not found.torn
    assert not found.moved


def test_a_phrase_that_opens_a_sentence_may_end_it():
    passage = "During wake periods killer cells, such as lymphocytes of type T, peak to answer intruders."
    found = alignment("Killer cells, such as lymphocytes of type T, peak during wake periods.", passage)
    assert not found.torn
    assert not found.moved


def test_only_near_copies_are_torn_or_moved():
    far = alignment("Oxen were sold at the fair by Tom.", "The game that people of the valley play is Tigers or Oxen.")
    assert far.order < 0.75
    assert not far.torn
    assert not far.moved


@pytest.mark.parametrize("passage", ["", ",;:", "Nothing of it."])
def test_nothing_in_common_is_no_alignment(passage):
    found = alignment("Seven whales swam past.", passage)
    assert (found.order, found.torn, found.moved, found.altered) == (0.0, False, False, False)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("In March 2020 Marta Lind succeeded Jonas Berg as chief executive.",
         "Marta Lind succeeded Jonas Berg as chief executive in March 2020."),
        ("Jonas Berg was succeeded by Marta Lind as chief executive in March 2020.",
         "Marta Lind succeeded Jonas Berg as chief executive in March 2020."),
        ("The landlord shall be reimbursed by the tenant for all insurance premiums.",
         "The tenant shall reimburse the landlord for all insurance premiums."),
        ("Net profit rose from 9 million euros to 14 million euros.",
         "Net profit rose to 14 million euros from 9 million euros a year earlier."),
        ("Before hiring a subcontractor, the contractor must notify the client.",
         "The contractor must notify the client before hiring a subcontractor."),
    ],
)  # fmt: skip
def test_phrases_of_one_clause_may_change_places_and_a_passive_is_no_other_order(claim, source):
    assert not in_another_order(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The pupil praised the teacher.", "The teacher praised the pupil who had found the error."),
        ("Restaurant sales recovered in spring.",
         "Hotel bookings recovered in spring, while restaurant sales stayed flat."),
        ("Customers who were refunded by the bank paid the bank in cash.",
         "Customers who paid in cash were refunded by the bank."),
        ("In May 2016 Kerr sold the mill at Torp to Voss.",
         "Kerr sold the mill at Torp to Voss in May 2016, a report later retracted."),
        ("Norrland Timber repaid Baltic Bank the loan.", "The loan from Baltic Bank to Norrland Timber was repaid."),
    ],
)  # fmt: skip
def test_who_does_it_to_whom_is_told_by_the_order(claim, source):
    assert in_another_order(claim, source)


def test_one_sentence_of_several_is_enough():
    passage = "The yard was sold. Marta Lind left in March 2020. The dock stayed."
    assert not in_another_order("In March 2020 Marta Lind left.", passage)
    assert in_another_order("The dock was sold by Marta Lind in March 2020.", passage)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("In 2016 Pell opened its plant at Torp.", "Pell opened its plant at Torp in 2016."),
        ("In 2018 Kestrel carried 3.1 million passengers.",
         "Kestrel carried 3.1 million passengers in 2018, 12 percent more than in 2017."),
        ("The seller was ordered by the court to refund the deposit within 30 days.",
         "The court ordered the seller to refund the deposit within 30 days."),
    ],
)  # fmt: skip
def test_a_phrase_that_changed_places_is_neither_put_in_nor_torn_out(claim, source):
    found = alignment(claim, source)
    assert not found.altered
    assert not found.torn
    assert not found.moved


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("In 2017 Kestrel Air carried 3.1 million passengers.",
         "Kestrel Air carried 3.1 million passengers in 2018, 12 percent more than in 2017."),
        ("In 2016 Pell opened its plant at Torp.", "Pell opened its plant at Torp and in 2016 one at Graz."),
        ("In 2026 Kestrel will open its plant at Torp.",
         "If the vote passes, Kestrel will open its plant at Torp in 2026."),
        ("In 2016 the register listed Kerr as owner of the mill.",
         "By mistake, the register listed Kerr as owner of the mill in 2016."),
        ("In 2016 Acme sold the northern mine in Graz to Kerr.",
         "Acme sold the northern mine in Graz to Kerr in 2016, in a film by Lund."),
    ],
)  # fmt: skip
def test_a_figure_of_another_clause_is_put_in(claim, source):
    assert alignment(claim, source).altered


@pytest.mark.parametrize(
    ("claim", "passage", "altered"),
    [
        ("Tenants must be reported within a week.", "Tenants must report damage within a week.", True),
        ("The water is drained through the pipe.", "The water drains through the pipe.", False),
        ("The policy is renewed each year.", "The policy renews automatically each year.", False),
        ("Employees are paid monthly.", "The company has 50 employees and pays them monthly.", False),
        ("Damage must be reported within a week.", "Tenants must report damage within a week.", False),
    ],
)
def test_what_is_done_to_those_who_do_it_is_altered(claim, passage, altered):
    assert aligned(claim, passage, Standing.ABSENT).altered is altered


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Thirty coins came to light.", "Thirty coins, all of them silver, came to light."),
        ("The trust was dissolved in 1998.", "The trust, a charity that may fund schools, was dissolved in 1998."),
        # not the first "the", far before
        ("The rest rooms lie in a hidden part of the cabin.",
         "Unlike the lower deck areas, the rest rooms (CRCs) lie in a hidden part of the cabin."),
        ("His tongue is not French.", "His tongue is neither French nor English."),
    ],
)  # fmt: skip
def test_words_that_turn_other_words_do_not_alter_a_copy(claim, passage):
    assert not alignment(claim, passage).altered


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Residents pay 12 euros a month.", "Residents, apart from those on the ground floor, pay 12 euros a month."),
        ("The jury can annul a result.", "The jury, where all crews agree, can annul a result."),
    ],
)
def test_an_aside_that_restricts_tears_a_copy(claim, passage):
    assert alignment(claim, passage).torn


def test_words_in_one_piece_are_all_of_a_claim():
    found = alignment("The boat sank.", "The boat that had won before was sold, and not until May | the boat sank |.")
    assert (found.order, found.inside, found.torn, found.moved) == (1.0, 0.0, False, False)


def test_the_words_of_a_claim_are_looked_for_where_they_stand_together():
    passage = "Ann (left) opened the hall in Leeds Bob, who sang, left later for the hall in Leeds."
    assert alignment("Ann opened the hall in Leeds.", passage).inside < 0.2


@pytest.mark.parametrize(
    ("claim", "passage", "altered"),
    [
        ("Ann Lee, 26, drove the car.", "The 26-year-old Ann Lee drove the car.", False),
        ("The 26-year-old Ann Lee drove the car.", "Ann Lee, 26, drove the car.", False),
        ("Bob Hall, 26, drove the car.", "Bob Hall drove the car with the 26-year-old Ann Lee.", True),
        ("Ann Lee, 62, and Bob Lee, 26, drove.", "Ann Lee, 26, and Bob Lee, 62, drove.", True),
        ("The driver struck Bob Hall, 22, by car.", "The 22-year-old driver struck Bob Hall by car.", True),
        ("Ann Lee, 27, drove the car.", "The 26-year-old Ann Lee drove the car.", True),
    ],
)
def test_an_age_may_stand_before_a_name_or_behind_it(claim, passage, altered):
    assert alignment(claim, passage).altered is altered


def test_phrases_that_changed_places_alter_no_copy():
    claim = "The firm shows what its customers have bought in real time across all sites."
    found = alignment(claim, "The firm shows what its customers have bought across all sites in real time.")
    assert not found.altered
    assert not found.torn
    assert not found.moved
    assert alignment("Some members voted for all of the plans.", "All members voted for some of the plans.").altered
