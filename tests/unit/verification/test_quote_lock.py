"""The quote lock: a quote is evidence only as an exact slice of its document, with offsets and page from code."""

import re
import time
import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from apps.verification.quote_lock import locate, lock_quote, matchable, page_at, says_something
from apps.verification.types import ContextChunk, Stance

CONTENT = (
    "The applicant must hold a credit score of at least 620 points.\n"
    "Loans above “$500,000” require a second ap-\nproval by the branch man\u00adager — no exceptions. "
    "The ﬁnal decision is unable to\n  be   appealed. Rates rose 1.5% in 2022–\n2023."
)


def chunk(content: str = CONTENT, **fields) -> ContextChunk:
    values = {"chunk_id": "c", "key": "0123456789ab", "document_id": "d", "title": "t", "filename": "f", "page": 3}
    return ContextChunk(content=content, start_offset=1000, end_offset=1000 + len(content), **(values | fields))


@pytest.mark.parametrize(
    ("quote", "slice_"),
    [
        ("credit score of at least 620", "credit score of at least 620"),
        ("  credit score of at least 620 ", "credit score of at least 620"),
        ("credit  score\nof at least 620", "credit score of at least 620"),
        ('Loans above "$500,000" require', "Loans above “$500,000” require"),
        ("a second approval by the branch manager", "a second ap-\nproval by the branch man\u00adager"),
        ("branch manager - no exceptions", "branch man\u00adager — no exceptions"),
        ("The final decision", "The ﬁnal decision"),
        ("unable to be appealed", "unable to\n  be   appealed"),
        ("the APPLICANT must hold", "The applicant must hold"),
        ("“The applicant must hold”", "The applicant must hold"),
        ("The applicant must hold.", "The applicant must hold"),
        ("Rates rose 1.5% in 2022-2023.", "Rates rose 1.5% in 2022–\n2023."),
    ],
)
def test_a_quote_locks_to_the_raw_words(quote, slice_):
    start, end = locate(quote, CONTENT)
    assert CONTENT[start:end] == slice_


@pytest.mark.parametrize(
    "quote",
    [
        "credit score of at least 640",
        "able to be appealed",  # begins inside "unable"
        "5% in 2022",  # begins inside "1.5%"
        "a credit",  # ends before a word edge but says enough: see below
        "of the",
        "must be in",
        "620",
        "",
        "   ",
        "…",
        "The applicant … 620 points",
    ],
)
def test_what_is_not_there_or_says_nothing_does_not_lock(quote):
    if quote == "a credit":
        assert locate(quote, CONTENT) is not None
        return
    assert locate(quote, CONTENT) is None


def test_a_number_is_not_cut_out_of_a_longer_one():
    assert locate("costs 1,577", "It costs 1,577,000 in all.") is None
    assert locate("costs 1,577", "It costs 1,577, in all.") == (3, 14)


def test_evidence_carries_document_offsets_and_pages():
    pages = ((4, 1000 + CONTENT.index("Loans")), (5, 1000 + CONTENT.index("The ﬁnal")))
    evidence = lock_quote(
        "a second approval by the branch manager — no exceptions. The final", chunk(page_starts=pages), Stance.SUPPORTS
    )
    assert (evidence.page, evidence.page_end) == (4, 5)
    assert CONTENT[evidence.start_offset - 1000 : evidence.end_offset - 1000] == evidence.quote
    first = lock_quote("credit score of at least 620", chunk(page_starts=pages), Stance.CONTRADICTS)
    assert (first.page, first.page_end, first.stance) == (3, 3, Stance.CONTRADICTS)


def test_a_format_without_pages_has_none():
    evidence = lock_quote("credit score of at least 620", chunk(page=None), Stance.SUPPORTS)
    assert (evidence.page, evidence.page_end) == (None, None)
    assert page_at(chunk(page=7), 10**6) == 7


def test_what_says_something():
    assert says_something("net sales")
    assert says_something("利用者は申請する")
    assert not says_something("sales")
    assert not says_something("it is not for them")
    assert not says_something("a 1 b")


# pieces as documents have them: ligatures, soft hyphens, dashes, odd blanks, combining marks, other scripts
words = st.sampled_from(
    [
        "loan",
        "ﬁnal",
        "co\u00adoperate",
        "e\u0301lan",
        "naïve",
        "1,577",
        "(30)",
        "“quoted”",
        "it’s",
        "5–10%",
        "½",
        "多い",
        "Straße",
        "per-\ncent",
        "end.",
        "km²",
        "İzmir",
        "ΑΒΓ",
        "x\u200by",
        "US$",
        "한국",
    ]
)
blanks = st.sampled_from([" ", "  ", "\n", "\t", "\u00a0", " \n "])
contents = st.lists(st.tuples(words, blanks), min_size=1, max_size=25).map(
    lambda pairs: "".join(a + b for a, b in pairs)
)


@given(contents, st.data())
def test_every_raw_slice_at_word_edges_locks_to_itself(content, data):
    edges = [found.span() for found in re.finditer(r"\S+", content)]
    first = data.draw(st.integers(0, len(edges) - 1))
    last = data.draw(st.integers(first, len(edges) - 1))
    slice_ = content[edges[first][0] : edges[last][1]]
    assume(says_something(slice_))
    start, end = locate(slice_, content)
    assert content[start:end] == slice_


@given(contents, st.data())
def test_the_normalised_form_locks_to_a_slice_of_the_same_form(content, data):
    edges = [found.span() for found in re.finditer(r"\S+", content)]
    first = data.draw(st.integers(0, len(edges) - 1))
    last = data.draw(st.integers(first, len(edges) - 1))
    raw = content[edges[first][0] : edges[last][1]]
    form = unicodedata.normalize("NFKC", raw)
    assume(says_something(raw))
    assume(says_something(form))
    span = locate(form, content)
    assert span is not None
    assert matchable(content[slice(*span)]).text.strip('.-" ') == matchable(form).text.strip('.-" ')


@given(contents, st.text(max_size=30))
def test_whatever_is_asked_evidence_is_an_exact_slice(content, quote):
    evidence = lock_quote(quote, chunk(content), Stance.SUPPORTS)
    if evidence is not None:
        assert content[evidence.start_offset - 1000 : evidence.end_offset - 1000] == evidence.quote


def test_a_long_chunk_is_searched_quickly():
    content = "Some words that repeat ﬁnely. " * 4000
    begin = time.perf_counter()
    assert locate("these words do not repeat finely", content) is None
    assert time.perf_counter() - begin < 2


def test_a_power_is_no_further_digit():
    assert locate("the area is 102 metres", "The area is 10² metres.") is None
    assert locate("the area is 10² metres", "The area is 10² metres.") is not None
    assert locate("a mass of 10-3 grams", "A mass of 10⁻³ grams.") is None
    assert locate("fees of 25(6) euros", "Fees of 25⁽⁶⁾ euros.") is None
    assert locate("an area of 5 m2 or more", "an area of 5 m² or more") is not None
