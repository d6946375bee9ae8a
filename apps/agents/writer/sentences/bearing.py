"""Whether a sentence of a report says something of its topic, or has the topic's word only beside what it says. Pure.

"We paid dividends of $4 million" and "Our debt is unsecured" tell of dividends and of debt. "The model has no expected
dividend yield" and "The rate is based on our debt rating" tell of a yield and of a rating: there the word only stands
before the noun that is meant, or behind a preposition. What happened, what is owed and what has a figure is told in any
case. English word order is all that is looked at: in doubt a sentence tells.
"""

import re
from collections.abc import Sequence

from apps.agents.reading.words import STOPWORDS, content_words
from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.verification.wording.reporting import reports

_TOKEN = lazy_regex(r"[$€£¥]?\d[\d,.]*%?|[^\W\d_]+(?:[-'’&][^\W\d_]+)*|[,;:.()—–]")
_PARTS = lazy_regex(r",|;|\b(?:and|or)\b", re.IGNORECASE)
_BEHIND_HEAD = lazy_regex(r"\s(?:of|for|in|on|at|from|to|with|by|under)\s.*", re.IGNORECASE | re.DOTALL)
_OWED = lazy_regex(
    r"\b(?:must|shall|(?:is|are) (?:not )?(?:required|entitled|obliged|obligated|permitted|allowed|prohibited|due))\b",
    re.IGNORECASE,
)
_OWNS = lazy_regex(r"\b(?:has|have)\b(?=\s+(?:an?|any|no|our|several|some|the)\b)", re.IGNORECASE)  # no perfect tense
_PARTICIPLES = lazy_regex(
    r"\b(?:based|related|compared|associated|derived|used)\s+(?:up)?(?:on|to|with|from|for|in)\b", re.I
)
_DIGIT = lazy_regex(r"\d")
_CONDITIONS = word_set("if whether when where")
_PREPOSITIONS = _CONDITIONS | word_set("""
    about above after against among as at before below between by concerning during except excluding for from in
    including into like on over per regarding since than that through under until upon using via which while who with
    within without
""")
_DETERMINERS = word_set("a an any each every her his its no our some that the their these this those your")
_SPEAKS = word_set("i it they we who you")  # a verb stands between these and what they do something to


def says_little(text: str, topic: str) -> bool:
    """Whether ``text`` neither reports, nor gives a figure or a duty, nor is about the head of ``topic`` itself."""
    told = _PARTICIPLES.sub(" ", _OWNS.sub(" ", text))
    if _DIGIT.search(text) or _OWED.search(text) or reports(told):
        return False
    wanted, heads = frozenset(content_words(topic)), _heads(topic)
    tokens = _TOKEN.findall(text)
    return not any(
        _stem(token) in heads
        and _is_head(tokens, at, wanted)
        and not _is_supposed(tokens, at)
        and not _is_governed(tokens, at)
        for at, token in enumerate(tokens)
    )


def _heads(topic: str) -> frozenset[str]:
    """Stems of the nouns that a topic is about: "repurchase" of "share repurchases", "payment" of "payment of rent"."""
    parts = (content_words(_BEHIND_HEAD.sub("", part.strip())) for part in _PARTS.split(topic))
    return frozenset(stems[-1] for stems in parts if stems)


def _stem(token: str) -> str:
    return (content_words(token) or ("",))[-1]


def _is_head(tokens: Sequence[str], at: int, wanted: frozenset[str]) -> bool:
    """Whether no other noun follows that the word at ``at`` belongs to: "dividend yield" is a yield.

    A word in the plural belongs to none.
    """
    last = at
    while last + 1 < len(tokens) and not _is_plural(tokens[last]) and _may_be_noun(tokens[last + 1 : last + 3]):
        last += 1
    return _stem(tokens[last]) in wanted


def _is_plural(token: str) -> bool:
    return token.endswith("s") and not token.endswith(("ss", "us", "is"))


def _may_be_noun(tokens: Sequence[str]) -> bool:
    """Whether the first of two words can be one: before an article it is a verb."""
    first, *after = tokens
    plain = first.isalpha() and first.lower() not in STOPWORDS and not first.endswith(("ed", "ing", "ly"))
    return plain and not any(token.lower() in _DETERMINERS for token in after)


def _is_supposed(tokens: Sequence[str], at: int) -> bool:
    """Whether it stands behind an "if" of its clause: "we determine whether a contract has a lease"."""
    clause = list(tokens[:at])
    while any(token in ",;:" for token in clause):
        clause.pop(0)
    return not _CONDITIONS.isdisjoint(token.lower() for token in clause)


def _is_governed(tokens: Sequence[str], at: int) -> bool:
    """Whether the phrase that the word at ``at`` ends stands behind a preposition or what opens a clause.

    "Of" leads on to the word that it belongs to; "to pay rent" is an infinitive, "related to rent" is not.
    """
    to_be = at > 2 and tokens[at - 2 : at] == ["to", "be"]  # "shares to be sold": what becomes of the shares
    behind, first = at, at - 3 if to_be else at - 1
    while first >= 0:
        token = tokens[first].lower()
        if token == "of":
            behind = first
        elif token == "to":
            return behind - first == 1 or tokens[first + 1].lower() in _DETERMINERS
        elif token in _PREPOSITIONS and not (token in _DETERMINERS and first):
            return True
        elif token in _DETERMINERS:
            before = tokens[first - 1].lower() if first else ""
            if before not in _PREPOSITIONS | {"of", "to"}:
                return False
        elif token in _SPEAKS or not token[0].isalnum() or token.endswith(("ed", "ing")) or token in STOPWORDS:
            return False
        first -= 1
    return False
