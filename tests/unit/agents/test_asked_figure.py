"""Where one figure of a company's results is all that is asked for, that one is told, and of it what is asked."""

import pytest

from apps.agents.contracts import WriterTask

from .conftest import make_chunk

RESULTS = make_chunk(
    "Consolidated Results\n\nNet sales increased 8% to $4.2 billion in fiscal 2022. As a percentage of net sales, "
    "gross profit was 31%. Operating income was $310 million. Net income of $205 million in 2022, which was impacted "
    "by the items affecting operating income discussed above. Revenue recognized in 2022 from contract balances was "
    "$9 million.",
    "Halden results",
    heading_path=("Consolidated Results",),
)
PER_SHARE = make_chunk(
    "Consolidated Statements of Income\n(in thousands) 2022 2021\nNet income per common share:\nBasic $3.51 $3.02\n"
    "Diluted $3.48 $2.99\nWeighted average common shares outstanding:\nBasic 58,402 57,118\nDiluted 58,911 57,640",
    "Halden results",
)


def told(writer, query, *chunks):
    return "".join(writer.write(WriterTask(query=query, chunks=chunks)))


@pytest.mark.parametrize(
    ("query", "figure", "others"),
    [
        ("What was Halden's operating income in 2022?", "$310 million", ("$205 million",)),
        ("What was Halden's net income in 2022?", "$205 million", ("$310 million",)),
        ("What were Halden's net sales in fiscal 2022?", "$4.2 billion", ("31%", "$9 million", "$310 million")),
        ("What was Halden's revenue in fiscal 2022?", "$4.2 billion", ("31%", "$9 million")),
        ("What was Halden's gross profit as a percentage of net sales?", "31%", ()),
    ],
)
def test_the_figure_that_is_asked_for_is_told_and_no_other(writer, query, figure, others):
    text = told(writer, query, RESULTS)
    assert figure in text
    assert not [other for other in others if other in text]


@pytest.mark.parametrize(
    ("query", "figure", "other"),
    [
        ("What were Halden's diluted earnings per share in 2022?", "$3.48", "58,911"),
        ("What were Halden's weighted average diluted shares in 2022?", "58,911", "$3.48"),
        ("How many diluted shares did Halden have?", "58,911", "$3.48"),
    ],
)
def test_shares_are_not_what_each_of_them_earned(writer, query, figure, other):
    text = told(writer, query, PER_SHARE)
    assert figure in text
    assert other not in text


def test_the_head_of_a_table_is_not_what_each_share_earned(writer):
    selected = make_chunk(
        "Selected Data\n(in thousands) 2022 2021\nNet income attributable to 7X $4,205 $3,870\nPer share of 7X common "
        "stock:\nNet income attributable to 7X — diluted 3.48 2.99\n",
        "7X results",
    )
    statement = make_chunk(
        "Consolidated Statements of Income\n(in thousands) 2022 2021\nEarnings per share attributable to 7X common "
        "shareholders — diluted $3.48 $2.99\n",
        "7X results",
    )
    text = told(writer, "What was 7X's net income per share?", selected, statement)
    assert "$3.48" in text
    assert "stock:" not in text
