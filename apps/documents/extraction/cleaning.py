"""What is taken out of a text before offsets are counted."""

import re

from apps.core.patterns import lazy_regex

_NEWLINES = lazy_regex(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_DROPPED = lazy_regex(r"[\x00-\x08\x0e-\x1f\x7f\ufeff\ud800-\udfff]")
# Symbol fonts put their glyphs into the private use area: the common ones as the characters they show.
_SYMBOLS = str.maketrans(
    {
        "\uf0b7": "•",
        "\uf0a7": "▪",
        "\uf0d8": "➢",
        "\uf0fc": "✓",
        "\uf0fe": "☑",
        "\uf078": "☒",
        "\uf0a8": "☐",
        "\uf06f": "☐",
    }
)
# What is raised as a figure is: a power, the number of a note, several of them. Not the letters of "1st".
_FIGURES = lazy_regex(r"[\s(+−–-]*[0-9][\s0-9()+−–,;-]*")
RAISED_FORMS = str.maketrans("0123456789()+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾⁺⁻⁻⁻")


def clean(text: str) -> str:
    """``text`` without NULs, other control characters and lone surrogates, with ``\\n`` as its only line end."""
    if text.isprintable():  # nearly every line: nothing in it is of the kinds below
        return text
    return _DROPPED.sub("", _NEWLINES.sub("\n", text)).translate(_SYMBOLS)


def squeeze(text: str) -> str:
    """One line: runs of whitespace become a space."""
    return " ".join(text.split())


def raised(text: str) -> str:
    """Figures that stand above their line, as characters that say so: 10² read as 102 would be another number."""
    return re.sub(r"(?<=[,;])\s+", "", text).translate(RAISED_FORMS) if _FIGURES.fullmatch(text) else text
