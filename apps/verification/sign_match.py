"""Whether a claim turns a loss into a gain: signs, and the words that stand for them."""

import re

from apps.verification.quantities import Quantity

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


def sign_differs(claimed: Quantity, one: Quantity, *, claim_text: str, quote_text: str) -> bool:
    """Whether two figures of the same size have opposite signs that no word beside them makes good."""
    if claimed.value * one.value >= 0:
        return False
    if claimed.value < 0:
        return not _LOSS.search(quote_text)
    if _LOSS.search(claim_text):
        return False
    return bool(_GAIN.search(claim_text)) or bool(
        re.search(rf"(?<![\w)%])[-−][$€£¥]?\s?{re.escape(one.text)}", quote_text)
    )
