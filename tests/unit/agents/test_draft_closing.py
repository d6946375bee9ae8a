"""What the closing of a draft tells: figures that no section has told yet, of each company that is compared."""

import pytest

from apps.agents.contracts import OutlineTask, SectionTask
from apps.agents.reading.question import read_question
from apps.agents.skeptic.claims import claims_of

from .conftest import make_chunk

MORE = "This report presents only a part of what the documents say."
PAID = "The group paid dividends of $467 million in 2022."


def closing(writer, query, written, *chunks):
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    index = len(outline.sections) - 1
    return "".join(writer.section(SectionTask(query=query, outline=outline, index=index, chunks=chunks, text=written)))


def test_a_sentence_with_a_figure_goes_before_others_on_its_topic(writer):
    told = "The board decides on dividends in March."
    without, with_figure = "Dividends depend on many things.", PAID
    chunk = make_chunk(f"Dividends\n\n{told} {without} {with_figure}", "Group 2022 10K")
    text = closing(writer, "Report on dividends, debt and litigation", f"{told} [cite:{chunk.key}]", chunk)
    assert text.startswith(f"{with_figure} [cite:{chunk.key}]")
    assert told not in text
    assert without not in text


def test_nothing_more_is_to_be_said_only_where_all_that_the_passages_say_is_told(writer):
    told, left = "The board decides on dividends in March.", "These depend on many things."
    query = "Write a report on dividends, debt and litigation"
    partly = make_chunk(f"Dividends\n\n{told} {left}", "Group 2022 10K")
    assert closing(writer, query, f"{told} [cite:{partly.key}]", partly) == MORE
    assert not [claim for claim in claims_of(MORE, read_question(query)) if claim.requires_citation]
    whole = make_chunk(f"Dividends\n\n{told}", "Group 2022 10K")
    assert closing(writer, query, f"{told} [cite:{whole.key}]", whole) == (
        "The passages cited do not say more on this."
    )


def test_where_nothing_stands_out_a_closing_tells_what_is_on_a_topic_and_not_told_yet(writer):
    told, left = "The board decides on dividends in March.", "Dividends depend on many things."
    chunk = make_chunk(f"Dividends\n\n{told} {left} The sea was calm all year.", "Group 2022 10K")
    text = closing(writer, "Write a report on dividends, debt and litigation", f"{told} [cite:{chunk.key}]", chunk)
    assert text == f"{left} [cite:{chunk.key}]"


def test_a_closing_of_a_text_without_a_citation_says_nothing_of_the_passages(writer):
    chunk = make_chunk("Dividends\n\nDividends depend on many things.", "Group 2022 10K")
    text = closing(writer, "Write a memo on dividends", "Nothing is known.", chunk)
    assert text == "This memo deals with dividends."


@pytest.mark.parametrize(
    "topics", ["13-week notice and company cars", "parking permits, the 30-day rule and company cars"]
)
def test_what_is_left_open_is_no_claim_whatever_figure_its_name_holds(writer, topics):
    chunk = make_chunk("The board decides in March.", "Group 2022 10K")
    query = f"Write a guide on {topics}"
    outline = writer.outline(OutlineTask(query=query, chunks=(chunk,)))
    texts = []
    for index in range(len(outline.sections)):
        task = SectionTask(query=query, outline=outline, index=index, chunks=(chunk,), text="\n\n".join(texts))
        texts.append("".join(writer.section(task)))
    assert "company cars" in texts[-1]
    assert not [claim for claim in claims_of("\n\n".join(texts), read_question(query)) if claim.requires_citation]


def test_an_introduction_to_a_topic_with_a_figure_is_no_claim(writer):
    chunk = make_chunk("The 30-day notice is given in writing.", "Notes")
    query = "Write a guide on 30-day notice"
    outline = writer.outline(OutlineTask(query=query, chunks=(chunk,)))
    text = "".join(writer.section(SectionTask(query=query, outline=outline, index=0, chunks=(chunk,))))
    assert text == "This guide deals with “30-day notice”."
    assert not any(claim.requires_citation for claim in claims_of(text, read_question(query)))


def test_topics_that_are_more_than_a_draft_has_sections_are_named_as_not_dealt_with(writer):
    topics = ["dividends", "debt", "litigation", "pensions", "leases", "taxes", "goodwill", "inventory"]
    query = f"Write a report on {', '.join(topics)}, the 30-day rule and parking"
    chunk = make_chunk(f"Dividends\n\n{PAID}", "Group 2022 10K")
    text = closing(writer, query, "", chunk)
    assert text.endswith("\n\nThis report does not deal with “30-day rule” and parking.")
    *_, last = claims_of(text, read_question(query))
    assert not last.requires_citation
    assert "does not deal" not in closing(writer, f"Report on {', '.join(topics)}", "", chunk)


def test_each_company_of_a_comparison_has_its_sentence(writer):
    alpha = make_chunk("Dividends\n\nAlpha paid dividends of $467 million in 2022.", "Alpha 2022 10K")
    beta = make_chunk("Dividends\n\nThe dividends of Beta amounted to $12 million in 2022.", "Beta 2022 10K")
    text = closing(writer, "Compare Alpha and Beta on dividends, debt and litigation", "", alpha, beta)
    assert text.index("### Alpha") < text.index("$467 million") < text.index("### Beta") < text.index("$12 million")


@pytest.mark.parametrize("line", [f"Dividends: {PAID}", "In 2022 the group paid its dividends of $467 million."])
def test_what_is_told_is_not_told_again_with_its_label_or_in_another_order(writer, line):
    chunk = make_chunk(f"Dividends\n\n{line}\n\n{PAID}", "Group 2022 10K")
    assert "$467" not in closing(
        writer, "Report on dividends, debt and litigation", f"{PAID} [cite:{chunk.key}]", chunk
    )


def test_an_overview_that_asks_for_no_topic_ends_on_a_figure_that_is_not_told_yet(writer):
    told, left = "Ropes are sold in May.", "The group employs 4 million people in 3 countries."
    chunk = make_chunk(f"Ropes\n\n{told}\n\nNails\n\nNails are made of iron. {left}", "Acme 2022")
    query = "Write an overview of Acme"
    assert left in closing(writer, query, f"{told} [cite:{chunk.key}]", chunk)
    assert left not in closing(writer, f"{query}'s ropes and nails", f"{told} [cite:{chunk.key}]", chunk)


SAYING = "Operating income is earned by the mills. Operating income is shown by yard. Operating income is told in May."


def test_a_closing_on_a_term_tells_nothing_that_has_a_word_of_it_alone(writer):
    other = "Net cash of operating activities rose to $159 million because taxes on income were lower in 2022."
    own = "Operating income was $170 million in 2022."
    chunk = make_chunk(f"Results\n\n{SAYING} {other} {own}", "Group 2022 10K")
    query = "Write a report on operating income, debt and litigation"
    assert closing(writer, query, f"{SAYING} [cite:{chunk.key}]", chunk) == f"{own} [cite:{chunk.key}]"


def test_a_plain_sentence_stands_for_a_company_of_a_comparison_only_if_it_says_the_topic(writer):
    alpha = make_chunk("Software\n\nAlpha earned software license revenue of $467 million in 2022.", "Alpha 2022 10K")
    query = "Compare Alpha and Beta on software license revenue, debt and litigation"
    for line, told in (
        ("Beta sells a software license with keys.", False),
        ("Software license revenue of Beta comes from Norway.", True),
    ):
        beta = make_chunk(f"Software\n\n{line}", "Beta 2022 10K")
        assert (line in closing(writer, query, "", alpha, beta)) is told
