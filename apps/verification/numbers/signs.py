"""Which figures are negative: a minus sign before them, or brackets as tables use them. Pure."""

import re

from apps.verification.numbers.patterns import MINUS_LEFT, PERCENT_RIGHT, POINTS_RIGHT, SCALE_RIGHT
from apps.verification.numbers.quantities import Kind

_EMPTY_CELL = re.compile(r"\s+-(?=\s+-|\s*(?:\n|\Z))")  # "(63) — —", every dash read as "-"
_CELL_ENDS = re.compile(r"[ \t]*(?:\||\n|\Z)")
_FIGURES = "0123456789"


def sign_of(
    left: str, at: int, till: int, currency: re.Match[str] | None, start: int, end: int
) -> tuple[int, bool, int]:
    """(start, negative, end) of the figure left[at:till]; ``start`` and ``end`` have what belongs to it."""
    before, after = left[:start], left[end:]
    if currency and currency["inner"] == "-":
        return start, True, end
    inner = bool(currency and currency["inner"] == "(")
    bracketed = (before.endswith("(") or inner) and re.match(r"\s?\)", after)
    if not bracketed:
        return start, bool(MINUS_LEFT.search(before[-10:])) and not re.search(r"\d\s?-\s?$", before[-12:]), end
    outside = before.removesuffix("("), after[bracketed.end() :]
    if not (inner or _in_table(*outside) or _alone(left[at:till], outside[1], bare=not currency)):
        return start, False, end
    return start - before.endswith("("), True, end + len(after) - len(after.lstrip()) + 1


def _in_table(before: str, behind: str) -> bool:
    """Whether what stands around the brackets are cells of a table, or a scale or "%" that goes with a sign."""
    left, right = before.rstrip()[-1:], behind.lstrip(" )%")[:1]
    if left and left in f"{_FIGURES})$€£%-":
        return True
    if right and right in f"{_FIGURES}($€£":
        return True
    scale = SCALE_RIGHT.match(behind)  # "($3,547) million"
    return bool(behind.startswith("%") or _EMPTY_CELL.match(behind) or (scale and scale["word"])) or _is_cell(
        before, behind
    )


def _is_cell(before: str, behind: str) -> bool:
    """Whether the brackets are all of a cell between bars, in a row whose label stands before it."""
    row = before[before.rfind("\n") + 1 :].rstrip()
    return row.endswith("|") and any(map(str.isalpha, row)) and bool(_CELL_ENDS.match(behind))


def _alone(figure: str, behind: str, *, bare: bool) -> bool:
    """ "Net income (203)" at the end of a line; one or two digits there are a note, four without a comma a year."""
    rest = behind.lstrip(" )")
    return bare and ("," in figure or ((not rest or rest.startswith("\n")) and len(figure) == 3))


def share_in_brackets(left: str, end: int) -> tuple[Kind, int] | None:
    """(kind, where it ends) of a negative figure whose "%" stands behind the bracket that ends at ``end``."""
    right = left[end : end + 40]
    for kind, pattern in ((Kind.POINTS, POINTS_RIGHT), (Kind.PERCENT, PERCENT_RIGHT)):
        if match := pattern.match(right):
            return kind, end + match.end()
    return None
