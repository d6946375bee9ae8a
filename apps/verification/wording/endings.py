"""What a sentence goes on to say behind a statement that is so without it too. Pure.

"The boiler has two thermostats |, so that nothing overheats", "The hospital opened its wing |, a project first proposed
in 1998". Of what happened nearly all that stands behind a comma tells more; of a rule a reason, a purpose and that it
holds in any case.
"""

import re

from apps.core.patterns import any_of, lazy_regex
from apps.verification.wording.asides import is_found_so, is_telling
from apps.verification.wording.hedges import is_open, is_unreal, somebody_says, takes_away, unmakes
from apps.verification.wording.openings import happened
from apps.verification.wording.tense import reports

_IT = any_of("""
    the a an its his her their our my it he she they we i this these those most all some many two three both there
    no
""")
_BREAK = r"(?:,|\s[–—-])\s+"
_REST = r"[^;]*"
_BRACKET = lazy_regex(r"\s*\((?P<inside>[^()]{1,200})\)")
_IN_OTHER_FIGURES = lazy_regex(r",\s+or\s+(?:about\s+|some\s+)?[$€£¥]?\d[^,;]*(?=[,.;]|\Z)", re.IGNORECASE)
_ALL_THE_SAME = lazy_regex(
    r",?\s+(?:whether\s+(?:or\s+not\s)?(?!(?:it|this|that)\s+is\s+(?:true|right|so)\b)(?P<either>[^;]*)"
    r"|(?P<even>even\s+if)\s[^,;]*|regardless\s+of\s[^,;]*|be\s+(?:it|they)\s[^;]*|no\s+matter\s[^;]*)",
    re.IGNORECASE,
)
_OR = lazy_regex(r"\bor\b", re.IGNORECASE)
_LIMITS = lazy_regex(
    rf"\b{any_of('provided so_long_as as_long_as on_condition unless subject_to except only')}\b|,\s+if\b"
    r"|,\s+(?:on|in|at|for|during|within|between|until|from)\s",
    re.IGNORECASE,
)
# of anything: a purpose, a reason
_OF_ANY = lazy_regex(
    rf",?\s+so\s+that\s(?!only\b){_REST}|{_BREAK}(?:because|since|as|for)\s+{_IT}\b(?=.*\b(?:is|are|was|were|has|have|had|\w{{3,}}ed)\b)"
    rf"{_REST}|,\s+(?:never|not)\s+(?:with|by|in|from)\s+\w+(?=[.;])|,\s+at\s+(?:its|his|her|their)\s+own\s+(?:expense|cost|risk){_REST}",
    re.IGNORECASE,
)
_NOT_MORE = any_of("""
    and but or nor if unless as so much then yet in on under per with by at of according rather instead not while
    whereas up_to net excluding pro organic adjusted restated corrected revised less plus minus half partly save
    failing only
""")
# of what happened: another clause, what came of it, what it was
_OF_EVENT = lazy_regex(
    rf"{_BREAK}(?:and|for|so|while)\s+(?:{_IT}\b|(?-i:[A-Z]|\d)){_REST}|{_BREAK}(?!{_NOT_MORE}\b){_REST}"
    r"|,?\s+(?:at\s+a\s+cost\s+of|due\s+to|because\s+of|thanks\s+to|owing\s+to|on\s+account\s+of|such\s+as|including|as\s+well\s+as"
    r"|with\s+a\s+view\s+to|without\s+(?!which\b)\w+ing)\s[^,;]*",
    re.IGNORECASE,
)
_WITHOUT = lazy_regex(r"\bwithout\s+(?!\w+ing\b)", re.IGNORECASE)
_AS_FOUND = lazy_regex(r",\s+as\s[^,;]*(?=[,;.]|\Z)", re.IGNORECASE)
_AFTER_WHICH = lazy_regex(r",\s+(?:after|before|during|from|to|for)\s+wh(?:ich|om)\b[^;]*", re.IGNORECASE)
_BESIDES = any_of("""
    compared versus up down from including see now later then the who which with aged born died named known after before
    our its
""")
_ADDS = lazy_regex(rf"\W*(?:{_BESIDES}\b|\d|(?-i:[A-Z]))", re.IGNORECASE)
_COMPARES = lazy_regex(r"(?:compared|versus|up|down|from|including)\b", re.IGNORECASE)


def without_ending(said: str, behind: str) -> str:
    """What is left of what stands behind a statement once the first piece that only goes on from it is taken off."""
    bracket = _BRACKET.match(behind)
    if bracket and reports(said) and _only_adds(bracket["inside"], said):
        return behind[bracket.end() :]
    if again := _IN_OTHER_FIGURES.match(behind):
        return behind[again.end() :]
    if (same := _ALL_THE_SAME.match(behind)) and _holds_anyhow(same):
        return behind[same.end() :]
    if (found := _AS_FOUND.match(behind)) and is_found_so(found[0]):
        return behind[found.end() :]
    if unmakes(behind) or is_telling(behind):
        return behind
    found = _OF_ANY.match(behind) or (_AFTER_WHICH.match(behind) if reports(said) else None)
    if found and not _LIMITS.search(found[0]):
        return behind[found.end() :]
    found = _OF_EVENT.match(behind) if reports(said) else None
    if found is None or somebody_says(found[0]) or takes_away(found[0]) or _WITHOUT.search(found[0]):
        return behind
    return behind[found.end() :]


def _holds_anyhow(found: re.Match[str]) -> bool:
    """Whether it says that the statement holds in either case: of "whether" there have to be two."""
    told = found[0].replace(found["even"], "") if found["even"] else found[0]
    if found["either"] is not None and not _OR.search(found[0]):
        return False
    return not (unmakes(found["either"] or told.replace("if", "")) or _LIMITS.search(told))


def _only_adds(inside: str, said: str) -> bool:
    """Whether what a bracket holds adds to what happened: of a figure it may say what that is."""
    if takes_away(inside) or is_open(inside) or is_unreal(inside):
        return False
    return bool(_COMPARES.match(inside) or (happened(said) and _ADDS.match(inside)))
