"""A part that a copy tells of for the whole: of a name, of a measure, of all that a thing consists of. Pure.

"Land of Glory" is not "Land of Hope and Glory", "3 hours" are not "3 hours and 18 minutes", a board that comprises Ann,
Bo and Cy does not comprise Ann and Bo; of two that are told of "respectively" the second is not what the first is. And
who bought shares of a firm, or an option on it, has not bought the firm.
"""

import re
from itertools import dropwhile, takewhile

from apps.core.patterns import lazy_regex
from apps.core.periods import DAYS_AND_MONTHS
from apps.core.words import word_set
from apps.verification.lexicon import STOPWORDS, content_of
from apps.verification.wording.coordinated.things import COUNTED, ITEM, ONE_PLACE, PLACES
from apps.verification.wording.near_copies import Copied, left_out, low

_FIGURE = r"(?:\d[\d.,]*|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_UNITS = (
    r"(?:hours?|minutes?|seconds?|days?|weeks?|months?|years?)",
    r"(?:feet|foot|ft|yards?|inch(?:es)?|miles?|kilomet(?:re|er)s?|met(?:re|er)s?|centimet(?:re|er)s?)",
    r"(?:stones?|pounds?|lbs?|ounces?|oz|kilograms?|grams?)",
    r"(?:dollars?|cents?|euros?|pounds?|pence)",
)
_ONE_WHOLE = tuple(
    lazy_regex(
        rf"(?<![\d.,])\b{_FIGURE}\s+{unit},?\s+(?:and\s+)?{_FIGURE}\s+{unit}\b(?!\s+(?:of|later|earlier|before|after|ago|a|per|each)\b)",
        re.I,
    )
    for unit in _UNITS
)
_UNIT = lazy_regex("|".join(_UNITS), re.IGNORECASE)
_CONSISTS = lazy_regex(
    r"\b(?:consist(?:s|ed|ing)?\s+of|compris(?:es|ed|e|ing)|(?:made\s+up|composed)\s+of|members\s+(?:are|were)"
    r"|divided\s+into)\s",
    re.IGNORECASE,
)
_LIST_ENDS = lazy_regex(
    r"[;:.](?!\d)|(?:,|(?<=\w))\s+(?:which|who|whose|that|with|where|and\s+(?:is|are|was|were|has|have))\s", re.I
)
_ITEM = lazy_regex(r",\s+(?:and\s+)?|(?<=\w)\s+and\s+")
_PARTS = word_set("""
    share shares stake stakes part parts portion portions half majority minority interest interests option options right
    rights licence license bonds subsidiary subsidiaries division divisions branch branches
""")
_OF = word_set("of in on to for")
_OPENS = word_set("a an the its their his her our some most")
_IN_NAME = word_set("of the for de la")
_MOST_OF_NAME = 4  # words that a copy may leave out of one
_AND = lazy_regex(r"(?:,|(?<=\w))\s+and\s+", re.IGNORECASE)
_CLAUSE_ENDS = lazy_regex(r"[;.!?]\s")
_OPEN_LIST = lazy_regex(r"\b(?:others?|etc|more|among|including)\b", re.IGNORECASE)
_ABOUT = lazy_regex(r"\b(?:about|around|some|nearly|almost|over|more\s+than|roughly|approximately)\s\Z", re.IGNORECASE)
_OF_ONE = word_set("is was has does")
_WORD = lazy_regex(r"[^\W_]+(?:['’][^\W_]+)*")
# of several things in several places nobody knows which is where, and what is mainly in two may be so in neither
_IN_ALL = lazy_regex(
    r"\b(?:mainly|mostly|primarily|entirely|exclusively|largely|chiefly|solely|concentrat\w+|confin\w+|limited|bulk|majority)\b"
    r"|\b(?:are|were)\s+(?:\w+(?:ed|rn)\s+)?in\s",
)
_EACH = lazy_regex(r"\b(?:each|every|both|either|any|apiece)\b", re.IGNORECASE)
_RESPECTIVELY = lazy_regex(r"\brespectively\b", re.IGNORECASE)


def whole_left_out(pair: Copied, claim: str, source: str) -> str | None:
    """The source's words without which the copy tells of a part as if it were the whole; None where there are none."""
    lost = _item_left_out(claim, source) or _measure_left_out(claim, source) or _place_left_out(claim, source)
    if lost is not None:
        return lost
    words = [low(word[0]) for word in pair.theirs]
    for start, end in left_out(pair):
        inside = start > 0 and end < len(words)
        if inside and (_is_part(words[start:end]) or _is_of_name(pair, words, source, start, end)):
            return source[pair.theirs[start].start() : pair.theirs[end - 1].end()]
    return None


def _place_left_out(claim: str, source: str) -> str | None:
    """A place without which it is less than what the claim counts: "12 boats in Cork" of "in Cork and Galway".

    Or the rest of its name: "in Tobago" of "in Trinidad and Tobago".
    """
    one = ONE_PLACE.search(source)
    if one and one[0] not in claim and sum(name in claim for name in re.split(r"\s+and\s+", one[0])) == 1:
        return one[0]
    found = PLACES.search(source)
    if found is None or _EACH.search(source):
        return None
    if not COUNTED.search(claim) and not _IN_ALL.search(claim):
        return None
    lost = [place for place in ITEM.split(found["items"]) if place.lower() not in claim.lower()]
    told = len(lost) < len(ITEM.split(found["items"]))
    return f"and {lost[0]}".rstrip(".") if told and lost else None


def _is_part(words: list[str]) -> bool:
    """Whether they are "shares of", "an option on the"."""
    inner = words[words[0] in _OPENS : len(words) - (words[-1] in _OPENS)]
    return len(inner) > 1 and inner[-1] in _OF and inner[-2] in _PARTS


def told_of_the_other(claim: str, source: str) -> bool:
    """Whether of two that the source tells of "respectively" the claim tells of the one what is said of the other."""
    clause = next((one for one in _CLAUSE_ENDS.split(source) if _RESPECTIVELY.search(one)), "")
    told = _RESPECTIVELY.split(clause)[0]
    joints = list(_AND.finditer(told))
    if len(joints) != 2 or _RESPECTIVELY.search(claim):
        return False
    mine = set(_words_of(claim))
    sides = []
    for joint in joints:
        first = _run(_words_of(told[: joint.start()])[::-1])
        second = _run(_words_of(told[joint.end() :]))[: len(first)]  # behind it both go on alike
        sides.append(len(mine & set(first)) - len(mine & set(second)))
    return sides[0] * sides[1] < 0


def goes_on(said: str, behind: str) -> bool:
    """Whether behind ``said`` stands more of the measure, or of the list of all parts, with which it ends."""
    whole = said + behind
    measured = any(one.start() < len(said) < one.end() for pattern in _ONE_WHOLE for one in pattern.finditer(whole))
    return measured or _item_left_out(said, whole) is not None


def _item_left_out(claim: str, source: str) -> str | None:
    """An item of the list of all parts, of which the claim has nothing."""
    mine, theirs = _CONSISTS.search(claim), _CONSISTS.search(source)
    if mine is None or theirs is None or mine[0].split()[0].lower() != theirs[0].split()[0].lower():
        return None
    told = content_of(claim[mine.end() :])
    if _OPEN_LIST.search(claim, mine.end()):
        return None
    items = [(item, content_of(item)) for item in _ITEM.split(_LIST_ENDS.split(source[theirs.end() :])[0])]
    if not any(content & told for _, content in items):
        return None
    return next((item for item, content in items if content and not content & told), None)


def _measure_left_out(claim: str, source: str) -> str | None:
    """A measure of two units of which the claim has the larger one alone."""
    for pattern in _ONE_WHOLE:
        for whole in pattern.finditer(source):
            larger = whole[0][: _UNIT.search(whole[0]).end()]
            said = re.search(rf"(?<![\d.,]){re.escape(larger)}\b", claim, re.IGNORECASE)
            if said is None or pattern.match(claim, said.start()) or _ABOUT.search(claim[: said.start()]):
                continue
            if larger not in source.replace(whole[0], ""):
                return whole[0]
    return None


def _words_of(text: str) -> list[str]:
    return [low(word) for word in _WORD.findall(text)]


def _run(words: list[str]) -> list[str]:
    """The words up to the first that carries no content, behind those that open."""
    said = dropwhile(lambda word: word in STOPWORDS, words)
    return list(takewhile(lambda word: word not in STOPWORDS, said))


def _is_of_name(pair: Copied, words: list[str], source: str, start: int, end: int) -> bool:
    """Whether words[start:end] and what stands on both sides of them are one name, of two joined by "and"."""
    spans = pair.theirs[start - 1].end(), pair.theirs[end].start()
    between = source[spans[0] : spans[1]]
    joined = "and" in (words[start], words[end - 1]) or "&" in between
    if not joined or end - start > _MOST_OF_NAME or re.search(r"[,;:.()](?!\w)", between):
        return False
    left = [at for at in range(start, end) if words[at] not in STOPWORDS]
    before = next((at for at in range(start - 1, -1, -1) if words[at] not in _IN_NAME), -1)
    one = words[start] == "and" and words[end] in _OF_ONE  # "Pride and Prejudice was": two would take "were"
    beside = [before, *left] if one else [before, *left, end]
    return bool(left) and before >= 0 and all(_is_name(pair, words, at) for at in beside)


def _is_name(pair: Copied, words: list[str], at: int) -> bool:
    return pair.theirs[at][0][0].isupper() and words[at] not in (DAYS_AND_MONTHS if at else STOPWORDS)
