"""What any reader knows without a source and nothing but a definition can make true. Pure.

A closed list of whole sentences: figures, names, duties and rights that documents set are never among them.
"""

import re
from types import MappingProxyType

_UNITS = MappingProxyType(
    {
        ("minute", "seconds"): ("60", "sixty"),
        ("hour", "minutes"): ("60", "sixty"),
        ("day", "hours"): ("24", "twenty-four"),
        ("week", "days"): ("7", "seven"),
        ("year", "months"): ("12", "twelve"),
        ("leap year", "days"): ("366",),
        ("decade", "years"): ("10", "ten"),
        ("century", "years"): ("100", "one hundred", "a hundred"),
        ("centimetre", "millimetres"): ("10", "ten"),
        ("metre", "centimetres"): ("100", "one hundred", "a hundred"),
        ("kilometre", "metres"): ("1,000", "1000", "one thousand", "a thousand"),
        ("kilogram", "grams"): ("1,000", "1000", "one thousand", "a thousand"),
        ("litre", "millilitres"): ("1,000", "1000", "one thousand", "a thousand"),
        ("percentage point", "basis points"): ("100", "one hundred", "a hundred"),
        ("euro", "cents"): ("100", "one hundred", "a hundred"),
        ("dollar", "cents"): ("100", "one hundred", "a hundred"),
    }
)
_ONE = r"(?:an?|one|every) (?P<whole>[a-z]+(?: [a-z]+)?)"
_MANY = r"(?P<count>[\d,]+|(?:(?:one|a) )?[a-z-]+) (?P<parts>[a-z]+(?: points)?)"
_FORMS = (
    re.compile(rf"{_ONE} (?:has|is|equals|contains|consists of) (?:exactly )?{_MANY}"),
    re.compile(rf"there are (?:exactly )?{_MANY} in {_ONE}"),
)
_AMERICAN = re.compile(r"(?<=met)er(?=s?\b)|(?<=lit)er(?=s?\b)")


def is_common_knowledge(text: str) -> bool:
    """Whether ``text`` says of one unit of time, measure or money how many smaller ones it has, and nothing else."""
    said = _AMERICAN.sub("re", " ".join(text.lower().split()).removesuffix("."))
    return any(
        match["count"] in _UNITS.get((match["whole"], match["parts"]), ())
        for form in _FORMS
        if (match := form.fullmatch(said))
    )
