"""What the closing of a draft tells: figures that no section has told yet, of each company that is compared."""

import pytest

from apps.agents.contracts import OutlineTask, SectionTask

from .conftest import make_chunk

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


def test_each_company_of_a_comparison_has_its_sentence(writer):
    alpha = make_chunk("Dividends\n\nAlpha paid dividends of $467 million in 2022.", "Alpha 2022 10K")
    beta = make_chunk("Dividends\n\nThe dividends of Beta amounted to $12 million in that year.", "Beta 2022 10K")
    text = closing(writer, "Compare Alpha and Beta on dividends, debt and litigation", "", alpha, beta)
    assert text.index("### Alpha") < text.index("$467 million") < text.index("### Beta") < text.index("$12 million")


@pytest.mark.parametrize("line", [f"Dividends: {PAID}", "In 2022 the group paid its dividends of $467 million."])
def test_what_is_told_is_not_told_again_with_its_label_or_in_another_order(writer, line):
    chunk = make_chunk(f"Dividends\n\n{line}\n\n{PAID}", "Group 2022 10K")
    assert "$467" not in closing(
        writer, "Report on dividends, debt and litigation", f"{PAID} [cite:{chunk.key}]", chunk
    )
