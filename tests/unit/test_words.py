"""Words as they stand in a text, however it was parted."""

import pytest

from apps.core.words import grouped, rejoined


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("He has n't been seen at Kerr 's yard .", "He hasn't been seen at Kerr's yard ."),
        ("We ’re late, and I 'm tired.", "We’re late, and I'm tired."),
        ("He called it 'small' and 's' is a letter.", "He called it 'small' and 's' is a letter."),
        ("The shops of the '90s", "The shops of the '90s"),
        ("It was the 'm word' that was rated 'd or worse'", "It was the 'm word' that was rated 'd or worse'"),
        ("", ""),
    ],
)
def test_what_was_parted_from_its_word_is_one_with_it(text: str, whole: str) -> None:
    assert rejoined(text) == whole


@pytest.mark.parametrize(
    ("text", "alike"),
    [
        ("10\u202f000 and 2\u202f500\u202f000", "10,000 and 2,500,000"),
        ("10\u00a0000 euros", "10,000 euros"),
        ("a fine of 10 000 euros", "a fine of 10,000 euros"),
        ("At age 18 200 euros are paid", "At age 18 200 euros are paid"),
        ("The scores were 120\u00a0150\u00a0180.", "The scores were 120\u00a0150\u00a0180."),
        ("120 135 150", "120 135 150"),
        ("1990 120 135 tonnes", "1990 120 135 tonnes"),
        ("in 2019\u00a0500 came", "in 2019\u00a0500 came"),
    ],
)
def test_groups_of_a_figure_are_joined_and_figures_of_a_row_are_not(text: str, alike: str) -> None:
    assert grouped(text) == alike
