"""A claim beside one sentence: the same statement, its contrary, or that of another time."""

import pytest

from apps.agents.judge.facing import Facing, faced
from apps.agents.judge.periods import only_period
from apps.agents.reading.context import read_context
from apps.core.periods import Times, times
from apps.verification.numbers.reading import parse_quantities
from apps.verification.types import ContextChunk, Mode, Verdict
from tests.unit.agents.statement_cases import report_passage, verdict_on

BESIDE = (
    "Ferry income increased 12.4% to $318.6 million compared to $283.5 million in the fourth quarter of fiscal 2021."
)


def chunk(text: str, *headings: str, title: str = "Orrin Q4 2022 earnings results") -> ContextChunk:
    return report_passage(text, *headings, title=title)


def facing(claim: str, source: str, *headings: str) -> Facing:
    (place,) = read_context((chunk(source, *headings),)).quoted
    return faced(claim, place).facing


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Ferry income fell 12.4% to $318.6 million.", "Ferry income increased 12.4% to $318.6 million, due to fares."),
        ("Net sales were down 9.1% to $4.2 million.", "Net sales rose 9.1% to $4.2 million, or 3% of fares, in 2022."),
        (
            "Net sales of $4.2 million, a decrease of 9%.",
            "Net sales of $4.2 million, a rise of 9%.",
        ),
        ("Net sales did not grow 9.1% to $4.2 million.", "Net sales grew 9.1% to $4.2 million."),
        ("Operating income was $4.25 million in 2022.", "Operating loss was $4.25 million in 2022."),
        ("Costs rose 8.1% to $51.22 million.", "Costs rose 9.1% to $51.22 million compared to $46.9 million in 2021."),
        (
            "Orrin ran 1,455 kiosks at the end of 2022.",
            "At the end of 2022, the Company ran 1,355 kiosks totaling 9 acres.",
        ),
        ("Orrin did not redeem notes in 2022.", "During 2022, the Company redeemed 40 notes at a cost of $4 million."),
    ],
)
def test_the_same_statement_with_one_thing_turned_round_is_its_contrary(claim: str, source: str) -> None:
    assert facing(claim, source) is Facing.CONTRARY


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Net sales fell 12.4% to $3.2 million.", "Net sales in Canada increased 12.4% to $3.2 million."),
        ("Net sales fell 12.4% to $3.2 million.", "Organic net sales increased 12.4% to $3.2 million."),
        ("Net sales fell 12.4% in 2022.", "Net sales increased 12.4% in 2021."),
        ("Net sales fell 12.4% in 2022.", "Net sales increased 12.4% in the second half of 2022."),
        ("Net sales fell 12.4%.", "Comparable sales rose 12.4%."),
        ("Net sales fell 5.1% to $3.2 million.", "Net sales increased 12.4% to $3.2 million."),
        ("Net income fell 12.4%.", "Net loss increased 12.4%."),
        ("Costs rose 12.4% in 2022.", "Costs were expected to fall 12.4% in 2022."),
        ("Net income was $4.12 million in 2022.", "Net income (loss) was $(4.12) million in 2022."),
        ("Net sales increased 10% in 2022.", "Net sales increased 8% in 2022 in constant currency."),
        ("Orrin sold 12 kiosks to Beta in 2022.", "In 2022, the Company sold 14 kiosks to Gamma."),
        ("Orrin did not buy Beta in 2022.", "In 2022, the Company bought Gamma and sold Beta."),
        ("Orrin did not pay dividends to widows in 2022.", "In 2022, the Company paid dividends of $4 million."),
        (
            "Orrin had 500 clerks at the end of 2022.",
            "At the end of the third quarter of 2022, the Company had 450 clerks.",
        ),
    ],
)
def test_another_measure_part_time_or_party_is_no_contrary(claim: str, source: str) -> None:
    assert facing(claim, source) is Facing.NONE


def test_a_figure_of_a_part_of_the_company_gainsays_none_of_the_whole() -> None:
    assert facing("Net sales increased 10% in 2022.", "Net sales increased 8% in 2022.", "Europe") is Facing.NONE
    assert facing(
        "Orrin had 90 clerks at the end of 2022.", "At the end of 2022, the Company had 45 clerks.", "Peru"
    ) is (Facing.NONE)


def test_a_heading_that_the_claim_names_says_of_what_a_statement_is() -> None:
    source = "Net revenues of $175 million compared to $315 million in the prior year quarter, a decrease of 44%."
    assert facing("Orrin Peru's net revenues rose 44% to $175 million.", source, "Orrin Peru") is Facing.CONTRARY
    assert facing("Net revenues of Orrin Peru decreased 44% to $175 million.", source, "Orrin Peru") is Facing.SAME


@pytest.mark.parametrize(
    ("claim", "source", "heading"),
    [
        ("Orrin ran 1,355 kiosks at the end of fiscal 2022.",
         "At the end of the fourth quarter of fiscal 2022, the Company ran 1,355 kiosks totaling 9 acres.", ""),
        ("Orrin ran 12 buses and leased 3 ferries in 2022.",
         "In 2022, the Company ran 12 buses, leased 3 ferries.", ""),
        ("Orrin leased 3 ferries in 2022.",
         "In 2022, the Company ran 12 buses, leased 3 ferries and sold 9 piers.", ""),
        ("Ferry income rose 12.4% to $318.6 million in the fourth quarter of fiscal 2022.",
         BESIDE,
         "For the Fourth Quarter of Fiscal 2022"),
        ("Ferry income grew 12.4% to $318.6 million, up from $283.5 million in fiscal 2021.",
         "Ferry income increased 12.4% to $318.6 million compared to $283.5 million in fiscal 2021.", ""),
    ],
)  # fmt: skip
def test_the_same_figures_of_the_same_time_in_other_words_are_the_same(claim: str, source: str, heading: str) -> None:
    assert facing(claim, source, *filter(None, [heading])) is Facing.SAME


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Orrin ran 47 buses in 2022.", "In 2022, the Company ran 47 buses, vans and 3 ferries."),
        ("Orrin ran 47 buses in 2022.", "In 2022, the Company ran 47 buses and vans."),
        ("Orrin bought 7 ferries in 2022.", "In 2022, the Company and its partners ran 40 buses and bought 7 ferries."),
        ("Orrin bought 7 ferries in 2022.", "In 2022, the Company ran 40 buses and its partners bought 7 ferries."),
        ("Orrin ran 1,355 buses at the end of 2022.", "At the end of 2022, the Company ran about 1,355 buses."),
        ("Cash equivalents were $7.2 million at the end of 2022.",
         "Cash and cash equivalents at the end of 2022 were $7.2 million."),
        ("Fares rose 12% to $4.13 million in 2022, due to wind.",
         "Fares rose 12% to $4.13 million in 2022, due to rain."),
        ("Fares rose 12% to $4.13 million in 2022 (9% in Peru).", "Fares rose 12% to $4.13 million in 2022."),
        ("Fares rose 12% to $4.13 million, up from $3.1 million in 2020.",
         "Fares rose 12% to $4.13 million, up from $3.1 million in 2021."),
        ("Fares rose by $4.13 million in 2022.", "Fares rose to $4.13 million in 2022."),
    ],
)  # fmt: skip
def test_less_or_other_than_the_source_says_is_not_the_same(claim: str, source: str) -> None:
    assert facing(claim, source) is not Facing.SAME


def test_the_figures_of_another_time_are_told_apart() -> None:
    for when in ("fiscal 2021", "the third quarter of fiscal 2022", "fiscal 2022"):
        claim = f"Ferry income increased 12.4% to $318.6 million in {when}."
        assert facing(claim, BESIDE, "For the Fourth Quarter of Fiscal 2022") is Facing.OTHER_TIME


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("at the end of the fourth quarter of fiscal 2022", "at the end of fiscal 2022", Times.SAME),
        ("as of December 31, 2022", "at the end of 2022", Times.SAME),
        ("at the end of the third quarter of 2022", "at the end of 2022", Times.DIFFERENT),
        ("in the fourth quarter of 2022", "in 2022", Times.DIFFERENT),
        ("in the fourth quarter of 2022", "in the current year", Times.DIFFERENT),
        ("in 2022", "in fiscal 2022", Times.UNKNOWN),
        ("in 2022", "in the future", Times.UNKNOWN),
    ],
)
def test_times(one: str, other: str, expected: Times) -> None:
    periods = [only_period(text, [each for each in parse_quantities(text) if each.date]) for text in (one, other)]
    assert times(*periods) is expected
    assert times(*reversed(periods)) is expected


def verdict(claim: str, source: str, *headings: str, mode: Mode = Mode.STRICT) -> Verdict:
    return verdict_on(claim, chunk(source, *headings), mode=mode)


REPORT = (
    "Ferry income increased 12.4% to $318.6 million, or 13.9% of fares, compared to $283.5 million, or 13.8% of fares,"
    " in the fourth quarter of fiscal 2021."
)
QUARTER = "For the Fourth Quarter of Fiscal 2022"


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Ferry income fell 12.4% to $318.6 million.", Verdict.CONTRADICTED),
        ("Ferry income did not increase 12.4% to $318.6 million.", Verdict.CONTRADICTED),
        ("Ferry income increased 21.4% to $318.6 million in the fourth quarter of fiscal 2022.", Verdict.CONTRADICTED),
        ("Orrin's ferry income rose 12.4% to $318.6 million in the fourth quarter of fiscal 2022.", Verdict.SUPPORTED),
    ],
)  # fmt: skip
def test_the_verdict_on_a_direction_a_denial_a_figure_and_other_words(claim: str, expected: Verdict) -> None:
    assert verdict(claim, REPORT, QUARTER) is expected


@pytest.mark.parametrize("mode", list(Mode))
def test_the_quarter_before_is_not_supported_by_what_it_is_compared_with(mode: Mode) -> None:
    claim = "Ferry income increased 12.4% to $318.6 million in the fourth quarter of fiscal 2021."
    assert verdict(claim, REPORT, QUARTER, mode=mode) not in (Verdict.SUPPORTED, Verdict.CONTRADICTED)
