"""A draft of few words on a company as a whole tells what it is, its main figures, and what it expects."""

import pytest

from apps.agents.contracts import OutlineTask, SectionKind, SectionTask
from apps.agents.reading.context import read_context
from apps.agents.writer.sentences.main_figures import Main, main_figure, main_figures
from apps.agents.writer.sentences.shares import has_ends, most_beside_ends, words_in
from apps.agents.writer.sentences.soundness import scaled_documents
from apps.retrieval.requests.length import Bound, Length, Unit

from .conftest import make_chunk

TITLE = "Acme Pumps Results 2022"
ABOUT = make_chunk(
    "About Acme Pumps\n\nAcme Pumps is the largest maker of garden pumps in the north.", TITLE,
    heading_path=("About Acme Pumps",), start_offset=9000,
)  # fmt: skip
YEAR = make_chunk(
    "For the Full Year 2022\n\nGross profit increased 9.0% to $0.9 billion compared to $0.8 billion in 2021. The tax "
    "rate increased to 24.0% compared to 23.0% in 2021. Net sales increased 8.0% to $2.1 billion compared to $1.9 "
    "billion in 2021 due to higher demand for pumps. Net income increased 6.0% to $212.0 million compared to "
    "$200.0 million in 2021. Operating income increased 7.0% to $321.0 million compared to $300.0 million in 2021. "
    "Diluted earnings per share increased 5.0% to $4.20 compared to $4.00 in 2021.",
    TITLE, heading_path=("For the Full Year 2022",), start_offset=3000,
)  # fmt: skip
QUARTER = make_chunk(
    "For the Fourth Quarter 2022\n\nNet sales increased 4.0% to $0.5 billion compared to $0.4 billion in the fourth "
    "quarter of 2021. Net income increased 3.0% to $50.0 million compared to $48.0 million in the fourth quarter of "
    "2021. Operating income increased 2.0% to $80.0 million compared to $78.0 million in the fourth quarter of 2021. "
    "Diluted earnings per share increased 1.0% to $1.00 compared to $0.99 in the fourth quarter of 2021.",
    TITLE, heading_path=("For the Fourth Quarter 2022",), start_offset=1000,
)  # fmt: skip
AHEAD = make_chunk(
    "Outlook\n\nFY23 Outlook\nTax rate   approximately 24.0%\nNet sales   $2.2 billion to $2.3 billion\n"
    "Diluted earnings per share   $4.40 to $4.60",
    TITLE, heading_path=("Outlook",), start_offset=6000,
)  # fmt: skip
CHUNKS = (QUARTER, YEAR, AHEAD, ABOUT)
PARTS = ("Fourth Quarter", "Full Year", "Outlook", "About Acme Pumps")


def drafted(writer, query, chunks=CHUNKS, parts=PARTS):
    """Heading → text, and the whole draft."""
    outline = writer.outline(OutlineTask(query=query, chunks=chunks, parts=parts))
    texts, whole = {}, f"# {outline.title}"
    for index, section in enumerate(outline.sections):
        task = SectionTask(query=query, outline=outline, index=index, chunks=chunks, text=whole)
        texts[section.heading] = "".join(writer.section(task))
        whole += f"\n\n## {section.heading}\n\n{texts[section.heading]}"
    return outline, texts, whole


@pytest.mark.parametrize("count", [100, 130, 150, 180])
def test_a_small_memo_says_what_a_company_is_its_figures_and_what_it_expects(writer, count):
    outline, texts, whole = drafted(writer, f"Write a memo on Acme Pumps in {count} words")
    assert [one.kind for one in outline.sections] == [
        SectionKind.INTRODUCTION, SectionKind.BODY, SectionKind.CLOSING,
    ]  # fmt: skip
    assert texts["Introduction"].startswith("Acme Pumps is the largest maker")
    assert all("[cite:" in text for text in texts.values())
    closing = texts[outline.sections[-1].heading]
    assert "- Net sales: $2.2 billion" in closing
    assert "Tax rate" not in closing or closing.index("Net sales") < closing.index("Tax rate")
    assert 0.6 * count <= words_in(whole) <= 1.1 * count


def test_the_main_figures_of_the_year_come_first_and_in_the_order_in_which_they_tell(writer):
    _, texts, _ = drafted(writer, "Write a memo on Acme Pumps in 150 words")
    told = texts["Key Figures"]
    order = ["Net sales increased 8.0%", "Operating income increased 7.0%", "Net income increased 6.0%"]
    assert [told.index(one) for one in order] == sorted(told.index(one) for one in order)
    assert "tax rate" not in told.lower()
    assert "fourth quarter" not in told


def test_of_two_sentences_both_are_main_figures_and_five_make_room_for_the_ends(writer):
    _, texts, _ = drafted(writer, "Write a memo on Acme Pumps in two sentences")
    assert list(texts) == ["Key Figures"]
    assert "Net sales increased 8.0%" in texts["Key Figures"]
    assert "Operating income" in texts["Key Figures"]
    assert len(drafted(writer, "Write a memo on Acme Pumps in five sentences")[1]) == 3


def test_a_longer_memo_and_one_without_a_length_are_told_by_the_document_s_own_parts(writer):
    for length in ("", " in 500 words", ", at least 100 words"):
        outline = writer.outline(OutlineTask(query=f"Write a memo on Acme Pumps{length}", chunks=CHUNKS, parts=PARTS))
        assert "Key Figures" not in [one.heading for one in outline.sections]


def test_a_document_without_results_is_told_by_its_parts(writer):
    chunks = (make_chunk("Leave\n\nStaff have 25 days of leave.", "Acme Handbook", heading_path=("Leave",)),)
    outline = writer.outline(
        OutlineTask(query="Summarize the Acme handbook in 120 words", chunks=chunks, parts=("Leave",))
    )
    assert [one.heading for one in outline.sections if one.kind is SectionKind.BODY] == ["Leave"]


@pytest.mark.parametrize("topic", ["results", "financial results", "performance", "earnings"])
def test_a_paragraph_on_the_results_tells_the_main_figures(writer, topic):
    _, _, whole = drafted(writer, f"Summarize the {topic} of Acme Pumps in one paragraph", parts=())
    assert "Net sales increased 8.0%" in whole
    assert "Net income increased 6.0%" in whole
    assert whole.index("Net sales increased 8.0%") < whole.index("Net income increased 6.0%")


def test_a_paragraph_on_one_figure_tells_of_that(writer):
    _, _, whole = drafted(writer, "Summarize the tax rate of Acme Pumps in one paragraph", parts=())
    assert "tax rate increased" in whole
    assert "Net sales increased" not in whole


LEASE = tuple(
    make_chunk(f"{heading}\n\n{text}", "Mill Lane Lease", heading_path=(heading,), start_offset=1000 * number)
    for number, (heading, text) in enumerate(
        [
            ("Premises", "The lessor lets the barn at 3 Mill Lane to the lessee for four years from 1 May 2021."),
            ("Rent", "The yearly rent is $9,600, payable in four equal parts. A part that is paid more than two weeks "
             "late bears interest at 4% a year."),
            ("Deposit", "The lessee shall pay a deposit of $1,500 before the keys are handed over. The lessor shall "
             "return it within 45 days after the term ends."),
            ("Repairs", "The lessor shall keep the roof and the walls in repair. The lessee shall clean the gutters."),
            ("Use", "The lessee may use the barn as a workshop only and may not sublet it."),
            ("Termination", "Either party may end the lease on 90 days' notice if the other party breaches it."),
        ]
    )
)  # fmt: skip


@pytest.mark.parametrize(("count", "least"), [(100, 2), (120, 2), (150, 3), (200, 4)])
def test_a_document_that_nothing_introduces_leaves_no_room_for_ends_that_say_nothing(writer, count, least):
    parts = ("Premises", "Rent", "Deposit", "Repairs", "Use", "Termination")
    outline, texts, whole = drafted(writer, f"Write a note on the lease, {count} words.", LEASE, parts)
    assert all(one.kind is SectionKind.BODY for one in outline.sections)
    assert len(texts) >= least
    assert "$9,600" in whole


@pytest.mark.parametrize(
    ("sentence", "main"),
    [
        ("Net sales increased 8.0% to $2.1 billion.", Main.SALES),
        ("Consolidated net revenues of $3.6 billion in the current year.", Main.SALES),
        ("Loss from operations was $4 million in 2022.", Main.OPERATING),
        ("Net loss attributable to Acme Pumps was $3 million.", Main.NET),
        ("Diluted earnings per share were $4.20.", Main.PER_SHARE),
        ("Comparable sales increased 5.0%.", None),
        ("Revenues from operations abroad of $51 billion were a part of them.", None),
        ("Revenues related to these activities totaled $320 million.", None),
        ("Net sales grew.", None),
        ("Non-operating income was $2 million.", None),
    ],
)
def test_a_main_figure_is_known_by_what_its_sentence_is_on(sentence, main):
    places = read_context((make_chunk(sentence, "Acme"),)).quotable()
    assert [main_figure(place) for place in places] == [main]


def test_figures_of_a_part_or_of_another_are_none_of_the_company():
    of_other = "Net sales were $7 million in 2022. Net income was $3 million in 2022."
    for heading in ("Note 2. Acquisitions", "Segment Results", "Equity Method Investments"):
        context = read_context((make_chunk(f"{heading}\n\n{of_other}", "Acme", heading_path=(heading,)),))
        assert main_figures(context.quotable(), scaled_documents(context)) == ()


def test_a_figure_per_share_is_told_in_no_millions():
    table = (
        "Statements of Income\n\n(In millions)   2022   2021\nNet income   $ 212   $ 200\n"
        "Earnings per common share:\nNet income   $ 4.20   $ 4.00"
    )
    context = read_context((make_chunk(table, "Acme", heading_path=("Consolidated Statements of Income",)),))
    told = [place.text for place in main_figures(context.quotable(), scaled_documents(context))]
    assert not any("4.20 million" in one for one in told)


def test_ends_have_room_in_few_words_where_no_topic_is_asked_for():
    assert [has_ends(words(count), 1, named=False) for count in (60, 100, 150)] == [False, True, True]
    assert not has_ends(words(150), 3)
    assert [most_beside_ends(words(count), 8) for count in (60, 100, 150, 200, 300)] == [1, 1, 1, 2, 3]
    assert most_beside_ends(None, 8) == 8


def words(count):
    return Length(unit=Unit.WORDS, count=count, bound=Bound.ABOUT)
