"""What a copy puts together that in the source belongs to something else, by leaving out what stands between. Pure.

"The club bought a hall opened in 1931" does not say that the club opened in 1931, few members who did two things may be
many who did the second, and what is due "after a warning and a hearing" is not due after a warning.
"""

import re
from collections.abc import Sequence

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.verification.wording.coordinated.both_needed import LeftOut, needs_both
from apps.verification.wording.coordinated.deeds import BOUNDS, CONDITIONS, OF_ANOTHER
from apps.verification.wording.coordinated.verbs import (
    FINITE,
    LINKS,
    PAST_ALONE,
    has_finite,
    takes_verb_along,
)
from apps.verification.wording.near_copies import Copied, left_out, low
from apps.verification.wording.reporting import reports
from apps.verification.wording.tense import BE, HAVE, MODALS, is_done, is_past

_JOINING = word_set("and but or which that who whose whom then also when where while if as he she they it")
_AUXILIARIES = BE | HAVE | MODALS | word_set("not also now")
_DOUBTFUL = word_set("probably possibly perhaps maybe apparently presumably likely seemingly reportedly allegedly")
_BEHIND_COMMA = lazy_regex(r",\s+([a-z]+)\s+(?:of|to|by|in|on|at|before|after|for|from|with|under|during)\s")
# whom only both of two things are said of
_BOTH_ALONE = lazy_regex(
    r"\b(?:no|none|nobody|few(?!\s+(?:hours?|days?|weeks?|months?|years?|minutes?)\s+later)|fewer|hardly|only|half|most|majority|minority"
    r"|exactly|less|third|quarter|percent|per\s+cent)\b|%",
    re.IGNORECASE,
)
# before a participle that does not say which of several is meant
_SUBJECTS = BE | HAVE | word_set("he she it they we i you")
_PREPOSITIONS = word_set("of to by in on at before after for from with under against into during")
_SHORT = word_set("used fed born")  # participles that their endings do not tell
_ADVERBS = word_set("abroad again online here there separately together early late")
_HANDED = word_set("given granted handed offered issued awarded paid fed")  # a thing may stand behind them
_PRESENT = word_set(
    "face faces carry have receive remain remains serve serves pay pays get lose show need needs has contain belong"
)


def misjoined(pair: Copied, claim: str, source: str) -> str | None:
    """The source's words without which the copy tells of its subject what is not its own; None where there are none."""
    written = [word[0] for word in pair.theirs]
    words = [low(word) for word in written]
    rule = not reports(claim)
    for start, end in left_out(pair):
        opens, closes = pair.theirs[start].start(), pair.theirs[end - 1].end()
        between = source[opens:closes]
        one = LeftOut(
            words=words,
            start=start,
            end=end,
            before=source[:opens],
            between=between,
            source=source,
            claim=claim,
            rule=rule,
        )
        if needs_both(one) or (start > 0 and end < len(words) and _steals(written, one)):
            return between
    return None


def _steals(written: Sequence[str], one: LeftOut) -> bool:
    """Whether what is left out takes what stands behind it along, or bounds that. ``written``: with its capitals."""
    words, start, end = one.words, one.start, one.end
    first, behind = words[start], words[end]
    if first in _DOUBTFUL:
        return True
    if one.before.rstrip().endswith(","):
        return False
    own = first in BE | HAVE | MODALS or (is_past(first) and is_done(list(written), start))
    if words[end - 1] not in LINKS:
        apart = _JOINING.isdisjoint(words[start:end]) and "," not in one.between
        stolen = own and apart and is_past(behind) and end - start > 1
        return (stolen and not _AUXILIARIES.issuperset(words[start:end])) or _leaves_out_which(written, one)
    if own and _BOTH_ALONE.search(one.before):
        return True
    placed = (own or first.endswith("s")) and is_past(behind)
    if placed and any(is_past(found[1]) for found in _BEHIND_COMMA.finditer(one.between)):
        return behind not in PAST_ALONE  # "bought a mill, built in 1900 and closed in 2007"
    return _bounds(one, own=own) or _says_which(written, one)


def _bounds(one: LeftOut, *, own: bool) -> bool:
    """Whether the first verb takes the second along, or has a condition that may be the second's too."""
    first, before, behind = one.words[one.start], one.words[one.start - 1], one.words[one.end]
    if before in MODALS:
        along = OF_ANOTHER.match(first) or takes_verb_along(one.between.partition(" ")[2])
        if along or (one.rule and BOUNDS.search(one.between)):
            return True
    shared = _is_participle(behind) or behind in MODALS
    done = before in BE or own or first.endswith("s")
    return one.rule and shared and done and bool(CONDITIONS.search(one.between))


def _says_which(written: Sequence[str], one: LeftOut) -> bool:
    """Whether it is the first of two participles by which a subject is told from others of its kind."""
    words, start, end = one.words, one.start, one.end
    first, behind, rest = words[start], words[end], words[end + 1 :]
    # "Firms granted a licence and owned by a bank pay"
    handed = first in _HANDED and bool(rest) and rest[0] in _PREPOSITIONS
    return (
        (_is_participle(first) or first.endswith("ing"))
        and words[start - 1] not in _SUBJECTS
        and (words[start + 1] in _PREPOSITIONS | _ADVERBS or handed or first.endswith("ing"))
        and _is_participle(behind)
        and behind not in PAST_ALONE
        and (has_finite(" ".join(written[end + 1 :])) or not _PRESENT.isdisjoint(rest))
    )


def _leaves_out_which(written: Sequence[str], one: LeftOut) -> bool:
    """Whether it is the second: "Cars built in Spain and sold in Cuba need a permit"."""
    words, start, end = one.words, one.start, one.end
    if words[start] != "and" or end - start < 3 or not is_past(words[start + 1]) or words[start + 1] in PAST_ALONE:
        return False
    which = any(map(_is_participle, words[1:start])) and words[start + 2] in _PREPOSITIONS | _ADVERBS
    return which and words[end] in FINITE | _PRESENT and not has_finite(" ".join(written[2:start]))


def _is_participle(word: str) -> bool:
    return is_past(word) or word in _SHORT
