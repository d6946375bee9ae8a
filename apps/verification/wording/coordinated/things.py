"""What is done to several things, or is so in several places, said of each. Pure."""

import re
from collections.abc import Iterator

from apps.core.patterns import lazy_regex
from apps.verification.wording.coordinated.parts import ended
from apps.verification.wording.coordinated.verbs import first_verb, has_verb

# places of which a list has one beside the other, and things that each have their own article
_NAME = r"(?:the\s+)?[A-Z][\w&.’'-]*(?:\s+[A-Z][\w&.’'-]*){0,3}"
PLACES = lazy_regex(
    rf"\b(?:in|across|throughout)\s+(?P<items>{_NAME}(?:,\s+{_NAME})*,?\s+and\s+(?:in\s+)?{_NAME})(?=\s+[a-z]|[,.]|\Z)"
)
_IS_THERE = lazy_regex(
    r"\b(?:operate[sd]?|trade[sd]?|(?:is|are|was|were)\s+(?:active|present|available|sold|banned)"
    r"|(?:has|have|had|runs?|ran|open(?:s|ed)|operate[sd]?)\s+[a-z]+s)\s+\Z"
)
_WORD_OF_THING = r"(?!(?:and|or|which|of|to|in|for|by|with|from|at|on)\b)[a-z][\w’'-]*"
_THING = rf"(?:the|an?|its|their|his|her)\s+(?:{_WORD_OF_THING}\s+){{0,2}}?{_WORD_OF_THING}"
_THINGS = lazy_regex(
    rf"\s(?P<items>{_THING}(?:,\s+{_THING})*,?\s+and\s+{_THING})"
    r"(?P<behind>\s+within\s+[\w-]+\s+\w*\s?(?:days?|weeks?|months?|hours?))?\.?\Z"
)
# what is done to two things is done to each
_EACH_BY_ITSELF = lazy_regex(
    r"(?:inform|notif|return|publish|submit|provid|deliver|pa[iy]|fil|keep|kept|maintain|sign|insur|clos|open|approv|cover|includ|appoint"
    r"|elect|dismiss|visit)\w*\Z"
)
_STATE = (  # that a town may be named by: "Paris, Texas and Tulsa"
    r",\s+(?:Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa"
    r"|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|Ohio"
    r"|Oklahoma|Ontario|Oregon|Pennsylvania|Quebec|Tennessee|Texas|Utah|Vermont|Virginia|Washington|Wisconsin|Wyoming|England|Scotland"
    r"|Wales|\w+shire)\b"
)
# one place that two names make
ONE_PLACE = lazy_regex(
    r"\b(?:Antigua\s+and\s+Barbuda|Trinidad\s+and\s+Tobago|Bosnia\s+and\s+Herzegovina|Newfoundland\s+and\s+Labrador"
    r"|Kitts\s+and\s+Nevis|Vincent\s+and\s+the\s+Grenadines|S[ãa]o\s+Tom[ée]\s+and\s+Pr[íi]ncipe|Turks\s+and\s+Caicos"
    r"|Wallis\s+and\s+Futuna|Svalbard\s+and\s+Jan\s+Mayen|Heard\s+and\s+McDonald|Tyne\s+and\s+Wear|Brighton\s+and\s+Hove"
    r"|Dumfries\s+and\s+Galloway|Perth\s+and\s+Kinross|Argyll\s+and\s+Bute|Jammu\s+and\s+Kashmir)\b"
)
_NO_PLACE = lazy_regex(r"(?:\A|,\s+|\s)(?:North|South|East|West|Upper|Lower|Inner|Outer|New|Old)(?:ern)?(?=,|\s+and\s)")
ITEM = lazy_regex(r",?\s+and\s+(?:in\s+)?|,\s+")
# what holds of several things and of each of them not, or not as much
_OF_ALL = lazy_regex(
    r"\b(?:no|not|never|none|nobody|nothing|few|fewer|less|more|most|least|same|first|last|sole\w*|main|lead\w*|total\w*|sum\w*"
    r"|average\w*|overall|all|every|each|any|many|several|some|half|majority|consist\w*|compris\w*|compos\w*|form\w*|combin\w*"
    r"|merg\w*|join\w*|mix\w*|shar\w*|divid\w*|split\w*|spread\w*|own\w*|compar\w*|exceed\w*|differ\w*|balanc\w*|link\w*|connect\w*"
    r"|separat\w*|replac\w*|constitut\w*|equal\w*|cost\w*|world\w*|largest|\w{3,}est|bulk|mainly|mostly"
    r"|primarily|entirely|exclusively|largely|chiefly|concentrat\w*|choos\w+|chose\w*|prefer\w*)\b|%",
    re.IGNORECASE,
)
COUNTED = lazy_regex(
    r"\b(?:(?!(?:19|20)\d\d\b)\d[\d,.]*(?!\s(?:[A-Z]|days?|weeks?|months?|years?|hours?))"
    r"|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?!\s(?:\w+\s)?(?:days?|weeks?|months?|years?|hours?)\b)"
    r"|dozens?|hundreds?|thousands?|millions?|billions?)\b"
)


def things(line: str) -> Iterator[str]:
    """What is done to several things, or is so in several places, said of each; nothing where they may count as one."""
    verb = first_verb(line, 0)
    found = _THINGS.search(line, verb.end) if verb and verb.kind in ("modal", "past", "present") else None
    if (
        found is None
        or found.start() != verb.end
        or not _EACH_BY_ITSELF.match(line[verb.start : verb.end].split()[-1])
        or (found["behind"] and verb.kind != "modal")
    ):
        found = PLACES.search(line)
        if found is None or not _IS_THERE.search(line[: found.start()]) or _is_one(found["items"]):
            return
    start, end = found.span("items")
    around = f"{line[:start]} {line[end:]}"
    if (
        has_verb(found["items"])
        or _OF_ALL.search(around)
        or COUNTED.search(around)
        or re.search(r"\s(?:and|but)\s", around)
    ):
        return
    for item in ITEM.split(found["items"]):
        yield ended(f"{line[:start]}{item}{line[end:]}")


def _is_one(items: str) -> bool:
    """Whether two of the names are of one place, or one is of none: "Paris, Texas", "North and South Dakota"."""
    return bool(re.search(_STATE, items) or ONE_PLACE.search(items) or _NO_PLACE.search(items))
