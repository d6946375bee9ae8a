"""Who did what to whom: two sentences of the same words of which one has its parts the other way round.

"Acme acquired Beta" against "Beta acquired Acme", "before the audit" against "after" it turned round, two figures
exchanged. Only what is beyond doubt is read: the words must be the same ones, articles apart, and two parts must have
changed places around a third that stays. A passive is read as the active it stands for. Paraphrases are the Judge's.
"""

import re

from apps.core.patterns import lazy_regex
from apps.verification.lexicon import stem
from apps.verification.wording.opposites import OPPOSITES

_WORD = lazy_regex(r"[^\W_]+(?:[.,]\d+)*(?:['’-][^\W_]+)*|[$€£¥%]")
_SKIPPED = frozenset(("a", "an", "the"))
BE_FORMS = r"(?:has been|have been|had been|is|are|was|were|be|been|being)"
MODAL = r"(?:(?:must|may|shall|can|will|should|could|might|would)(?:\s+not)?|cannot)"
_PASSIVE = lazy_regex(
    rf"^(?P<whom>[^,;:]+?)\s+(?:(?P<modal>{MODAL})\s+)?{BE_FORMS}\s+(?P<verb>(?:\w+ly\s+)?\w+(?:ed|en|ought|old|ade|aid|un|ost|eld|ent))\s+by\s+(?P<who>[^,;:]+?)"
    r"(?P<stop>[.!?]*)$",
    re.IGNORECASE,
)
# what stands behind the one who acts, and in the active behind what it is done to
HOW = lazy_regex(
    r"\s(?=(?:in|on|at|by|to|from|for|with|within|without|over|after|before|during|until|upon|under|against|through|via|per"
    r"|once|twice|if|unless|when|where|as|no\s+later|not\s+later|each|every|immediately|promptly|\w+ly)\s)|\s(?=\w+ly\Z)",
    re.IGNORECASE,
)
_FRONTED = lazy_regex(
    r"^(?P<when>(?:in|on|at|during|by|since)\s+[^,;]{1,40})(?:,\s+|(?<=\d{4})\s+)(?P<rest>[^;]+?)(?P<stop>[.!?]*)$",
    re.I,
)
# what is the same said both ways round
_SYMMETRIC = frozenset(
    map(
        stem,
        """same equal equals identical differ differs different merge merged between similar alike both or together
        married adjacent parallel synonym synonymous compare compared comparable versus vs respectively""".split(),  # noqa: SIM905
    )
)
_LINKS = frozenset(("and", "or", "nor", "&", "is", "are", "was", "were", "be", "been", "i", "wer"))  # stems too
_LIST = lazy_regex(r"[,;]\s.*\b(?:and|or)\b|;\s", re.DOTALL)  # the order of a list says nothing
_TOKEN = lazy_regex(rf"{_WORD.pattern}|[,;]")
_PARTING = frozenset((",", ";", "and", "or"))
_RELATIVE = lazy_regex(r"\b(?:who|which|that|whom|whose)\b", re.IGNORECASE)  # has a passive of its own
_UNCOUNTED = _SKIPPED | frozenset("$€£¥%")
MOST_WORDS = 60  # longer sentences are left alone: the search for the parts is cubic at worst


def exchanged(claim: str, source: str) -> tuple[str, str] | None:
    """The two parts that changed places, in the claim's order; None when none did or it cannot be told."""
    mine, theirs = in_active_voice(claim), in_active_voice(source)
    if mine == theirs or sorted(mine) != sorted(theirs) or len(mine) > MOST_WORDS:
        return None
    if any(word in _SYMMETRIC for word in mine):
        return None
    first = next(i for i, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b)
    same_end = next(i for i, (a, b) in enumerate(zip(reversed(mine), reversed(theirs), strict=True)) if a != b)
    end = len(mine) - same_end
    parts = _around_a_middle(mine[first:end], theirs[first:end], behind=mine[end:])
    if parts is not None and _LIST.search(claim) and _LIST.search(source) and not _bound(*parts, claim, source):
        return None
    return parts


def _bound(left: str, right: str, claim: str, source: str) -> bool:
    """Whether two parts of one kind stand in clauses, and not as items: "profit fell at one, and costs rose"."""
    (one, sign), (other, counter) = (OPPOSITES.get(part, (part, 0)) for part in (left, right))
    figures = left[0].isdigit() and right[0].isdigit()
    if not figures and not (one == other and sign != counter) and not (_named(right, claim) and _named(left, source)):
        return False
    return not (_follows(left, claim, ahead=True) and _follows(right, claim, ahead=False))


def _named(part: str, sentence: str) -> bool:
    """Whether the words stand in capitals where they stand last, which is not at the beginning."""
    last = {stem(word.lower()): word for word in _WORD.findall(sentence)}
    return all(last.get(word, word)[0].isupper() for word in part.split())


def _follows(part: str, sentence: str, *, ahead: bool) -> bool:
    """Whether what parts the items of a list stands right behind the part (``ahead``), or right before it."""
    tokens = [found[0].lower() for found in _TOKEN.finditer(sentence) if found[0].lower() not in _UNCOUNTED]
    stems = [stem(token) if token.isalpha() else token for token in tokens]
    words = part.split()
    if words[-1 if ahead else 0] not in stems:
        return False
    at = stems.index(words[-1]) + 1 if ahead else len(stems) - 2 - stems[::-1].index(words[0])
    return 0 <= at < len(tokens) and tokens[at] in _PARTING


def _around_a_middle(mine: list[str], theirs: list[str], *, behind: list[str]) -> tuple[str, str] | None:
    """X M Y against Y M X, M saying something that joins them otherwise than as a list; ``behind``: what follows."""
    size = len(mine)
    for x in range(1, size - 1):
        for y in range(1, size - x):
            left, middle, right = mine[:x], mine[x : size - y], mine[size - y :]
            if theirs == right + middle + left and _joins(middle, behind, of_figures=_is_figure(left, right)):
                return " ".join(left), " ".join(right)
    return None


def _is_figure(*parts: list[str]) -> bool:
    """Whether each is a name with its figure behind it."""
    return all(len(part) > 1 and part[-1][0].isdigit() for part in parts)


def _joins(middle: list[str], behind: list[str], *, of_figures: bool) -> bool:
    """Whether it says something, other than the unit of two figures: "Acme (60%) and Borg (40%)" is a list."""
    said = next((at for at in range(len(middle)) if middle[at] in _LINKS), len(middle))
    unit = middle[:said] if of_figures and middle[:said] == behind[:said] else []
    return any(word not in _LINKS for word in middle[len(unit) :])


def in_active_voice(sentence: str) -> list[str]:
    """The words in active voice, a time that opens the sentence moved to its end, without articles, as stems."""
    plain = " ".join(sentence.split()).strip("\"'“”‘’ ")
    fronted = _FRONTED.match(plain)
    if fronted:
        plain = f"{fronted['rest']} {fronted['when']}{fronted['stop']}"
    passive = None if _RELATIVE.search(plain) else _PASSIVE.match(plain)
    if passive:
        who, *how = HOW.split(passive["who"], maxsplit=1)
        modal, behind = passive["modal"] or "", how[0] if how else ""
        plain = f"{who} {modal} {passive['verb']} {passive['whom']} {behind}{passive['stop']}"
    words = (found[0].lower() for found in _WORD.finditer(plain))
    return [stem(word) if word.isalpha() else word for word in words if word not in _SKIPPED]
