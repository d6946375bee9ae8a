"""What a sentence denies, limits or says of a whole kind, copied without what narrows it there. Pure.

"No significant changes" are not "no changes", "62% of adult patients" are not "62% of patients": behind a denial, a
condition, an upper limit or a quantifier (contexts that semantics calls downward entailing or not monotone) who says
less of a thing claims more of it.
"""

import re

from apps.core.words import ONES, word_set
from apps.verification.lexicon import STOPWORDS
from apps.verification.numbers.dates import TIME_PHRASE
from apps.verification.wording.near_copies import Copied, left_out, low
from apps.verification.wording.qualifiers import UNIQUE, is_superlative
from apps.verification.wording.tense import BE, HAVE, MODALS, is_past

_DENIALS = word_set("""
    not no never cannot nobody nothing none neither nor without rarely seldom few little
    deny denies denied denying prohibit prohibits prohibited prohibiting forbid forbids
    forbade forbidden lack lacks lacked lacking ban bans banned oppose opposes opposed reject rejects rejected exclude
    excludes excluded abandon abandons abandoned doubt doubts doubted impossible ineffective illegal unlawful
    if unless whenever
""")
_DENIALS_OF_ANY = word_set("hardly scarcely barely")  # before "any" and "ever"
# deny what stands behind their "to"
_DENIALS_WITH_TO = word_set(
    "refuse refuses refused refusing fail fails failed failing decline declines declined declining unable"
)
_NO_DENIAL = word_set("only just merely simply solely all every each both always necessarily doubt")  # behind "not"
_LIMITS = frozenset((("fewer", "than"), ("less", "than"), ("at", "most"), ("up", "to"), ("maximum", "of")))
_ALL = word_set("all every each any most half majority third thirds quarter quarters fifth fifths tenth tenths")
_MEASURES = word_set("number amount average mean median total percentage proportion rate majority")
# what a figure says of them, it says of what stands behind their "of"
_MEASURES_OF = word_set("""
    population revenue revenues sales income profit profits loss losses debt cost costs price prices value output
    production consumption emissions exports imports turnover budget capacity area volume share level risk cases
""")
_RULES_FOR = word_set("free applies apply applicable available open limited restricted reserved eligible")
_OF = frozenset(((), ("of",), ("of", "the"), ("of", "our"), ("of", "its"), ("of", "all"), ("the",), ("our",), ("its",)))
_DEFINITE = word_set("the its his her their our my your this that these those")
# what stands behind a definite noun and begins so says which one it is
_IDENTIFIES = word_set("of that which who whose made held given")
_AT_ONCE = word_set("on at in after before during")  # when or where somebody refused or failed to do a thing
_WIDENS = word_set("and or any whatever whatsoever")  # "new and existing", "of any kind"
# what begins with them is a clause of its own, a reason or one of several
_APART = word_set(
    "and or nor but when because since as although though while whereas which so thus therefore however than"
)
_ENDS_SCOPE = word_set("and but while whereas although though because who which whose until before rather")
_MARK = re.compile(r"[;:.!?](?!\d)")
_COMMA = re.compile(r",(?!\d)")
# says nothing of which things are spoken of
_ADDS_NOTHING = (STOPWORDS - word_set("other further more same")) | word_set(
    "yet ever already still either any currently presently now today longer single whatsoever known"
)
_ITSELF = (["company"], ["group"], ["firm"], ["corporation"], ["fund"])
_FAR = 4  # words from a superlative within which it is still of the same thing
_TIME = re.compile(TIME_PHRASE, re.IGNORECASE)
_DAY = re.compile(r"(?:on\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", re.IGNORECASE)
_PREPOSITIONS = word_set("of in on at for from with to by under during within among against about over between")


def narrowing_left_out(pair: Copied, source: str) -> str | None:
    """The source's words that narrow what it denies, limits or counts, and that the copy is without; None if none."""
    words = [low(word[0]) for word in pair.theirs]
    kept = {at for tag, _, _, j1, j2 in pair.steps if tag == "equal" for at in range(j1, j2)}
    for start, end in left_out(pair):
        if not _narrows(pair, words, start, end) or _stands_apart(pair, source, start):
            continue
        missed = source[pair.theirs[start].start() : pair.theirs[end - 1].end()]
        in_scope = _is_in_scope(pair, words, kept, source, start) and not _is_known(pair, words, start, end)
        if in_scope and not _TIME.fullmatch(missed + " ") and not _DAY.match(missed):
            return missed
        if _is_of_kind(pair, words, kept, source, start, end) or _is_of_best(words, kept, start):
            return missed
    return None


def _narrows(pair: Copied, words: list[str], start: int, end: int) -> bool:
    """Whether words[start:end] say more closely which thing is meant: no clause of their own and no part of a name."""
    left = words[start:end]
    if left[0] in _APART or left[-1] == "to" or _ADDS_NOTHING.issuperset(left):  # "is not permitted to park"
        return False
    if not _WIDENS.isdisjoint(left):
        return False
    beside = [pair.theirs[at][0] for at in (start - 1, end) if 0 < at < len(words)]
    named = all(pair.theirs[at][0][0].isupper() for at in range(start, end) if words[at] not in STOPWORDS)
    return not (start and named and any(word[0].isupper() for word in beside))


def _stands_apart(pair: Copied, source: str, start: int) -> bool:
    return source[: pair.theirs[start].start()].rstrip().endswith((",", "("))


def _is_in_scope(pair: Copied, words: list[str], kept: set[int], source: str, start: int) -> bool:
    """Whether an odd number of denials, conditions and upper limits that the copy keeps reaches words[start]."""
    reaching = 0
    for at in range(start - 1, -1, -1):
        between = source[pair.theirs[at].end() : pair.theirs[at + 1].start()]
        if _MARK.search(between) or words[at] in _ENDS_SCOPE or (_COMMA.search(between) and not _opens(words, at)):
            break
        if _opens(words, at):
            if at not in kept:
                return False
            reaching += 1
    return reaching % 2 == 1


def _opens(words: list[str], at: int) -> bool:
    """Whether what is said behind words[at] is denied, only supposed, or limited."""
    word, behind = words[at], words[at + 1] if at + 1 < len(words) else ""
    if (word, behind) in _LIMITS:
        return True
    if word in _DENIALS_WITH_TO:
        return behind == "to"
    if word in _DENIALS_OF_ANY:
        return behind.startswith(("any", "ever"))
    if word in _DENIALS or word.replace("’", "'").endswith("n't"):
        return (
            behind not in _NO_DENIAL
            and not behind[:1].isdigit()
            and not (word in ("few", "little") and words[max(0, at - 1)] == "a")
        )
    return False


def _is_known(pair: Copied, words: list[str], start: int, end: int) -> bool:
    """Whether they stand behind a determiner, or its noun, that says which one is meant: "the proposed merger"."""
    if not start:
        return False
    refused = any(word in _DENIALS_WITH_TO for word in words[:start])
    if refused and end == len(words) and words[start] in _AT_ONCE:
        return True
    if words[start] in _IDENTIFIES or is_past(words[start]):
        return not _DEFINITE.isdisjoint(words[max(0, start - 3) : start])
    if words[start] in _PREPOSITIONS:
        return False
    if pair.theirs[start - 1][0].replace("’", "'").endswith("'s"):
        return True
    return words[start - 1] in _DEFINITE and not _is_of_several(words, start, end)


def _is_of_several(words: list[str], start: int, end: int) -> bool:
    """Whether the article before them stands behind "of" or "all" and before a plural: "none of the … employees"."""
    before = words[start - 2] if start > 1 else ""
    return before in ("of", "all", "any") and end < len(words) and words[end].endswith("s")


def _is_of_kind(pair: Copied, words: list[str], kept: set[int], source: str, start: int, end: int) -> bool:
    """Whether they say of which kind all, most, a share or a number are meant."""
    if end >= len(words):
        return False
    attributive = words[end] not in STOPWORDS and words[start] not in _PREPOSITIONS
    if start and words[start - 1] in _DEFINITE and not _is_of_several(words, start, end):
        return False  # of the one thing that is spoken of
    if attributive and start > 1 and words[start - 1] in ("to", "for") and words[start - 2] in _RULES_FOR:
        return True
    if attributive and start > 2 and words[start - 2] == "in" and {words[start - 1], words[start - 3]} <= ONES.keys():
        return True  # "one in five"
    for at in range(start - 1, -1, -1):
        if words[at] in BE | HAVE | MODALS or is_past(words[at]):
            return False
        if at not in kept or (at and words[at - 1] == "not"):
            continue
        between = tuple(words[at + 1 : start])
        of = between[between.index("of") :] if "of" in between else between
        if words[at] in _MEASURES_OF and between in (("of",), ("of", "the")):
            return attributive
        if words[at] in _MEASURES and of in _OF and len(between) <= _FAR:
            return attributive  # "the mean age of"
        share = words[at][0].isdigit() and source.startswith("%", pair.theirs[at].end())
        if share or words[at] in ("percent", "cent") or words[at] in _ALL or words[at] in _MEASURES:
            if between in _OF:
                return attributive
            verb = words[end] in BE | HAVE | MODALS or is_past(words[end])
            return verb and words[start] in _PREPOSITIONS
    return False


def _is_of_best(words: list[str], kept: set[int], start: int) -> bool:
    """Whether they say among which a thing is the first, the only or the largest: "the tallest tower in Latvia".

    Of "the company" a document need not say that it speaks of it.
    """
    if tuple(words[start : start + 2]) == ("of", "the") and words[start + 2 : start + 3] in _ITSELF:
        return False
    if words[start] not in _PREPOSITIONS or words[start] == "to":
        return False
    for at in range(start - 1, max(-1, start - _FAR - 1), -1):
        if words[at] in BE | HAVE | MODALS or is_past(words[at]):
            return False
        most = at > 0 and words[at] == "most" and words[at - 1] in _DEFINITE and start - at > 1
        if at in kept and (most or words[at] in UNIQUE or is_superlative(words[at])):
            return at == 0 or words[at - 1] in _DEFINITE
    return False
