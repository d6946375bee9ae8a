"""What a claim tells as done and its source only as planned, agreed, allowed, tried or to come. Pure.

"The company closed 40 stores" against "The company plans to close 40 stores". Read by the verb: where the claim has it
in the past, the source must not have it under what only leads up to it. Of several places the one counts whose words
and figures fit the claim's best; a verb that the source does not have is left to the Judge.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.core.words import word_set
from apps.verification.lexicon import STOPWORDS, stem, stems_of
from apps.verification.wording.deciding import doer_of, is_deed_itself, serves_as_means
from apps.verification.wording.tense import (
    BASE_OF,
    BE,
    DENIALS,
    HAVE,
    MODALS,
    PAST,
    UNCHANGED,
    is_done,
    is_past,
    word_before,
)

FAR = 9  # words between what governs an infinitive and its "to"
NEAR = 4  # and between it and a noun
LONGEST = 160  # words of a sentence that are read


_TOKEN = re.compile(r"[^\W_]+(?:[.,'’&-][^\W_]+)*|[,;:()]")
_STOPS = frozenset(";:()")
# "plans to", "has authorized the company to", "an option to": what leads up to a deed that may never follow
_LEADS_UP = stems_of("""
    plan plans planned planning intend intends intended intending expect expects expected expecting aim hope propose
    proposed seek sought wish attempt want try tries tried agree agreed authorize authorise commit offer ask request
    undertake undertook promise pledge decide decided resolve vote prepare arrange consent contract oblige obligate
    require entitle schedule slate target invite urge instruct direct recommend encourage advise anticipate project
    forecast threaten contemplate consider ready willing likely eligible free bound unable poised proposal intention
    option right agreement bid commitment authority authorization authorisation approval permission goal objective
    effort intent obligation duty opportunity ability willingness mandate decision motion resolution deal program
    programme strategy entitlement application invitation letter
""")
_DUTIES = stems_of("require oblige obligate entitle agree undertake bound consent contract need")
_PERMITS = stems_of("permit allow enable need")  # but "this allowed us to"
_RIGHT_BEFORE = word_set("set due order ordered")
_CONSIDERS = stems_of("""
    consider consideration contemplate contemplation propose proposal plan intend intention evaluate explore
    discuss recommend postpone delay envisage possibility idea suggest suggestion option bid offer negotiate
    anticipate expect seek prepare preparation authorize authorise approve authorization authorisation approval
    permission consent agreement program programme target
""")
_PROPOSED = word_set(
    "proposed planned pending potential possible contemplated intended anticipated expected prospective attempted"
    " future upcoming forthcoming"
)
# what is done with a plan, an option or a duty by whoever does the deed, and with the deed itself
_REALISES = word_set(
    "completed executed exercised fulfilled achieved met implemented honored honoured accomplished delivered succeeded"
    " consummated finalized finalised effected occurred"
)
_KEEPS = word_set("exercised fulfilled met implemented honored honoured consummated")  # who "executed" one signed it
_CONTRACTS = stems_of("agreement contract deal letter")
_PARTLY = word_set("of on for about over partly partially largely almost nearly half part some most and or that , (")
_AIMS = stems_of("plan proposal option right bid offer commitment goal target obligation duty program programme")
_NOUN = re.compile(r"(?:tion|sion|ment|ure|al|ance|ence)s?\Z")
_NOT_BASE = re.compile(r"(?:ed|ing|[^s]s)\Z")
_STILL_BASE = word_set("need feed bring proceed exceed succeed")
_OTHER_NOUNS = {"sale": "sell", "sales": "sell"}
_BEFORE_NOUN = word_set("a an the its their his her our any such this that of for to on in about all further")
_POINTS_BACK = word_set("which that it them so")


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """``done``: the claim's verb; ``planned``: how the source has it."""

    done: str
    planned: str


@dataclass(frozen=True, slots=True)
class _Place:
    """A place of a verb in the source. ``cue``: where what only leads up to it stands, -1 where nothing does."""

    at: int
    cue: int


def told_as_done(claim: str, source: str) -> Planned | None:
    """The first deed that the claim tells as done and the source not; None where there is none."""
    mine, theirs = _words(claim), _words(source)
    if max(len(mine), len(theirs)) > LONGEST:
        return None
    for at, present in _deeds(mine):
        best = _best(at, mine, theirs, list(_places(mine, at, theirs)))
        if best is None or (present and _is_duty(theirs[best.cue])):
            continue
        if theirs[best.cue].lower() != "unable" or not _is_of_none(mine, at):
            first, last = sorted((best.cue, best.at))
            return Planned(done=mine[at], planned=" ".join(theirs[first : last + 1]))
    return None


def _is_of_none(words: list[str], at: int) -> bool:
    """Whether the deed is told of nothing or nobody: "found no evidence", "No evidence was found"."""
    near = words[at + 1 : at + 2] + ([] if "," in words[:at] else words[:1])
    return not DENIALS.isdisjoint(map(str.lower, near))


def _best(at: int, mine: list[str], theirs: list[str], places: list[_Place]) -> _Place | None:
    """The planned place that fits the claim better than any where it is done."""
    wanted = {_base(word) for i, word in enumerate(mine) if i != at and word.lower() not in STOPWORDS}
    fits = {}
    for i, place in enumerate(places):
        first = place.at + 1
        if _is_passive(theirs, place.at):
            first = places[i - 1].at + 1 if i else 0
        last = places[i + 1].at if i + 1 < len(places) else len(theirs)
        near = {_base(word) for word in theirs[first:last]} & wanted
        fits[place] = sum(2 if one[0].isdigit() else 1 for one in near)
    planned = [place for place in places if place.cue >= 0]
    best = max(planned, key=lambda one: fits[one], default=None)
    if best is None or any(fits[one] >= fits[best] for one in places if one.cue < 0):
        return None
    behind = [one for one in places if one.cue < 0 and one.at > best.at]
    if any(not _POINTS_BACK.isdisjoint(map(str.lower, theirs[max(0, one.at - 3) : one.at + 2])) for one in behind):
        return None  # "…, which it did"
    if any(theirs[i].lower() in _REALISES and is_done(theirs, i) for i in range(best.at + 1, len(theirs))):
        return None
    return best if fits[best] or (len(places) == len(planned) and _is_bare(best, theirs, wanted)) else None


def _is_bare(place: _Place, words: list[str], wanted: set[str]) -> bool:
    """Whether the verb has nothing behind it to tell what it is done with: "Acme plans to sell"."""
    behind = any(word[0].isalnum() and word.lower() not in STOPWORDS for word in words[place.at + 1 :])
    return not behind and not wanted.isdisjoint(map(_base, words[: place.at]))


def _words(text: str) -> list[str]:
    return [found[0].replace("’", "'").removesuffix("'s") for found in _TOKEN.finditer(text)]


def _base(word: str) -> str:
    low = word.lower()
    return stem(BASE_OF.get(low, low)) if low[0].isalpha() else low


def _deeds(words: list[str]) -> Iterator[tuple[int, bool]]:
    """The verbs told as done, each with whether it is told as how things stand: "is closed"."""
    for at, word in enumerate(words):
        if is_past(word.lower()) and word.lower() not in BE | HAVE:
            before = word_before(words, at)
            if is_done(words, at):
                yield at, before >= 0 and words[before].lower() in ("is", "are")


def _is_passive(words: list[str], at: int) -> bool:
    before = word_before(words, at)
    return before >= 0 and words[before].lower() in BE


def _places(mine: list[str], deed: int, words: list[str]) -> Iterator[_Place]:
    """Where ``words`` have the deed of ``mine``: no plan is what is done by deciding on it, by who does it there."""
    base, doer = _base(mine[deed]), doer_of(mine, deed)
    for at, word in enumerate(words):
        low = word.lower()
        if _base(word) == base and low not in DENIALS:
            cue = _cue(words, at)
            yield _Place(at, -1 if cue >= 0 and is_deed_itself(words, cue, at, doer) else cue)
        elif _is_noun_of(low, base) and (cue := _noun_cue(words, at)) >= 0:
            yield _Place(at, cue)


def _is_noun_of(low: str, base: str) -> bool:
    if low in _OTHER_NOUNS:
        return stem(_OTHER_NOUNS[low]) == base
    return bool(_NOUN.search(low)) and len(base) > 2 and low.startswith(base[:4]) and low != base


def _cue(words: list[str], at: int) -> int:
    """Where the word stands by which a verb, or a noun of its spelling, is only planned; -1 where there is none."""
    low, before = words[at].lower(), word_before(words, at)
    if low.endswith("ing"):
        return _noun_cue(words, at)
    plain = low in _STILL_BASE or low in UNCHANGED or not _NOT_BASE.search(low)
    perfect = False
    while before >= 0 and words[before].lower() in ("be", "have", "been"):
        plain, perfect, before = True, words[before].lower() != "be", word_before(words, before)
    word = words[before].lower() if before >= 0 else ""
    if not word or not plain or (perfect and word not in MODALS | {"to"}):
        return -1
    if word in MODALS:
        return -1 if words[before] == "May" and before else before
    if word == "to":
        return _governor(words, before)
    if word in ("and", "or", ",", "then") and low not in PAST:
        return _cue_beside(words, before)
    return _noun_cue(words, at) if word in _BEFORE_NOUN or word in _PROPOSED else -1


def _cue_beside(words: list[str], at: int) -> int:
    """The same for a verb that "and" joins to another: "plans to close 40 stores and open 12"."""
    for i in range(at - 1, max(-1, at - 2 * FAR), -1):
        low = words[i].lower()
        if words[i] in _STOPS or (is_past(low) and low not in UNCHANGED and is_done(words, i)):
            return -1
        if low in MODALS:
            return -1 if words[i] == "May" and i else i
        if low == "to" and not _NOT_BASE.search(words[i + 1].lower()) and (cue := _governor(words, i)) >= 0:
            return cue
    return -1


def _governor(words: list[str], to: int) -> int:
    """Where the verb or noun stands that governs "to": "is to", "plans to", "authorized the company to"."""
    before = word_before(words, to)
    if before >= 0 and words[before].lower() in ("is", "are", "was", "were", "be"):
        return before
    for i in range(before, max(-1, before - FAR), -1):
        low = words[i].lower()
        if words[i] in _STOPS or (low == "able" and i and words[i - 1].lower() in ("was", "were")):
            return -1
        if low in _RIGHT_BEFORE and i == before and words[i - 1].lower() != "in":
            return i
        if serves_as_means(words, i):
            continue
        if stem(low) in _LEADS_UP or (stem(low) in _PERMITS and (not low.endswith("ed") or _is_passive(words, i))):
            return -1 if _is_realised(words, i) else i
        if i == before and low in ("continue", "begin", "start", "help", "able"):
            return _governed(words, i)
        if is_past(low) and low not in UNCHANGED and is_done(words, i) and words[i - 1] != ",":
            return -1  # "used the cash to": what was done
    return -1


def _governed(words: list[str], at: int) -> int:
    """The same of "will continue to" and "expects to begin to"."""
    before = word_before(words, at)
    while before >= 0 and words[before].lower() == "be":
        before = word_before(words, before)
    if before < 0:
        return -1
    if words[before].lower() in MODALS:
        return before
    return _governor(words, before) if words[before].lower() == "to" else -1


def _is_realised(words: list[str], at: int) -> bool:
    """Whether the plan, option or duty at ``at`` is one that was carried out: "completed its plan to"."""
    noun = "" if is_past(words[at].lower()) else stem(words[at].lower())
    ways = _KEEPS if noun in _CONTRACTS else _REALISES if noun in _AIMS else frozenset[str]()
    for i in range(max(0, at - NEAR - 1), at):
        if (words[i].lower() in ways or (ways and words[i : i + 2] == ["carried", "out"])) and is_done(words, i):
            to_come = not {"by", "next", "until", "coming"}.isdisjoint(map(str.lower, words[at:]))
            return not to_come and _PARTLY.isdisjoint(map(str.lower, words[max(0, i - 1) : at]))
    return False


def carried_out(source: str, end: int) -> bool:
    """Whether the plan of a "plan to" that ends at ``end`` was carried out."""
    at = len(_words(source[:end])) - 2
    return at > 0 and _is_realised(_words(source), at)


def _noun_cue(words: list[str], at: int) -> int:
    """Of "the proposed sale", "authorized the repurchase", "considered selling"."""
    for i in range(at - 1, max(-1, at - 1 - NEAR), -1):
        low = words[i].lower()
        if low in _PROPOSED:
            return i
        if stem(low) in _CONSIDERS:
            return -1 if _is_realised(words, i) else i
        if low not in _BEFORE_NOUN:
            return -1
    return -1


def _is_duty(word: str) -> bool:
    return word.lower() in MODALS | BE or stem(word) in _DUTIES
