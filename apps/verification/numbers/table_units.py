"""The unit that a row or a column of a table gives its bare figures: in a column of units, a label or a head. Pure."""

import re
from dataclasses import replace
from functools import lru_cache

from apps.core.patterns import lazy_regex
from apps.verification.numbers.quantities import Kind, Quantity
from apps.verification.numbers.reading import parse_quantities
from apps.verification.numbers.table_columns import Column, cells_of
from apps.verification.numbers.units import CURRENCY_CODES

_LONGEST = 30  # characters
_IN_BRACKETS = lazy_regex(r"[(\[](?:in\s+)?([^()\[\]]{1,30})[)\]]\s*\Z")
_UNITS = lazy_regex(r"\W*(?:units?|units? of measure(?:ment)?|uom|measured in)\W*", re.IGNORECASE)
_RATE = lazy_regex(r"/|\bper\b", re.IGNORECASE)
_WORD = lazy_regex(r"(?:second|minute|hour|day|week|month|quarter|year|night|half|foot|pound|[a-z])\Z", re.IGNORECASE)
_THOUSANDS = lazy_regex(r"\A['’]?000s?\b")
_TWO = lazy_regex(r"\b(?:n|no\.?|number|mean|median)\W*\Z", re.IGNORECASE)  # "n (%)": figures of two kinds
_OTHER = lazy_regex(r"%|\b(?:change|growth|increase|decrease|variance|difference|share)\b|[Δ±]", re.IGNORECASE)
_CODE = lazy_regex(rf"\A(?P<code>{'|'.join(sorted(CURRENCY_CODES))})\s+(?P<rest>\S.*)\Z")


@lru_cache(maxsize=2048)
def unit_in(words: str) -> Quantity | None:
    """One of the unit that ``words`` are, scale word included; None where they are anything else."""
    words = _THOUSANDS.sub("thousand", " ".join(words.split()))
    if (
        not words
        or len(words) > _LONGEST
        or _RATE.search(words)
        or _WORD.fullmatch(words)
        or any(map(str.isdigit, re.sub(r"(?<=[a-z])[23]\b", "", words)))
    ):
        return None
    code = _CODE.match(words)
    text = f"{code['code']} 1 {code['rest']}" if code else f"1 {words}"
    found = parse_quantities(text)
    if len(found) != 1 or found[0].text != text or found[0].per:
        return None
    one = found[0]
    named = one.kind in (Kind.MONEY, Kind.PERCENT, Kind.MEASURE)
    return one if named or (one.kind is Kind.COUNT and one.scaled) else None


@lru_cache(maxsize=512)
def unit_of_row(line: str, head: tuple[Column, ...]) -> Quantity | None:
    """The unit of all figures of a row: that of its cell in the column of units, else that behind its label."""
    if "|" not in line:
        figure = re.search(r"(?<=\s)[($€£]*\d", line)
        return _behind(line[: figure.start()]) if figure else None
    cells = [line[start:end].strip() for start, end in cells_of(line)]
    over = [column.head for column in head] if len(head) == len(cells) else [""] * len(cells)
    for cell, name in list(zip(cells, over, strict=True))[1:]:
        unit = unit_in(cell)
        if unit is not None and (_UNITS.fullmatch(name) or cell == "%" or (unit.scaled and unit.kind is Kind.MEASURE)):
            return unit
    return _behind(cells[0])


def unit_of_column(column: Column | None) -> Quantity | None:
    """The unit behind the name of a column: "Area (ha)"."""
    return _behind(column.head) if column else None


def is_of_its_own(column: Column | None) -> bool:
    """Whether a column has figures of another kind than the row: a change, a share."""
    return bool(column and _OTHER.search(column.head))


def measured(one: Quantity, unit: Quantity) -> list[Quantity]:
    """A bare figure as so much of ``unit``, and, where that has a scale, as it is written."""
    whole = replace(
        one, kind=unit.kind, value=one.value * unit.value, step=one.step * unit.value, unit=unit.unit, noun="",
        dimension=unit.dimension, factor=unit.factor, scaled=unit.scaled,
    )  # fmt: skip
    return [whole, replace(one, literal=True, dimension=unit.dimension)] if unit.scaled else [whole]


def _behind(label: str) -> Quantity | None:
    match = _IN_BRACKETS.search(label.rstrip())
    return unit_in(match[1]) if match and not _TWO.search(label[: match.start()]) else None
