"""Quantities are read with currency, scale, unit and bound; dates in many forms; names and references are none."""

import time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.verification.citations import filter_citations
from apps.verification.numbers.bounds import Bound
from apps.verification.numbers.dates import PartialDate, find_dates
from apps.verification.numbers.lint import QuoteContext, number_findings
from apps.verification.numbers.quantities import Kind
from apps.verification.numbers.reading import parse_quantities
from apps.verification.quote_lock import locate
from apps.verification.wording.modality import modality_findings

MONEY, PERCENT, POINTS, MEASURE, COUNT = Kind.MONEY, Kind.PERCENT, Kind.POINTS, Kind.MEASURE, Kind.COUNT


def one(text: str):
    (quantity,) = parse_quantities(text)
    return quantity


@pytest.mark.parametrize(
    ("text", "month", "day"),
    [("on april 3", 4, 3), ("on may 7", 5, 7), ("3 june", 6, 3), ("in october", 10, None)],
)
def test_a_month_in_small_letters_is_one(text, month, day):
    (found,) = find_dates(text)
    assert (found.date.month, found.date.day) == (month, day)


@pytest.mark.parametrize(
    "text", ["section 3 may apply", "they march 7 miles", "staff may 7 times a year", "an august 9"]
)
def test_a_verb_is_none(text):
    assert [one for one in find_dates(text) if one.date.month in (3, 5, 8)] == []


@pytest.mark.parametrize(
    ("text", "kind", "value", "unit"),
    [
        ("$1,577", MONEY, "1577", "$"),
        ("US$1,577 million", MONEY, "1577000000", "USD"),
        ("a price of C$5", MONEY, "5", "CAD"),
        ("€2.5bn", MONEY, "2500000000", "EUR"),
        ("EUR 3m", MONEY, "3000000", "EUR"),
        ("5 USD", MONEY, "5", "USD"),
        ("£12k", MONEY, "12000", "GBP"),
        ("two and a half million euros", MONEY, "2500000", "EUR"),
        ("a million dollars", MONEY, "1000000", "$"),
        ("₹10 crore", MONEY, "100000000", "INR"),
        ("net loss of $(25) million", MONEY, "-25000000", "$"),
        ("-$3.2 million", MONEY, "-3200000", "$"),
        ("80%", PERCENT, "80", ""),
        ("80 per cent", PERCENT, "80", ""),
        ("twelve percent", PERCENT, "12", ""),
        ("2 1/2 percent", PERCENT, "2.5", ""),
        ("-5%", PERCENT, "-5", ""),
        (".5%", PERCENT, "0.5", ""),
        ("1.5 percentage points", POINTS, "1.5", ""),
        ("25 basis points", POINTS, "0.25", ""),
        ("150 bps", POINTS, "1.5", ""),
        ("30 days", MEASURE, "30", "day"),
        ("thirty (30) days", MEASURE, "30", "day"),
        ("a 30-day period", MEASURE, "30", "day"),
        ("ten business days", MEASURE, "10", "business day"),
        ("18 months", MEASURE, "18", "month"),
        ("1½ years", MEASURE, "1.5", "year"),
        ("1,500 sq ft", MEASURE, "1500", "sq ft"),
        ("5 km", MEASURE, "5", "km"),
        ("12 km²,³ of land", MEASURE, "12", "sq km"),
        ("30 days⁵ of notice", MEASURE, "30", "day"),
        ("$1,355⁵ million", MONEY, "1355000000", "$"),
        ("$1,355¹² ³ million", MONEY, "1355000000", "$"),
        ("$1,3555 million", MONEY, "13555000000", "$"),
        ("$10² million", MONEY, "10000000", "$"),
        ("80⁽⁵,⁶⁾% of the 10-K² filing", PERCENT, "80", ""),
        ("10⁶ tonnes", MEASURE, "1000000", "tonne"),
        ("10^6 tonnes", MEASURE, "1000000", "tonne"),
        ("10⁻³ kg", MEASURE, "0.001", "kg"),
        ("1.5 × 10³,⁴ kg", MEASURE, "1500", "kg"),
        ("2 x 10⁻² m", MEASURE, "0.02", "m"),
        ("2⁶⁴ states", COUNT, "18446744073709551616", ""),
        ("2^10 states", COUNT, "1024", ""),
        ("16⁻¹ kg", MEASURE, "0.0625", "kg"),
        ("80¹² people", COUNT, "80", ""),
        ("12⁸ people", COUNT, "12", ""),
        ("$2¹⁰ million", MONEY, "2000000", "$"),
        ("1,000² shares", COUNT, "1000", ""),
        ("100 kg", MEASURE, "100", "kg"),
        ("20 °C", MEASURE, "20", "°C"),
        ("1.5x", MEASURE, "1.5", "times"),
        ("500 employees", COUNT, "500", ""),
        ("twenty-one people", COUNT, "21", ""),
        ("one hundred and five people", COUNT, "105", ""),
        ("a dozen eggs", COUNT, "12", ""),
        ("half a million people", COUNT, "500000", ""),
        ("3.7 million users", COUNT, "3700000", ""),
        ("half of the users", Kind.SHARE, "50", ""),
        ("four out of five users", Kind.SHARE, "80", ""),
        ("a ratio of 3:1", Kind.RATIO, "3", "1"),
        ("the 21st floor", Kind.ORDINAL, "21", ""),
        ("the twenty-first floor", Kind.ORDINAL, "21", ""),
    ],
)
def test_a_quantity_is_read(text, kind, value, unit):
    quantity = one(text)
    assert (quantity.kind, quantity.value, quantity.unit) == (kind, Decimal(value), unit)
    assert text[quantity.start : quantity.end] == quantity.text


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("at least 80%", Bound.AT_LEAST),
        ("no less than 80%", Bound.AT_LEAST),
        ("not fewer than 80 votes", Bound.AT_LEAST),
        ("a minimum of 80%", Bound.AT_LEAST),
        ("the minimum score is 620", Bound.AT_LEAST),
        ("620 or higher", Bound.AT_LEAST),
        ("must not be lower than 3%", Bound.AT_LEAST),
        ("65 years or older", Bound.AT_LEAST),
        ("at most 80%", Bound.AT_MOST),
        ("up to 80%", Bound.AT_MOST),
        ("no more than 80%", Bound.AT_MOST),
        ("must not exceed 80%", Bound.AT_MOST),
        ("shall never exceed $500", Bound.AT_MOST),
        ("the maximum loan-to-value ratio is 80%", Bound.AT_MOST),
        ("80% or less", Bound.AT_MOST),
        ("within 30 days", Bound.AT_MOST),
        ("no later than 30 days after", Bound.AT_MOST),
        ("no later than 30 days before closing", Bound.AT_LEAST),
        ("30 years maximum", Bound.AT_MOST),
        ("more than 80%", Bound.MORE),
        ("exceeding $500", Bound.MORE),
        ("over 80%", Bound.MORE),
        ("after 30 days", Bound.MORE),
        ("less than 80%", Bound.LESS),
        ("under 18 years", Bound.LESS),
        ("over five years", Bound.EXACT),
        ("over the past 5 years", Bound.EXACT),
        ("it is 80%", Bound.EXACT),
    ],
)
def test_a_bound_is_read(text, bound):
    assert one(text).bound is bound


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("5–10%", [(5, Bound.AT_LEAST), (10, Bound.AT_MOST)]),
        ("between 5 and 10 days", [(5, Bound.AT_LEAST), (10, Bound.AT_MOST)]),
        ("$5 to $10 million", [(5_000_000, Bound.AT_LEAST), (10_000_000, Bound.AT_MOST)]),
        ("rose from 5% to 10%", [(5, Bound.EXACT), (10, Bound.EXACT)]),
    ],
)
def test_the_ends_of_a_range_share_unit_and_scale(text, bounds):
    found = parse_quantities(text)
    assert [(quantity.value, quantity.bound) for quantity in found] == bounds
    assert found[0].kind is found[1].kind
    assert found[0].unit == found[1].unit


@pytest.mark.parametrize(
    "text",
    [
        "See Section 4.2(b) and Note 7.",
        "page 12 of Form 10-K",
        "Articles 5 and 6",
        "§ 12",
        "COVID-19 and N95 masks",
        "the S&P 500",
        "1. The first point",
        "version 2.1.3",
        "ISO 9001",
        "https://example.org/2022/5",
        "one of the others",
        "No one came.",
    ],
)
def test_names_references_and_pronouns_are_no_amounts(text):
    assert [one.text for one in parse_quantities(text) if one.kind is not Kind.ORDINAL] == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("- 25 days of annual leave", 25),
        ("Leave:\n  - 25 days", 25),
        ("- $25 million", 25_000_000),
        ("- -25 points", -25),
        ("-25%", -25),
        ("It was -25%.", -25),
        ("| - 25 |", -25),
        ("a change of - 25 points", -25),
        ("minus 25 points", -25),
    ],
)
def test_the_mark_of_a_list_item_is_no_minus(text, value):
    assert [quantity.value for quantity in parse_quantities(text)] == [value]


def test_brackets_are_negative_in_tables_only():
    row = parse_quantities("Purchases of property (1,577) (1,373) 20")
    assert [quantity.value for quantity in row] == [-1577, -1373, 20]
    assert one("a minority (12%) agreed").value == 12
    assert one("the fee ($25) is due").value == 25


def test_a_rate_is_read_per_time():
    assert one("$5,000 per month").per == "month"
    assert one("12% p.a.").per == one("12% per annum").per == one("12% annually").per == "year"


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("May 14, 2023", PartialDate(year=2023, month=5, day=14)),
        ("14 May 2023", PartialDate(year=2023, month=5, day=14)),
        ("the 14th of May 2023", PartialDate(year=2023, month=5, day=14)),
        ("2023-05-14", PartialDate(year=2023, month=5, day=14)),
        ("31/12/2022", PartialDate(year=2022, month=12, day=31)),
        ("31.12.2022", PartialDate(year=2022, month=12, day=31)),
        ("03/04/2023", PartialDate(year=2023, month=3, day=4, swappable=True)),
        ("Sept. 2022", PartialDate(year=2022, month=9)),
        ("in May", PartialDate(month=5)),
        ("Q3 2022", PartialDate(year=2022, quarter=3)),
        ("third quarter of fiscal 2021", PartialDate(year=2021, quarter=3, fiscal=True)),
        ("FY22", PartialDate(year=2022, fiscal=True)),
        ("fiscal year 2022", PartialDate(year=2022, fiscal=True)),
        ("first half of 2022", PartialDate(year=2022, half=1)),
        ("the 1990s", PartialDate(decade=1990)),
        ("in 2022", PartialDate(year=2022)),
        ("9:30 a.m.", PartialDate(minutes=570)),
        ("17:00", PartialDate(minutes=1020)),
    ],
)
def test_a_date_is_read(text, date):
    assert [mention.date for mention in find_dates(text)] == [date]


@pytest.mark.parametrize("text", ["it may rain", "$2022", "2,022 units", "2022.5", "40/40/2020", "we march on"])
def test_what_only_looks_like_a_date_is_none(text):
    assert find_dates(text) == ()


def test_a_span_of_years_is_two_dates():
    assert [mention.date.year for mention in find_dates("2019-21 and FY2022/23")] == [2019, 2021, 2022, 2023]


@given(st.text(max_size=120))
def test_any_text_can_be_read(text):
    for quantity in parse_quantities(text):
        assert text[quantity.start : quantity.end] == quantity.text


@given(st.integers(0, 10**9), st.sampled_from(["${}", "{}%", "{} days", "EUR {}", "{} employees"]))
def test_a_figure_is_read_with_or_without_separators(number, form):
    plain, grouped = one(form.format(number)), one(form.format(f"{number:,}"))
    assert plain.value == grouped.value == number
    assert plain.kind is grouped.kind


@pytest.mark.parametrize(
    "nasty",
    [
        "a" + "1" * 3000 + "%",
        "1," * 2000,
        "1.1" * 1500,
        "one hundred and " * 400,
        "not " * 1500,
        "between 5 and " * 300,
        "(" * 3000,
        "Section 4, 5, 6" + ", 7" * 1000 + "%",
        "$ " * 2000,
        "no more than " * 400,
        " " * 8000 + "x",
        "may not " * 400,
        "in millions " * 500,
        "2022 " * 1500,
        "[cite:" * 600,
    ],
)
def test_no_text_takes_long(nasty):
    begin = time.perf_counter()
    number_findings(nasty[:2000], [QuoteContext(text=nasty, before=nasty)])
    modality_findings(nasty[:4000], [nasty + "x"])
    filter_citations(nasty, {"a" * 12})
    locate(nasty[:200] + " word", nasty)
    assert time.perf_counter() - begin < 5


def test_a_power_is_part_of_what_is_shown_and_the_places_are_those_of_the_text():
    text = "Output² of 5 × 10³ tonnes¹ cost $1,355⁵ million in 2021.¹"
    assert [(found.text, text[found.start : found.end]) for found in parse_quantities(text)] == [
        ("5 × 10³ tonnes",) * 2,
        ("$1,355⁵ million",) * 2,
        ("2021",) * 2,
    ]


@given(st.text(alphabet="210,. ²⁵⁻⁽⁾×x^$%mkg"))
def test_every_text_with_raised_figures_is_read_within_its_bounds(text):
    for found in parse_quantities(text):
        assert 0 <= found.start < found.end <= len(text)
        assert found.text == text[found.start : found.end]
