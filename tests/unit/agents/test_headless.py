"""Headings taken out of a section while it streams."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from apps.agents.writer.parts.headless import LONGEST, without_headings

HEADINGS = ("Liquidity", "Net sales rose")
PIECES = st.sampled_from(
    [
        *"x_#=1:ß\u2028",
        "IV. ",
        "Section ",
        "\r\n",
        "* ",
        " liquidity and capital",
        "sales",
        "## ",
        "# ",
        "**",
        "Liquidity",
        "2. ",
        " ",
        "\n",
        "\n\n",
        "Net sales rose. ",
        "[cite:0123456789ab]",
        "- ",
        "---",
    ]
)


def shown(text, *headings, cuts=()):
    edges = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    pieces = [text[low:high] for low, high in pairwise(edges)]
    return "".join(without_headings(iter(pieces), *(headings or HEADINGS)))


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, max_size=10).map("".join), st.lists(st.integers(0, 60), max_size=6))
def test_however_a_text_is_cut_the_same_is_shown(text, cuts):
    assert shown(text, cuts=cuts) == shown(text) == shown(text, cuts=range(len(text)))


def test_prose_comes_as_it_is_written():
    pieces = without_headings(iter(["Net", " sales of", " 5", "\n\nMore", " of it"]), "Costs")
    assert list(pieces) == ["Net", " sales of", " 5", "\n", "\n", "More", " of it"]


def test_what_only_begins_like_a_heading_stays():
    for text in (
        "Liquidity and cash fell.",
        "**Net sales** rose.",
        "- one\n- two",
        "#1 in its market.",
        "| a |\n|---|\n| b |",
        "2. Notes fell due.",
        "*Emphasis* helps.",
        "-5% is a loss.",
        f"**{'long ' * LONGEST}**",
    ):
        assert shown(text, "Liquidity") == text


def test_a_heading_in_the_middle_falls_with_the_empty_lines_behind_it():
    assert shown("One.\n\n### Two\n\nThree.") == "One.\n\nThree."


def test_a_statement_loses_the_mark_and_stays():
    assert shown("## Sales rose by five percent.\nMore.") == "Sales rose by five percent.\nMore."
    assert shown("### Sales rose [cite:0123456789ab]\n") == "Sales rose [cite:0123456789ab]\n"
