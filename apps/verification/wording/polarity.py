"""How often a sentence turns its sense round: two that deny alike often may say the same in other words. Pure.

"It is unlawful to sell" and "may not be sold" deny once each, "no dog without consent" twice, "only with consent"
never.
"""

import re

_TURNS_ROUND = re.compile(
    r"\b(?:not|cannot|no(?!\.)|never|none|nobody|nothing|neither|without|unless|unlawful|illegal|forbid\w*|forbade"
    r"|prohibit\w*|refus\w*|reject\w*|den(?:y|ies|ied)|fail(?:s|ed)?\s+to|unable|impossible|lacks?|lacked)\b|n['’]t\b",
    re.IGNORECASE,
)


def turns_alike(claim: str, source: str, *, opposites: int = 0) -> bool:
    """Whether both turn their sense an even, or both an odd number of times; ``opposites`` each turn it once more."""
    turned = len(_TURNS_ROUND.findall(claim)) + len(_TURNS_ROUND.findall(source)) + opposites
    return turned % 2 == 0
