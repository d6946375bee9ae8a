"""Figures raised above their line: a power of ten is part of its number, the number of a note is not. Pure."""

import re
from dataclasses import dataclass

from apps.core.sentences import RAISED

_ANY = re.compile(rf"[{RAISED}^]")
_SIGNED = rf"[⁺⁻]?[{RAISED}]{{1,3}}(?![\d{RAISED}])"
_NOTES = rf"[{RAISED}]+(?:[,;⁻-][{RAISED}]+)*"
_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_MARK = re.compile(
    "|".join(
        (
            rf"(?<=\d)\s?[×xX·]\s?10(?:(?P<times>{_SIGNED})|\^(?P<times_caret>[+-]?\d{{1,3}}(?!\d)))",
            # no power: "$10⁵", "10² million", "1,10²"
            rf"(?<![\w$€£¥₹])(?<![$€£¥₹]\s)(?<!\d[.,])10(?:(?P<power>{_SIGNED})|\^(?P<caret>[+-]?\d{{1,3}}(?!\d)))"
            r"(?!\s?(?:%|per\s?cent|hundred|thousand|million|billion|trillion))",
            rf"⁽{_NOTES}⁾",
            # behind the few letters of a unit these may be its own power: km², s⁻¹
            rf"(?<![{RAISED}⁺⁻])(?:(?<=[^\W\d_]{{4}})|(?<![a-zµ])|(?=[⁰¹⁵-⁹])){_NOTES}",
            rf"(?<=[{RAISED}⁾])(?:[,;][{RAISED}]+)+",
        )
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """× 10ⁿ behind a figure, or the n of a 10 that stands alone."""

    exponent: int  # n
    shift: int  # from the figure on the level to its value, in decimal places
    end: int  # in the text as given


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
        places.extend(range(at, mark.start() + len("10") if alone else mark.start()))
        at = mark.end()
        if alone or times:
            exponent = int((alone or times).translate(_PLAIN))
            powers[len(places)] = Power(exponent=exponent, shift=exponent - 1 if alone else exponent, end=at)
    places.extend(range(at, len(text)))
    return Level(text="".join(text[place] for place in places), places=tuple(places), powers=powers)
