"""What the sources do not bear out is flagged where it stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.verification.flags import flags_for, moved, with_flags, without_flags

KEY = "[cite:0123456789ab]"
TEXT = f"The cap is 75%. {KEY} The fee is “two percent.” {KEY}{KEY} It may change, and it did.\n\nEnd"


def end_of(words: str) -> int:
    return TEXT.index(words) + len(words)


@pytest.mark.parametrize(
    ("words", "flagged"),
    [
        ("The cap is 75%", f"The cap is 75%. {KEY} [flag:weak] The fee"),
        ("The cap is 75%.", f"The cap is 75%. {KEY} [flag:weak] The fee"),
        ("two percent", f"two percent.” {KEY}{KEY} [flag:weak] It may"),
        ("It may change", "It may change [flag:weak], and it did."),
        ("and it did", "and it did. [flag:weak]\n\nEnd"),
        ("End", "End [flag:weak]"),
    ],
)
def test_the_flag_stands_behind_the_citations_of_the_statement(words: str, flagged: str):
    assert flagged in with_flags(TEXT, flags_for(TEXT, [(end_of(words), "weak")]))


def test_statements_that_end_together_bear_one_flag():
    flags = flags_for(TEXT, [(end_of("The cap is 75%"), "not_found"), (end_of("The cap is 75%."), "weak")])
    assert [flag.marker for flag in flags] == [" [flag:not_found]"]


def test_without_its_flags_a_text_is_as_it_was():
    flags = flags_for(TEXT, [(end_of("The cap is 75%"), "not_found"), (end_of("and it did"), "contradicted")])
    assert without_flags(with_flags(TEXT, flags)) == TEXT


@given(
    st.lists(st.integers(0, len(TEXT)), max_size=6),
    st.tuples(st.integers(0, len(TEXT)), st.integers(0, len(TEXT))).map(sorted),
)
def test_a_statement_is_found_again_wherever_flags_were_set(ends: list[int], span: list[int]):
    start, end = span
    flags = flags_for(TEXT, [(at, "weak") for at in ends])
    after = with_flags(TEXT, flags)

    begins, stops = moved(start, end, flags)

    assert without_flags(after[begins:stops]) == without_flags(TEXT[start:end])
    if start < end:
        assert after[begins] == TEXT[start]
        assert after[stops - 1] == TEXT[end - 1]
