"""What stands between two commas, or in brackets, and whether a copy may leave it out."""

import time

import pytest

from apps.verification.wording.asides import is_telling, restricts, surely_adds
from apps.verification.wording.restrictions import restriction_left_out


@pytest.mark.parametrize(
    ("claim", "source", "aside"),
    [
        ("Staff work on two Saturdays.", "Staff, where the council agrees, work on two Saturdays.",
         "where the council agrees"),
        ("The lamp runs on 12 volts.", "The lamp, when used with the adapter, runs on 12 volts.",
         "when used with the adapter"),
        ("The serum prevented nine in ten infections.",
         "The serum, when given in three doses, prevented nine in ten infections.", "when given in three doses"),
        ("Owners pay 12 euros a month for the lift.",
         "Owners, apart from those on the ground floor, pay 12 euros a month for the lift.",
         "apart from those on the ground floor"),
        ("The fund holds 60 per cent of the line.",
         "The fund, together with its partner, holds 60 per cent of the line.", "together with its partner"),
        ("Ms Falk gave 9,000 kroner.", "Ms Falk, jointly with the Hansen brothers, gave 9,000 kroner.",
         "jointly with the Hansen brothers"),
        ("The patent lapsed in 2018.", "The patent, our former partner maintains, lapsed in 2018.",
         "our former partner maintains"),
        ("He burned the score in a rage.", "He burned the score, his nephew later told visitors, in a rage.",
         "his nephew later told visitors"),
        ("The Salt Bill abolished the tax.", "The Salt Bill, which was thrown out by the lords, abolished the tax.",
         "which was thrown out by the lords"),
        ("The bill abolished the tax.", "The bill, which the upper house threw out, abolished the tax.",
         "which the upper house threw out"),
        ("The offer ends the dispute.", "The offer (if accepted) ends the dispute.", "if accepted"),
        ("The fee is 2% of the loan.", "The fee, in the second year, is 2% of the loan.", "in the second year"),
        ("Kestrel holds 51 per cent of the line.",
         "Kestrel, with the pension fund of its pilots, holds 51 per cent of the line.",
         "with the pension fund of its pilots"),
        ("The serum prevented nine in ten infections.",
         "The serum prevented, in hamsters, nine in ten infections.", "in hamsters"),
        ("The Founders may appoint two directors.", "The Founders, acting unanimously, may appoint two directors.",
         "acting unanimously"),
        ("The Seller has kept all laws.", "The Seller has, to the best of its knowledge, kept all laws.",
         "to the best of its knowledge"),
        ("Torvik is the largest port.", "Torvik is, leaving aside the capital, the largest port.",
         "leaving aside the capital"),
        ("Hedda Krull owned the patent.", "Hedda Krull, in equal shares with Otto Beyer, owned the patent.",
         "in equal shares with Otto Beyer"),
        ("The Dean declared an interest.", "The Dean, on behalf of a colleague, declared an interest.",
         "on behalf of a colleague"),
        ("We reached every target.", "We reached, or came close to reaching, every target.",
         "or came close to reaching"),
        ("They will close the foundry.", "They will, it was whispered on the floor, close the foundry.",
         "it was whispered on the floor"),
        ("The Group won the contract.", "The Group, as one of five members of a consortium, won the contract.",
         "as one of five members of a consortium"),
        ("The agent has the sole right.", "The agent has (within Portugal) the sole right.", "within Portugal"),
        ("The Borrower shall pay interest.", "The Borrower shall, following a default, pay interest.",
         "following a default"),
        ("It is pollinated by bats.", "It is, south of the equator, pollinated by bats.", "south of the equator"),
        ("The monks were excused from prayer.",
         "The monks, once they had reached seventy, were excused from prayer.", "once they had reached seventy"),
    ],
)  # fmt: skip
def test_an_aside_that_restricts_is_missed(claim, source, aside):
    assert restriction_left_out(claim, source) == aside


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Thirty coins came to light.", "Thirty coins, all of them silver, came to light."),
        ("The female lays four eggs.", "The female, slightly larger than the male, lays four eggs."),
        ("Plot A measures 1,240 square metres.", "Plot A, entered under folio 77, measures 1,240 square metres."),
        ("Mr Dahl gave a silver cup.", "Mr Dahl, like his father before him, gave a silver cup."),
        ("The brigade brought 60 guests out.",
         "The brigade, which bought its first boat only last year, brought 60 guests out."),
        ("Sterling was seen on Monday.", "Sterling, the forward who will lead the line on Sunday, was seen on Monday."),
        ("Voss left the firm in May.", "Voss, who had rejected the offer, left the firm in May."),
        ("The bridge opened in 1932.", "The bridge, after ten years of work, opened in 1932."),
        ("United scored from a corner.", "United, for whom Amir Said was outstanding, scored from a corner."),
        ("The tunnel was finished six weeks early.",
         "The tunnel, where the rock proved softer than expected, was finished six weeks early."),
        ("The bridge opened in 1932.", "The bridge (a viaduct) opened in 1932."),
    ],
)  # fmt: skip
def test_an_aside_that_only_adds_may_go(claim, source):
    assert restriction_left_out(claim, source) is None


@pytest.mark.parametrize(
    "aside",
    [
        "a charity that may fund schools", "all of them silver", "who will lead the line", "Rolf Tveit",
        "Alan and Eric Moss", "drawn by two borrowed engines", "first shown in 2011", "in 1922", "on Monday",
    ],
)  # fmt: skip
def test_what_names_again_or_tells_more_surely_adds(aside):
    assert surely_adds(aside, "The bank closed.")


@pytest.mark.parametrize(
    "aside",
    [
        "given in three doses", "in a cellar lent by him", "working at night", "all but the youngest",
        "two in every five", "the older one only", "each only if the owner agrees", "both unless I misheard",
        "which never happened", "which fell through", "which no court has upheld", "which was not formally adopted",
        "an old barn, unless it is booked", "built in 1960, except on Mondays", "the rumour runs",
        "popular belief holds", "the minutes have it", "the landlord pays", "an impostor", "a figment of the press",
        "the reserve team of it", "the left half of it", "his trustees willing", "Sundays excepted",
        "so runs the tale", "by his own account", "in the third episode", "stripped from him a year on",
    ],
)  # fmt: skip
def test_of_other_asides_nobody_knows(aside):
    assert not surely_adds(aside, "The bank closed.")


@pytest.mark.parametrize("aside", ["in the second year", "on weekdays", "for members"])
def test_a_time_a_place_or_a_group_restricts_what_holds_in_general_alone(aside):
    assert restricts(aside, "The bank closes at five.")
    assert not restricts(aside, "The bank closed.")


@pytest.mark.parametrize("text", [", the officers suspect.", ", or so they claim", " , his wife later told the press,"])
def test_what_says_whose_word_it_is(text):
    assert is_telling(text)


@pytest.mark.parametrize("text", [", a feat that she would never repeat.", ", under which it will pay."])
def test_what_says_no_such_thing(text):
    assert not is_telling(text)


def test_a_long_aside_is_read_at_once():
    begun = time.process_time()
    restricts("they say " * 20_000, "The bank closed.")
    is_telling(", they " * 20_000)
    is_telling("they say it and " * 5_000)
    restricts("not yet" + " " * 20_000, "The bank closed.")
    surely_adds("ACGT" * 70 + " as read", "The bank closed.")
    assert time.process_time() - begun < 5  # quadratic, it takes minutes


def test_the_month_of_may_allows_nothing():
    assert surely_adds("founded in 1890", "The bank closed its last branch in May.")
    assert not surely_adds("founded in 1890", "The bank may close its last branch.")
