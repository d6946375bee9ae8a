"""Sheets of figures as reports have them, all of it invented, with claims of a cell or of two of them. Pure."""

import random
from collections.abc import Iterator, Sequence

from training.made.rows import Told
from training.pairs import Target

_ITEMS = (
    "Net sales", "Cost of sales", "Gross profit", "Operating income", "Interest expense", "Income taxes", "Net income",
    "Research and development", "Selling and marketing", "Depreciation", "Capital expenditures", "Free cash flow",
    "Total assets", "Long-term debt", "Inventories", "Trade receivables", "Shareholders' equity", "Dividends paid",
    "Average headcount", "Lease liabilities", "Provisions", "Other income", "Restructuring charges", "Goodwill",
    "Subscriptions", "Licence fees", "Rental income", "Staff costs", "Energy costs", "Deferred revenue",
)  # fmt: skip
_UNITS = (("$", " million"), ("€", " million"), ("£", " thousand"), ("", " million"), ("$", ""), ("", ""))
_CELL = ("{item} {were} {value} in {year}.", "In {year}, {item_low} {were} {value}.", "{item} for {year}: {value}.")
_ROUNDS = 4  # claims of one sheet, each with its opposite


def sheets(chance: random.Random) -> Iterator[Told]:
    """Endless: true and false claims by turns."""
    while True:
        items = chance.sample(_ITEMS, chance.randint(3, 8))
        first = chance.randint(2005, 2023)
        years = [str(first - back) for back in range(chance.randint(2, 3))]
        scale = 10 ** chance.randint(2, 5)
        figures = {item: [chance.randint(scale // 10, scale) for _ in years] for item in items}
        sign, unit = chance.choice(_UNITS)
        evidence = _written(figures, years, f"{sign}{unit}".strip(), chance)
        for _ in range(_ROUNDS):
            yield from _two(figures, years, (sign, unit), evidence, chance)


def _two(
    figures: dict[str, list[int]], years: Sequence[str], unit: tuple[str, str], evidence: str, chance: random.Random
) -> Iterator[Told]:
    """A true claim and a false one that differ in one thing."""
    item, column = chance.choice(sorted(figures)), chance.randrange(len(years))
    if chance.random() < 0.3:
        now, before = figures[item][0], figures[item][1]
        rose = now > before
        for verb, holds in ((("rose", "increased"), rose), (("fell", "decreased"), not rose)):
            claim = f"{item} {chance.choice(verb)} from {years[1]} to {years[0]}."
            target = Target.SUPPORTED if holds and now != before else Target.CONTRADICTED
            yield Told(claim=claim, evidence=evidence, target=target)
        return
    true = figures[item][column]
    wrong = [figures[item][other] for other in range(len(years)) if other != column]
    wrong += [figures[other][column] for other in figures if other != item]
    false = chance.choice([*wrong, true + chance.choice((-1, 1)) * max(1, true // chance.choice((5, 10, 100)))])
    form = chance.choice(_CELL)
    for value, target in ((true, Target.SUPPORTED), (false, Target.CONTRADICTED)):
        if value != true or target is Target.SUPPORTED:
            shown = f"{unit[0]}{value:,}{unit[1]}"
            were = "were" if item.endswith("s") and not item.endswith("ss") else "was"
            claim = form.format(
                item=item, item_low=item[:1].lower() + item[1:], were=were, value=shown, year=years[column]
            )
            yield Told(claim=claim, evidence=evidence, target=target)


def _written(figures: dict[str, list[int]], years: Sequence[str], unit: str, chance: random.Random) -> str:
    rows = [(item, [f"{one:,}" for one in row]) for item, row in figures.items()]
    head = f"(in {unit})" if unit else ""
    form = chance.choice(("pipes", "gaps", "told"))
    if form == "pipes":
        lines = [f"| {head} | {' | '.join(years)} |", *(f"| {item} | {' | '.join(row)} |" for item, row in rows)]
    elif form == "gaps":
        lines = [f"{head}   {'   '.join(years)}".strip(), *(f"{item}   {'   '.join(row)}" for item, row in rows)]
    else:
        lines = [head] * bool(head)
        for item, row in rows:
            cells = (f"{year}: {one}" for year, one in zip(years, row, strict=True))
            lines.append(f"{item}: {'; '.join(cells)}")
    return "\n".join(lines)
