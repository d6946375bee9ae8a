"""Whether a claim turns a loss into a gain: signs, and the words that stand for them."""

import re
from dataclasses import dataclass

from apps.core.patterns import lazy_regex
from apps.core.sentences import is_table_row
from apps.verification.numbers.quantities import Quantity

_LOSS = lazy_regex(
    r"\b(?:loss|losses|lost|decreas\w*|declin\w*|fell|fall\w*|drop\w*|down|lower|negative|deficit|outflow\w*|used|use|spent|spend\w*|"
    r"pa(?:id|y|yments?|ying)|purchas\w*|repurchas\w*|expens\w*|expenditures?|cost\w*|capex|invest\w*|dividends?|repa\w+|charges?|"
    r"reduc\w*|provision\w*|impair\w*|write-?\w*|shr[aiu]nk\w*|contract\w*|less|minus|deduct\w*|allowance|tax\w*|amorti\w*|depreci\w*)\b",
    re.IGNORECASE,
)
_GAIN = lazy_regex(
    r"\b(?:income|profits?|earnings|gain\w*|gr[eo]w\w*|growth|increas\w*|rose|ris\w*|surplus|positive|up|higher|inflow\w*|improv\w*)\b",
    re.IGNORECASE,
)
# what a row takes away or owes: told without its brackets as often as with them
_TAKEN = lazy_regex(
    r"\b(?:acqui\w*|additions?|allocat\w*|borrow\w*|buybacks?|cancel\w*|clos(?:ed|ings?|ures?)|compensation|contribut\w*|credits?"
    r"|creditors?|debts?|deliver\w*|discounts?|dispos\w*|distribut\w*|eliminat\w*|exercise[sd]?|expired|fees|forfeit\w*|interest"
    r"|intersegment|laps\w*|lend\w*|liabilit\w*|loans?|matured|netting|originat\w*|outlays?|overdrafts?|payables?|rebates?"
    r"|reclassif\w*|redeem\w*|redempt\w*|releas\w*|rent|retire\w*|returns?|revers\w*|salaries|settle\w*|sold|subsid(?:y|ies)"
    r"|taken|transfer\w*|treasury|unearned|utili[sz]\w*|vested|wages|withh\w*)\b",
    re.IGNORECASE,
)
# "fell to $5", "lower than": how a figure came about, not what its sign is
_MOVED = lazy_regex(
    r"\b(?:decreas\w*|declin\w*|fell|fall\w*|drop\w*|down|lower\w*|less|reduc\w*|shr[aiu]nk\w*|contract\w*)"
    r"\s+(?:sharply\s+|slightly\s+)?(?:to|from|than)\b",
    re.IGNORECASE,
)
_BRACKETED = lazy_regex(r"\([^()\n]*\)")
_OVER = lazy_regex(r"(?:\A|\n)([^\n|]{1,120}):\s*\Z")  # "Less:" on the line above
_OF_SHARES = lazy_regex(
    r"\(\s*(?:%|per\s?cent|percentages?|SD|SE|SEM|IQR|range|95)|\b(?:standard deviation|standard error)", re.IGNORECASE
)
_FIGURE = lazy_regex(r"\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A figure that begins at row[at], and what stands above its line."""

    row: str
    at: int
    above: str


def place_of(text: str, start: int) -> Place:
    """Where the figure at text[start] stands."""
    line = text.rfind("\n", 0, start) + 1
    return Place(row=text[line:].split("\n", 1)[0], at=start - line, above=text[:line])


def sign_differs(claimed: Quantity, one: Quantity, *, claim_text: str, quote_text: str, place: Place) -> bool:
    """Whether two figures of the same size have opposite signs that no word beside them makes good."""
    if claimed.value * one.value >= 0:
        return False
    if claimed.value < 0:
        return not _LOSS.search(quote_text)
    if _LOSS.search(_MOVED.sub(" ", claim_text)):
        return False
    if _GAIN.search(claim_text) or re.search(rf"(?<![\w)%])[-−][$€£¥]?\s?{re.escape(one.text)}", quote_text):
        return True
    return _is_plainly_negative(one.text, place) and not _takes_away(place)


def _is_plainly_negative(figure: str, place: Place) -> bool:
    """Whether a figure in brackets is a cell of its row: no share, deviation or note beside another figure."""
    row = place.row
    before, behind = row[: place.at].rstrip(), row[place.at + len(figure) :].lstrip(" %")
    if "(" not in figure:
        return False
    if re.match(r"[A-Z]{0,3}[$€£¥]\s?\(|\(\s?[A-Z]{0,3}[$€£¥]", figure):
        return True
    if "|" in row:
        return before.endswith("|") and (not behind or behind.startswith("|"))
    if not is_table_row(row) or not _label(row):
        return False
    return not (before[-1:].isdigit() and _OF_SHARES.search(f"{place.above}\n{row}")) and not _pairs(row)


def _pairs(row: str) -> bool:
    """Whether every figure in brackets has one without before it: "18 (5.2) 7 (2.1)" are numbers and shares."""
    cells = re.findall(r"\(\s?[\d.,]+%?\s?\)|[\d.,]*\d%?", row[len(_label(row)) :])
    return len(cells) > 2 and all(cell.startswith("(") == bool(place % 2) for place, cell in enumerate(cells))


def _label(row: str) -> str:
    """What stands before the first figure of a row."""
    first = _FIGURE.search(row)
    label = row[: first.start()] if first else row
    return label.rstrip(" (|$€£¥-–—")


def _takes_away(place: Place) -> bool:
    """Whether the label of a row, without what it has in brackets, or the head of its group names what is taken away.

    "Net income (loss)" is a gain in brackets only when there is none.
    """
    over = _OVER.search(place.above)
    label = _BRACKETED.sub(" ", f"{over[1] if over else ''} {_label(place.row)}")
    wrapped = "|" not in place.row and label.strip()[:1].islower()  # only the end of a label stands there
    return wrapped or bool(_LOSS.search(label) or _TAKEN.search(label))
