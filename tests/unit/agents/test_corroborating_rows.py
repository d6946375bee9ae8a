"""Rows that may not be cited beside a row or a sentence, and sentences that may not be beside a row."""

import pytest

from tests.unit.agents.test_corroborating import HEAD, borne_out

INCOME = f"{HEAD}Interest income 1,310 1,240"

GIVES_OTHERS = {
    "a row of another year": (f"{HEAD}Operating income 1,508 1,239", "2022 2021\nOperating income $1,508 $1,239"),
    "a row with other figures": (f"{HEAD}Operating income 1,508 1,239", f"{HEAD}Operating income 1,508 1,329"),
    "a row with another label": (f"{HEAD}Net loss 5,053 4,290", f"{HEAD}Net loss from operations 5,053 4,290"),
    "an adjusted row": (f"{HEAD}Operating income 1,508 1,239", f"{HEAD}Adjusted operating income 1,508 1,239"),
    "a row in thousands": (
        f"{HEAD}Operating income 1,508 1,239",
        "($ in thousands) 2023 2022\nOperating income 1,508 1,239",
    ),
    "a row of no scale": (f"{HEAD}Operating income 1,508 1,239", "2023 2022\nOperating income $1,508 $1,239"),
    "a row whose table is announced in thousands": (
        f"{HEAD}Net earnings 1,419 2,454",
        "Earnings per share were computed as follows ($ in thousands):\n\n2023 2022\nNet earnings $1,419 $2,454",
    ),
    "a row of shares": (f"{HEAD}Operating leases 3.05% 2.55%", f"{HEAD}Operating leases 3.05 2.55"),
    "a row with less years": (
        "($ in millions) 2023 2022 2021\nOperating income 1,508 1,239 1,321",
        f"{HEAD}Operating income 1,508 1,239",
    ),
    "a row of the other sign": (f"{HEAD}Deferred taxes (193) 300", f"{HEAD}Deferred taxes 193 (300)"),
    "a row of small figures": (f"{HEAD}Lease cost 2 3", f"{HEAD}Total lease cost 2 3"),
    "a row in another currency": (f"{HEAD}Operating income $1,508 $1,239", f"{HEAD}Operating income €1,508 €1,239"),
    "a row for a sentence on a part": (
        "Interest income of the Flexibles segment was $131 million in fiscal 2023.",
        f"{HEAD}Interest income 131 124",
    ),
    "a row for a sentence on another year": (
        "Interest income was $131 million in fiscal 2022.",
        f"{HEAD}Interest income 131 124",
    ),
    "a row for a sentence on a quarter": (
        "Interest income was $131 million in the fourth quarter of 2023.",
        f"{HEAD}Interest income 131 124",
    ),
    "a row for what is about so much": (
        "Interest income was at least $131 million in fiscal 2023.",
        f"{HEAD}Interest income 131 124",
    ),
    "a sentence with less years for a row": (
        f"{HEAD}Interest income 131 124",
        "In fiscal 2023, interest income was $131 million.",
    ),
    "years exchanged in a sentence": (
        f"{HEAD}Interest income 131 124",
        "Interest income was $131 million and $124 million in fiscal 2022 and 2023, respectively.",
    ),
    "a half for the year": ("In the first half of 2023, interest income was $1,310 million.", INCOME),
    "a quarter for the year": ("In the quarter ended June 30, 2023, interest income was $1,310 million.", INCOME),
    "what is counted": ("Employees were 13,100 in fiscal 2023.", "2023 2022\nEmployees 13,100 12,400"),
    "a figure that others may be": ("Interest income was $9 million in fiscal 2023.", f"{HEAD}Interest income 9 8"),
    "a sentence for a row of a part": (
        f"{HEAD}Flexibles:\nInterest income 1,310 1,240",
        "Interest income was $1,310 million in fiscal 2023 and $1,240 million in fiscal 2022.",
    ),
    "a row of a part for a sentence": (
        "Interest income was $1,310 million in fiscal 2023.",
        f"{HEAD}Flexibles:\nInterest income 1,310 1,240",
    ),
    "a row of a part": (INCOME, f"{HEAD}Flexibles:\nInterest income 1,310 1,240"),
    "a row of no name": (f"{HEAD}Total 1,310 1,240", f"{HEAD}Total 1,310 1,240"),
}  # fmt: skip


@pytest.mark.parametrize(("claim", "source"), GIVES_OTHERS.values(), ids=GIVES_OTHERS)
def test_other_figures_or_of_something_else_are_not_cited(claim, source):
    assert not borne_out(claim, source)
