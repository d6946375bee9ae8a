"""What tells that a sentence speaks of a part, another company or another time than the claim."""

import pytest

from apps.agents.judge.facing import Facing, faced
from apps.agents.judge.periods import only_period
from apps.agents.judge.statements import LONGEST, statement_of
from apps.agents.reading.context import read_context
from apps.core.periods import is_just_before
from apps.verification.numbers.reading import parse_quantities
from apps.verification.types import ContextChunk, Verdict
from tests.unit.agents.statement_cases import report_passage, verdict_on

FARES = "Net fares increased 12% to $3.2 million in 2022"


def chunk(text: str, *headings: str, title: str = "Orrin annual report 2022") -> ContextChunk:
    return report_passage(text, *headings, title=title)


def facings(claim: str, text: str, *headings: str, title: str = "Orrin annual report 2022") -> set[Facing]:
    return {faced(claim, place).facing for place in read_context((chunk(text, *headings, title=title),)).quoted}


def verdict(claim: str, text: str, *headings: str, title: str = "Orrin annual report 2022") -> Verdict:
    return verdict_on(claim, chunk(text, *headings, title=title))


CLAIM = "Orrin's net fares grew 12% to $3.2 million in 2022."


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        (f"{FARES}.", ()),
        (f"{FARES}.", ("Financial results", "Full year 2022")),
        (f"{FARES}, due to higher tariffs.", ("Results",)),
        (f"{FARES}.", ("Orrin 2022 Annual Report",)),
        (f"{FARES} (1).", ()),
        (f"{FARES}, compared to $2.9 million in 2021.", ()),
        (f"Costs rose 8% in 2022. {FARES}. Fares in Peru rose 9%.", ("Results",)),
        (f"Costs rose 8% in 2022, due to the ferry segment. {FARES}, due to new piers, and less fog.", ("Results",)),
    ],
)
def test_a_statement_on_the_whole_supports_it_in_other_words(text: str, headings: tuple[str, ...]) -> None:
    assert Facing.SAME in facings(CLAIM, text, *headings)
    assert verdict(CLAIM, text, *headings) is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "text", "headings"),
    [
        # of whom
        (CLAIM, "Beta Inc. was bought in 2023. Its net fares increased 12% to $3.2 million in 2022.", ()),
        ("Orrin sold 12 piers in 2022.", "We had been sold 12 piers in 2022.", ()),
        (CLAIM, f"US net {FARES.removeprefix('Net ')}.", ()),
        (CLAIM, f"Company net {FARES.removeprefix('Net ')}.", ()),
        ("Orrin's fares rose 12% in 2022.", "Fares growth rose 12% in 2022.", ()),
        # of what part, by any heading above
        (CLAIM, f"{FARES}.", ("Net fares in Peru",)),
        (CLAIM, f"{FARES}.", ("Peru", "Net fares")),
        (CLAIM, f"# Peru\n\n## Net fares\n\n{FARES}.", ()),
        (CLAIM, f"{FARES}.", ("Pro forma information", "Results")),
        (CLAIM, f"{FARES}.", ("Our peers", "Results")),
        (CLAIM, f"{FARES}.", ("Beta Annual Report",)),
        (CLAIM, f"{FARES}.", ("Outlook",)),
        (CLAIM, f"{FARES}.", ("Stores",)),
        # by what is left out of the sentence
        (CLAIM, "Net fares (Peru) rose 12% to $3.2 million in 2022.", ()),
        (CLAIM, "Net fares (excluding fuel) rose 12% to $3.2 million in 2022.", ()),
        (CLAIM, f"{FARES}, including fares that Beta earned before we bought it.", ()),
        (CLAIM, f"{FARES} because of the tariffs in the ferry segment alone.", ()),
        (CLAIM, f"{FARES} compared to 2021 in the ferry segment.", ()),
        (CLAIM, f"{FARES} relative to the average of all ports.", ()),
        (CLAIM, f"{FARES} compared to 2019.", ()),
        # by the sentences around it
        (CLAIM, f"The increase was in Peru. {FARES}.", ()),
        (CLAIM, f"Peru was strong. {FARES}.", ()),
        (CLAIM, f"{FARES}. These figures relate to Peru.", ()),
        (CLAIM, f"{FARES}. This has since been restated.", ()),
        (CLAIM, f"{FARES}. Costs rose 8% in 2022. These figures relate to Peru.", ()),
        (CLAIM, f"{FARES}. Costs rose 8% in 2022. The numbers shown are of Peru.", ()),
        (CLAIM, f"{FARES}. Or so we thought.", ()),
        ("Orrin ran 80 kiosks at the end of 2022.",
         "In Peru, we opened 12 kiosks in 2022. At the end of 2022, the Company ran 80 kiosks.", ()),
        ("Orrin ran 80 kiosks at the end of 2022.",
         "Our ferry segment had 9 piers. At the end of 2022, the Company ran 80 kiosks.", ()),
        # of what time
        (CLAIM, "In the first half, net fares rose 12% to $3.2 million.", ("Results 2022",)),
        (CLAIM, "In March, net fares rose 12% to $3.2 million.", ("Results 2022",)),
        (CLAIM, "In the prior year, net fares rose 12% to $3.2 million.", ()),
        (CLAIM, "In 2021 and 2020, net fares rose 12% to $3.2 million.", ("Results 2022",)),
        # another measure
        ("Rental profit was $5 million in 2022.", "Rental income was $5 million in 2022.", ()),
        ("Pension loss was $5 million in 2022.", "Pension deficit was $5 million in 2022.", ()),
        ("Total fares rose 12% to $3.2 million in 2022.", "Fares rose 12% to $3.2 million in 2022.", ()),
        ("Fares in Peru and Chile rose 12% to $3.2 million in 2022.",
         "Fares in Peru rose 12% to $3.2 million and in Chile rose 8% to $4 million in 2022.", ()),
    ],
)  # fmt: skip
def test_what_may_be_of_something_else_does_not(claim: str, text: str, headings: tuple[str, ...]) -> None:
    assert Facing.SAME not in facings(claim, text, *headings)
    assert verdict(claim, text, *headings) is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "text", "headings"),
    [
        ("Fares grew 12% in 2022.",
         "For the group, fares rose 12% in 2022. Peru was strong. Fares increased 8% in 2022.", ()),
        ("Orrin's net fares rose 15% to $3.2 million in 2022.", "US net fares rose 12% to $3.2 million in 2022.", ()),
        ("Orrin's fares grew 12% in 2022.", "Fares rose 9% in 2022 compared to other ports.", ()),
        ("Orrin did not buy back shares in 2022.", "We bought back shares withheld for taxes in 2022.", ()),
        ("Orrin did not own piers in 2022.", "We owned piers' land in 2022.", ()),
        ("Orrin did not pay dividends in 2022.", "We paid dividends in 2022 to the holders of preferred stock.", ()),
        ("Orrin's net loss was $3 million in 2022.", "Net income (before the write-off) was $3 million.",
         ("Results 2022",)),
        ("Orrin's fares fell 12% in 2022.", "In the prior year, fares rose 12%.", ()),
        ("Orrin's fares fell 12% in 2022.", "In 2020 and 2021, fares rose 12%.", ("Results 2022",)),
        ("Orrin's fares fell 12% in 2022.", "In earlier years, fares rose 12%.", ("Results 2022",)),
    ],
)  # fmt: skip
def test_nor_does_it_contradict(claim: str, text: str, headings: tuple[str, ...]) -> None:
    assert Facing.CONTRARY not in facings(claim, text, *headings)
    assert verdict(claim, text, *headings) is not Verdict.CONTRADICTED


@pytest.mark.parametrize("headings", [(), ("Third quarter",), ("Peru", "Third quarter")])
def test_figures_that_show_what_is_meant_contradict_the_other_way_under_any_heading(headings: tuple[str, ...]) -> None:
    text = (
        "Ferry income increased 19.2% to $447.6 million compared to $375.5 million in the third quarter of fiscal 2021."
    )
    claim = "Ferry income fell 19.2% to $447.6 million."
    assert verdict(claim, text, *headings, title="Orrin Q3 2022 earnings results") is Verdict.CONTRADICTED


def test_a_sentence_that_says_who_and_when_stands_behind_other_figures() -> None:
    text = (
        "Ferry activity in fiscal 2022 included 12 new piers located in Lima and Cusco."
        " At the end of the fourth quarter of fiscal 2022, the Company ran 1,355 kiosks totaling 9 acres."
    )
    assert verdict("Orrin ran 1,355 kiosks at the end of fiscal 2022.", text, "Store update") is Verdict.SUPPORTED


def test_kiosks_at_the_end_of_the_year_are_those_at_the_end_of_its_last_quarter() -> None:
    text = "At the end of the fourth quarter of fiscal 2022, the Company ran 1,355 kiosks totaling 9 acres."
    claim = "Orrin ran 1,355 kiosks at the end of fiscal 2022."
    assert verdict(claim, text, title="Orrin Q4 2022 earnings results") is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("in 2021", "in 2022", True),
        ("in 2020", "in 2022", False),
        ("in the third quarter of 2022", "in the fourth quarter of 2022", True),
        ("in the fourth quarter of 2021", "in the first quarter of 2022", True),
        ("in the fourth quarter of 2021", "in the fourth quarter of 2022", True),
        ("in the second quarter of 2022", "in the fourth quarter of 2022", False),
        ("in 2021", "in the fourth quarter of 2022", False),
        ("at the end of 2021", "at the end of 2022", True),
    ],
)
def test_the_time_just_before(one: str, other: str, expected: bool) -> None:
    earlier, later = (
        only_period(text, [each for each in parse_quantities(text) if each.date]) for text in (one, other)
    )
    assert earlier
    assert later
    assert is_just_before(earlier, later) is expected


def test_a_very_long_text_states_nothing() -> None:
    assert statement_of("Fares rose 12% in 2022, " + "partly and " * LONGEST) is None
