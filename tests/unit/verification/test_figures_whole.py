"""Figures are read whole, with all that is written on to them, and what only looks like one is not read."""

from decimal import Decimal

import pytest

from apps.verification.numbers.bounds import Bound
from apps.verification.numbers.lint import QuoteContext, number_findings
from apps.verification.numbers.quantities import Kind
from apps.verification.numbers.reading import parse_quantities

MONEY, MEASURE, COUNT = Kind.MONEY, Kind.MEASURE, Kind.COUNT


@pytest.mark.parametrize(
    ("text", "kind", "value", "unit"),
    [
        ("a $100,000-a-week contract", MONEY, "100000", "$"),
        ("a £250-an-hour lawyer", MONEY, "250", "GBP"),
        ("$1.50-a-share", MONEY, "1.50", "$"),
        ("USD1.5 million", MONEY, "1500000", "USD"),
        ("Rs1,500", MONEY, "1500", "INR"),
        ("a $21 Million debut", MONEY, "21000000", "$"),
        ("€5 Mio", MONEY, "5000000", "EUR"),
        ("5m euros", MONEY, "5000000", "EUR"),
        ("12.5m€", MONEY, "12500000", "EUR"),
        ("a fine of 10 000 euros", MONEY, "10000", "EUR"),
        ("2\u202f000\u202f000 EUR", MONEY, "2000000", "EUR"),
        ("5 million pounds", MEASURE, "5000000", "lb"),
        ("500m from people", MEASURE, "500", "m"),
        ("a wall of 5m", MEASURE, "5", "m"),
        ("5mm of rain", MEASURE, "5", "mm"),
        ("a 5-km run", MEASURE, "5", "km"),
        ("a 30-second film", MEASURE, "30", "second"),
        ("28 degrees Celsius", MEASURE, "28", "°C"),
        ("a rise of 5pc", Kind.PERCENT, "5", ""),
        ("a 5-per-cent rise", Kind.PERCENT, "5", ""),
        ("1.2m new users", COUNT, "1200000", ""),
        ("10\u00a0000 voters", COUNT, "10000", ""),
        ("28.2C in the shade", COUNT, "28.2", ""),
        ("a price of 517.8p", COUNT, "517.8", ""),
        ("1 in 1,000 girls", Kind.SHARE, "0.1", ""),
        ("a lap of 1:35.782", Kind.RATIO, "1", "35.782"),
    ],
)
def test_a_figure_is_read_whole(text: str, kind: Kind, value: str, unit: str) -> None:
    (one,) = parse_quantities(text)
    assert (one.kind, one.value, one.unit) == (kind, Decimal(value), unit)
    assert text[one.start : one.end] == one.text


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("$5-10 million", (5_000_000, 10_000_000)),
        ("€20-30m", (20_000_000, 30_000_000)),
        ("150-200 years", (150, 200)),
        ("120-150 mg", (120, 150)),
        ("between five and ten days", (5, 10)),
        ("a 10-to-12-week course", (10, 12)),
        ("150-200 basis points", (Decimal("1.5"), 2)),
    ],
)
def test_both_ends_of_a_range_are_read_as_its_second_says(text: str, ends: tuple[int, int]) -> None:
    one, two = parse_quantities(text)
    assert (one.value, two.value) == ends
    assert (one.kind, one.unit, one.bound, two.bound) == (two.kind, two.unit, Bound.AT_LEAST, Bound.AT_MOST)


@pytest.mark.parametrize(
    "text",
    ["H1N1, H2O, GPT-4.5 and R1.35", "call 471-3168 or 800-555-1234", "an 8-K and a 10-Q", "image Q31324"],
)
def test_what_is_no_figure_is_not_read(text: str) -> None:
    assert parse_quantities(text) == ()


def test_a_rate_is_one_however_it_is_joined() -> None:
    found = [parse_quantities(f"$5,000{rate}")[0] for rate in (" per month", "-a-month", "-per-month", " a month")]
    assert {one.per for one in found} == {"month"}


def test_a_small_share_is_not_another() -> None:
    rare, rarer = (f"It befalls one in {many} children." for many in ("1,000", "12,000"))
    assert number_findings(rare, [QuoteContext(text=rarer)])
    assert not number_findings(rare, [QuoteContext(text=rare)])
