"""A clause that hangs on another in its sentence, and is so whatever that says. Pure.

"Nobody was hurt, since | the constable had gone round", "Three weeks after | the storm cut the line, crews came",
"Although | the museum owned both, it showed neither".
"""

import re

from apps.core.patterns import any_of, lazy_regex
from apps.verification.wording.asides import is_telling
from apps.verification.wording.factives import takes_for_granted
from apps.verification.wording.hedges import Layer, is_open, is_unreal, somebody_says, unmakes
from apps.verification.wording.openings import LONGEST, is_habit
from apps.verification.wording.reporting import reports

_LINK = r"(?:(?<!as\s)(?:even\s+)?though|although|because|since|as|given\s+that|now\s+that|much\s+as)"
# a clause that hangs on another as its reason or its contrast
_BESIDE = lazy_regex(rf"[^,].{{3,}},\s+(?:{_LINK}|for|while|whereas)\s+\Z", re.IGNORECASE | re.DOTALL)
_FRONTED = lazy_regex(rf"\A\W*(?:(?:however|for\s+example|similarly),?\s+)?(?P<link>{_LINK})\s+\Z", re.IGNORECASE)
_LEARNS = lazy_regex(r"\A\W*(?:when|once|after|unaware|aware)\b[^,]*\bthat\s+\Z", re.IGNORECASE)
_REASONS = ("because", "since", "now that")
_CONCEDES = lazy_regex(r"\W*(?:(?:even\s+)?though|although|while|whereas|much\s+as)\b", re.IGNORECASE)
_SO_FAR = lazy_regex(r"\b(?:has|have)\b", re.IGNORECASE)
# as its time, too: of what happened alone
_TIME = lazy_regex(
    r"(?:\A\W*(?:until|once|while)|(?:\A|(?P<main>.{4,}?),?\s)"
    r"(?:(?:(?<!day )(?<!hour )(?<!time )(?<!moment )(?<!year )when|(?<!named )(?<!called )after"
    r"|(?<=, )while|by\s+the\s+time)|(?<=, )where|because|since|although|(?<!as )(?<!even )though"
    r"|(?P<before>before)))\s+\Z",
    re.IGNORECASE | re.DOTALL,
)
# a main clause that is an order, a wait or no fact leaves open what hangs on it
_ORDERS = any_of("""
    had_to hope_to hoped_to ready_to due_to about_to asked_to told_to to_be to_have to_hold to_wait to_keep to_stay
    to_go wait* order orders agree agreed agrees promise promised promises due payable refund* policy policies fine
    fines levy levied entitled paid compensat* charged
""")
_NO_FACT = any_of("""
    not never no nobody none nothing few rarely seldom hardly always usually lie lies lied swore sworn looked seem*
    appear*
""")
_LEAVES_OPEN = lazy_regex(rf"\b(?:{_ORDERS}|{_NO_FACT})\b|n['’]t\b", re.IGNORECASE)
# whose reason it is, not that of who writes
_CLAIMS = any_of("""
    sue sued suing terminat* withheld withhold* dismiss* decline declines declined refuse* object* argue* appeal*
    complain* demand* hanged sentenced convict* condemn* pitch cover answer reply line excuse plea ground grounds
    defence argument explanation stayed_away
""")
_PARTY = lazy_regex(rf"\b{_CLAIMS}\b", re.IGNORECASE)
# what is undone by the clause behind: "Although | …, the court annulled that"
_OF_IT = lazy_regex(
    r"\b(?:it|this|that|these|those|them|both)\b(?=\W*(?:\Z|[.,;]|(?:in|on|at|by|later|again)\b))", re.IGNORECASE
)
_HOW_LONG = lazy_regex(
    r"\W*(?:.*,\s+)?(?:(?:\w+\s+){0,3}?(?:hours?|days?|weeks?|months?|years?|decades?|soon|shortly|just|long|immediately))?\s*",
    re.IGNORECASE | re.DOTALL,
)
_MAIN = lazy_regex(r",\s")


def opens_with(before: str, said: str, behind: str) -> Layer:
    """How surely the statement is a clause that its sentence opens with, and another follows: "Since | …, she left"."""
    if not _MAIN.match(behind) or _is_conceded_so_far(before, said):
        return Layer.BEARS
    if unmakes(behind) or is_telling(behind) or _OF_IT.search(behind):
        return Layer.BEARS
    if _LEARNS.match(before) and reports(behind):
        return takes_for_granted(before)
    found = _FRONTED.match(before)
    if found and (reports(said) or found["link"].lower() in _REASONS):
        return Layer.LIKELY if _PARTY.search(behind) or _CONCEDES.match(before) else Layer.SURE
    return hangs(before, said, behind) if not _MAIN.search(before) else Layer.BEARS


def hangs(before: str, said: str, behind: str) -> Layer:
    """How surely what stands before the statement is a clause, or how long before or after one, on which it hangs."""
    if len(before) > LONGEST or unmakes(behind) or _is_conceded_so_far(before, said):
        return Layer.BEARS
    if is_unreal(before) or somebody_says(before) or is_open(before) or _PARTY.search(before):
        return Layer.BEARS
    beside = Layer.LIKELY if _BESIDE.fullmatch(before) else Layer.BEARS
    return max(beside, _is_time_of(before, said))


def _is_conceded_so_far(before: str, said: str) -> bool:
    """Whether it may be so no more by what follows: "Although | prices have fallen since May, …"."""
    return bool(_CONCEDES.match(before) and _SO_FAR.search(said))


def _is_time_of(before: str, said: str) -> Layer:
    found = _TIME.fullmatch(before)
    if not found or not reports(said) or is_habit(said):
        return Layer.BEARS
    main = found["main"] or ""
    timed = bool(_HOW_LONG.fullmatch(main))
    if found["before"]:
        return Layer.LIKELY if timed and main.strip() else Layer.BEARS
    if not timed and (not reports(main) or _LEAVES_OPEN.search(main) or is_habit(main)):
        return Layer.BEARS
    return Layer.LIKELY
