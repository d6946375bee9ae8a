"""Whether a sentence reports what happened or states what holds. Pure.

"The lender waived its right" stays true whatever came later; "The loan bears interest at 4%" may not. Nor may "Goods
delivered late bear a fee": its participle says which goods.
"""

import re

from apps.core.words import word_set
from apps.verification.wording.coordinated.verbs import DETERMINERS, takes_verb_along
from apps.verification.wording.tense import BEFORE_PARTICIPLE, PAST, PAST_ALONE, ends_in_ed

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*|[,;:]")
_PRESENT_AUXILIARY = word_set("is are may can cannot shall must will should does do applies apply")
_PERFECT = word_set("has have")
_MONTH = re.compile(r"(?<=\w )May\b")  # no verb
# behind them another clause begins, whose verb is not this one's
_OTHER_CLAUSE = word_set("""
    and or but that which who whom whose because if when where while as since until unless though although than whether
    how what why , ; :
""")
# what a rule says of a thing without an article behind it: "bears interest"
_HOLDS = word_set("""
    bear bears earn earns carry carries attract attracts incur incurs accrue accrues require requires expire expires
    lapse lapses remain remains become becomes belong belongs depend depends count counts qualify qualifies entitle
    entitles
""")


def reports(text: str) -> bool:
    """Whether the verb of a sentence is in the past tense, or in the perfect."""
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
    while before >= 0 and words[before].endswith("ly") and words[before] not in BEFORE_PARTICIPLE:
        before -= 1
    return before < 0 or words[before] in BEFORE_PARTICIPLE


def _says_which(words: list[str], at: int) -> bool:
    """Whether a form of the past may be the participle of a noun whose verb stands behind it, in the present."""
    behind = words[at + 1 :]
    if behind and behind[0] in DETERMINERS:
        return False  # it has an object
    end = next((place for place, word in enumerate(behind) if word in _OTHER_CLAUSE), len(behind))
    clause = behind[:end]
    return not (_PRESENT_AUXILIARY | _HOLDS).isdisjoint(clause) or takes_verb_along(" ".join(clause))
