"""Forms of the past, and what stands before them. Pure."""

import re

from apps.core.patterns import lazy_regex
from apps.core.words import word_set

# no form that is a participle too but for those that stand here from early on: "deposits withheld earn interest"
PAST = word_set("""
    was were had did rose fell grew sold bought paid made took became held won lost gave went came began ran said told
    found met led left sent lent spent built kept wrote drew drove chose brought caught taught thought felt got heard
    knew saw shot spoke stood struck threw understood withdrew broke fought flew laid lay rode sank sought stole wore
    bore overtook undertook arose shrank dealt meant sued died owed agreed disagreed freed guaranteed decreed burst
    rang sang swam drank ate shook woke wove froze forgot forgave forbade foresaw swore tore blew overthrew mistook wept
    slept crept leapt fled clung sprang slid knelt dwelt shone outgrew overran overcame underwent retook
""")
# what their stems do not tell
BASE_OF = {
    "built": "build", "spent": "spend", "chose": "choose", "chosen": "choose", "drew": "draw", "drawn": "draw",
    "withdrew": "withdraw", "withdrawn": "withdraw", "broke": "break", "broken": "break", "undertook": "undertake",
    "undertaken": "undertake", "sought": "seek", "ran": "run", "repaid": "repay", "rebuilt": "rebuild", "got": "get",
    "resold": "resell", "taught": "teach", "left": "leave",
}  # fmt: skip
# the same in the past
UNCHANGED = word_set("cut set put shut split let hit bid cast reset spread cost quit")
PARTICIPLES = word_set("taken given shown written known begun fallen grown risen")
MODALS = word_set("will would shall should may might must can could cannot ought")
HAVE = word_set("has have had having")
BE = word_set("is are was were be been being am")
_FORMS = PAST | BASE_OF.keys() | UNCHANGED | PARTICIPLES
# a form in "-ed" behind these is no verb of its own: "the insured person", "is charged", "without limited access"
BEFORE_PARTICIPLE = word_set("""
    a an the any each every all no some its their his her our your this that these those such other another and or not
    is are be been being has have having of in for with without by on at to from under per more most less as if when
    where once newly fully jointly duly so than who which
""")
_PASSED = word_set("also now then still since already jointly both each all recently subsequently together later ever")
# an adverb of how, by its ending
OF_HOW = lazy_regex(r"\w{3,30}ly(?<!family)(?<!supply)(?<!assembly)(?<!italy)", re.IGNORECASE)
DENIALS = word_set("not never no nor neither none nobody nothing")
_ATTRIBUTIVE = BEFORE_PARTICIPLE - BE - HAVE - word_set("and or who which so than that")
_NOT_BEFORE_DONE = MODALS | DENIALS | _ATTRIBUTIVE | word_set("to be do does did being")


def is_past(low: str) -> bool:
    """Whether a word in small letters is a form of the past or a participle."""
    return low in _FORMS or ends_in_ed(low)


def ends_in_ed(low: str) -> bool:
    """Whether it may be the past of a verb that is regular."""
    return low.endswith("ed") and len(low) > 4 and not low.endswith("eed")


def word_before(words: list[str], at: int) -> int:
    """Where the word stands before ``at`` and its adverbs; -1 at the beginning."""
    at -= 1
    while at >= 0 and (words[at].lower() in _PASSED or (words[at].endswith("ly") and len(words[at]) > 4)):
        at -= 1
    return at


def is_done(words: list[str], at: int) -> bool:
    """Whether a form of the past tells of what was done: no participle before its noun, not "to be closed"."""
    before = word_before(words, at)
    word = words[before].lower() if before >= 0 else ""
    if word in ("been", "being") and before:
        before = word_before(words, before)
        word = words[before].lower() if before >= 0 else ""
    if word in HAVE:
        before = word_before(words, before)
        return before < 0 or words[before].lower() not in MODALS | DENIALS | {"to"}
    if word in ("was", "were", "is", "are"):
        return True
    if words[at].lower() in UNCHANGED and word in ("and", "or", ",") and not (MODALS | {"to"}).isdisjoint(words[:at]):
        return False
    return not is_past(word) and word not in _NOT_BEFORE_DONE
