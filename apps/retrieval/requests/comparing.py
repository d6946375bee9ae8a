"""A request to compare taken apart: what is compared, and on which points. Pure."""

import re

from apps.core.patterns import lazy_regex

_COMPARES = lazy_regex(r"\A\W*(?:please\s+)?(?:compare|contrast)\b\s*", re.IGNORECASE)
_HOW = lazy_regex(
    r"\A\W*how\s+(?:do|does|did|would)\s+(?P<these>\S.*?)\s+(?:compare|differ|stack\s+up|measure\s+up)\b\s*"
    r"(?:(?:(?:with|to|from|against)\s+)?(?:each\s+other|one\s+another)\s*)?(?P<rest>.*)\Z",
    re.IGNORECASE,
)
_DIFFERENCE = lazy_regex(
    r"\A\W*(?:(?:what\s+(?:is|are|were)|(?:explain|describe|discuss|outline|summari[sz]e))\s+)?(?:the\s+)?(?:\w+\s+)?"
    r"(?:differences?|similarities)\s+between\s+(?P<these>.+)\Z",
    re.IGNORECASE,
)
_ON = lazy_regex(
    r"\s+(?:on|regarding|concerning|with (?:respect|regard) to|in terms of|when it comes to|by"
    r"|with (?:an?\s+)?(?:special\s+|particular\s+)?(?:focus|emphasis|view|look) (?:on|to|at))\s+(?=[\w\x00])",
    re.IGNORECASE,
)
_WITH = lazy_regex(
    r"(?<!\bdeals)(?<!\bdeal)(?<!\bcomplies)(?<!\bcomply)(?<!\bemployees)(?<!\bpeople)(?<!\bthose)(?<!\btogether)"
    r"\s+(?:with|against|to(?=\s+(?:the\s|[A-Z0-9])))\s+(?:(?:that|those)\s+(?:of|in)\s+)?"
)
# two names before it and a word in small letters behind it: on which points they are compared, not where
_NAMES_IN = lazy_regex(
    r"\A(?P<these>.*(?:\band|,|\bwith|\bto|\bagainst|\bversus|\bvs\.?)\s+(?:the\s+)?[A-Z0-9][\w&.’'-]*(?:\s+[A-Z0-9][\w&.’'-]*)*)\s+"
    r"(?:in|for|over)\s+(?P<points>(?!detail\b|depth\b|full\b|general\b)(?:their\s+|its\s+|the\s+)?[a-z].*)\Z"
)
_NAME = r"(?:the\s+)?[A-Z0-9][\w&.’'-]*(?:\s+[A-Z0-9][\w&.’'-]*)*"
# "how Acme and Corax pay rent": how they do it is on what they are compared
_DO = lazy_regex(
    rf"\Ahow\s+(?P<these>{_NAME}(?:(?:\s*,\s*(?:and\s+)?|\s+(?:and|as well as|versus|vs\.?)\s+){_NAME})+)\s+"
    r"(?P<do>(?!(?:and|with|versus|on|in|to|of|for|compare|differ)\b)[a-z][^:]*)\Z"
)
_AND_DO = lazy_regex(
    r"\s+and\s+(?=(?!(?:in|of|on|for|to|at|by|with|from|under|as|against)\b)[a-z]+\s+(?:their|themselves)\b)"
)
_JOINT = lazy_regex(r"[,;]|\s(?:and|as well as|plus|including|versus|vs\.?)\s", re.IGNORECASE)


def what_is_compared(sentence: str) -> str | None:
    """What a request to compare is on, without its verb; None of any other."""
    if _COMPARES.match(sentence):
        compared = _COMPARES.sub("", sentence)
        do = _DO.match(compared)
        return f"{do['these']} on how they {_AND_DO.sub(' and how they ', do['do'])}" if do else compared
    how = _HOW.match(sentence)
    if how and (_JOINT.search(how["these"]) or re.match(r"\W*\Z|(?:with|to|from|against)\b", how["rest"])):
        on = re.sub(r"\A(?:in|for|over)\s+", "on ", how["rest"].strip(" .?!"))
        return " ".join((how["these"], re.sub(r"\Afrom\b", "with", on))).strip()
    differing = _DIFFERENCE.match(sentence)
    return differing["these"] if differing else None


def compared_on(text: str) -> tuple[str, ...]:
    """What is compared, as an enumeration; then the points that it is compared on."""
    these, *on = _ON.split(text)
    inside = _NAMES_IN.match(these)
    if inside:
        these, on = inside["these"], [inside["points"], *on]
    with_what = _WITH.search(these)
    if with_what and not _JOINT.search(these[: with_what.start()]):  # two are there already
        these = f"{these[: with_what.start()]}, {these[with_what.end() :]}"
    return (these, *on)
