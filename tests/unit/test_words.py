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
