"""Which office a person holds: "Jane Roe, Chief Financial Officer" is not the Chief Executive Officer. Pure.

The offices that stand directly behind a name are its holder's. A claim that gives the name an office that the source
does not name at all, or only behind the names of others, does not follow.
"""

import re
from collections.abc import Iterator

from apps.core.patterns import lazy_regex

_CHIEF = r"(?i:Chief\s+(?:(?:and\s+|&\s+)?[a-z]+\s+){1,3}?Officer|Chief\s+Executive)"
_OFFICE = rf"(?:{_CHIEF}|C[A-Z]O|(?i:General\s+Counsel|Treasurer|(?:Corporate\s+)?(?:Controller|Secretary)))\b"
_NAME = r"[A-Z][\w’'-]+"
_WHOSE = r"(?:as|the|its|their|our|an?|and|&|[A-Z][\w&.-]*['’]s?)\s+"
# what else the holder is: "Senior Vice President and", "Chairman,"
_TITLE = r"(?:Senior|Executive|Group|Vice|President|Managing|Director|Chair(?:man|woman|person)?|of\s+the\s+Board)"
_TITLES = rf"(?:(?:{_WHOSE}|{_TITLE}[\s,]+)){{0,8}}?"
_CLAIMED = lazy_regex(
    rf"\A(?:{_NAME}\s+|[A-Z]\.\s+){{1,3}}?(?P<name>{_NAME}),?\s+(?:is|was|became|serves\s+as|served\s+as"
    rf"|(?:was|is|has\s+been)\s+(?:appointed|named|elected))\s+{_TITLES}(?P<office>{_OFFICE})"
)
# between a name and what it is: ", our", " is the", " | 55 | ", ", 55, "
_APART = r"(?P<apart>[\s,|–—-]*(?:\(?\d\d\)?[\s,|–—-]+)?(?:(?:is|was|serves)\s+)?)"
_BEHIND = lazy_regex(rf"{_APART}{_TITLES}(?P<office>{_OFFICE})")
_HELD = lazy_regex(rf"(?P<name>{_NAME})(?=(?P<behind>{_APART}{_TITLES}(?P<office>{_OFFICE})))")
_TITLE_WORD = lazy_regex(rf"(?:{_TITLE}|Officer|Counsel|Board|Chief|Corporate)\Z")
_SUCCEEDS = lazy_regex(r"\b(?:succe(?:ed|ss)|replac|took\s+over)", re.IGNORECASE)


def other_office(claim: str, source: str) -> tuple[str, str] | None:
    """The office that the claim gives a person and the one that the source does; None where it cannot be told."""
    claimed = _CLAIMED.match(" ".join(claim.split()))
    plain = " ".join(source.split())
    if claimed is None or _SUCCEEDS.search(plain):
        return None
    name, wanted = claimed["name"], _short(claimed["office"])
    held = list(_beside(name, plain))
    if not held or wanted in map(_short, held):
        return None
    others = {one.start("office") for one in _HELD.finditer(plain) if _is_another(one, name)}
    if any(_short(one[0]) == wanted and one.start() not in others for one in re.finditer(_OFFICE, plain)):
        return None
    return claimed["office"], held[0]


def _beside(name: str, source: str) -> Iterator[str]:
    """The offices directly behind the name."""
    for found in re.finditer(rf"\b{re.escape(name)}\b", source):
        if office := _BEHIND.match(source, found.end()):
            yield office["office"]


def _is_another(held: re.Match[str], name: str) -> bool:
    """Whether an office is that of another name; one under the other in a column may also go with the next name."""
    own = held["name"] == name or _TITLE_WORD.match(held["name"])
    return not own and bool(held["apart"].strip()) and not re.search(r"\bas\b", held["behind"])


def _short(office: str) -> str:
    """Its initials: "CEO" of "Chief Executive Officer"; the last word of "Corporate Secretary"."""
    words = office.title().split()
    if words[0] == "Corporate" or len(words) == 1:
        return words[-1] if words[0] == "Corporate" or not office.isupper() else office
    initials = "".join(word[0] for word in words if word not in ("And", "&"))
    return "CEO" if initials == "CE" else initials
