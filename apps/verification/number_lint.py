"""Number lint: every quantity of a claim must agree with the quotes, read with their table header and headings.

Rounding passes in honest form only: said to be one ("about 1.6 billion"), or to three significant digits and more.
Bounds must not flip, units, currencies and periods must be the same. What is written out of the quote word for word
passes.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from apps.verification.bounds import Bound
from apps.verification.dates import PartialDate
from apps.verification.lexicon import content_stems, stem
from apps.verification.number_match import Nearness, comparable, digits_of, is_rival, nearness
from apps.verification.numbers import parse_quantities
from apps.verification.quantities import Kind, Quantity
from apps.verification.quote_lock import locate
from apps.verification.table_context import QuoteContext, column_years, quote_quantities
from apps.verification.types import Check

__all__ = ["NumberFault", "NumberFinding", "QuoteContext", "number_findings", "number_lint"]


class NumberFault(StrEnum):
    """What is wrong with a quantity of a claim."""

    DIFFERS = "differs"  # the source has another value of the same kind in its place
    UNIT = "unit"  # the same figure with another unit or currency
    BOUND = "bound"  # at least for at most, more than for exactly
    SIGN = "sign"  # a loss for a gain
    PERIOD = "period"  # the figure or the date of another period
    ROUNDED = "rounded"  # rounded without saying so
    PRECISION = "precision"  # more exact than the source
    MISSING = "missing"  # nothing of the kind in the source

    @property
    def is_plain(self) -> bool:
        """Whether the source says something else, rather than nothing or less."""
        return self in (NumberFault.DIFFERS, NumberFault.UNIT, NumberFault.BOUND, NumberFault.SIGN, NumberFault.PERIOD)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberFinding:
    """A quantity of the claim that the quotes do not bear out; ``source`` is what they have instead, if anything."""

    fault: NumberFault
    claimed: str
    source: str = ""
    dated: bool = False  # the quantity is a date

    @property
    def detail(self) -> str:
        """One sentence for the ledger."""
        told = {
            NumberFault.DIFFERS: f"The claim says “{self.claimed}”, the source “{self.source}”.",
            NumberFault.UNIT: f"The claim says “{self.claimed}”, the source “{self.source}”: another unit.",
            NumberFault.BOUND: f"The claim bounds “{self.claimed}” another way than the source does (“{self.source}”).",
            NumberFault.SIGN: f"The claim says “{self.claimed}”, the source “{self.source}” with the opposite sign.",
            NumberFault.PERIOD: f"“{self.claimed}” belongs to another period in the source (“{self.source}”).",
            NumberFault.ROUNDED: f"“{self.claimed}” is rounded from “{self.source}” without saying so.",
            NumberFault.PRECISION: f"“{self.claimed}” is more exact than the source (“{self.source}”).",
            NumberFault.MISSING: f"“{self.claimed}” is not in the quoted source.",
        }
        return told[self.fault]


def number_lint(claim_text: str, quotes: Sequence[QuoteContext]) -> tuple[Check, ...]:
    """One check per quantity of the claim that the quotes do not bear out; none without quotes."""
    return tuple(Check(name="number_lint", detail=one.detail) for one in number_findings(claim_text, quotes))


def number_findings(claim_text: str, quotes: Sequence[QuoteContext]) -> tuple[NumberFinding, ...]:
    """The same with the kind of fault, in the order of the claim."""
    if not quotes or _is_verbatim(claim_text, quotes):
        return ()
    return _Comparison(claim_text, quotes).findings()


def _is_verbatim(claim_text: str, quotes: Sequence[QuoteContext]) -> bool:
    claim = claim_text.strip().rstrip(".")
    return any(locate(claim, quote.text) is not None for quote in quotes)


_LOSS = re.compile(
    r"\b(?:loss|losses|lost|decreas\w*|declin\w*|fell|fall\w*|drop\w*|down|lower|negative|deficit|outflow\w*|used|use|spent|spend\w*|"
    r"pa(?:id|y|yments?|ying)|purchas\w*|repurchas\w*|expens\w*|expenditures?|cost\w*|capex|invest\w*|dividends?|repa\w+|charges?|"
    r"reduc\w*|provision\w*|impair\w*|write-?\w*|shr[aiu]nk\w*|contract\w*|less|minus|deduct\w*|allowance|tax\w*|amorti\w*|depreci\w*)\b",
    re.IGNORECASE,
)
_GAIN = re.compile(
    r"\b(?:income|profits?|earnings|gain\w*|gr[eo]w\w*|growth|increas\w*|rose|ris\w*|surplus|positive|up|higher|inflow\w*|improv\w*)\b",
    re.IGNORECASE,
)
_QUARTER_HINT = re.compile(
    r"\bquarter|\bthree months|\bQ[1-4]\b|\bsix months|\bhalf\b|\b13 weeks|\bthirteen weeks", re.IGNORECASE
)
_RATES = frozenset(
    {"year", "month", "week", "day", "hour", "quarter", "shar"}
    | {stem(word) for word in ("share", "person", "employee")}
)


class _Comparison:
    """One claim against the quotes read together."""

    def __init__(self, claim_text: str, quotes: Sequence[QuoteContext]) -> None:
        self.claim_text = claim_text
        self.claimed = parse_quantities(claim_text)
        self.quote_text = "\n".join(quote.text for quote in quotes)
        self.all_text = "\n".join([self.quote_text, *(quote.around for quote in quotes)])
        self.quoted = [one for quote in quotes for one in quote_quantities(quote)]
        self.context_dates = [
            one.date for quote in quotes for one in parse_quantities(quote.around) if one.date is not None
        ]
        self.years_of = {}
        for quote in quotes:
            columns = column_years(quote)
            self.years_of.update(
                {id(one): columns[one.start] for one in self.quoted if one.start in columns and len(quotes) == 1}
            )
        self.borne_out: set[int] = set()  # ids of quoted quantities that some claimed one equals

    def findings(self) -> tuple[NumberFinding, ...]:
        for claimed in self.claimed:
            self.borne_out |= {id(one) for one in self.quoted if self._same_value(claimed, one)}
        found = []
        for claimed in self.claimed:
            fault = self._of_date(claimed) if claimed.date is not None else self._of_figure(claimed)
            if fault is not None:
                found.append(replace(fault, dated=claimed.date is not None))
        return tuple(dict.fromkeys([*found, *_references(self.claim_text, self.all_text)]))

    # figures

    def _of_figure(self, claimed: Quantity) -> NumberFinding | None:
        rounded: Quantity | None = None
        wrong: NumberFinding | None = None
        for one in self.quoted:
            if not comparable(claimed, one, self.all_text):
                continue
            near = nearness(claimed, one)
            if near is Nearness.SATISFIED or near is Nearness.EQUAL:
                fault = self._fault_despite_value(claimed, one, near)
                if fault is None:
                    return None
                wrong = wrong or NumberFinding(fault=fault, claimed=claimed.text, source=self._shown(one))
            elif near is Nearness.ROUNDED:
                rounded = rounded or one
        if wrong is not None:
            return wrong
        if rounded is not None:
            return NumberFinding(fault=NumberFault.ROUNDED, claimed=claimed.text, source=rounded.text)
        return self._unmatched(claimed)

    def _unmatched(self, claimed: Quantity) -> NumberFinding | None:
        other_unit = self._other_unit(claimed)
        if other_unit is not None:
            return NumberFinding(fault=NumberFault.UNIT, claimed=claimed.text, source=other_unit.text)
        if claimed.kind is Kind.ORDINAL:
            return self._ordinal(claimed)
        rivals = [one for one in self.quoted if is_rival(claimed, one) and id(one) not in self.borne_out]
        if rivals:
            nearest = min(rivals, key=lambda one: abs(one.base - claimed.base))
            coarser = nearest.step * nearest.factor > claimed.step * claimed.factor
            if coarser and abs(nearest.base - claimed.base) <= nearest.step * nearest.factor / 2 and nearest.scaled:
                return NumberFinding(fault=NumberFault.PRECISION, claimed=claimed.text, source=nearest.text)
            return NumberFinding(fault=NumberFault.DIFFERS, claimed=claimed.text, source=nearest.text)
        if _is_soft(claimed) or self._between_years(claimed):
            return None
        return NumberFinding(fault=NumberFault.MISSING, claimed=claimed.text)

    def _between_years(self, claimed: Quantity) -> bool:
        """Whether a length of time lies between two years that the quotes name: plain subtraction, no new fact."""
        if claimed.unit != "year":
            return False
        years = {one.date.year for one in self.quoted if one.date is not None and one.date.year}
        gaps = {abs(a - b) for a in years for b in years if a != b}
        beyond = re.search(r"\b(?:over|more than)\s*$", self.claim_text[: claimed.start], re.IGNORECASE)
        up = 1 if beyond else claimed.bound.direction
        return any(abs(gap - claimed.value) <= 1 or (up and (gap - claimed.value) * up > 0) for gap in gaps)

    def _ordinal(self, claimed: Quantity) -> NumberFinding | None:
        """A rank differs only where the source ranks the same thing otherwise: "first" alone says little."""
        rivals = [one for one in self.quoted if one.kind is Kind.ORDINAL and id(one) not in self.borne_out]
        same_noun = [one for one in rivals if one.noun and one.noun == claimed.noun]
        if same_noun:
            return NumberFinding(fault=NumberFault.DIFFERS, claimed=claimed.text, source=same_noun[0].text)
        if claimed.noun and claimed.noun in content_stems(self.quote_text) and not claimed.spelled:
            return NumberFinding(fault=NumberFault.MISSING, claimed=claimed.text)
        return None

    def _other_unit(self, claimed: Quantity) -> Quantity | None:
        """The same figure with a unit that does not fit, the claim itself not naming that quantity too."""
        if claimed.kind not in (Kind.MONEY, Kind.PERCENT, Kind.POINTS, Kind.MEASURE):
            return None
        for one in self.quoted:
            written = one.value == claimed.value or digits_of(one.text) == digits_of(claimed.text) != ""
            united = one.kind is not Kind.COUNT or (claimed.scaled and claimed.kind is Kind.MONEY)
            if written and united and one.kind not in (Kind.DATE, Kind.ORDINAL) and id(one) not in self.borne_out:
                return one
        return None

    def _fault_despite_value(self, claimed: Quantity, one: Quantity, near: Nearness) -> NumberFault | None:
        if claimed.bound.direction * one.bound.direction < 0:
            return NumberFault.BOUND
        strict = claimed.bound in (Bound.MORE, Bound.LESS)
        if near is Nearness.EQUAL and strict and one.bound is Bound.EXACT and not one.hedged:
            return NumberFault.BOUND
        if claimed.per in _RATES and one.per in _RATES and claimed.per != one.per:
            return NumberFault.UNIT
        if self._sign_differs(claimed, one):
            return NumberFault.SIGN
        year = self.years_of.get(id(one))
        claimed_years = {q.date.year for q in self.claimed if q.date is not None and q.date.year}
        if (
            year is not None
            and claimed_years
            and year not in claimed_years
            and claimed_years & set(self.years_of.values())
        ):
            return NumberFault.PERIOD
        return None

    def _shown(self, one: Quantity) -> str:
        year = self.years_of.get(id(one))
        bound = f"{one.bound.value} " if one.bound is not Bound.EXACT else ""
        return f"{bound}{one.text}" + (f" in {year}" if year else "")

    def _sign_differs(self, claimed: Quantity, one: Quantity) -> bool:
        if claimed.value * one.value >= 0:
            return False
        if claimed.value < 0:
            return not _LOSS.search(self.quote_text)
        return bool(_GAIN.search(self.claim_text)) and not _LOSS.search(self.claim_text)

    def _same_value(self, claimed: Quantity, one: Quantity) -> bool:
        if claimed.date is not None and one.date is not None:
            return _dates_agree(claimed.date, one.date)
        return comparable(claimed, one, self.all_text) and nearness(claimed, one) is not Nearness.APART

    # dates

    def _of_date(self, claimed: Quantity) -> NumberFinding | None:
        date = claimed.date
        quoted = [one for one in self.quoted if one.date is not None]
        pool = [one.date for one in quoted] + self.context_dates
        years = {one.year for one in pool}
        vague: PartialDate | None = None
        for other in pool:
            if not _dates_agree(date, other):
                continue
            missing = [part for part in date.missing_in(other) if not self._supplied(part, date, other, years)]
            if not missing:
                return None
            vague = other
        if _is_plain_year(date) and any(one.value == date.year and one.kind is Kind.COUNT for one in self.quoted):
            return None
        if date.month and not date.year and not date.day and not quoted:
            return None if _soft_month(claimed.text, self.all_text) else self._missing(claimed)
        rivals = [one for one in quoted if _same_shape(date, one.date) and id(one) not in self.borne_out]
        if rivals:
            return NumberFinding(fault=NumberFault.PERIOD, claimed=claimed.text, source=rivals[0].text)
        if vague is not None:
            source = next((one.text for one in quoted if one.date is vague), str(vague.year or ""))
            return NumberFinding(fault=NumberFault.PRECISION, claimed=claimed.text, source=source)
        return self._missing(claimed)

    def _missing(self, claimed: Quantity) -> NumberFinding:
        return NumberFinding(fault=NumberFault.MISSING, claimed=claimed.text)

    def _supplied(self, part: str, date: PartialDate, other: PartialDate, years: set[int | None]) -> bool:
        """Whether a part that one mention leaves out is given elsewhere in the quotes or their context."""
        if part == "year":
            return date.year in years
        if part == "decade":
            return other.year is not None
        return part in ("quarter", "half") and bool(_QUARTER_HINT.search(self.all_text))


_REFERENCE = re.compile(
    r"\b(?P<word>section|article|clause|chapter|rule|item|exhibit|appendix|annex|schedule|form|paragraph|regulation|tier|level|"
    r"stage|phase|class|category|part|table|note|version|type|route|highway|internet|(?!(?:fy|us|usd|eur|gbp|chf|rs|mid|pre|post|late|early)-?\d)[a-z]{2,}(?=-?\d))s?(?:\s+|-)?(?P<number>\d+[A-Za-z]?(?:[.-]\d+)*(?:\(\w{1,3}\))*)",
    re.IGNORECASE,
)


def _references(claim: str, source: str) -> list[NumberFinding]:
    """ "Section 4.2" where the source names only other sections; nothing where it names none."""
    named: dict[str, list[str]] = {}
    for match in _REFERENCE.finditer(source):
        named.setdefault(match["word"].lower(), []).append(match["number"].lower())
    return [
        NumberFinding(fault=NumberFault.DIFFERS, claimed=match[0], source=f"{match['word']} {there[0]}")
        for match in _REFERENCE.finditer(claim)
        if (there := named.get(match["word"].lower())) and not _names(match["number"].lower(), there)
    ]


def _names(number: str, there: list[str]) -> bool:
    """Whether the reference, a part of it or something within it is among those the source names."""
    parts = [(number + mark, one + mark) for one in there for mark in (".", "(")]
    return any(one.startswith(mine) or mine.startswith(one) for mine, one in parts)


def _is_soft(claimed: Quantity) -> bool:
    """Small spelled-out numbers often count what the source lists: "two conditions", "one year"."""
    if claimed.kind is Kind.COUNT:
        return claimed.spelled and abs(claimed.value) <= 10
    return claimed.kind is Kind.MEASURE and claimed.spelled and claimed.value == 1


def _dates_agree(date: PartialDate, other: PartialDate) -> bool:
    if date.decade is not None and other.year is not None and other.decade is None:
        return other.year // 10 * 10 == date.decade
    return date.agrees(other) and set(_given(date)) & set(_given(other)) != set()


def _given(date: PartialDate) -> tuple[str, ...]:
    return date.missing_in(PartialDate())


def _is_plain_year(date: PartialDate) -> bool:
    return _given(date) == ("year",)


def _same_shape(date: PartialDate, other: PartialDate) -> bool:
    return (other.missing_in(date) == () and date.missing_in(other) == ()) or (
        bool(set(_given(date)) & set(_given(other))) and not date.agrees(other)
    )  # fmt: skip


def _soft_month(text: str, source: str) -> bool:
    name = re.sub(r"^\W*(?:\w+\s+)*", "", text).strip()
    return bool(name) and re.search(rf"\b{re.escape(name[:3])}", source, re.IGNORECASE) is not None
