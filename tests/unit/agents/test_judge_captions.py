"""Tables whose measure stands over them: "Net sales by segment"."""

import pytest

from apps.verification.types import Mode, Verdict

from .statement_cases import report_passage, verdict_on

TABLE = "| Segment | 2022 | 2021 |\n| --- | --- | --- |\n| Cables | 120 | 100 |\n| Switches | 80 | 95 |\n"
SALES = f"Net sales by segment (in € million)\n\n{TABLE}"


def said(claim, text, mode=Mode.STRICT):
    return verdict_on(claim, report_passage(text, title="Orrin annual report"), mode=mode)


@pytest.mark.parametrize(
    "claim",
    [
        "Net sales of Cables were €120 million in 2022.",
        "Net sales of Cables amounted to €120 million in 2022.",
        "Switches had net sales of €95 million in 2021.",
        "Net sales of Switches fell from €95 million in 2021 to €80 million in 2022.",
        "Net sales of Cables rose to €120 million in 2022 from €100 million in 2021.",
    ],
)
def test_a_row_tells_of_the_measure_that_stands_over_its_table(claim):
    assert said(claim, SALES) is Verdict.SUPPORTED


@pytest.mark.parametrize(
    "claim",
    [
        "Net sales of Cables were €100 million in 2022.",
        "Net sales of Cables fell to €120 million in 2022 from €100 million in 2021.",
        "Net sales of Switches rose from €95 million in 2021 to €80 million in 2022.",
    ],
)
def test_it_gainsays_another_figure_and_the_other_direction(claim):
    assert said(claim, SALES) is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Net sales were €120 million in 2022.", SALES),
        ("Operating profit of Cables was €120 million in 2022.", SALES),
        ("Net sales of Cables in Spain were €120 million in 2022.", SALES),
        ("Net sales of Cables were €120 million in 2020.", SALES),
        ("Net sales of Cables were $120 million in 2022.", SALES),
        (
            "Net sales of Cables were €120 million in 2022.",
            SALES.replace("Net sales", "Net sales and operating profit"),
        ),
        ("Net sales of Cables were €120 million in 2022.", SALES.replace("Net sales", "Planned net sales")),
        ("Net sales of Cables were €120 million in 2022.", SALES.replace("Net sales", "Change in net sales")),
        ("Net sales of Cables were €120 million in 2022.", SALES.replace("by segment", "by segment in Spain")),
        ("Net sales of Cables were €120 million in 2022.", SALES.replace("| Segment", "| Spain")),
        ("Net sales of Cables were €120 million in 2022.", f"{SALES}\nThese figures exclude services."),
        ("Net sales of Cables were €120 million in 2022.", f"{SALES}| Cables | 140 | 100 |\n"),
        *(
            ("Net sales of Cables were €120 million in 2022.", SALES.replace("Net sales", measure))
            for measure in (
                "Cost of net sales",
                "Share of net sales",
                "Monthly net sales",
                "Other net sales",
                "Q4 net sales",
            )
        ),
        *(
            ("Net sales of Cables were €120 million in 2022.", SALES.replace("| Cables", f"| {group} | | |\n| Cables"))
            for group in ("Europe", "**Spain**", "Discontinued operations", "Operating profit")
        ),
        *(
            ("Net sales of Cables were €120 million in 2022.", SALES.replace("| 2022", f"| {part} 2022"))
            for part in ("H1", "Q4", "Dec", "October", "Fourth quarter")
        ),
        ("Net sales of Cables were €120 million in 2022.", SALES.replace("Cables", "Cables (Spain)")),
        ("Net sales of Cables were €120 million in 2022.", f"## Fourth quarter\n\n{SALES}"),
        ("Total net sales were €200 million in 2022.", f"{SALES}| Total | 200 | 195 |\n| Eliminations | (5) | (5) |\n"),
    ],
)
def test_it_tells_nothing_of_another_measure_part_or_time(claim, text):
    assert said(claim, text) is not Verdict.SUPPORTED
    assert said(claim, text, Mode.HELPFUL) is not Verdict.SUPPORTED


@pytest.mark.parametrize("head", ["31 December 2022 | 31 December 2021", "31 Dec 2022 | 31 Dec 2021"])
def test_a_day_may_stand_before_its_month(head):
    table = f"(in € million)\n\n| Item | {head} |\n| --- | --- | --- |\n| Cash | 45 | 60 |\n| Inventories | 30 | 20 |\n"
    assert said("Inventories were €30 million at 31 December 2022.", table) is Verdict.SUPPORTED
    assert said("Inventories were €20 million at 31 December 2022.", table) is Verdict.CONTRADICTED
