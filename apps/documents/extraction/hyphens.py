"""Words that a line end cut in two. pdfium joins the halves and leaves a mark; here it becomes a hyphen or nothing."""

import re
from collections.abc import Iterable

_MARK = re.compile(r"[\ufffe\u00ad]")
_CUT_WORD = re.compile(r"([^\W\d_]+)[\ufffe\u00ad]([^\W\d_]+)")
_WORD = re.compile(r"[^\W\d_]+(?:[-‐][^\W\d_]+)*")


def is_cut(text: str) -> bool:
    """Whether a mark is left in ``text``."""
    return bool(_MARK.search(text))


def vocabulary(texts: Iterable[str]) -> frozenset[str]:
    """Words, whole and hyphenated, that the texts use (lower case)."""
    return frozenset(_WORD.findall("\n".join(texts).lower()))


def mend(text: str, known: frozenset[str]) -> str:
    """``text`` with each marked word joined as the rest of the document writes it; when in doubt the hyphen stays."""

    def joined(match: re.Match[str]) -> str:
        left, right = match[1], match[2]
        if f"{left}-{right}".lower() in known:
            return f"{left}-{right}"
        if (left + right).lower() in known:
            return left + right
        both_words = left.lower() in known and right.lower() in known
        return f"{left}-{right}" if both_words or not right.islower() else left + right

    return _MARK.sub("-", _CUT_WORD.sub(joined, text))
