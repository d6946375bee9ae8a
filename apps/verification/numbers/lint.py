"""Number lint: every quantity of a claim must agree with the quotes, read with their table header and headings.

Rounding passes in honest form only: said to be one ("about 1.6 billion"), or to three significant digits and more.
Bounds must not flip, units, currencies and periods must be the same. What is written out of the quote word for word
passes.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

from apps.core.sentences import split_sentences
from apps.core.words import figures_as_in
from apps.verification.lexicon import content_of, content_stems, coverage_of
from apps.verification.numbers.ages import ages_in
from apps.verification.numbers.bounds import Bound
from apps.verification.numbers.changes import change_fault
from apps.verification.numbers.claims import claim_findings, claimed_quantities
from apps.verification.numbers.column_periods import dates_of, has_length, number_of_year, period_fault
from apps.verification.numbers.date_match import date_finding, dates_agree
from apps.verification.numbers.fault import NumberFault, NumberFinding
from apps.verification.numbers.hedges import hedge_fault, hedged_before
from apps.verification.numbers.match import (
    Nearness,
    comparable,
    digits_of,
    is_rival,
    is_soft,
    is_twin,
    nearness,
    rates_differ,
)
from apps.verification.numbers.neighbours import taken_from_neighbour
from apps.verification.numbers.quantities import Kind, Quantity
from apps.verification.numbers.reading import parse_quantities
from apps.verification.numbers.sign_match import place_of, sign_differs
from apps.verification.numbers.table_columns import tells_a_hope
from apps.verification.numbers.table_context import QuoteContext, quote_columns, quote_quantities
from apps.verification.numbers.told_years import is_length, only_year, told_years
from apps.verification.quote_lock import locate
from apps.verification.types import LONGEST_CLAIM, Check

__all__ = ["NumberFault", "NumberFinding", "QuoteContext", "number_findings", "number_lint"]

T = TypeVar("T")


def number_lint(claim_text: str, quotes: Sequence[QuoteContext]) -> tuple[Check, ...]:
    """One check per quantity of the claim that the quotes do not bear out; none without quotes."""
    return tuple(Check(name="number_lint", detail=one.detail) for one in number_findings(claim_text, quotes))


def number_findings(claim_text: str, quotes: Sequence[QuoteContext]) -> tuple[NumberFinding, ...]:
    """The same with the kind of fault, in the order of the claim."""
    quotes = [replace(quote, text=figures_as_in(claim_text, quote.text)) for quote in quotes]
    if not quotes or len(claim_text) > LONGEST_CLAIM or _is_verbatim(claim_text, quotes):
        return ()
    return _Comparison(claim_text, quotes).findings()


def _is_verbatim(claim_text: str, quotes: Sequence[QuoteContext]) -> bool:
    """Whether a quote has the claim word for word, and its figures mean the same there: "$318" is no "$318 million"."""
    claim = claim_text.strip().rstrip(".")
    located = ((quote, locate(claim, quote.text)) for quote in quotes)
    return any(span is not None and _means(claim, quote.text, *span) for quote, span in located)


def _means(claim: str, source: str, start: int, end: int) -> bool:
    """Whether the figures of source[start:end], with what belongs to them on either side, are those of its copy."""
    copied = [one for one in parse_quantities(source) if start < one.end and one.start < end]
    told, meant = (
        [(one.kind, one.value, one.unit, one.bound, one.per, one.date) for one in quantities]
        for quantities in (parse_quantities(claim), copied)
    )
    return told == meant and not hedged_before(source, start)


# a claim that speaks of a limit, a duty or a right bounds its figure by that
_OF_A_LIMIT = re.compile(
    r"\b(?:max|min|limit|cap\b|capped|ceiling|threshold|floor|least|most|requir|must|shall|should|may\b|can\b|need|qualif|eligib"
    r"|range|restrict|allow|permit|entitle|exceed|within|about|around|approximately|roughly|some|nearly|almost|over|under|old)",
    re.IGNORECASE,
)


# "400 more schools than", "400 schools fewer than", "40 metres taller than"; not "400 or more"
_BY_HOW_MUCH = re.compile(
    r"(?:\s+(?!or\b)[\w-]+){0,3}?\s+(?!other\b|rather\b)(?:more|less|\w+er)\b[^.;,]{0,60}?\bthan\b", re.IGNORECASE
)
_TWO_TIMES, _ENDS = re.compile(r"(?:two|2)\s+times", re.IGNORECASE), re.compile(r"[.,;]|\Z")
_TWICE = re.compile(r"\btwice\b(?=[.,;]|\Z)", re.IGNORECASE)
_AGED = re.compile(r"(?P<years>\d{1,3})[\s-]years?[\s-]old")
_JUST = re.compile(r"\b(?:exactly|precisely|only|just|merely|solely|always)\b[^.;,]{0,12}\Z", re.IGNORECASE)


class _Comparison:
    """One claim against the quotes read together."""

    def __init__(self, claim_text: str, quotes: Sequence[QuoteContext]) -> None:
        self.claim_text = claim_text
        self.claimed = claimed_quantities(claim_text, quotes)
        self.quote_text = "\n".join(quote.text for quote in quotes)
        self.all_text = "\n".join([self.quote_text, *(quote.around for quote in quotes)])
        by_quote = [quote_quantities(quote) for quote in quotes]
        self.read = [(quote.text, quoted) for quote, quoted in zip(quotes, by_quote, strict=True)]
        self.held_by = [(quote, {id(one) for one in quoted}) for quote, quoted in zip(quotes, by_quote, strict=True)]
        self.quoted = [one for quoted in by_quote for one in quoted]
        self.line_quotes = [replace(quote, text=line) for quote in quotes for line in quote.text.splitlines()]
        self.context_dates = [
            one.date for quote in quotes for one in parse_quantities(quote.around) if one.date is not None
        ]
        self.columns = _by_id(by_quote, map(quote_columns, quotes))
        dated = [one for one in self.columns.values() if one.dated and one.dated.month]
        self.numbered = number_of_year(self.all_text) if dated else None
        self.context_dates += dates_of(dated, self.numbered)
        self.claimed_years = {one.date.year for one in self.claimed if one.date is not None and one.date.year}
        self.claim_pairs = told_years(claim_text, self.claimed) if self.claimed_years else {}
        self.claim_year = only_year(claim_text, self.claimed)
        told = (told_years(quote.text, quoted) for quote, quoted in zip(quotes, by_quote, strict=True))
        self.sentences = _by_id(by_quote, told) if self.claim_pairs or self.claim_year else {}
        self.borne_out: set[int] = set()  # ids of quoted quantities that some claimed one equals

    @cached_property
    def lines(self) -> list[tuple[str, list[Quantity]]]:
        """Each line of the quotes with its quantities."""
        return [(quote.text, quote_quantities(quote)) for quote in self.line_quotes]

    def findings(self) -> tuple[NumberFinding, ...]:
        for claimed in self.claimed:
            self.borne_out |= {id(one) for one in self.quoted if self._same_value(claimed, one)}
        found = []
        for claimed in self.claimed:
            spans = is_length(claimed, self.claim_text)
            if spans and has_length(claimed.text, self.columns.values(), self.all_text):
                continue
            fault = self._of_date(claimed) if claimed.date is not None else self._of_figure(claimed)
            fault = fault or self._of_another_sentence(claimed) or self._of_a_neighbour(claimed)
            if fault is not None:
                found.append(replace(fault, dated=claimed.date is not None))
        others = claim_findings(self.claim_text, self.claimed, self.read, around=self.all_text)
        return tuple(dict.fromkeys([*found, *others]))

    def _of_date(self, claimed: Quantity) -> NumberFinding | None:
        around, text, claim = self.context_dates, self.all_text, self.claim_text
        return date_finding(claimed, quoted=self.quoted, around=around, told=self.borne_out, text=text, claim=claim)

    def _is_age_told(self, claimed: Quantity) -> bool:
        """Whether it is "the 26-year-old" of "Ann Lee, 26, …"; where the claim names who that is, of that name."""
        age = _AGED.fullmatch(claimed.text)
        if age is None:
            return False
        named = {name for name, years in ages_in(self.claim_text) if years == age["years"]}
        if named:
            return named <= {name for name, years in ages_in(self.all_text) if years == age["years"]}
        return re.search(rf"\b[A-Z][\w’-]*,\s{age['years']},", self.all_text) is not None

    def _of_figure(self, claimed: Quantity) -> NumberFinding | None:
        if self._is_age_told(claimed):
            return None
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

    def _of_another_sentence(self, claimed: Quantity) -> NumberFinding | None:
        """A figure taken from one sentence of the quote for what another says with a figure of its own.

        "The limit for homes is 80%. For shops it is 75%." does not say that the limit for shops is 80%.
        """
        figured = claimed.kind in (Kind.MONEY, Kind.PERCENT, Kind.MEASURE) or claimed.noun
        if not figured or claimed.date is not None or is_soft(claimed) or len(self.line_quotes) < 2:
            return None
        if len(split_sentences(self.claim_text)) > 1:
            return None
        read = [(line, [one for one in quoted if not one.literal]) for line, quoted in self.lines]
        holding = [line for line, quoted in read if any(self._equals(claimed, one) for one in quoted)]
        if not holding:
            return None
        told = set().union(*map(content_of, holding))
        nearest = max(coverage_of(self.claim_text, line) for line in holding)
        for line, quoted in read:
            rivals = [one for one in quoted if is_twin(claimed, one) and not self._is_claimed(one)]
            own = content_of(self.claim_text) & content_of(line) - told
            if line not in holding and rivals and own and coverage_of(self.claim_text, line) >= nearest:
                return NumberFinding(fault=NumberFault.ELSEWHERE, claimed=claimed.text, source=rivals[0].text)
        return None

    def _of_a_neighbour(self, claimed: Quantity) -> NumberFinding | None:
        """A figure taken for what its sentence says of the one beside it."""
        alike = self._same_value if claimed.date is not None else self._equals
        places = ((text, quoted, one) for text, quoted in self.read for one in quoted if alike(claimed, one))
        other = taken_from_neighbour(self.claim_text, self.claimed, claimed, places)
        return other and NumberFinding(fault=NumberFault.ELSEWHERE, claimed=claimed.text, source=other.text)

    def _is_claimed(self, one: Quantity) -> bool:
        return any(self._equals(claimed, one) for claimed in self.claimed)

    def _equals(self, claimed: Quantity, one: Quantity) -> bool:
        return comparable(claimed, one, self.all_text) and nearness(claimed, one) is Nearness.EQUAL

    def _unmatched(self, claimed: Quantity) -> NumberFinding | None:
        other_unit = self._other_unit(claimed)
        if other_unit is not None:
            return NumberFinding(fault=NumberFault.UNIT, claimed=claimed.text, source=other_unit.text)
        if claimed.kind is Kind.ORDINAL:
            return self._ordinal(claimed)
        rivals = [one for one in self.quoted if is_rival(claimed, one) and id(one) not in self.borne_out]
        if rivals:
            if self._is_difference(claimed):
                return NumberFinding(fault=NumberFault.MISSING, claimed=claimed.text)
            nearest = min(rivals, key=lambda one: abs(one.base - claimed.base))
            coarser = nearest.step * nearest.factor > claimed.step * claimed.factor
            if coarser and abs(nearest.base - claimed.base) <= nearest.step * nearest.factor / 2 and nearest.scaled:
                return NumberFinding(fault=NumberFault.PRECISION, claimed=claimed.text, source=nearest.text)
            return NumberFinding(fault=NumberFault.DIFFERS, claimed=claimed.text, source=nearest.text)
        told = self._between_years(claimed) or self._so_often(claimed) or self._so_called(claimed)
        if is_soft(claimed) or told:
            return None
        return NumberFinding(fault=NumberFault.MISSING, claimed=claimed.text)

    def _is_difference(self, claimed: Quantity) -> bool:
        """Whether the claim tells that two things differ by it, and two quoted figures do; which is more is not read.

        Not where the quotes say themselves by how much things differ.
        """
        told = ((text, one) for text, quoted in self.read for one in quoted if is_rival(claimed, one))
        if not _BY_HOW_MUCH.match(self.claim_text, claimed.end) or any(_BY_HOW_MUCH.match(a, b.end) for a, b in told):
            return False
        counted = claimed.kind is Kind.COUNT  # of whatever: "more teachers than pupils"
        alike = [one.base for one in self.quoted if one.kind is claimed.kind and (counted or is_rival(claimed, one))]
        return any(abs(one - other) == claimed.base for one in alike for other in alike)

    def _so_often(self, claimed: Quantity) -> bool:
        """Whether it says "two times", and no more of it, where the quotes say "twice", likewise."""
        twice = _TWO_TIMES.fullmatch(claimed.text) and _ENDS.match(self.claim_text, claimed.end)
        return claimed.bound is Bound.EXACT and bool(twice) and len(_TWICE.findall(self.quote_text)) == 1

    def _so_called(self, claimed: Quantity) -> bool:
        """Whether it may be a name, as "3M" is, that the quotes have too."""
        written = rf"(?<![\w$€£¥.,]){re.escape(claimed.text)}\b"
        return claimed.may_be_name and re.search(written, self.all_text) is not None

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
            alike = one.exponent == claimed.exponent and digits_of(one.text) == digits_of(claimed.text) != ""
            written = one.value == claimed.value or alike
            united = one.kind is not Kind.COUNT or (claimed.scaled and claimed.kind is Kind.MONEY)
            if written and united and one.kind not in (Kind.DATE, Kind.ORDINAL) and id(one) not in self.borne_out:
                return one
        return None

    def _fault_despite_value(self, claimed: Quantity, one: Quantity, near: Nearness) -> NumberFault | None:
        if claimed.bound.direction * one.bound.direction < 0:
            return NumberFault.BOUND
        if claimed.bound is Bound.EXACT and one.bound.direction and not _OF_A_LIMIT.search(self.claim_text):
            # "at least three" may be three, but not "only three", and "below three" may not
            may_be = one.bound in (Bound.AT_LEAST, Bound.AT_MOST) and not _JUST.search(self.claim_text[: claimed.start])
            return NumberFault.PRECISION if may_be and near is Nearness.EQUAL else NumberFault.BOUND
        text = next(quote.text for quote, ids in self.held_by if id(one) in ids)
        if near is Nearness.EQUAL and (hedged := hedge_fault(self.claim_text, claimed, text, one)):
            return hedged
        if rates_differ(claimed, one, behind=text[one.end : one.end + 40]):
            return NumberFault.UNIT
        if changed := change_fault(self.claim_text, claimed, text, one):
            return changed
        if self._sign_differs(claimed, one):
            return NumberFault.SIGN
        if fault := self._of_another_period(claimed, one):
            return fault
        column = self.columns.get(id(one))
        return NumberFault.ELSEWHERE if column and column.is_hoped and not tells_a_hope(self.claim_text) else None

    def _sign_differs(self, claimed: Quantity, one: Quantity) -> bool:
        before, text = next((quote.before, quote.text) for quote, ids in self.held_by if id(one) in ids)
        place = place_of(f"{before}\n{text}", len(before) + 1 + one.start)
        return sign_differs(claimed, one, claim_text=self.claim_text, quote_text=self.quote_text, place=place)

    def _of_another_period(self, claimed: Quantity, one: Quantity) -> NumberFault | None:
        """What is wrong where the claim puts the figure in a period that the quote has another figure for."""
        paired = self.claim_pairs.get(claimed.start) or self.claim_year
        column = self.columns.get(id(one))
        if column is not None:
            dates = [
                it.date for it in self.claimed if it.date and it.date.year and it.date.year == (paired or it.date.year)
            ]
            return period_fault(dates, column, claim_text=self.claim_text, numbered=self.numbered)
        years = set(self.sentences.values())
        other = bool(paired) and id(one) in self.sentences and self.sentences[id(one)] != paired and paired in years
        return NumberFault.PERIOD if other else None

    def _shown(self, one: Quantity) -> str:
        column = self.columns.get(id(one))
        place = column.head if column else self.sentences.get(id(one))
        bound = f"{one.bound.value} " if one.bound is not Bound.EXACT else ""
        if column and column.dated and column.dated.month:
            return f"{bound}{one.text} {column.dated.told}"
        return f"{bound}{one.text}" + (f" in {place}" if place else "")

    def _same_value(self, claimed: Quantity, one: Quantity) -> bool:
        if claimed.date is not None and one.date is not None:
            return dates_agree(claimed.date, one.date)
        return comparable(claimed, one, self.all_text) and nearness(claimed, one) is not Nearness.APART


def _by_id(by_quote: Sequence[Sequence[Quantity]], of_quotes: Iterable[Mapping[int, T]]) -> dict[int, T]:
    """Id of a quoted quantity → what is told of it, of that by start in each quote."""
    return {
        id(one): of[one.start]
        for quoted, of in zip(by_quote, of_quotes, strict=True)
        for one in quoted
        if one.start in of
    }
