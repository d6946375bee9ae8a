"""Whether a sentence reports what happened or states what holds. Pure.

"The lender waived its right" stays true whatever came later; "The loan bears interest at 4%" may not. Nor may "Goods
delivered late bear a fee": its participle says which goods.
"""

import re
from collections.abc import Sequence
from itertools import takewhile

from apps.core.words import ONES, word_set
from apps.verification.wording.coordinated.verbs import BEHIND_VERB, DETERMINERS, PAST_ALONE, takes_verb_along
from apps.verification.wording.tense import BEFORE_PARTICIPLE, OF_HOW, PAST, ends_in_ed, is_past

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|[,;:]")
_MARKS = frozenset(",;:")
_PRESENT_AUXILIARY = word_set("is are may can cannot shall must will should does do applies apply")
_PERFECT = word_set("has have")
_MONTH = re.compile(r"(?<=\w )May\b")  # no verb
# behind them another clause begins, whose verb is not this one's
_OTHER_CLAUSE = word_set("""
    and or but that which who whom whose because if when where while as since until unless though although than whether
    how what why to , ; :
""")
# how or where a thing is done that a participle tells apart: "goods delivered late", "shares sold in Asia"
_SAYS_HOW = BEHIND_VERB - {"to"} | word_set("late early abroad elsewhere twice alone online empty left")
# what a rule says of a thing, also with no article behind it: "bears interest"
_HOLDS = word_set("""
    bear bears earn earns carry carries attract attracts incur incurs accrue accrues require requires expire expires
    remain remains become becomes belong belongs depend depends qualify qualifies entitle entitles get gets give gives
    lose loses receive receives serve serves trigger triggers need needs
""")
_RATES = word_set("year quarter month week day hour minute night shift season head")  # "two percent a year"
_BEFORE_NOUN = DETERMINERS | BEHIND_VERB | ONES.keys() | word_set("several many own")


def reports(text: str) -> bool:
    """Whether the verb of a sentence, the first that is told from a participle, is in the past or in the perfect."""
    words = [word.lower() for word in _WORD.findall(_MONTH.sub(" ", text))]
    for at, word in enumerate(words):
        if word in _PRESENT_AUXILIARY:
            return False
        if word in _PERFECT:
            return True
        if (word in PAST or ends_in_ed(word)) and not _is_of_noun(words, at):
            return word in PAST_ALONE or not _says_which(words, at)
    return False


def _is_of_noun(words: list[str], at: int) -> bool:
    """Whether a form of the past may say what a noun is like: "the newly elected mayor"."""
    before = at - 1
    while before >= 0 and _is_passed(words[before]):
        before -= 1
    return before < 0 or words[before] in BEFORE_PARTICIPLE


def _is_passed(word: str) -> bool:
    return word in _MARKS or (word.endswith("ly") and word not in BEFORE_PARTICIPLE)


def _says_which(words: list[str], at: int) -> bool:
    """Whether a form of the past is the participle of a noun whose verb, in the present, stands behind it."""
    clause = list(takewhile(lambda word: word not in _OTHER_CLAUSE, words[at + 1 :]))
    if not clause:
        return False
    if clause[0] in _SAYS_HOW or OF_HOW.fullmatch(clause[0]):
        return _holds(clause)
    # at once: "goods delivered are", "rent paid bears interest", but "met needs in education"
    taking = len(clause) > 1 and clause[1] not in BEHIND_VERB
    return clause[0] in _PRESENT_AUXILIARY or (taking and _is_present(clause, 0))


def _holds(clause: Sequence[str]) -> bool:
    """Whether a verb in the present stands there: one of a rule, or one with its object."""
    if any(_is_present(clause, at) for at in range(len(clause))):
        return True
    return any(
        takes_verb_along(f"{noun} {verb} {article} ")
        and not (noun in _BEFORE_NOUN or is_past(verb) or (article in ("a", "an") and rest in _RATES))
        for noun, verb, article, rest in zip(clause, clause[1:], clause[2:], [*clause[3:], ""], strict=False)
    )


def _is_present(clause: Sequence[str], at: int) -> bool:
    """Whether the word is a verb in the present: no noun, and not of another clause, as in "firms the city needs"."""
    if clause[at] not in _PRESENT_AUXILIARY | _HOLDS or (at and clause[at - 1] in _BEFORE_NOUN):
        return False
    return not (at > 1 and clause[at - 2] in DETERMINERS and (at == 2 or clause[at - 3] not in BEHIND_VERB))
