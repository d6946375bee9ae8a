"""Which sentences can only be understood after what stands before them."""

import pytest

from apps.agents.reading.context import read_context
from apps.agents.writer.sentences.leaning import leans, leans_in_place

from .conftest import make_chunk


@pytest.mark.parametrize(
    "sentence",
    [
        "Before that, he was a partner of a law firm in Oslo.",
        "Prior to her present office, she led two depots in Norway.",
        "Since then, the fee has been raised twice.",
        "The acquired goods included $351 million of steel.",
        "There may be others that nobody has found yet.",
        "There are more that we cannot name.",
        "The increased use of ships was offset by lower rents.",
        "The significantly higher rent was paid in May.",
        "The relatively flat performance was driven by lower rents.",
        "The favorable change was due to new depots.",
        "The rent was raised by 10% in that year.",
        "The acquisition is part of our northern segment.",
        "The sale also closed in May of that year.",
        "Specifically, the board voted for the lower rent.",
        "The merger was approved by both boards in May.",
        "The $40 million increase was due to new depots.",
        "The 5% decline came with the storm.",
        "In instances where they are fixed, they are paid in May.",
        "The parties may end this agreement at any time.",
        "This lease runs until May.",
    ],
)
def test_what_points_to_the_sentence_before_leans_on_it(sentence):
    assert leans(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Before the loan is paid, the lender checks the file.",
        "There are two depots in Norway.",
        "There may be risks in other countries.",
        "The acquisition of Borealis is part of our northern segment.",
        "The sale must be approved by the board.",
        "The lower of cost and market is taken.",
        "The 5% increase in the rent was agreed in May.",
        "In cases where loans are repaid, the file is closed.",
        "The Acquisition Committee is chosen by the board.",
        "The limit is 80% of the value.",
        "The flat of the guard is in the yard.",
        "The fee is paid in the same month as the rent.",
        "The purchase price is paid at once.",
        "The Skipper may not assign this Agreement to anyone.",
        "Either party may end this Contract in May.",
        "This Lease is governed by the laws of Norway.",
    ],
)
def test_what_says_of_itself_what_it_is_on_does_not_lean(sentence):
    assert not leans(sentence)


@pytest.mark.parametrize(("title", "leaning"), [("Lease Agreement", False), ("Harbour handbook", True)])
@pytest.mark.parametrize("text", ["The term of this lease is five years.", "This lease runs until May."])
def test_a_document_speaks_of_itself_by_a_word_of_its_title(title, leaning, text):
    (place,) = read_context((make_chunk(text, title),)).quotable()
    assert leans_in_place(place) is leaning


@pytest.mark.parametrize("opening", ["This is a lease between Orla and Penn.", "Orla and Penn enter into a lease."])
def test_what_says_that_it_is_a_lease_tells_of_no_other_one(opening):
    places = read_context((make_chunk(f"{opening} This lease ends in May.", "Lease Agreement"),)).quotable()
    assert not leans_in_place(places[1])


def test_behind_another_of_its_kind_this_one_is_not_the_document_itself():
    text = (
        "The Landlord holds the mill under a head lease with Oslo. This lease ends in 2040.\n\nThis lease ends in May."
    )
    places = read_context((make_chunk(text, "Lease Agreement"),)).quotable()
    assert [leans_in_place(place) for place in places] == [False, True, False]
