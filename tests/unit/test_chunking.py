"""Passages: whole sentences, exact offsets, overlap, sections, keys."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.core.sentences import split_sentences
from apps.documents.chunking import KeysExhaustedError, chunk, key_of, page_at
from apps.documents.types import Extracted, Heading, PageSpan


def words(texts):
    return [len(text.split()) for text in texts]


def document(*blocks: str, page_length: int = 0) -> Extracted:
    """Blocks parted by empty lines; ``#`` marks a heading's level and is not part of the text."""
    text, headings = "", []
    for block in blocks:
        text += "\n\n" if text else ""
        if block.startswith("#"):
            level = len(block) - len(block.lstrip("#"))
            title = block.lstrip("# ")
            headings.append(
                Heading(title=title, level=level, start_offset=len(text), end_offset=len(text) + len(title))
            )
            block = title
        text += block
    cuts = range(0, len(text), page_length) if page_length else ()
    pages = tuple(
        PageSpan(number=number, start_offset=cut, end_offset=min(len(text), cut + page_length))
        for number, cut in enumerate(cuts, 1)
    )
    return Extracted(text=text, headings=tuple(headings), pages=pages)


def sentence(number: int, length: int = 10) -> str:
    return " ".join([f"Sentence{number}", *["word"] * (length - 2), "end."])


def prose(first: int, last: int) -> str:
    return " ".join(sentence(number) for number in range(first, last))


def test_a_long_section_is_cut_at_sentences_and_the_next_passage_repeats_the_last_ones():
    chunks = chunk(document(prose(0, 30)), count_tokens=words, target=100, overlap=20)

    assert [c.content.split()[0] for c in chunks] == ["Sentence0", "Sentence8", "Sentence16", "Sentence24"]
    assert all(c.content.endswith("end.") for c in chunks)
    assert [c.token_count for c in chunks] == [100, 100, 100, 60]
    assert chunks[0].content.endswith(chunks[1].content.partition(" Sentence10")[0])


def test_a_short_rest_stays_with_the_passage_before_it():
    chunks = chunk(document(prose(0, 11)), count_tokens=words, target=100, overlap=20)
    assert [c.token_count for c in chunks] == [110]


def test_sections_of_the_top_level_never_share_a_passage():
    chunks = chunk(document("# One", prose(0, 2), "# Two", prose(2, 4)), count_tokens=words, target=500)
    assert [c.heading_path for c in chunks] == [("One",), ("Two",)]
    assert chunks[1].content.startswith("Two")


def test_small_sections_under_one_heading_share_a_passage():
    parts = document("# Limits", "## Homes", prose(0, 2), "## Flats", prose(2, 4), "# Fees", prose(4, 6))
    chunks = chunk(parts, count_tokens=words, target=500)
    assert [c.heading_path for c in chunks] == [("Limits",), ("Fees",)]


def test_sections_under_one_heading_part_when_they_fill_a_passage_each():
    parts = document("# Limits", "## Homes", prose(0, 8), "## Flats", prose(8, 16))
    chunks = chunk(parts, count_tokens=words, target=100)
    assert [c.heading_path for c in chunks] == [("Limits", "Homes"), ("Limits", "Flats")]


def test_no_overlap_reaches_into_another_section():
    chunks = chunk(document("# One", prose(0, 15), "# Two", prose(15, 30)), count_tokens=words, target=100, overlap=20)
    second = [c for c in chunks if c.heading_path == ("Two",)]
    assert second[0].content.startswith("Two\n\nSentence15")


def test_a_heading_without_text_goes_with_what_follows():
    chunks = chunk(document("# Part I", "# Item 1", prose(0, 2)), count_tokens=words, target=500)
    assert len(chunks) == 1
    assert chunks[0].heading_path == ("Item 1",)


def test_a_sentence_longer_than_a_passage_is_cut_between_words():
    long = " ".join(f"w{number}" for number in range(250))
    chunks = chunk(document(long), count_tokens=words, target=100)
    assert " ".join(c.content for c in chunks) == long
    assert max(c.token_count for c in chunks) <= 100


def test_pages_are_those_of_the_first_and_the_last_character():
    text = prose(0, 30)
    chunks = chunk(document(text, page_length=300), count_tokens=words, target=100, overlap=20)
    for c in chunks:
        assert (c.page_number, c.page_end) == (c.start_offset // 300 + 1, (c.end_offset - 1) // 300 + 1)


def test_a_text_without_pages_or_words_has_none():
    assert chunk(Extracted(text=" \n\n "), count_tokens=words) == ()
    assert [c.page_number for c in chunk(document("One."), count_tokens=words)] == [None]
    assert page_at((), 5) is None


BLOCKS = st.lists(
    st.one_of(
        st.builds(
            lambda level, name: "#" * level + " " + name, st.integers(1, 4), st.sampled_from(["A", "B b", "C 1"])
        ),
        st.integers(1, 40).map(lambda length: sentence(0, length + 2)),
        st.lists(st.sampled_from(["Yes.", "Inc. is a word", "5 6", "- item", "x" * 30]), min_size=1).map(" ".join),
        st.text(st.characters(codec="utf-8", exclude_characters="#"), min_size=1).filter(str.strip),
    ),
    max_size=14,
)


@given(BLOCKS, st.integers(20, 80), st.integers(0, 30), st.sampled_from([0, 37]))
@settings(max_examples=150, deadline=None)
def test_passages_are_exact_ordered_and_leave_nothing_out(blocks, target, overlap, page_length):
    extracted = document(*blocks, page_length=page_length)
    chunks = chunk(extracted, count_tokens=words, target=target, overlap=overlap)

    covered = 0
    for index, c in enumerate(chunks):
        assert c.chunk_index == index
        assert extracted.text[c.start_offset : c.end_offset] == c.content
        assert c.content == c.content.strip() != ""
        assert c.chunk_hash == hashlib.sha256(c.content.encode()).hexdigest()
        assert c.token_count == words([c.content])[0] <= target * 1.2 + 1
        assert not extracted.text[covered : c.start_offset].strip()
        if page_length:
            assert 1 <= c.page_number <= c.page_end
        covered = c.end_offset
    assert not extracted.text[covered:].strip()


@given(BLOCKS)
@settings(max_examples=80, deadline=None)
def test_no_sentence_is_cut_that_fits_a_passage(blocks):
    extracted = document(*blocks)
    chunks = chunk(extracted, count_tokens=words, target=200)
    starts = {c.start_offset for c in chunks} | {c.end_offset for c in chunks}
    for heading, following in zip((None, *extracted.headings), (*extracted.headings, None), strict=True):
        base = heading.end_offset if heading else 0
        end = following.start_offset if following else len(extracted.text)
        for span in split_sentences(extracted.text[base:end]):
            inside = range(base + span.start + 1, base + span.end)
            if words([extracted.text[base + span.start : base + span.end]])[0] <= 200:
                assert not any(start in inside for start in starts)


HASH = "".join(f"{digit:x}" * 12 for digit in range(1, 6)) + "ffff"


def test_a_key_is_the_first_twelve_digits_that_no_other_text_has():
    assert key_of(HASH, {}) == "1" * 12
    assert key_of(HASH, {"1" * 12: "other"}) == "2" * 12
    assert key_of(HASH, {"1" * 12: "other", "2" * 12: "another"}) == "3" * 12


def test_equal_texts_share_the_key_that_one_of_them_has():
    assert key_of(HASH, {"1" * 12: HASH}) == "1" * 12
    assert key_of(HASH, {"2" * 12: HASH}) == "2" * 12


def test_a_hash_with_all_its_keys_taken_is_an_error():
    with pytest.raises(KeysExhaustedError):
        key_of(HASH, {f"{digit:x}" * 12: "other" for digit in range(1, 6)})
