"""What a sentence denies, limits or says of a whole kind, copied without what narrows it there. Pure.

"No significant changes" are not "no changes", "62% of adult patients" are not "62% of patients": behind a denial, a
condition, an upper limit or a quantifier (contexts that semantics calls downward entailing or not monotone) who says
less of a thing claims more of it.
"""

import re

from apps.core.words import word_set
from apps.verification.lexicon import STOPWORDS
from apps.verification.numbers.dates import TIME_PHRASE
from apps.verification.wording.near_copies import Copied, low, places_alike
from apps.verification.wording.qualifiers import UNIQUE, is_superlative
from apps.verification.wording.tense import BE, HAVE, MODALS, is_past

_DENIALS = word_set("""
    not no never cannot nobody nothing none neither nor without rarely seldom few
    deny denies denied denying refuse refuses refused refusing prohibit prohibits prohibited prohibiting forbid forbids
    forbade forbidden prevent prevents prevented preventing avoid avoids avoided avoiding lack lacks lacked lacking
    ban bans banned if unless whenever
""")
# deny what stands behind their "to"
_DENIALS_WITH_TO = word_set("fail fails failed failing decline declines declined declining unable")
_NO_DENIAL = word_set("only just merely simply solely all every each both always necessarily doubt")  # behind "not"
_LIMITS = frozenset((("fewer", "than"), ("less", "than"), ("at", "most"), ("up", "to"), ("maximum", "of")))
_ALL = word_set("all every each any most half majority")
_MEASURES = word_set("number amount average mean median total percentage proportion rate majority")
# what a figure says of them, it says of what stands behind their "of"
_MEASURES_OF = word_set("""
    population revenue revenues sales income profit profits loss losses debt cost costs price prices value output
    production consumption emissions exports imports turnover budget capacity area volume share level risk cases
""")
_RULES_FOR = word_set("applies apply applicable available open limited restricted reserved eligible")
_PER_CENT = re.compile(r"\s*(?:%|per\s?cent\b)", re.IGNORECASE)
_OF = frozenset(((), ("of",), ("of", "the"), ("of", "our"), ("of", "its"), ("of", "all"), ("the",), ("our",), ("its",)))
_DEFINITE = word_set("the its his her their our my your this that these those")
# what begins with them is a clause of its own, a reason or one of several
_APART = word_set("and or nor but because since as although though while whereas which so thus therefore however than")
_ENDS_SCOPE = word_set("and but while whereas although though because who which whose until before rather")
_MARK = re.compile(r"[;:.!?](?!\d)")
_COMMA = re.compile(r",(?!\d)")
# says nothing of which things are spoken of
_ADDS_NOTHING = (STOPWORDS - word_set("other further more same")) | word_set(
    "yet ever already still either any currently presently now today longer single whatsoever known"
)
_FAR = 4  # words from a superlative within which it is still of the same thing
_TIME = re.compile(TIME_PHRASE, re.IGNORECASE)
_PREPOSITIONS = word_set("of in on at for from with to by under during within among against about over between")


def narrowing_left_out(pair: Copied, source: str) -> str | None:
    """The source's words that narrow what it denies, limits or counts, and that the copy is without; None if none."""
    words = [low(word[0]) for word in pair.theirs]
    kept = {at for tag, _, _, j1, j2 in pair.steps if tag == "equal" for at in range(j1, j2)}
    for tag, _, _, j1, j2 in pair.steps:
        if tag != "insert":
            continue
        for start, end in places_alike(words, j1, j2):
            left_out = source[pair.theirs[start].start() : pair.theirs[end - 1].end()]
            if _narrows(pair, words, start, end) and not _stands_apart(pair, source, start):
                in_scope = _is_in_scope(pair, words, kept, source, start) and not _is_known(pair, words, start)
                if in_scope and not _TIME.fullmatch(left_out + " "):
                    return left_out
                if _is_of_kind(pair, words, kept, source, start, end) or _is_of_best(words, kept, start):
                    return left_out
    return None


def _narrows(pair: Copied, words: list[str], start: int, end: int) -> bool:
    """Whether words[start:end] say more closely which thing is meant: no clause of their own and no part of a name."""
    left = words[start:end]
    if left[0] in _APART or left[-1] == "to" or _ADDS_NOTHING.issuperset(left):  # "is not permitted to park"
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
    if word in _DENIALS or word.replace("’", "'").endswith("n't"):
        return behind not in _NO_DENIAL and not behind[:1].isdigit() and not (word == "few" and words[at - 1] == "a")
    return False


def _is_known(pair: Copied, words: list[str], start: int) -> bool:
    """Whether they stand behind an article that says which one is meant: "did not approve the proposed merger"."""
    if not start or words[start] in _PREPOSITIONS:
        return False
    if pair.theirs[start - 1][0].replace("’", "'").endswith("'s"):
        return True
    return words[start - 1] in _DEFINITE and words[start - 2 : start - 1] not in (["of"], ["all"], ["any"])


def _is_of_kind(pair: Copied, words: list[str], kept: set[int], source: str, start: int, end: int) -> bool:
    """Whether they say of which kind all, most, a share or a number are meant."""
    if end >= len(words):
        return False
    attributive = words[end] not in STOPWORDS and words[start] not in _PREPOSITIONS
    if attributive and start > 1 and words[start - 1] in ("to", "for") and words[start - 2] in _RULES_FOR:
        return True
    for at in range(start - 1, -1, -1):
        if words[at] in BE | HAVE | MODALS or is_past(words[at]):
            return False
        share = words[at][0].isdigit() and _PER_CENT.match(source, pair.theirs[at].end())
        percent = words[at] in ("percent", "cent")
        if at in kept and words[at] in _MEASURES_OF and words[at + 1 : start] in (["of"], ["of", "the"]):
            return attributive
        if at in kept and (share or percent or words[at] in _ALL or words[at] in _MEASURES):
            if at and words[at - 1] == "not":
                return False
            if tuple(words[at + 1 : start]) in _OF:
                return attributive
            verb = words[end] in BE | HAVE | MODALS or is_past(words[end])
            return verb and words[start] in _PREPOSITIONS
    return False


def _is_of_best(words: list[str], kept: set[int], start: int) -> bool:
    """Whether they say among which a thing is the first, the only or the largest: "the tallest tower in Latvia"."""
    if words[start] not in _PREPOSITIONS or words[start] == "to":
        return False
    for at in range(start - 1, max(-1, start - _FAR - 1), -1):
        if words[at] in BE | HAVE | MODALS or is_past(words[at]):
            return False
        most = words[at] == "most" and words[at - 1] in _DEFINITE and start - at > 1
        if at in kept and (most or words[at] in UNIQUE or is_superlative(words[at])):
            return words[at - 1] in _DEFINITE or not at
    return False
