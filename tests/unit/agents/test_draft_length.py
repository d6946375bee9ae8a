"""A draft is as long as it is asked to be, as far as whole sentences and the documents allow."""

import re

import pytest

from apps.agents.contracts import OutlineTask, SectionKind, SectionTask, WriterTask
from apps.agents.writer.sentences.shares import among, has_ends, most_found, most_sentences, share_of, words_in
from apps.retrieval.requests.length import DETAILED, Bound, Length, Unit
from apps.verification.citations import strip_citations

from .conftest import make_chunk

ASKED = "Write a memo on rent, debt and staff"
TOPICS = {
    "Rent": (
        "Rent for the stores of Acme was 5 million euros in 2022.",
        "Rent is paid at the start of each quarter to the owners of the buildings.",
        "The rent of the largest store rises by 2% in each year of its term.",
        "No rent was owed to any owner of a building at the end of the year.",
        "Rent for the warehouse in the north ends with the year 2025.",
        "A deposit secures the rent of three stores in the centre of the town.",
    ),
    "Debt": (
        "Debt of Acme fell to 7 million euros in 2022.",
        "The debt is owed to two banks that lend at a fixed rate of interest.",
        "Half of the debt has to be paid back before the end of 2024.",
        "No debt was secured by a mortgage on land or on a building.",
        "The board reviews the debt of all companies of the group in March.",
        "Interest on the debt amounted to 300,000 euros over the whole year.",
    ),
    "Staff": (
        "Staff numbered 420 people at the end of the year 2022.",
        "The staff in the stores works in two shifts on six days of the week.",
        "New staff receives four weeks of training before the first shift.",
        "Turnover among the staff fell from 14% to 11% during the year.",
        "The staff elects a council of nine members every three years.",
        "A bonus is paid to all staff who stayed through the whole year.",
    ),
}
CHUNKS = tuple(
    make_chunk(f"{topic}\n\n{' '.join(sentences)}", "Acme Report 2022", heading_path=(topic,))
    for topic, sentences in TOPICS.items()
)


def drafted(writer, query, chunks=CHUNKS):
    """The sections of a draft by their headings, and all of it as the closing reads it."""
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    texts, whole = {}, f"# {outline.title}"
    for index, section in enumerate(outline.sections):
        task = SectionTask(query=query, outline=outline, index=index, chunks=chunks, text=whole)
        texts[section.heading] = "".join(writer.section(task))
        whole += f"\n\n## {section.heading}\n\n{texts[section.heading]}"
    return outline, texts, whole


def sentences_in(text):
    plain = strip_citations(text)
    return [one for line in plain.splitlines() if line and line[0] not in "#-" for one in re.findall(r"[^.]+\.", line)]


def paragraphs_in(text):
    return [part for part in text.split("\n\n") if part.strip() and not part.startswith("#")]


@pytest.mark.parametrize("count", [3, 4, 5, 7])
def test_a_draft_has_as_many_sentences_as_are_asked_for(writer, count):
    _, texts, whole = drafted(writer, f"{ASKED} in at most {count} sentences")
    assert [bool(texts[topic]) for topic in TOPICS] == [True] * 3
    assert len(sentences_in(whole)) == count


@pytest.mark.parametrize("count", [130, 180, 240])
def test_a_draft_has_about_as_many_words_as_are_asked_for(writer, count):
    _, _, whole = drafted(writer, f"{ASKED} in {count} words")
    assert 0.75 * count <= words_in(whole) <= 1.15 * count


@pytest.mark.parametrize("count", [60, 90, 130, 200])
def test_no_more_words_are_written_than_are_allowed(writer, count):
    _, _, whole = drafted(writer, f"{ASKED}, no more than {count} words")
    assert words_in(whole) <= count


def test_a_draft_has_as_many_paragraphs_as_are_asked_for(writer):
    for count in (3, 5, 6):
        _, _, whole = drafted(writer, f"{ASKED} in {count} paragraphs")
        assert len(paragraphs_in(whole)) <= count


def test_what_cannot_be_so_short_is_as_short_as_can_be(writer):
    outline, texts, whole = drafted(writer, f"{ASKED} in one sentence")
    assert [section.kind for section in outline.sections] == [SectionKind.BODY] * 3
    assert [len(sentences_in(text)) for text in texts.values()] == [1, 1, 1]
    assert words_in(drafted(writer, f"{ASKED} in 10 words")[2]) <= words_in(whole)


def test_a_gap_is_told_however_short_the_draft_is_and_nothing_left_out_is_one(writer):
    outline, texts, whole = drafted(writer, "Write a memo on rent, debt, volcanoes and Corax in four sentences")
    assert "do not contain information about volcanoes" in texts["Volcanoes"]
    assert whole.count("do not") == 1 + len(outline.gaps) + ("Corax" in texts)
    _, _, other = drafted(writer, f"{ASKED} in three sentences")
    assert "documents" not in other


def test_what_no_document_is_of_is_told_at_the_end_of_a_draft_without_a_closing(writer):
    query = "Compare Acme, Boreas and Siemens on rent and debt in two sentences"
    chunks = (*CHUNKS, make_chunk("Rent of Boreas was 3 million euros. Debt of Boreas was nil.", "Boreas Report 2022"))
    outline, _, whole = drafted(writer, query, chunks)
    assert outline.sections[-1].kind is SectionKind.BODY
    assert outline.gaps
    assert whole.endswith(" ".join(outline.gaps))


def test_every_sentence_is_a_whole_one_of_the_documents(writer):
    _, texts, _ = drafted(writer, f"{ASKED} in 80 words")
    told = [one.strip() for topic in TOPICS for one in sentences_in(texts[topic])]
    assert told
    assert all(any(one in sentences for sentences in TOPICS.values()) for one in told)


def test_a_detailed_draft_says_more_and_a_short_one_no_more_than_usual(writer):
    many = {topic: [f"{topic} of store {name} was {at} million euros in 2022." for at, name in enumerate(
        re.findall(r"\w+", "Aa Bb Cc Dd Ee Ff Gg Hh Jj Kk Ll Mm Nn Oo Pp Qq Rr Ss Tt Uu Vv Ww"), start=2
    )] for topic in TOPICS}  # fmt: skip
    chunks = tuple(
        make_chunk(f"{topic}\n\n{' '.join(said)}", "Acme Report 2022", heading_path=(topic,))
        for topic, said in many.items()
    )
    usual, detailed, short = (
        words_in(drafted(writer, query, chunks)[2])
        for query in (ASKED, ASKED.replace("a memo", "a detailed memo"), ASKED.replace("a memo", "a one-page memo"))
    )
    assert detailed > 1.3 * usual
    assert short <= 500


def test_without_a_length_nothing_is_shared_out(writer):
    outline, _, _ = drafted(writer, ASKED)
    assert [share_of(None, outline, index) for index in range(5)] == [None] * 5
    assert outline.sections[0].kind is SectionKind.INTRODUCTION
    assert outline.sections[-1].kind is SectionKind.CLOSING


def test_introduction_and_closing_shrink_first(writer):
    outline = writer.outline(OutlineTask(query=ASKED, chunks=CHUNKS))
    shares = [share_of(words(400), outline, index, written="word " * 330).count for index in range(5)]
    assert shares[0] < shares[1] == shares[2] == shares[3]
    assert shares[4] < 400 - 330
    assert has_ends(words(400), 3)
    assert not has_ends(words(200), 3)
    assert not has_ends(Length(unit=Unit.SENTENCES, count=5, bound=Bound.JUST), 2)
    assert has_ends(DETAILED, 8)


def test_few_words_make_few_sections_of_what_nobody_asked_for_by_name():
    assert most_found(None, 8) == most_found(DETAILED, 8) == most_found(words(5000), 8) == 8
    assert most_found(words(300), 8) == 3
    assert most_found(words(20), 8) == 1
    assert most_found(Length(unit=Unit.PARAGRAPHS, count=2, bound=Bound.JUST), 8) == 2
    assert most_found(Length(unit=Unit.PARAGRAPHS, count=6, bound=Bound.JUST), 8) == 4
    assert [most_found(Length(unit=Unit.SENTENCES, count=count, bound=Bound.JUST), 8) for count in (1, 2, 5)] == [
        1,
        1,
        3,
    ]


def test_what_is_only_bounded_is_no_longer_than_usual():
    assert most_sentences(None, 12) == 12
    assert most_sentences(words(500, Bound.AT_MOST), 12) == 12
    assert most_sentences(DETAILED, 12) == 24
    assert most_sentences(words(1000), 12) > 40
    assert most_sentences(words(1000, Bound.AT_MOST), 12) == 12
    assert most_sentences(words(30, Bound.AT_LEAST), 12) == 12
    assert among(words(90), 3) == words(30)


def words(count, bound=Bound.ABOUT):
    return Length(unit=Unit.WORDS, count=count, bound=bound)


def test_an_answer_has_no_more_sentences_than_are_asked_for(writer):
    question = "What are the rules on the rent of the stores"
    usual = "".join(writer.write(WriterTask(query=f"{question}?", chunks=CHUNKS)))
    assert len(sentences_in(usual)) > 1
    for asked, count in (
        (", in one sentence?", 1),
        (" in at most two sentences?", 2),
        ("? Answer in one sentence.", 1),
    ):
        text = "".join(writer.write(WriterTask(query=f"{question}{asked}", chunks=CHUNKS)))
        assert 1 <= len(sentences_in(text)) <= count
        assert sentences_in(text)[0].strip() in usual


def test_a_whole_document_is_told_in_as_many_of_its_parts_as_there_is_room_for(writer):
    parts = ("Rent", "Staff", "Debt")
    for length, told in ((" in one sentence", 1), (" in three sentences", 2), ("", 3)):
        task = OutlineTask(query=f"Summarize the Acme report{length}", chunks=CHUNKS, parts=parts)
        body = [one.heading for one in writer.outline(task).sections if one.kind is SectionKind.BODY]
        assert len(body) == told
        assert body[0] == "Rent"
        assert body == [part for part in parts if part in body]


@pytest.mark.parametrize(
    ("asked", "most"), [("two sentences per topic", 2), ("three sentences each", 3), ("one sentence per section", 1)]
)
def test_a_length_of_each_section_is_kept_to_in_each(writer, asked, most):
    _, texts, _ = drafted(writer, f"{ASKED}, {asked}")
    assert [len(sentences_in(texts[topic])) for topic in TOPICS] == [most] * 3
    assert list(texts)[1:-1] == list(TOPICS)
    assert len(sentences_in(texts["Introduction"])) <= most


def test_what_is_told_of_gaps_is_of_the_length(writer):
    query = "Compare Acme, Boreas, Siemens, Walrus and Corax on rent and debt in 90 words"
    chunks = (*CHUNKS, make_chunk("Rent of Boreas was 3 million euros. Debt of Boreas was nil.", "Boreas Report 2022"))
    outline, _, whole = drafted(writer, query.replace("90 words", "at most 90 words"), chunks)
    assert len(outline.gaps) == 3
    assert words_in(whole) <= 90
    assert sum(share_of(words(90), outline, index).count for index in range(2)) < 90 - words_in(" ".join(outline.gaps))
