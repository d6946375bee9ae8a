"""A year of which no passage tells is not answered with the figures of other years."""

import pytest

from apps.agents.contracts import WriterTask
from apps.agents.writer import builtin
from apps.agents.writer.sentences.selection import choose

from .conftest import make_chunk

TABLE = make_chunk(
    "Consolidated Statement of Income\n(Millions) 2018 2017 2016\nOperating income 711 692 640", "Halden report"
)
DATED = make_chunk(
    "Consolidated Statement of Income\n\n| In millions | Year ended January 29, 2022 | Year ended January 30, 2021 |\n"
    "|---|---|---|\n| Operating income | 823 | 799 |",
    "Halden report",
)
PROSE = make_chunk(
    "For the Full Year of Fiscal 2022\n\nOperating income increased 4% to $823 million compared to $799 million in "
    "fiscal 2021.",
    "Halden results",
    heading_path=("For the Full Year of Fiscal 2022",),
)
NOTHING = "The documents do not contain an answer"


def told(writer, query, chunk):
    return "".join(writer.write(WriterTask(query=query, chunks=(chunk,))))


def test_figures_of_other_years_are_told_beside_that_there_are_none_of_the_one_asked_for(writer):
    text = told(writer, "What was Halden's operating income in 2022?", TABLE)
    assert text.startswith(NOTHING)
    assert "711 million in 2018" in text


@pytest.mark.parametrize(
    ("query", "times"),
    [("What was Halden's operating income in 2022?", 2), ("Who founded the Halden museum in Oslo?", 1)],
)
def test_figures_of_other_years_are_looked_for_where_there_are_any(writer, monkeypatch, query, times):
    looked = []
    monkeypatch.setattr(builtin, "choose", lambda *args, **kwargs: looked.append(args) or choose(*args, **kwargs))
    assert told(writer, query, TABLE).startswith(NOTHING)
    assert len(looked) == times


def test_a_sentence_on_other_years_is_no_answer(writer):
    assert told(writer, "What was Halden's operating income in fiscal 2019?", PROSE).startswith(NOTHING)


@pytest.mark.parametrize(
    ("query", "chunk", "figure"),
    [
        ("What was Halden's operating income in 2017?", TABLE, "692"),
        ("What was Halden's operating income?", TABLE, "711"),
        ("What was Halden's operating income in fiscal 2022?", PROSE, "$823 million"),
        ("What was Halden's operating income in fiscal 2022?", DATED, "823"),
        ("What was Halden's operating income in fiscal 2020?", DATED, "799"),
    ],
)
def test_the_year_of_a_column_of_a_heading_or_of_its_beginning_is_told(writer, query, chunk, figure):
    text = told(writer, query, chunk)
    assert figure in text
    assert not text.startswith(NOTHING)
