"""An answer tells of the part that is asked about and not of the one beside it, and of what has been."""

import pytest

from apps.agents.contracts import WriterTask

from .conftest import make_chunk

PARTS = make_chunk(
    "Northern Mills\n\n• Net revenues of $2.3 billion in the current quarter compared to $1.8 billion in the prior "
    "year quarter;\n\nSouthern Mills\n\n• Net revenues of $175 million in the current quarter compared to $315 "
    "million in the prior year quarter.\n\nPort Services\n\n• Net revenues of $991 million in the current quarter "
    "compared to $900 million in the prior year quarter.",
    "Halden results",
    heading_path=("Fourth Quarter Highlights",),
)
AHEAD = make_chunk(
    "Outlook\n\nFY23 Outlook\nShare repurchases   approximately $90 million\nNet sales   $2.2 billion to $2.3 billion\n"
    "Tax rate   approximately 24.0%",
    "Halden results",
    heading_path=("Outlook",),
)


def told(writer, query, *chunks):
    return "".join(writer.write(WriterTask(query=query, chunks=chunks)))


def test_what_stands_under_the_name_of_another_part_is_not_told(writer):
    text = told(writer, "What were the net revenues of Southern Mills in the fourth quarter?", PARTS)
    assert "$175 million" in text
    assert "$2.3 billion" not in text
    assert "$991 million" not in text


def test_where_no_part_is_named_each_may_be_told(writer):
    text = told(writer, "What were Halden's net revenues in the fourth quarter?", PARTS)
    assert "$2.3 billion" in text


def test_what_names_the_part_itself_is_told_from_anywhere(writer):
    other = make_chunk(
        "Overview\n\nNet revenues of Southern Mills fell to $175.4 million in the fourth quarter.",
        "Halden results",
        heading_path=("Overview",),
    )
    assert "$175.4 million" in told(writer, "What were the net revenues of Southern Mills?", PARTS, other)


def test_what_only_names_the_part_is_no_answer_from_elsewhere(writer):
    other = make_chunk(
        "Adjusted Earnings\n\nYears ended June 30, (in millions) 2022 2021\nBond gain of Southern Mills   $ 3   $ 4\n",
        "Halden results",
        heading_path=("Adjusted Earnings",),
    )
    text = told(writer, "What were Southern Mills's net revenues in the fourth quarter?", PARTS, other)
    assert "$175 million" in text
    assert "Bond gain" not in text


def test_what_is_expected_is_told_as_nothing_past(writer):
    text = told(writer, "How many share repurchases did Halden make in the fourth quarter?", AHEAD)
    assert "$90 million" not in text


@pytest.mark.parametrize(
    "query",
    ["What is Halden's outlook for share repurchases?", "How high are the share repurchases of Halden in fiscal 2023?"],
)
def test_what_is_expected_is_told_where_it_is_asked_for(writer, query):
    assert "$90 million" in told(writer, query, AHEAD)
