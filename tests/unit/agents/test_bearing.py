"""A sentence says little of a topic where it has its word only beside what it says."""

from collections.abc import Sequence

import numpy as np
import pytest

from apps.agents.reading.context import read_context
from apps.agents.writer.parts.picking import LITTLE, Picking, relevance_of
from apps.agents.writer.sentences.bearing import says_little

from .conftest import make_chunk


@pytest.mark.parametrize(
    ("topic", "text"),
    [
        ("Dividends", "The model has no expected dividend yield."),
        ("Dividends", "The dividend yield is an input of the model."),
        ("Debt", "The margin is based on our debt rating."),
        ("Moorings", "We determine whether an arrangement contains a mooring."),
        ("Share Repurchases", "The average is told after excluding the shares to be repurchased."),
        ("Income Taxes", "In determining our provision for income taxes, we use an annual effective income tax rate."),
        ("Boat Hire", "Expected volatility is taken from the prices of other harbours."),
    ],
)  # fmt: skip
def test_a_word_before_another_noun_or_behind_a_preposition_says_little(topic, text):
    assert says_little(text, topic)


@pytest.mark.parametrize(
    ("topic", "text"),
    [
        ("Dividends", "We do not pay any dividends."),
        ("Dividends", "The payment of a dividend needs the consent of the crew."),
        ("Dividends", "Our board may declare dividends from time to time."),
        ("Dividends", "We intend to pay a dividend."),
        ("Debt", "Our debt is unsecured."),
        ("Moorings", "Moorings end each winter."),
        ("Share Repurchases", "We repurchase our shares under a plan of the board."),
    ],
)
def test_what_the_topic_is_or_what_is_done_with_it_is_told(topic, text):
    assert not says_little(text, topic)


@pytest.mark.parametrize(
    "text",
    [
        "We lowered the dividend yield of the plan.",
        "The expected dividend yield is 2%.",
        "The dividend plan ends in 2031.",
        "The harbour must publish its dividend policy.",
    ],
)
def test_what_happened_is_owed_or_has_a_figure_is_told_however_the_word_stands(text):
    assert not says_little(text, "Dividends")


class Alike:
    """A memory to which all sentences mean the same."""

    def vectors(self, texts: Sequence[str]) -> np.ndarray:
        return np.ones((len(texts), 1))


def relevances(*, scaled: bool) -> list[float]:
    text = "We do not pay any dividends.\n\nThe model has no expected dividend yield."
    context = read_context((make_chunk(text, "Corax", scaled=scaled),))
    found = relevance_of(context.quotable(), Picking(about="Dividends", most=2, whole=context), Alike())
    return [found.of(place) for place in context.quotable()]


def test_of_a_report_a_sentence_that_says_little_is_worth_less():
    telling, little = relevances(scaled=True)
    assert little == pytest.approx(LITTLE * telling)


def test_what_is_no_report_is_left_as_it_is():
    telling, little = relevances(scaled=False)
    assert little == pytest.approx(telling)
