"""Which sentences and rows a draft may tell by themselves."""

import pytest

from apps.agents.contracts import OutlineTask, SectionTask
from apps.agents.reading.context import read_context
from apps.agents.writer.sentences.rows import head_over
from apps.agents.writer.sentences.soundness import is_sound, scaled_documents
from apps.verification.types import Stance

from .conftest import make_chunk
from .test_judge import best, judged


def sound(content, topic="", **fields):
    """What of a passage can stand in a draft."""
    context = read_context((make_chunk(content, "Acme 2022 10K", **fields),))
    told = [place for place in context.quotable() if is_sound(place, scaled_documents(context), topic)]
    return [f"{head_over(place)} | {place.text}".removeprefix(" | ") for place in told]


@pytest.mark.parametrize(
    "before", ["Margins rose in fiscal", "Our suppliers delivered, among others,", "Rent (a part of"]
)
def test_the_rest_of_a_sentence_that_begins_with_a_figure_is_not_told(before):
    rest = "2021, mainly because rents were lower and because our stores were full."
    assert sound(f"{before}\n\n{rest}") == []


@pytest.mark.parametrize("before", ["Margins rose in May.", "Lease Terms", "Results:", ""])
def test_a_sentence_may_begin_with_a_figure(before):
    told = "70 stores were opened in May because rents were lower and our stores were full."
    assert told in sound(f"{before}\n\n{told}")


RATES = """(in millions)

2023 2022
Weighted average term of the loans:
Car loans 5.1 % 5.0 %
Boat loans 5.5 % 5.4 %
Weighted average interest rate:
Car loans 3.0 % 2.5 %
Boat loans 3.2 % 2.4 %"""
FLOWS = """(in thousands)

2023 2022
Changes in assets and debts:
Fees received in advance 177 96
Goods on the way (14) (20)
Rents owed 30 21
Wages owed 12 11
Total changes 205 108
Other income:
Interest received 4 5
Rents received 9 8
Income before taxes 40 39
Net income 31 30
"""


@pytest.mark.parametrize(
    "sentence",
    [
        "The Skipper insures the boat against storms.",
        "4.2 The Harbour clears all paths of snow.",
        "Each Skipper bears the cost of the crane.",
        "Neither party indemnifies the other for storms.",
        "The fee increases by $20 each spring.",
        "The Harbour lets to the Skipper the Berth at Long Quay, Leith.",
        "From the second summer on the fee increases by 2% each spring.",
        "After the storm, the Skipper clears all paths.",
    ],
)
def test_what_somebody_does_is_a_sentence_whatever_the_verb(sentence):
    assert sound(sentence) == [sentence]


@pytest.mark.parametrize(
    "line",
    [
        "The three berths and cranes of the Harbour.",
        "From the third berth on the cranes of the Harbour.",
        "In the first summer, the fees and storms of the Harbour.",
    ],
)
def test_a_subject_without_its_verb_is_no_sentence(line):
    assert sound(line) == []


OUTLOOK = """Fiscal 2024 Outlook

For fiscal 2024, the Company plans to:
FY24 Outlook
Net sales   $1.95 billion to $2.05 billion
New depots, net   25-30
Operating margin   14.7% to 15.0%
Earnings per share   $24.70 to $25.40
Tax rate   approximately 24.6%"""


def test_a_row_says_the_sub_head_it_stands_under():
    assert "Weighted average interest rate | Car loans: 3.0% in 2023, 2.5% in 2022." in sound(RATES)
    assert "Weighted average interest rate | Boat loans: 3.2% in 2023, 2.4% in 2022." in sound(RATES)


def test_a_sub_head_governs_to_the_total_and_where_none_is_the_first_row_for_certain():
    rows = sound(FLOWS)
    assert "Changes in assets and debts | Wages owed: 12 thousand in 2023, 11 thousand in 2022." in rows
    assert "Total changes: 205 thousand in 2023, 108 thousand in 2022." in rows
    assert "Other income | Interest received: 4 thousand in 2023, 5 thousand in 2022." in rows
    assert "Net income: 31 thousand in 2023, 30 thousand in 2022." in rows


@pytest.mark.parametrize("label", ["Price settlement", "Boat loans", "Depots in Norway"])
def test_a_share_of_nobody_knows_what_is_not_told(label):
    assert sound(f"2023 2022\nMargins in all 1.0 % 2.0 %\n{label} 0.2 % 0.1 %") == [
        "Margins in all: 1.0% in 2023, 2.0% in 2022."
    ]


@pytest.mark.parametrize("mark", ["(1)", "⁽¹⁾", "¹"])
def test_a_note_to_some_rows_is_not_told_as_if_it_held_of_all(mark):
    note = "The loan was taken up in euros and the borrower pays it back by May of 2030."
    table = f"Our loans are these. (in millions)\n\n2023 2022\nLong loans{mark} 1,561 1,200\nShort loans 700 650\n\n"
    assert note not in " ".join(sound(f"{table}{mark} {note} It rose to $140.8 million in the year."))
    assert "It rose to" not in " ".join(sound(f"{table}{mark} {note} It rose to $140.8 million in the year."))
    assert note in sound(f"{table}{note}")


def test_an_item_of_a_list_that_no_row_refers_to_is_no_note():
    text = "(in millions)\n2023 2022\nLong loans 1,561 1,200\n\n(1) The borrower pays each of the loans back in euros."
    assert "The borrower pays each of the loans back in euros." in sound(text)


def test_a_label_of_one_word_is_told_under_its_own_name():
    table = "(in thousands)\n\n2023 2022\nRevenues $ 11,692 $ 8,830\nCost of revenues 7,659 6,029\nMarketing 1,278 991"
    told = "Revenues: $11,692 thousand in 2023, $8,830 thousand in 2022."
    assert told in sound(table, "Revenues")
    assert not [row for row in sound(table, "Revenues") if row.startswith("Marketing")]
    assert told not in sound(table, "Costs")


def test_a_row_of_one_value_is_dated_by_the_heading_over_it():
    assert sound(OUTLOOK)[1:] == [
        "FY24 Outlook | Net sales: $1.95 billion to $2.05 billion.",
        "FY24 Outlook | New depots, net: 25-30.",
        "FY24 Outlook | Operating margin: 14.7% to 15.0%.",
        "FY24 Outlook | Earnings per share: $24.70 to $25.40.",
        "FY24 Outlook | Tax rate: approximately 24.6%.",
    ]


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        (OUTLOOK.replace("FY24 Outlook", "Outlook for later"), []),
        (OUTLOOK.replace("FY24 Outlook", "FY24 Outlook and FY23"), []),
        (OUTLOOK.replace("25-30", "25-30   20-22"), []),
        (OUTLOOK.replace("FY24 Outlook", "FY24 Outlook (in thousands)").replace("25-30", "2,500"), ["New depots"]),
    ],
)
def test_a_row_of_one_value_that_no_one_year_heads_is_not_told(content, rows):
    told = [text for text in sound(content) if ":" in text and not text.endswith("to:")]
    assert not [text for text in told if not rows or any(row in text for row in rows)]


def test_rows_are_told_under_what_governs_them_and_hold(writer, judge):
    text = f"{RATES}\n\nThe interest rate of our loans was fixed in May. Loans have an interest rate of their own kind."
    chunks = (make_chunk(text, "Acme 2022 10K"), make_chunk(OUTLOOK, "Acme release"))
    query = "Write a memo on the weighted average interest rate of loans and the outlook"
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    told = "\n\n".join(
        "".join(writer.section(SectionTask(query=query, outline=outline, index=index, chunks=chunks)))
        for index in (1, 2)
    )
    rates, outlook = (f" [cite:{chunk.key}]" for chunk in chunks)
    assert f"Weighted average interest rate:\n\n- Car loans: 3.0% in 2023, 2.5% in 2022.{rates}\n- Boat loans" in told
    assert f"FY24 Outlook:\n\n- Net sales: $1.95 billion to $2.05 billion.{outlook}\n- New depots, net: 25-30." in told
    for line in ("Car loans: 3.0% in 2023, 2.5% in 2022.", "Net sales: $1.95 billion to $2.05 billion."):
        assert best(judged(judge, line, *chunks), Stance.SUPPORTS) >= 0.95


def test_a_sub_head_that_says_something_is_cited(writer, judge):
    table = RATES.replace("Weighted average interest rate:", "Rates of interest obtained for new loans:")
    chunk = make_chunk(f"{table}\n\nThe rates of interest for our loans were fixed in May.", "Acme 2022 10K")
    query = "Write a memo on the rates of interest obtained for loans"
    outline = writer.outline(OutlineTask(query=query, chunks=(chunk,)))
    told = "".join(writer.section(SectionTask(query=query, outline=outline, index=1, chunks=(chunk,))))
    head = "Rates of interest obtained for new loans:"
    assert f"{head} [cite:{chunk.key}]\n\n- Car loans: 3.0% in 2023" in told
    assert best(judged(judge, head, chunk), Stance.SUPPORTS) >= 0.95


def test_a_sub_head_takes_no_row_from_what_its_own_label_is_asked_for(writer):
    table = "2023 2022\nPlan for the reconciliation of statutory ledgers:\nFree cash flow $ 159 million $ 117 million"
    table = "(in millions)\n\n2023 2022\nReconciliation of statutory ledgers:\nFree cash flow $ 159 $ 117"
    chunk = make_chunk(f"Free cash flow is what is left to repay our loans.\n\n{table}", "Acme 2022 10K")
    query = "Write a memo on the free cash flow by year"
    outline = writer.outline(OutlineTask(query=query, chunks=(chunk,)))
    told = "".join(writer.section(SectionTask(query=query, outline=outline, index=1, chunks=(chunk,))))
    assert "- Free cash flow: $159 million in 2023" in told


def test_a_row_with_a_column_for_each_year_tells_what_is_asked_for_by_year(writer):
    table = "(in millions)\n\n2023 2022\nUnaudited non-statutory preliminary free cash flow $ 159 $ 117"
    chunk = make_chunk(f"Free cash flow by year is what is left to repay our loans.\n\n{table}", "Acme 2022 10K")
    query = "Write a memo on the free cash flow by year"
    outline = writer.outline(OutlineTask(query=query, chunks=(chunk,)))
    told = "".join(writer.section(SectionTask(query=query, outline=outline, index=1, chunks=(chunk,))))
    assert "preliminary free cash flow: $159 million in 2023" in told


SCALED = "(in thousands)\n\n2023 2022\nFees received 177 96\n\n"


@pytest.mark.parametrize(
    "sentence",
    [
        "Diluted earnings per share increased by 4.2% to $7.31, including a $0.12 benefit of lower taxes, compared to "
        "$7.02 in the year before.",
        "We bought back 40,210 shares at an average price of $61.75 in the third quarter.",
        "The price per ton of steel rose to $412.50 in May of that year.",
        "Earnings per share were $7.31 and $7.02 in the two years.",
    ],
)
def test_an_amount_per_share_has_lost_no_scale(sentence):
    assert sound(f"{SCALED}{sentence}") == [*sound(SCALED), sentence]


@pytest.mark.parametrize(
    "sentence",
    [
        "The company paid $1,222 for the depots that it bought in May.",
        "Earnings per share rose by 4% while net income increased to $731.25 in the year.",
        "Earnings per share rose by 4% and net income increased to $731.25 in the year.",
        "Net income increased to $731.25 in the year.",
        "Rents per year rose to $731.25 in the south of the country.",
        "Costs per share were charged to the $7,310.25 that were set aside.",
        "Earnings per share rose on income of $731.25 in the year.",
    ],
)
def test_any_other_bare_amount_of_a_document_in_thousands_has_lost_its_scale(sentence):
    assert sound(f"{SCALED}{sentence}") == sound(SCALED)


def test_a_bare_amount_is_not_told_where_only_other_passages_of_its_document_give_the_scale():
    sentence = "The rents that were received in the year were $111 and $77."
    assert sound(sentence) == [sentence]
    assert sound(sentence, scaled=True) == []


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("Less: rents of the year 12 9", False),
        ("Add back: rents of the year 12 9", False),
        ("Rents of the year — 9", False),
        ("Rents of the year 12 9", True),
        ("Less liquid holdings 12 9", True),
    ],
)
def test_a_step_of_a_sum_and_a_row_that_is_half_empty_are_not_told(row, told):
    assert bool(sound(f"(in millions)\n\n2023 2022\n{row}")) is told


@pytest.mark.parametrize(
    "sentence",
    [
        "We will host a conference call on the rents of the year at noon.",
        "It is useful to exclude such rents when trends are analysed.",
        "The excluded rents may not be indicative of future rents.",
        "In addition, management excludes the rents of vacant depots.",
    ],
)
def test_how_a_release_explains_its_measures_is_not_told(sentence):
    kept = "The rents of the depots rose by 4% in the year."
    assert sound(f"{kept} {sentence}") == [kept]


def test_results_are_what_statements_call_net_revenues_and_net_income(writer):
    table = "(in millions)\n\n2023 2022\nNet income $ 159 $ 117\nRents $ 12 $ 11"
    text = f"Consolidated net revenues were $900 million in 2023.\n\n{table}"
    chunk = make_chunk(text, "Acme release", heading_path=("Results of the Year",))
    query = "Write a memo on Acme's results"
    outline = writer.outline(OutlineTask(query=query, chunks=(chunk,)))
    told = "".join(writer.section(SectionTask(query=query, outline=outline, index=1, chunks=(chunk,))))
    assert "Consolidated net revenues were $900 million in 2023." in told
    assert "Net income: $159 million in 2023" in told
    assert "Rents" not in told


def test_what_its_table_calls_a_share_of_the_whole_is_not_told_as_the_whole():
    margin = "Operating margin: 4% in 2023, 3% in 2022."
    table = "(in millions)\n\n2023 2022\nRents received $25 $19\n{}Operating margin 4 % 3 %"
    assert sound(table.format("")) == ["Rents received: $25 million in 2023, $19 million in 2022.", margin]
    assert sound(table.format("% of total company rents received 39 % 31 %\n")) == [margin]
    whole = table.replace("Rents received", "Total rents received").format("% of total rents received 100 % 100 %\n")
    assert sound(whole) == ["Total rents received: $25 million in 2023, $19 million in 2022.", margin]


def test_a_list_under_the_heading_that_is_asked_for_is_told_with_all_of_its_rows(writer):
    other = "The pension fund\n\nFY24 Pensions\nFunds in all   $1.1 billion\nMembers in all   $2 million"
    chunks = (
        make_chunk(
            OUTLOOK.replace("Fiscal 2024 Outlook", "Trading Outlook"), "Acme release", heading_path=("Trading Outlook",)
        ),
        make_chunk("Dividends are paid each May. The dividends of fiscal 2024 are paid out in cash.", "Acme release"),
        make_chunk(other, "Acme release"),
    )
    query = "Write a memo on the trading outlook and dividends"
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    told = "".join(writer.section(SectionTask(query=query, outline=outline, index=1, chunks=chunks)))
    labels = ("Net sales", "New depots, net", "Operating margin", "Earnings per share", "Tax rate")
    assert [label for label in labels if f"- {label}: " in told] == list(labels)
    assert "Members" not in told


@pytest.mark.parametrize(
    ("topic", "told"), [("Bonus awards", False), ("Income taxes", True), ("Taxes by cause", False)]
)
def test_a_step_of_a_reconciliation_is_told_of_what_it_reconciles_alone(topic, told):
    table = "(in millions)\n\n2023 2022\nBonus awards 148 126\nTaxes on income 96 95"
    rows = sound(table, topic, heading_path=("Reconciliation of Income Taxes",))
    assert ("Bonus awards: 148 million in 2023, 126 million in 2022." in rows) is told
    assert "Taxes on income: 96 million in 2023, 95 million in 2022." in rows
    assert len(sound(table, topic, heading_path=("Costs",))) == 2
