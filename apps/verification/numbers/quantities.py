"""What a figure in a text is: kind, value, unit, bound."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from apps.verification.numbers.bounds import Bound
from apps.verification.numbers.dates import PartialDate


class Kind(StrEnum):
    MONEY = "amount"
    PERCENT = "percentage"
    POINTS = "percentage points"  # basis points too: 100 of them are one
    MEASURE = "measure"
    COUNT = "number"  # a figure without a unit
    SHARE = "share"  # "two thirds", "half of"; the value is in per cent
    RATIO = "ratio"
    ORDINAL = "rank"
    DATE = "date"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """One figure, at text[start:end]. ``value`` has its scale word applied and is in ``unit``."""

    kind: Kind
    value: Decimal
    text: str
    start: int
    end: int
    step: Decimal = Decimal(1)  # weight of the last significant digit as written
    unit: str = ""  # currency code or sign, or the unit's name
    dimension: str = ""  # of a measure; value × factor is in its base unit
    factor: Decimal = Decimal(1)
    bound: Bound = Bound.EXACT
    hedged: bool = False
    scaled: bool = False  # bears a scale word of its own
    exponent: int = 0  # of the power of ten it is written with: 6 of "10⁶"
    spelled: bool = False
    noun: str = ""  # stem of the word that follows a plain number
    per: str = ""  # "per month"
    literal: bool = False  # as written, though its table says "in millions": no amount of money
    date: PartialDate | None = None

    @property
    def may_be_name(self) -> bool:
        """Whether it is written as "3M", which may be a name or so many millions."""
        return self.kind is Kind.COUNT and self.text[-1:].isalpha() and self.text[-2:-1].isdigit()

    @property
    def base(self) -> Decimal:
        """The value in the base unit of its dimension."""
        return self.value * self.factor
