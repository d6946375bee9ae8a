"""Words as they stand in a text, however it was parted."""

import pytest

from apps.core.words import rejoined


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
        ("Locked between 7pm and 07:30 A.M.", "Locked between 7 pm and 7:30 am."),
        ("It opens at 7:00 p.m. The bar opens at 9.30 p. m. sharp.", "It opens at 7 pm. The bar opens at 9:30 pm sharp."),
        ("Open 1-3pm.", "Open 1-3 pm."),
        ("On May 7 A.M. Best affirmed it.", "On May 7 A.M. Best affirmed it."),
        ("In 2007 am and pm were 2.7 pm apart, 13 pm or 5 amps.", "In 2007 am and pm were 2.7 pm apart, 13 pm or 5 amps."),
    ],
)
def test_hours_of_the_day_are_written_in_one_way(text: str, alike: str) -> None:
    assert rejoined(text) == alike
