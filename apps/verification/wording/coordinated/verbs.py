"""Where the verbs of a sentence stand, as far as its forms tell. Pure."""

import re
from dataclasses import dataclass

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.verification.wording.tense import BE, MODALS, PARTICIPLES, is_done, is_past

WORD = lazy_regex(r"[^\W_]+(?:[.,]\d+)*(?:['’-][^\W_]+)*%?")
PLACED = word_set("also then later subsequently now still thereafter soon afterwards")  # before a verb
DETERMINERS = word_set("a an the its their his her our all any every each no this these those it them him")
BEHIND_VERB = word_set(
    "in on at to for from by with within during after before over under into onto through against about as up down off"
    " out again back away across of"
)
FINITE = (MODALS | word_set("is are was were has have had do does did")) - word_set("ought")
ARTICLES = word_set("the a an its their his her")
ARTICLE = r"(?:the|an?|its|their|his|her)"
AMID = PLACED | word_set("not never be been")
LINKS = frozenset(("and", "but"))
PERMITTING = word_set("may can could might")
# what comes of it, or goes on: "In 1961 he founded the firm and ran it for 30 years"
LASTING = word_set("ran became rose died had went reached led remained lived stayed sank wrote won held served kept")
_TO_DO = lazy_regex(r"\bto\s+(?!the\b|a\b|an\b|its\b|their\b|his\b|her\b|[A-Z]|\d)[a-z]+", re.ASCII)
# "the buyer sign the deed": a word between a noun and the article of an object
_AMID_NOUNS = lazy_regex(rf"(?:\A|[\s])(?P<noun>[a-z’'-]+)\s+(?P<verb>[a-z]+)\s+(?:{ARTICLE}|no)\s")
_NO_VERB = (
    BEHIND_VERB
    | ARTICLES
    | word_set("""
    and or but nor than as per both all without between not only twice once times behind near along inside outside above
    beyond via upon toward towards among amid despite except until till since plus like unlike concerning regarding
    including following beside besides throughout below beneath around
""")
)
# forms of the past that are no participles
PAST_ALONE = word_set("""
    was were had did rose fell grew took became gave went came began ran knew spoke wrote drew drove chose threw
    withdrew broke flew rode sank stole wore arose shrank overtook undertook
""")


@dataclass(frozen=True, slots=True)
class Verb:
    """The first verb: ``kind`` is "modal", "be", "have", "past" or "present"; ``start`` of it, ``end`` of its group."""

    kind: str
    start: int
    end: int
    auxiliary: str  # what later verbs may share: "must", "was", "has"; "" if nothing
    denied: bool


def first_verb(line: str, start: int) -> Verb | None:
    """The verb of the first subject from ``start`` on; None where none is known for one."""
    found = list(WORD.finditer(line, start))
    words = [one[0] for one in found]
    low = [word.lower() for word in words]
    for at in range(1, len(low)):
        word = low[at]
        if word in FINITE and words[at] != "May":
            return _with_auxiliary(found, low, at)
        if is_past(word) and is_done(words, at) and not low[at - 1].endswith("ly"):
            return Verb("past", found[at].start(), found[at].end(), "", denied=False)
        if is_present(words, at):
            return Verb("present", found[at].start(), found[at].end(), "", denied=False)
    return None


def _with_auxiliary(found: list[re.Match[str]], low: list[str], at: int) -> Verb:
    kind = "modal" if low[at] in MODALS or low[at] in ("does", "did") else "be" if low[at] in BE else "have"
    denied = low[at] == "cannot" or any(word in ("not", "never", "no") for word in low[at + 1 : at + 3])
    end = at
    for place in range(at + 1, min(len(low), at + 4)):
        if low[place] in ("not", "never", "also", "been", "be") or low[place].endswith("ly"):
            continue
        # "was closed", "has paid"; of "was a bank", "has a branch" nothing is shared
        shares = kind == "modal" or is_past(low[place]) or low[place] in PARTICIPLES
        end = place if shares else at
        passive = "be" in low[at + 1 : place] or "been" in low[at + 1 : place]
        return Verb(
            kind,
            found[at].start(),
            found[end].end(),
            "" if not shares or passive else found[at][0],
            denied=denied,
        )
    return Verb(kind, found[at].start(), found[at].end(), "", denied=denied)


def is_present(words: list[str], at: int) -> bool:
    """Whether a word is a verb of the third person, by its ending and the object right behind it."""
    word, before = words[at], words[at - 1]
    if not re.fullmatch(r"[a-z]{2,}[^s'’]s", word) or word.endswith(("us", "is")) or at + 1 >= len(words):
        return False
    singular = before.lower() not in DETERMINERS | BEHIND_VERB and not (before.endswith("s") and before[0].islower())
    return singular and is_object(words[at + 1])


def is_object(word: str) -> bool:
    """Whether a word behind a verb begins an object, by its article, figure or capital."""
    return word.lower() in DETERMINERS or word[0].isdigit() or word[0].isupper()


def has_verb(text: str) -> bool:
    """Whether in a piece there may be a verb besides its own, which the next may stand beside: "a plant opened"."""
    low = [word[0] for word in WORD.finditer(text) if word[0].islower()]
    return any(is_past(word) or word in FINITE or word.endswith("ing") for word in low) or bool(_TO_DO.search(text))


def takes_verb_along(text: str) -> bool:
    """Whether behind a verb there is the verb of another: "the buyer sign the deed"."""
    return any(
        found["noun"] not in _NO_VERB and found["verb"] not in _NO_VERB and not found["verb"].endswith(("ly", "ing"))
        for found in _AMID_NOUNS.finditer(text)
    )


def has_finite(text: str) -> bool:
    """Whether a further verb stands there, of the subject or of another."""
    low = [word[0] for word in WORD.finditer(text) if word[0].islower()]
    return any(word in FINITE or (is_past(word) and word not in PARTICIPLES) for word in low)


def behind_verb(piece: str) -> str:
    """What stands behind the verb of a piece, and behind its participle: "in 1990" of "was later widened in 1990"."""
    words = piece.split()
    at = 1
    if words[0].lower() in FINITE:
        while at < len(words) and (words[at].lower() in AMID or words[at].endswith("ly")):
            at += 1
        at += 1
    return " ".join(words[at:])
