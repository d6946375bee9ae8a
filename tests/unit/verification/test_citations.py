"""Citation anchors: found with exact offsets, filtered while they stream, shown in three styles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.verification.citations import (
    CitationFilter,
    CitationStyle,
    anchor,
    citation_numbers,
    cited_keys,
    filter_citations,
    find_citations,
    is_key,
    render_citations,
    source_list,
    strip_citations,
)

A, B, C = "0123456789ab", "fedcba987654", "aaaaaaaaaaaa"
FOREIGN = "123412341234"


def filtered(text: str) -> str:
    return filter_citations(text, {A, B, C})[0]


def test_anchors_are_found_with_exact_offsets():
    text = f"Ümlaut first [cite:{A}]. Then 😀 [cite:{B}][cite:{A}]"
    found = find_citations(text)
    assert [one.key for one in found] == [A, B, A]
    assert all(text[one.start : one.end] == f"[cite:{one.key}]" for one in found)


def test_numbers_follow_first_appearance():
    text = f"x [cite:{B}] y [cite:{A}] z [cite:{B}]"
    assert cited_keys(text) == (B, A)
    assert citation_numbers(text) == {B: 1, A: 2}


def test_a_key_is_twelve_lower_case_hex_digits():
    assert is_key(A)
    assert not any(is_key(bad) for bad in (A.upper(), A[:-1], A + "0", "g" * 12, ""))
    with pytest.raises(ValueError, match="not a citation key"):
        anchor("nonsense")


def test_stripping_leaves_clean_sentences():
    assert strip_citations(f"One [cite:{A}]. Two[cite:{B}] three.") == "One. Two three."


def test_the_three_styles():
    text = f"One [cite:{B}], two [cite:{A}][cite:{B}]."
    assert render_citations(text, CitationStyle.CITE) == text
    assert render_citations(text, CitationStyle.C) == "One [C1], two [C2][C1]."
    assert render_citations(text, CitationStyle.S) == "One [S1], two [S2][S1]."
    assert source_list(text, {A: ("Policy", "/a"), B: ("Handbook", "/b")}) == [
        {"id": "S1", "title": "Handbook", "url": "/b"},
        {"id": "S2", "title": "Policy", "url": "/a"},
    ]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (f"Fine [cite:{A}].", f"Fine [cite:{A}]."),
        (f"Blank [cite: {A} ].", f"Blank [cite:{A}]."),
        (f"Shouted [CITE:{A.upper()}].", f"Shouted [cite:{A}]."),
        (f"Two [cite:{A}, {B}].", f"Two [cite:{A}][cite:{B}]."),
        (f"Two [cite:{A}; cite:{B}].", f"Two [cite:{A}][cite:{B}]."),
        (f"Twice [cite:{A}, {A}].", f"Twice [cite:{A}]."),
        (f"Half [cite:{A}, {FOREIGN}].", f"Half [cite:{A}]."),
        (f"Foreign [cite:{FOREIGN}].", "Foreign."),
        (f"Foreign [cite:{FOREIGN}] middle.", "Foreign middle."),
        (f"Foreign [cite:{FOREIGN}]middle.", "Foreign middle."),
        (f"Foreign [cite:{FOREIGN}] [cite:{A}].", f"Foreign [cite:{A}]."),
        ("Nonsense [cite:abc, def].", "Nonsense."),
        ("Empty [cite:].", "Empty."),
        ("A list [1] and [citation needed].", "A list [1] and [citation needed]."),
        ("Nested [[cite:abc]].", "Nested [ ]."),
        (f"Smuggled [ci[cite:x]te:{FOREIGN}].", f"Smuggled [ci te:{FOREIGN}]."),
        (f"Smuggled [[cite:x]cite:{FOREIGN}].", f"Smuggled [ cite:{FOREIGN}]."),
        (f"Never closed [cite:{A} and more\ntext", f"Never closed [cite:{A}] and more\ntext"),
        ("Never closed [cite:oops and more\ntext", "Never closed oops and more\ntext"),
        (f"Broken off [cite:{A[:5]}", "Broken off"),
        ("Broken off [cit", "Broken off [cit"),
        ("Broken off [", "Broken off ["),
        (f"[cite:{FOREIGN}] starts.", " starts."),
        ("", ""),
    ],
)
def test_what_becomes_of_an_anchor(written, shown):
    assert filtered(written) == shown


def test_removed_anchors_are_recorded():
    text = f"a [cite:{FOREIGN}] b [cite:{A}, junk] c [cite:]"
    _, _, removed = filter_citations(text, {A})
    assert list(removed) == [FOREIGN, "junk", "[cite:]"]


def test_text_is_held_back_only_while_it_may_be_an_anchor():
    stream = CitationFilter({A})
    assert stream.feed("See this [ci") == "See this"
    assert stream.feed("ty] and") == " [city] and"
    assert stream.feed(f" [cite:{A[:6]}") == ""
    assert stream.citations == []
    assert stream.feed(f"{A[6:]}] on") == f" [cite:{A}] on"
    assert [(one.key, one.start) for one in stream.citations] == [(A, len("See this [city] and "))]


def test_the_hold_back_is_bounded():
    assert len(CitationFilter({A}).feed("[cite:" + "x" * 5000)) > 4000


ingredients = st.sampled_from(
    [
        f"[cite:{A}]",
        f"[cite: {B.upper()}]",
        f"[cite:{A}, {FOREIGN}]",
        f"[cite:{FOREIGN}]",
        "[cite:",
        "[",
        "]",
        " ",
        "\n",
        "word",
        "Wort.",
        "[ cite",
        ":",
        A,
        A[:7],
        ",",
        "[1]",
        "[ci",
        "te:",
        f"cite:{FOREIGN}]",
        "[cite:x]",
        "é",
        "😀",
        "\t",
        "x" * 120,
    ]
)


@given(st.lists(ingredients, max_size=14).map("".join), st.data())
def test_however_a_text_is_cut_the_outcome_is_the_same(text, data):
    whole = filter_citations(text, {A, B})
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    stream = CitationFilter({A, B})
    shown = "".join(stream.feed(text[a:b]) for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True))
    assert (shown + stream.finish(), tuple(stream.citations), tuple(stream.removed)) == whole


@given(st.lists(ingredients, max_size=14).map("".join))
def test_only_allowed_citations_get_through_at_their_exact_offsets(text):
    shown, citations, _ = filter_citations(text, {A})
    assert {one.key for one in citations} <= {A}
    assert citations == find_citations(shown)


@given(st.text(max_size=200))
def test_a_text_without_anchors_passes_unchanged(text):
    if "cite" not in text.lower():
        assert filtered(text) == text
