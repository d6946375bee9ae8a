"""A part of a name, of a measure or of all that a thing consists of is not the whole."""

import time

import pytest

from apps.verification.wording.restrictions import restriction_left_out
from apps.verification.wording.standing import Standing, spelled, standing
from apps.verification.wording.wholes import goes_on, told_of_the_other


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("It is sung to the tune of “Land of Glory”.", "It is sung to the tune of “Land of Hope and Glory”."),
        ("The mall houses Metro Carry.", "The mall houses Metro Cash and Carry."),
        ("The Fifth Historic District was added.", "The Fifth and Main Historic District was added."),
        ("It was on the air as “That Webb Look”.", "It was on the air as “That Mitchell and Webb Look”."),
        ("The Johnson Group was sold in 1999.", "The Johnson & Miller Group was sold in 1999."),
        ("The bridge is 5 feet wide.", "The bridge is 5 feet 4 inches wide."),
        ("It was won in 3 hours by Kerr.", "It was won in 3 hours and 18 minutes by Kerr."),
        ("The board comprises Ann Hill and Bo Katz.", "The board comprises Ann Hill, Bo Katz and Cy Lund."),
        ("Pride was written by Jane Austen.", "Pride and Prejudice was written by Jane Austen."),
        ("The firm bought Alba.", "The firm bought shares of Alba."),
        ("Kerr sold the mill.", "Kerr sold an option on the mill."),
        ("The firm owns Alba.", "The firm owns 40% of Alba."),
        ("Hall plays Tom.", "Hall and Berg play Ed and Tom, respectively."),
        ("Berg plays Ed.", "Hall and Berg play Ed and Tom, respectively."),
    ],
)
def test_a_part_is_not_the_whole(claim, source):
    assert restriction_left_out(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Robert Webb wrote the play.", "David Mitchell and Robert Webb wrote the play."),
        ("On Monday Jones met the board.", "On Monday Smith and Jones met the board."),
        ("In June sales fell sharply.", "In May and June sales fell sharply."),
        ("He paid Smith and Jones.", "He paid Smith, Ross and Jones."),
        ("The rope is 5 feet long.", "The rope is 5 feet long and 2 inches thick."),
        ("The trip took 2 days to Rome.", "The trip took 2 days to Rome and 3 days to Bari."),
        ("The alloy consists of copper and zinc.", "The alloy consists of copper and zinc, which come from Peru."),
        ("The board comprises Ann Hill and Bo Katz.", "The board comprises Ann Hill and Bo Katz."),
        ("Hall was born in Rome.", "Hall and Berg were born in Rome."),
        ("The trip lasted about an hour.", "The trip lasted an hour and two minutes."),
        ("Hall plays Ed.", "Hall and Berg play Ed and Tom, respectively."),
        ("Berg plays Tom.", "Hall and Berg play Ed and Tom, respectively."),
    ],
)
def test_one_of_several_may_be_told_alone(claim, source):
    assert restriction_left_out(claim, source) is None


def test_two_that_are_told_of_respectively_are_kept_apart():
    source = "The Pistons and the Nuggets were second and third, respectively."
    assert told_of_the_other("The Nuggets were second.", source)
    assert not told_of_the_other("The Nuggets were third.", source)
    games = "He competed in the 2009 and 2011 World Championships, in Rome and Shanghai respectively."
    assert not told_of_the_other("He competed in the 2009 World Championships, in Rome.", games)
    assert told_of_the_other("He competed in the 2011 World Championships, in Rome.", games)
    assert not told_of_the_other("The Nuggets and the Pistons were third and second, respectively.", source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("It took 2 years", "It took 2 years and 3 months."),
        ("He served 2 years", "He served 2 years, 3 months and 4 days."),
        ("The panel is made up of three lawyers", "The panel is made up of three lawyers and two bankers."),
    ],
)
def test_words_that_go_on_with_the_same_measure_or_list_are_no_statement(claim, source):
    assert standing(spelled(claim), source) is Standing.LIMITED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The firm did not pay dividends", "The firm did not pay dividends in 2020."),
        ("The tenant did not sublet the flat", "The tenant did not sublet the flat to students."),
        ("The firm did not pay dividends", "In 2020, the firm did not pay dividends."),
    ],
)
def test_when_a_thing_did_not_happen_narrows_it(claim, source):
    assert standing(spelled(claim), source) <= Standing.AMID


def test_when_it_happened_only_adds():
    assert standing(spelled("The firm paid dividends"), "The firm paid dividends in 2020.") is Standing.PART
    assert standing(spelled("The firm paid dividends"), "In 2020, the firm paid dividends.") is Standing.PART


@pytest.mark.parametrize(
    "text", [" " * 20_000, "1," * 10_000, "made" + " " * 20_000, "and " * 5_000, "3 hours " * 2_500]
)
def test_long_texts_are_read_in_time(text):
    started = time.perf_counter()
    restriction_left_out("The group consists of A and B in 3 hours.", text)
    goes_on("The group consists of A", text)
    told_of_the_other("Hall plays Tom.", f"{text} respectively")
    assert time.perf_counter() - started < 5
