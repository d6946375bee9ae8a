"""Figures raised above their line: a power is part of its number, the number of a note is not. Pure.

Any that is raised behind 10 is a power. Behind another figure a note is the likelier: there it is a power when it is
negative, written with "^", or of two figures behind a 2 (2⁶⁴).
"""

from dataclasses import dataclass
from decimal import Decimal

from apps.core.patterns import lazy_regex
from apps.core.sentences import RAISED

_ANY = lazy_regex(rf"[{RAISED}^]")
_SIGNED = rf"[⁺⁻]?[{RAISED}]{{1,3}}(?![\d{RAISED}])"
_NOTES = rf"[{RAISED}]+(?:[,;⁻-][{RAISED}]+)*"
_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_CARET = r"\^(?P<{name}>[+-]?\d{{1,3}}(?!\d))"
# no power: "$10⁵", "10² million", "1,10²"
_ALONE = r"(?<![\w$€£¥₹])(?<![$€£¥₹]\s)(?<!\d[.,])"
_UNSCALED = r"(?!\s?(?:%|per\s?cent|hundred|thousand|million|billion|trillion))"
_MARK = lazy_regex(
    "|".join(
        (
            rf"(?<=\d)\s?[×xX·]\s?10(?:(?P<times>{_SIGNED})|\^(?P<times_caret>[+-]?\d{{1,3}}(?!\d)))",
            rf"{_ALONE}10(?:(?P<power>{_SIGNED})|{_CARET.format(name='caret')}){_UNSCALED}",
            rf"{_ALONE}(?P<base>[1-9]\d{{0,2}})(?:(?P<raise>(?=⁻|(?<!\d2)(?<=2)[{RAISED}]{{2}}){_SIGNED})"
            rf"|{_CARET.format(name='hat')}){_UNSCALED}",
            rf"⁽{_NOTES}⁾",
            # behind the few letters of a unit these may be its own power: km², s⁻¹
            rf"(?<![{RAISED}⁺⁻])(?:(?<=[^\W\d_]{{4}})|(?<![a-zµ])|(?=[⁰¹⁵-⁹])){_NOTES}",
            rf"(?<=[{RAISED}⁾])(?:[,;][{RAISED}]+)+",
        )
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """× 10ⁿ behind a figure, or the n of a 10 or another figure that stands alone."""

    exponent: int  # n
    shift: int  # from the figure on the level to its value, in decimal places
    end: int  # in the text as given
    whole: Decimal | None = None  # the power of another figure than 10

    def applied(self, value: Decimal, step: Decimal) -> tuple[Decimal, Decimal]:
        """The figure's value and step, raised."""
        if self.whole is not None:
            return self.whole, min(self.whole, Decimal(1))
        return value.scaleb(self.shift), step.scaleb(self.shift)


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A text without its note marks and powers. Character i stands at ``places[i]`` in the text as given."""

    text: str
    places: tuple[int, ...]
    powers: dict[int, Power]  # by where their figure ends in ``text``

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Where text[start:end] stands in the text as given, with the power at its end."""
        power = self.powers.get(end)
        return self.places[start], power.end if power else self.places[end - 1] + 1


def level_of(text: str) -> Level | None:
    """``text`` without what is raised in it; None where nothing is."""
    if not _ANY.search(text):
        return None
    places: list[int] = []
    powers: dict[int, Power] = {}
    at = 0
    for mark in _MARK.finditer(text):
        alone, times = mark["power"] or mark["caret"], mark["times"] or mark["times_caret"]
        other = mark["raise"] or mark["hat"]
        figure = mark["base"] or ("10" if alone else "")
        places.extend(range(at, mark.start() + len(figure)))
        at = mark.end()
        if alone or times or other:
            exponent = int((alone or times or other).translate(_PLAIN))
            whole = Decimal(figure) ** exponent if other else None
            shift = exponent - 1 if alone else exponent
            powers[len(places)] = Power(exponent=exponent, shift=shift, end=at, whole=whole)
    places.extend(range(at, len(text)))
    return Level(text="".join(text[place] for place in places), places=tuple(places), powers=powers)
