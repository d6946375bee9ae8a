"""A claim beside a row of a table, or a sentence that lists figures by years."""

import pytest

from apps.agents.judge.facing import Facing
from apps.agents.judge.rows import row_faced
from apps.agents.reading.context import read_context
from apps.verification.types import ContextChunk, Mode, Verdict
from tests.unit.agents.statement_cases import report_passage, verdict_on

TABLE = """\
CONSOLIDATED STATEMENTS OF OPERATIONS
(in thousands, except per share data)

Year ended December 31,

2022   2021   2020
Ferry fares   $ 91,412   $ 83,377   $ 85,104
Operating income   31,862   28,349   30,217

Other income (expense):

Net income   12,318   14,905   9,206
Dividends paid to stockholders   (4,105)   (3,870)   (3,512)
Total pier assets   61,340   64,218   60,011

See accompanying notes to consolidated financial statements.
"""
ITEM_8 = ("PART II", "Item 8. Financial Statements and Supplementary Data")
LISTED = "Dividends paid to shareholders totaled $4.105 million ($1.20 per share) in 2022 and $3.870 million in 2021."


def chunk(text: str, *headings: str, title: str = "Orrin 2022 10K") -> ContextChunk:
    return report_passage(text, *headings, title=title)


def facings(claim: str, text: str, *headings: str, title: str = "Orrin 2022 10K") -> set[Facing]:
    places = read_context((chunk(text, *headings, title=title),)).quoted
    return {row_faced(claim, place).facing for place in places} - {Facing.NONE}


@pytest.mark.parametrize(
    "claim",
    [
        "Orrin's operating income rose to $31.9 million in 2022.",
        "Orrin reported operating income of $31.862 million for 2022.",
        "Orrin generated ferry fares of $91.4 million in 2022, up from $83.4 million in 2021.",
        "Orrin's net income fell to $12.3 million in 2022.",
        "Orrin paid dividends of $4.105 million in 2022.",
        "Orrin's dividends paid rose to $4.105 million in 2022.",
        "Orrin's total pier assets were $64.2 million at the end of 2021.",
    ],
)
def test_a_row_that_gives_the_figure_of_the_year_supports_the_claim(claim: str) -> None:
    assert facings(claim, TABLE, *ITEM_8) == {Facing.SAME}
    assert verdict_on(claim, chunk(TABLE, *ITEM_8)) is Verdict.SUPPORTED


@pytest.mark.parametrize(
    "claim",
    [
        "Orrin's operating income fell to $31.9 million in 2022.",
        "Orrin's net income grew to $12.3 million in 2022.",
        "Orrin's total pier assets rose to $61.3 million at the end of 2022.",
        "Orrin's dividends paid fell to $4.105 million in 2022.",
        "Orrin's operating income was $31.9 million in 2021.",
        "Orrin's operating income was $31.9 billion in 2022.",
        "Orrin paid dividends of $3.512 million in 2022.",
    ],
)
def test_another_direction_year_or_unit_than_the_row_has_is_contradicted(claim: str) -> None:
    assert facings(claim, TABLE, *ITEM_8) == {Facing.CONTRARY}
    assert verdict_on(claim, chunk(TABLE, *ITEM_8), mode=Mode.HELPFUL) is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    "claim",
    [
        "Beta's operating income was $31.9 million in 2022.",
        "Orrin's adjusted operating income was $31.9 million in 2022.",
        "Orrin's operating income in Peru was $31.9 million in 2022.",
        "Orrin's operating income was $31.9 million in the fourth quarter of 2022.",
        "Orrin's operating income was $31.9 million.",
        "Orrin's operating income may be $31.9 million in 2022.",
        "Orrin's operating income was not $31.9 million in 2022.",
        "Orrin's operating income exceeded $31.9 million in 2022.",
        "Orrin's operating income rose 40% to $31.9 million in 2022.",
        "Orrin's operating loss was $31.9 million in 2022.",
        "Orrin's income was $31.9 million in 2022.",
        "Orrin's pier assets at the end of June 2022 were $61.3 million.",
        "Orrin generated ferry fares of $91.4 million in 2022, down from $81.4 million in 2021.",
        "Orrin declared dividends of $4.105 million in 2022.",
    ],
)
def test_a_claim_on_something_else_is_neither(claim: str) -> None:
    assert Facing.SAME not in facings(claim, TABLE, *ITEM_8)
    assert verdict_on(claim, chunk(TABLE, *ITEM_8)) is not Verdict.SUPPORTED


CLAIM = "Orrin's operating income was $31.9 million in 2022."


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        (TABLE, ("Lake ferries", "Results")),
        (TABLE, ("Pro forma financial information",)),
        (TABLE, ("Budget",)),
        (TABLE.replace("CONSOLIDATED STATEMENTS OF OPERATIONS", "LAKE SEGMENT"), ITEM_8),
        (TABLE.replace("CONSOLIDATED STATEMENTS OF OPERATIONS", "PARENT COMPANY ONLY"), ITEM_8),
        (TABLE.replace("Year ended December 31,", "Three months ended December 31,"), ITEM_8),
        (TABLE.replace("Year ended December 31,", "Year ended June 30,"), ITEM_8),
        (TABLE.replace("Ferry fares", "Discontinued operations:\n\nFerry fares"), ITEM_8),
        (f"The following table shows the Lake segment.\n\n{TABLE}", ITEM_8),
        (f"{TABLE}\nThese figures relate to the lake ferries.\n", ITEM_8),
        (f"{TABLE}\nLake ferries\n\nOperating income   7,110   6,204   5,118\n", ITEM_8),
        (TABLE.replace("2022   2021   2020", "2022   2021"), ITEM_8),
    ],
)
def test_a_table_that_may_be_of_a_part_or_another_time_supports_nothing(text: str, headings: tuple[str, ...]) -> None:
    assert not facings(CLAIM, text, *headings)
    assert verdict_on(CLAIM, chunk(text, *headings)) is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Orrin paid dividends of $4.105 million in 2022.", Verdict.SUPPORTED),
        ("Orrin paid dividends of $3.870 million in 2021.", Verdict.SUPPORTED),
        ("Orrin's dividends paid fell to $4.105 million in 2022.", Verdict.CONTRADICTED),
        ("Orrin paid dividends of $4.105 million in 2021.", Verdict.CONTRADICTED),
        ("Orrin paid dividends of $4.105 billion in 2022.", Verdict.CONTRADICTED),
    ],
)
def test_a_sentence_that_lists_figures_by_years_is_read_like_a_row(claim: str, expected: Verdict) -> None:
    assert verdict_on(claim, chunk(LISTED, "Liquidity", "Dividends Paid to Shareholders")) is expected


def test_figures_that_the_sentence_hedges_bounds_or_breaks_off_are_no_series() -> None:
    for text in (
        LISTED.replace("totaled", "totaled approximately"),
        LISTED.replace("totaled", "totaled more than"),
        LISTED.replace("in 2021", "in 2021 for the lake ferries"),
        LISTED.replace("in 2022 and", "in the first quarter of 2022 and"),
        LISTED.replace("Dividends", "Its dividends"),
    ):
        assert not facings("Orrin paid dividends of $4.105 million in 2022.", text, "Liquidity")


def test_a_company_whose_name_reads_like_a_figure_counts_nothing() -> None:
    passage = chunk(TABLE, *ITEM_8, title="5M 2022 10K")
    assert verdict_on("5M paid dividends of $4.105 million in 2022.", passage) is Verdict.SUPPORTED
    assert verdict_on("5M's net income fell to $12.3 million in 2022.", passage) is Verdict.SUPPORTED
    assert verdict_on("In 2022, dividends of 5M were paid.", passage) is not Verdict.SUPPORTED


def test_the_first_letters_of_a_name_are_no_name() -> None:
    passage = chunk(TABLE, *ITEM_8, title="NETORRIN 2022 10K")
    assert verdict_on("Netorrin's net income fell to $12.3 million in 2022.", passage) is Verdict.SUPPORTED


def test_what_is_per_share_is_not_in_the_thousands_of_its_table() -> None:
    text = TABLE.replace("Net income   12,318   14,905   9,206", "Fares per share   1.42   1.15   1.08")
    assert facings("Orrin's fares per share were $1.42 in 2022.", text, *ITEM_8) == {Facing.SAME}
    assert Facing.SAME not in facings("Orrin's fares per share were $1.42 thousand in 2022.", text, *ITEM_8)


def test_current_assets_are_not_all_assets() -> None:
    text = TABLE.replace("Total pier assets", "Total current assets")
    assert not facings("Orrin's total assets were $61.3 million at the end of 2022.", text, *ITEM_8)


@pytest.mark.parametrize(
    ("claim", "row", "same"),
    [
        ("Orrin's income tax benefit was $312 thousand in 2022.", "Income tax (expense)/benefit   (312)   743", False),
        ("Orrin's income tax benefit was $312 thousand in 2022.", "Income tax benefit (expense)   (312)   743", False),
        ("Orrin's income tax benefit was $312 thousand in 2022.", "Income tax benefit   (312)   743", False),
        ("Orrin's income tax benefit was $743 thousand in 2021.", "Income tax (expense)/benefit   (312)   743", True),
        ("Orrin's income tax expense was $312 thousand in 2022.", "Income tax expense (benefit)   (312)   743", False),
        ("Orrin's income tax expense was $743 thousand in 2021.", "Income tax expense (benefit)   (312)   743", True),
        ("Orrin's translation adjustment was $467 thousand in 2022.", "Translation adjustment   (467)   373", False),
        ("Orrin's translation adjustment was $373 thousand in 2021.", "Translation adjustment   (467)   373", True),
        ("Orrin's translation adjustment was -$467 thousand in 2022.", "Translation adjustment   (467)   373", True),
        ("Orrin's net loss was $467 thousand in 2022.", "Net loss   (467)   (373)", True),
        ("Orrin's interest expense was $467 thousand in 2022.", "Interest expense   (467)   (373)", True),
        ("Orrin's net income was $467 thousand in 2022.", "Net income (loss)   (467)   373", False),
        ("Orrin's net income was $373 thousand in 2021.", "Net income (loss)   (467)   373", True),
    ],
)
def test_a_figure_in_brackets_is_told_as_what_it_is(claim: str, row: str, same: bool) -> None:
    text = TABLE.replace("Net income   12,318   14,905   9,206", f"{row}   2,535")
    assert facings(claim, text, *ITEM_8) == ({Facing.SAME} if same else set())


@pytest.mark.parametrize(
    ("claim", "row", "same"),
    [
        ("Orrin's mooring charges were $467 thousand in 2022.", "Mooring charges   (467)   (373)   (51)", True),
        ("Orrin spent $467 thousand on mooring buybacks in 2022.", "Mooring buybacks   (467)   (373)   (51)", True),
        ("Orrin's pier acquisitions rose to $467 thousand in 2022.", "Pier acquisitions   (467)   (373)   (51)", True),
        (
            "Orrin's acquisitions of piers were $467 thousand in 2022.",
            "Acquisitions of piers (467)   (373)   (5)",
            True,
        ),
        (
            "Orrin's additions to moorings were $467 thousand in 2022.",
            "Additions to moorings (467)   (373)   (5)",
            True,
        ),
        (
            "Orrin's pension contributions were $467 thousand in 2022.",
            "Pension contributions (467)   (373)   (5)",
            True,
        ),
        ("Orrin's mooring charges were $467 thousand in 2022.", "Mooring charges   (467)   (373)   51", False),
        ("Orrin's effect of charges was $467 thousand in 2022.", "Effect of charges   (467)   (373)   (51)", False),
        ("Orrin's change in charges was $467 thousand in 2022.", "Change in charges   (467)   (373)   (51)", False),
        ("Orrin's charges reversed were $467 thousand in 2022.", "Charges reversed   (467)   (373)   (51)", False),
        ("Orrin's charges margin was $467 thousand in 2022.", "Charges margin   (467)   (373)   (51)", False),
    ],
)
def test_what_is_spent_by_its_name_stands_in_brackets(claim: str, row: str, same: bool) -> None:
    text = TABLE.replace("Net income   12,318   14,905   9,206", row.replace(" (467)", "   (467)"))
    assert facings(claim, text, *ITEM_8) == ({Facing.SAME} if same else set())


PARTS = """\
CONSOLIDATED RESULTS
(in thousands)

Year ended December 31,

2022   2021   2020
Ferry fares   91,412   83,377   85,104
Unallocated items and other   8,460   2,931   3,012
Total orders   99,872   86,308   88,116
"""


@pytest.mark.parametrize(
    ("claim", "total", "same"),
    [
        ("Orrin's unallocated items and other were $8,460 thousand in 2022.", "orders", False),
        ("Orrin's unallocated items and other were $8,460 thousand in 2022.", "assets", False),
        ("Orrin's unallocated items and other were $1,532 thousand in 2022.", "orders", False),
        ("Orrin's ferry fares were $91,412 thousand in 2022.", "orders", False),
        ("Orrin's ferry fares were $91,412 thousand in 2022.", "expenses", True),
        ("Orrin's ferry fares were $91,412 thousand in 2022.", "fares", True),
        ("Orrin's ferry fares were $91,412 thousand in 2022.", "costs", True),
        ("Orrin's ferry fares were $91,412 thousand in 2022.", "debt", True),
        ("Orrin's ferry fares were $91,412 thousand in 2022.", "inventories, net", True),
        ("Orrin's ferry fares were $91,412 thousand in 2022.", "property, plant and equipment", True),
        ("Orrin's ferry fares were $91,412 thousand in 2022.", "long-term borrowings", True),
        ("Orrin's ferry fares were $91,412 thousand in 2022.", "cost of sales", False),
        ("Orrin's ferry fares were $91,412 thousand in 2022.", "equipment orders", False),
        ("Orrin's ferry fares were $91,412 thousand in 2022.", "backlog", False),
        ("Orrin's ferry fares were $91,412 thousand in 2022.", "current", False),
    ],
)
def test_a_label_without_a_measure_has_that_of_its_total(claim: str, total: str, same: bool) -> None:
    assert facings(claim, PARTS.replace("orders", total), *ITEM_8) == ({Facing.SAME} if same else set())


def test_what_is_spent_has_its_own_measure_and_what_is_added_has_that_of_the_total() -> None:
    claim, row = "Orrin's acquisitions were $91,412 thousand in 2022.", "Ferry fares   91,412   83,377   85,104"
    added = PARTS.replace(row, row.replace("Ferry fares", "Acquisitions"))
    assert not facings(claim, added, *ITEM_8)
    spent = PARTS.replace(row, "Acquisitions   (91,412)   (83,377)   (85,104)")
    assert facings(claim, spent, *ITEM_8) == {Facing.SAME}


STOCKS = """\
CONSOLIDATED BALANCES
(in millions)

December 31,

2022   2021   2020
Finished goods   $ 2,120   $ 1,915   $ 1,701
Raw materials   954   901   880
Total inventories   $ 3,074   $ 2,816   $ 2,581
Long-term debt   6,499   3,364   2,371
Accrued expenses   1,200   1,100   1,000
Retained earnings   8,319   7,905   7,611
"""
SPENT = """\
CONSOLIDATED STATEMENTS OF OPERATIONS
(in millions)

Year ended December 31,

2022   2021   2020
Revenues   $ 11,692   $ 8,830   $ 6,779
Surveys   1,278   1,097   824
Sales and marketing   968   931   880
Professional fees   120   110   101
Income taxes   415   402   390
Total operating expenses   $ 10,854   $ 8,451   $ 6,474
"""


@pytest.mark.parametrize(
    ("claim", "table"),
    [
        ("Orrin spent $954 million on raw materials in 2022.", STOCKS),
        ("Orrin's raw materials expenses were $954 million in 2022.", STOCKS),
        ("Orrin generated $2,120 million in finished goods in 2022.", STOCKS),
        ("Orrin spent $6,499 million on long-term debt in 2022.", STOCKS),
        ("Orrin spent $1,200 million on accrued expenses in 2022.", STOCKS),
        ("Orrin generated retained earnings of $8,319 million in 2022.", STOCKS),
        ("Orrin spent $11,692 million on revenues in 2022.", SPENT),
        ("Orrin earned $415 million in income taxes in 2022.", SPENT),
        ("Orrin earned $120 million in professional fees in 2022.", SPENT),
        ("Orrin earned $1,278 million in surveys in 2022.", SPENT),
    ],
)
def test_what_is_held_is_not_spent_and_what_is_spent_is_not_earned(claim: str, table: str) -> None:
    assert facings(claim, table, *ITEM_8) == set()
    assert verdict_on(claim, chunk(table, *ITEM_8)) is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "table"),
    [
        ("Orrin's raw materials were $954 million at the end of 2022.", STOCKS),
        ("Orrin spent $1,278 million on surveys in 2022.", SPENT),
        ("Orrin's sales and marketing expenses were $968 million in 2022.", SPENT),
        ("Orrin spent $120 million on professional fees in 2022.", SPENT),
        ("Orrin's income tax expense was $415 million in 2022.", SPENT),
        ("Orrin's survey expenses were $1,278 million in 2022.", SPENT),
        ("Orrin generated revenues of $11,692 million in 2022.", SPENT),
    ],
)
def test_what_is_held_spent_or_earned_by_its_name_or_total_is_told_so(claim: str, table: str) -> None:
    assert facings(claim, table, *ITEM_8) == {Facing.SAME}
