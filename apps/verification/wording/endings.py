"""What a sentence goes on to say behind a statement that is so without it too. Pure.

"The boiler has two thermostats |, so that nothing overheats", "The hospital opened its wing |, a project first proposed
in 1998". Of what happened nearly all that stands behind a comma tells more; of a rule a reason, a purpose and that it
holds in any case.
"""

import re

from apps.core.patterns import any_of, lazy_regex
from apps.verification.wording.additions import DENIED
from apps.verification.wording.asides import is_found_so, is_telling
from apps.verification.wording.hedges import Layer, is_open, is_unreal, somebody_says, takes_away, unmakes
from apps.verification.wording.openings import happened
from apps.verification.wording.reporting import reports

_IT = any_of("""
    the a an its his her their our my it he she they we i this these those most all some many two three both there
    no
""")
_BREAK = r"(?:,|\s[–—-])\s+"
_REST = r"[^;]*"
_BRACKET = lazy_regex(r"\s*\((?P<inside>[^()]{1,200})\)")
# "…, or 13.9% of net sales": no other rate for somebody else
_IN_OTHER_FIGURES = lazy_regex(
    r",\s+or\s+(?:about\s+|some\s+)?[$€£¥]?\d[\d.,]*\s?(?:%|per\s?cent)\s+of\s+(?:[\w’'-]+\s?){1,3}(?=[,.;]|\Z)",
    re.IGNORECASE,
)
_ALL_THE_SAME = lazy_regex(
    r",?\s+(?:whether\s+(?:or\s+not\s)?(?!(?:it|this|that)\s+is\s+(?:true|right|so)\b)(?P<either>[^;]*)"
    r"|(?P<even>even\s+if)\s[^,;]*|regardless\s+of\s[^,;]*|be\s+(?:it|they)\s[^;]*|no\s+matter\s[^,;]*)",
    re.IGNORECASE,
)
_WHEN = lazy_regex(rf"\b{any_of('when where within after before until on during')}\b", re.IGNORECASE)
_OR = lazy_regex(r"\bor\b", re.IGNORECASE)
_LIMITS = lazy_regex(
    rf"\b{any_of('provided so_long_as as_long_as on_condition unless subject_to except only')}\b|,\s+if\b"
    r"|,\s+(?:on|in|at|for|to|during|within|between|until|from)\s",
    re.IGNORECASE,
)
# of anything: a purpose, a reason
_OF_ANY = lazy_regex(
    rf",?\s+so\s+that\s(?!only\b){_REST}|{_BREAK}(?:because|since|as|for(?!\s+(?:those|these|all|some|most|many|the\s+\w+\s+(?:who|that|which))\b))\s+{_IT}\b(?=.*\b(?:is|are|was|were|has|have|had|\w{{3,}}ed)\b)"
    rf"{_REST}|,\s+(?:never|not)\s+(?:with|by|from)\s+\w+(?=[.;])|,\s+at\s+(?:its|his|her|their)\s+own\s+(?:expense|cost|risk){_REST}",
    re.IGNORECASE,
)
_NOT_MORE = any_of("""
    and but or nor if unless as so much then yet in on under per with by at of according rather instead not while
    whereas up_to net excluding pro organic adjusted restated corrected revised less plus minus half partly save
    failing only apart other all_but mainly mostly chiefly particularly especially for where when whenever depending
    measured judged judging going reportedly probably presumably subject
""")
_THINGS = any_of("""
    project feat record post building journey task job decision step change move event victory defeat increase rise
    fall drop loss method practice custom town village city place house family firm company first last second third
""")
# of what happened: another clause, what came of it, what it was
_OF_EVENT = lazy_regex(
    rf",\s+(?:thereby\s+|helped\s+by\s|(?!(?:judg|go|includ|exclud|assum|depend|leav|accord|pend|allow|count|measur|adjust|ignor|stripp|disregard|omitt|us|represent)ing\b)\w{{3,}}ing\s){_REST}"
    rf"|{_BREAK}(?:[\w’'-]+\s+){{0,3}}?(?:(?:more|fewer|less|lower|higher|later|earlier|sooner)\s+than|ahead\s+of|short\s+of|(?:up|down)\s+from)\b{_REST}"
    rf"|,\s+(?:its|the|his|her|their)\s+(?:most\s+\w+|(?!(?:lat|earli)est)\w{{2,}}est)\b{_REST}|,\s+{_IT}\s(?:[^,;]*\s)?(?:being|having)\b{_REST}"
    rf"|{_BREAK}(?:and|so|while)\s+(?:{_IT}\b|(?-i:[A-Z]|\d)){_REST}|,\s+wh(?:ich|o|ose)\s{_REST}"
    rf"|,\s+(?:an?|its|his|her|their)\s+(?:(?!(?:draft|alleged|supposed|proposed)\b)[\w’'-]+\s+){{0,3}}?{_THINGS}\b{_REST}"
    r"|,?\s+(?:at\s+a\s+cost\s+of|such\s+as|including|as\s+well\s+as|with\s+a\s+view\s+to)\s[^,;]*",
    re.IGNORECASE,
)
_MORE = lazy_regex(rf"{_BREAK}(?!{_NOT_MORE}\b){_REST}", re.IGNORECASE)
_CAUSE = lazy_regex(
    r",?\s+(?:due\s+to|because\s+of|thanks\s+to|owing\s+to|on\s+account\s+of|without\s+\w+ing)\s[^,;]*",
    re.IGNORECASE,
)
_WITHOUT = lazy_regex(r"\bwithout\s+(?!\w+ing\b)", re.IGNORECASE)
_AS_FOUND = lazy_regex(r",\s+as\s[^,;]*(?=[,;.]|\Z)", re.IGNORECASE)
_AFTER_WHICH = lazy_regex(r",\s+(?:after|before|during|from|to|for)\s+wh(?:ich|om)\b[^;]*", re.IGNORECASE)
# what came of it, or what is said of some of it: "…, under which the buyer may withdraw", "…, two of which burned"
_OF_WHICH = lazy_regex(
    r",\s+(?:under\s+which\b|long\s+(?:before|after)\b|(?:only\s+)?(?!none\b)(?:\w+\s+){1,3}of\s+(?:which|whom)\b)[^;]*",
    re.IGNORECASE,
)
_BESIDES = any_of("""
    compared versus up down from including see now later then the who which with aged born died named known our its
""")
_ADDS = lazy_regex(rf"\W*(?:{_BESIDES}\b|\d)", re.IGNORECASE)
_COMPARES = lazy_regex(r"(?:compared|versus|up|down|from|including)\b", re.IGNORECASE)


def without_ending(said: str, behind: str) -> tuple[str, Layer]:
    """What stands behind a statement without its first piece, and how surely that only goes on from the statement."""
    told = reports(said)
    bracket = _BRACKET.match(behind)
    if bracket and told and _only_adds(bracket["inside"], said):
        return behind[bracket.end() :], Layer.SURE
    if again := _IN_OTHER_FIGURES.match(behind):
        return behind[again.end() :], Layer.SURE
    if (same := _ALL_THE_SAME.match(behind)) and _holds_anyhow(same):
        return behind[same.end() :], Layer.SURE
    if (found := _AS_FOUND.match(behind)) and is_found_so(found[0]):
        return behind[found.end() :], Layer.SURE
    if unmakes(behind) or is_telling(behind):
        return behind, Layer.BEARS
    found = _OF_ANY.match(behind) or (_AFTER_WHICH.match(behind) if told else None)
    if found and not (_LIMITS.search(found[0], 2) or somebody_says(found[0])):
        return behind[found.end() :], Layer.SURE
    if told and (found := _OF_WHICH.match(behind)):
        return behind[found.end() :], Layer.LIKELY
    for kind, layer in ((_OF_EVENT, Layer.SURE), (_MORE, Layer.LIKELY), (_CAUSE, Layer.LIKELY)) if told else ():
        found = kind.match(behind)
        if found and not _may_limit(found[0]) and not (kind is _CAUSE and DENIED.search(said)):
            return behind[found.end() :], layer
    return behind, Layer.BEARS


def _may_limit(ending: str) -> bool:
    return somebody_says(ending) or takes_away(ending) or bool(_WITHOUT.search(ending))


def _holds_anyhow(found: re.Match[str]) -> bool:
    """Whether it says that the statement holds in either case: of "whether" there have to be two."""
    told = found[0].replace(found["even"], "") if found["even"] else found[0]
    if found["either"] is not None and not _OR.search(found[0]):
        return False
    return not (unmakes(told) or _LIMITS.search(told) or _WHEN.search(told))


def _only_adds(inside: str, said: str) -> bool:
    """Whether what a bracket holds adds to what happened: of a figure it may say what that is."""
    if takes_away(inside) or is_open(inside) or is_unreal(inside):
        return False
    return bool(_COMPARES.match(inside) or (happened(said) and _ADDS.match(inside)))
