"""Currencies, scale words and units of measure, as figures in documents bear them."""

from dataclasses import dataclass
from decimal import Decimal

CURRENCY_SIGNS = {
    "US$": "USD", "C$": "CAD", "CA$": "CAD", "CAD$": "CAD", "A$": "AUD", "AU$": "AUD", "NZ$": "NZD", "HK$": "HKD",
    "S$": "SGD", "R$": "BRL", "$": "$", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB",
    "₺": "TRY", "₿": "BTC", "Rs.": "INR", "Rs": "INR", "kr": "kr",
}  # fmt: skip
CURRENCY_CODES = frozenset(
    """USD EUR GBP JPY CHF CAD AUD NZD CNY RMB INR HKD SGD SEK NOK DKK KRW BRL MXN ZAR RUB TRY PLN CZK HUF ILS AED SAR
    THB IDR MYR PHP TWD BTC ETH""".split()  # noqa: SIM905 - a list of words reads better as words
)
CURRENCY_WORDS = {
    "dollar": "$", "dollars": "$", "euro": "EUR", "euros": "EUR", "pound sterling": "GBP", "pounds sterling": "GBP",
    "yen": "JPY", "yuan": "CNY", "renminbi": "CNY", "rupee": "INR", "rupees": "INR", "franc": "CHF", "francs": "CHF",
    "us dollars": "USD", "u.s. dollars": "USD", "canadian dollars": "CAD", "australian dollars": "AUD",
    "swiss francs": "CHF", "won": "KRW", "roubles": "RUB", "rubles": "RUB", "pesos": "MXN",
}  # fmt: skip
DOLLARS = frozenset({"$", "USD", "CAD", "AUD", "NZD", "HKD", "SGD"})

SCALE_WORDS = {
    "hundred": 2, "thousand": 3, "thousands": 3, "lakh": 5, "lakhs": 5, "million": 6, "millions": 6, "mln": 6, "mio": 6,
    "mn": 6, "mm": 6, "crore": 7, "crores": 7, "billion": 9, "billions": 9, "bn": 9, "bln": 9, "trillion": 12,
    "trillions": 12, "tn": 12, "trn": 12,
}  # fmt: skip
# letters right behind a figure: always a scale with a currency, else only where no unit is meant
SCALE_LETTERS = {"k": 3, "K": 3, "m": 6, "M": 6, "MM": 6, "b": 9, "B": 9, "bn": 9, "t": 12, "T": 12, "tn": 12, "mm": 6}


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of one dimension; a figure times ``factor`` is in the dimension's base unit."""

    name: str
    dimension: str
    factor: Decimal


def _units(dimension: str, spellings: dict[str, str]) -> dict[str, Unit]:
    """spelling → unit from ``{"m metre metres": "1"}``; the first spelling is the unit's name."""
    table = {}
    for names, factor in spellings.items():
        name, *others = names.split()
        for spelling in (name, *others):
            table[spelling.replace("_", " ")] = Unit(name.replace("_", " "), dimension, Decimal(factor))
    return table


OF_TIME = ("time", "months", "business days")  # dimensions of lengths of time, see below
# Days, months and business days are dimensions of their own: 90 days are not three months where it matters.
UNITS: dict[str, Unit] = {
    **_units(
        "time",
        {
            "second seconds sec secs": "1",
            "minute minutes min mins": "60",
            "hour hours hr hrs h": "3600",
            "day days calendar_day calendar_days consecutive_days": "86400",
            "week weeks wk wks": "604800",
            "night nights": "86400",
            "millisecond milliseconds ms": "0.001",
        },
    ),
    **_units(
        "months",
        {
            "month months calendar_month calendar_months mo": "1",
            "quarter quarters": "3",
            "year years yr yrs calendar_years annum year_old years_old": "12",
            "decade decades": "120",
            "century centuries": "1200",
            "semester semesters": "6",
            "fortnight fortnights": "0.5",
        },
    ),
    **_units(
        "business days",
        {"business_day business_days working_day working_days trading_day trading_days banking_day banking_days": "1"},
    ),
    **_units(
        "length",
        {
            "mm millimetre millimetres millimeter millimeters": "0.001",
            "cm centimetre centimetres centimeter centimeters": "0.01",
            "m metre metres meter meters": "1",
            "km kilometre kilometres kilometer kilometers kms": "1000",
            "inch inches": "0.0254",
            "foot feet ft": "0.3048",
            "yard yards yd yds": "0.9144",
            "mile miles mi": "1609.344",
            "nm nanometre nanometres nanometer nanometers": "0.000000001",
        },
    ),
    **_units(
        "area",
        {
            "sq_m square_metre square_metres square_meter square_meters m2 m² sqm": "1",
            "sq_ft square_foot square_feet sqft ft2 ft² sf": "0.09290304",
            "acre acres": "4046.8564224",
            "hectare hectares ha": "10000",
            "sq_km square_kilometre square_kilometres square_kilometer square_kilometers km2 km²": "1000000",
            "sq_mi square_mile square_miles": "2589988.110336",
        },
    ),
    **_units(
        "mass",
        {
            "mg milligram milligrams": "0.001",
            "g gram grams": "1",
            "kg kilogram kilograms kilo kilos kgs": "1000",
            "tonne tonnes metric_ton metric_tons": "1000000",
            "ton tons": "907184.74",
            "lb lbs pound pounds": "453.59237",
            "oz ounce ounces": "28.349523125",
            "µg mcg microgram micrograms": "0.000001",
        },
    ),
    **_units(
        "volume",
        {
            "ml millilitre millilitres milliliter milliliters": "0.001",
            "l litre litres liter liters": "1",
            "gallon gallons gal": "3.785411784",
            "barrel barrels bbl bbls": "158.987294928",
            "cubic_metre cubic_metres cubic_meters m3 m³": "1000",
        },
    ),
    **_units("temperature C", {"°C ºC celsius degrees_celsius": "1"}),
    **_units("temperature F", {"°F ºF fahrenheit degrees_fahrenheit": "1"}),
    **_units("angle", {"degree degrees °": "1"}),
    **_units(
        "power",
        {
            "W watt watts": "1",
            "kW kilowatt kilowatts": "1000",
            "MW megawatt megawatts": "1000000",
            "GW gigawatt gigawatts": "1000000000",
        },
    ),
    **_units(
        "energy",
        {
            "kWh kilowatt-hours kilowatt-hour": "1",
            "MWh megawatt-hours": "1000",
            "GWh gigawatt-hours": "1000000",
            "TWh": "1000000000",
        },
    ),
    **_units(
        "data",
        {
            "KB kilobyte kilobytes": "1",
            "MB megabyte megabytes": "1000",
            "GB gigabyte gigabytes": "1000000",
            "TB terabyte terabytes": "1000000000",
        },
    ),
    **_units("speed", {"mph": "1.609344", "km/h kph": "1"}),
    **_units("frequency", {"Hz hertz": "1", "kHz": "1000", "MHz": "1000000", "GHz": "1000000000"}),
    **_units("multiple", {"times x × fold -fold": "1"}),
}
