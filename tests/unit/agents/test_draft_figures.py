"""A section on one of the main figures of a company's results opens with it, and tells no rules of accounting."""

import pytest

from apps.agents.contracts import OutlineTask, SectionTask
from apps.verification.citations import strip_citations

from .conftest import make_chunk

TITLE = "Acme Pumps 2022 10-K"
RULES = make_chunk(
    "Note 2. Revenue\n\nThe Company adopted ASC 606, Revenue from Contracts with Customers, on January 1, 2022 for "
    "its revenue. Prior periods of revenue have not been restated by the company. The Company has elected to present "
    "revenue net of sales taxes. Revenue is recognized when a pump is delivered to the customer.",
    TITLE, heading_path=("Note 2. Revenue",), start_offset=90_000,
)  # fmt: skip
STATEMENT = make_chunk(
    "Consolidated Statement of Income\n\nYears ended December 31\n(Millions) 2022 2021 2020\n"
    "Net sales $ 2,765 $ 2,657 $ 2,109\nCost of sales 1,682 1,655 1,518\nOperating income 707 692 527\n"
    "Net income 349 358 250\n",
    TITLE, heading_path=("Consolidated Statement of Income",), start_offset=60_000,
)  # fmt: skip
MOVED = make_chunk(
    "Results of Operations\n\nRevenue from pumps for the home was higher in the north. The increase in revenues was "
    "due to a 9% growth in the number of pumps that were sold. Revenue of the garden business depends on the weather.",
    TITLE, heading_path=("Results of Operations",), start_offset=57_000,
)  # fmt: skip


def told(writer, query, chunks, heading):
    """The section under ``heading``, without its citations."""
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    index = next(at for at, one in enumerate(outline.sections) if one.heading == heading)
    task = SectionTask(query=query, outline=outline, index=index, chunks=chunks, text=f"# {outline.title}")
    return strip_citations("".join(writer.section(task)))


MEMO = "Write a memo on Acme Pumps: revenue, debt, dividends."


@pytest.mark.parametrize("chunks", [(RULES, STATEMENT, MOVED), (MOVED, RULES, STATEMENT)])
def test_a_section_on_revenue_opens_with_what_it_came_to_and_what_moved_it(writer, chunks):
    text = told(writer, MEMO, chunks, "Revenue")
    row, moved = text.index("Net sales: $2,765 million in 2022"), text.index("The increase in revenues was due")
    assert row < moved
    assert all(moved < text.index(one) for one in ("Revenue of the garden business",) if one in text)


def test_a_section_on_revenue_tells_no_rules_of_accounting_beside_the_figure(writer):
    text = told(writer, MEMO, (RULES, STATEMENT, MOVED), "Revenue")
    assert not any(rule in text for rule in ("ASC 606", "restated", "elected", "recognized"))


def test_the_rules_are_told_where_no_passage_has_the_figure(writer):
    assert "ASC 606" in told(writer, MEMO, (RULES,), "Revenue")


def test_the_rules_are_told_where_they_are_asked_for(writer):
    query = "Write a memo on Acme Pumps: revenue recognition, debt, dividends."
    assert "ASC 606" in told(writer, query, (RULES, STATEMENT, MOVED), "Revenue Recognition")


def test_a_section_on_another_of_them_opens_with_its_own(writer):
    text = told(
        writer, "Write a memo on Acme Pumps: revenue, net income, debt.", (RULES, STATEMENT, MOVED), "Net Income"
    )
    assert text.startswith("Reported figures:\n\n- Net income: 349 million in 2022")
