"""What the next sentence says of the very act that a permission names: "Any assignment requires consent." Pure."""

import re

from apps.core.patterns import lazy_regex
from apps.verification.lexicon import content_stems, stem
from apps.verification.wording.pointing_back import BOUND_TO, LEADS, MODAL

SAME_BEGINNING = 4  # letters from which a word is taken for the act that the claim names ("subletting", "sublet")
LONGEST_NAME = 4  # words of what names an act: "Any such purported assignment"
NEAR = 6  # words behind a denial among which the act stands that is denied

_ACT = lazy_regex(
    r"\b(?:may|can|(?:is|are|be)\s+(?:allowed\s+to|permitted\s+to|entitled\s+to|free\s+to))\s+"
    r"(?!not\b)(?:(?:also|freely|at\s+any\s+time|\w+ly|an?|the|its)\s+)*(?:be\s+)?(?P<act>[a-z]+)(?P<behind>[^.;]*)",
    re.IGNORECASE,
)
_DUTY = lazy_regex(r"\b(?:shall|must|will)\s+(?!not\b)(?:be\s+)?(?P<act>[a-z]+)(?P<behind>[^.;]*)", re.IGNORECASE)
_PREPOSITION = (
    r"(?:to|of|in|on|at|for|with|without|from|by|under|during|within|before|after|upon|up|only|per|if|when|where|until)"
)
_PART_ENDS = lazy_regex(rf"\b{_PREPOSITION}\b|[,;:(]", re.IGNORECASE)
_SUBJECT = rf"{LEADS}(?P<subject>(?:[\w’'-]+\s+){{1,9}}?)"
_BOUND = lazy_regex(
    rf"{_SUBJECT}(?:(?:is|are|remains?|(?:{MODAL}|would)\s+(?:only\s+)?be)\s+(?:{BOUND_TO}"
    r"|(?:null|void|invalid|ineffective|unlawful|illegal|prohibited|forbidden|barred|banned|excluded|limited|restricted)\b)"
    r"|(?:shall\s+|will\s+|may\s+)?(?:requires?|needs?|presupposes?|depends?\s+(?:up)?on)\s+(?!no\b|neither\b)\w"
    rf"|{MODAL}\s+only\s)",
    re.IGNORECASE,
)
_NO = lazy_regex(
    rf"{LEADS}(?P<subject>no\s+(?:[\w’'-]+\s+){{1,6}}?)(?:is|are|{MODAL})\s+(?!affect|relieve|limit|release|require)\w",
    re.IGNORECASE,
)
_AT_MOST = lazy_regex(
    rf"{LEADS}(?:(?:an?|the)\s+maximum\s+of|at\s+most|(?:no|not)\s+more\s+than|up\s+to|only)\s+(?P<what>[^.;]+)",
    re.IGNORECASE,
)
_DENIED = lazy_regex(
    rf"{LEADS}(?P<who>(?:[\w’'-]+,?\s+){{0,6}}?)(?:{MODAL}\s+not|cannot|(?:in\s+no\s+event|under\s+no\s+circumstances?"
    rf"|at\s+no\s+time),?\s+{MODAL}|(?:is|are)\s+not\s+(?:permitted|allowed|entitled|free)\s+to)\s+(?P<what>[^.;]+)",
    re.IGNORECASE,
)
_OTHER_THINGS = frozenset(("and", "or", "our"))
_DO_SO = lazy_regex(r"do\s+(?:so|this|that|it)\b", re.IGNORECASE)
_IT = lazy_regex(r"\b(?:it|them|so)\b", re.IGNORECASE)
_BUT = lazy_regex(r"\W*(?:however|but|yet|still|though)\b", re.IGNORECASE)
_WE = lazy_regex(r"\b(?:we|you)\b", re.IGNORECASE)
# of a whole class, of which the next sentence may except some
OF_A_CLASS = lazy_regex(
    r"\W*(?:(?:(?:the|all|our|any|every|each|both)\s+)?(?:[\w’'-]+s|staff|people|personnel|everyone|everybody|anyone|anybody)"
    r"|(?:either|each|any)\s+[\w’'-]+|both\s+parties)\s+(?:may|can|must|shall|should|are|is|have)\b",
    re.IGNORECASE,
)


def binds_act(following: str, claim: str) -> bool:
    """Whether the sentence behind ``claim`` bounds or denies the act that the claim permits or orders."""
    permitted = _ACT.search(claim)
    if permitted is None:
        return _denies_duty(following, claim)
    act = permitted["act"]
    if any(_names(act, found["subject"]) for pattern in (_BOUND, _NO) if (found := pattern.match(following))):
        return True
    most = _AT_MOST.match(following)
    if most and any(_is(act, word) for word in most["what"].split()):
        return True
    denied = _DENIED.match(following)
    return bool(denied and _denies(denied["who"], denied["what"].split(), permitted, claim, but=_BUT.match(following)))


def _names(act: str, subject: str) -> bool:
    """Whether a subject is the act and no other thing: "any such assignment", not "our financial results"."""
    own = _PART_ENDS.split(subject)[0].lower().split()
    return len(own) <= LONGEST_NAME and _OTHER_THINGS.isdisjoint(own) and _is(act, _head(subject))


def _denies(who: str, what: list[str], permitted: re.Match[str], claim: str, *, but: re.Match[str] | None) -> bool:
    """Whether ``who`` may not do to the same thing what the claim permits, to the same or to some of a class.

    What a full sentence says of some of them stands for itself, unless it opposes what is permitted.
    """
    so = bool(_DO_SO.match(" ".join(what[:2])))
    at = 0 if so else next((at for at, word in enumerate(what[:NEAR]) if _is(permitted["act"], word)), -1)
    if at < 0:
        return False
    who = " ".join((who, *what[:at])).removesuffix(" be")
    object_ = _head(permitted["behind"])
    behind = " ".join(what[at + 1 :])
    same = so or not object_ or stem(object_) in content_stems(f"{who} {behind}") or _IT.search(f"{who} {behind}")
    if not same or (_WE.search(who) and not _WE.search(claim)):
        return False
    by_the_same = set(content_stems(who)) <= set(content_stems(claim))
    return by_the_same or bool((so or but) and OF_A_CLASS.match(claim))


def _denies_duty(following: str, claim: str) -> bool:
    """Whether nothing of what the claim orders is to be done: "No fee is payable if …"."""
    ordered, none = _DUTY.search(claim), _NO.match(following)
    if ordered is None or none is None or _head(none["subject"]) != _head(ordered["behind"]):
        return False
    return any(_is(ordered["act"], word) for word in following[none.end("subject") :].split()[:NEAR])


def _head(words: str) -> str:
    """The noun of a phrase, before what hangs on it: "assignment" of "any assignment to a competitor"."""
    own = [word for word in _PART_ENDS.split(words)[0].split() if stem(word) in content_stems(word) or "-" in word]
    return own[-1] if own else ""


def _is(act: str, word: str) -> bool:
    low, own = stem(word), stem(act)[:SAME_BEGINNING]
    return low.startswith(own) if len(own) > 2 else low == own
