"""A clause of a request as what it asks about: "how they manage their debt" is managing debt. Pure.

A topic heads a section and stands in sentences ("nothing on …"), which a clause cannot.
"""

import re

from apps.core.patterns import lazy_regex

CHANGES = (
    r"(?:develop(?:ed|s)?|evolv(?:e|ed|es)|chang(?:e|ed|es)|r(?:ise|ose|isen)|gr(?:ow|ew|own)|f(?:all|ell|allen)|"
    r"far(?:e|ed)|perform(?:ed|s)?|mov(?:e|ed)|declin(?:e|ed)|increas(?:e|ed)|decreas(?:e|ed)|improv(?:e|ed))"
)
_CHANGED = lazy_regex(
    rf"\A(?:(?:how|why|whether)\s+(?:much\s+|far\s+|well\s+)?)?(?:(?:did|does|do|has|have)\s+(?P<asked>(?:\S.*\s)?)|"
    rf"(?<=\s)(?P<told>\S.*?\s)(?:(?:has|have)\s+)?){CHANGES}(?:\s+over\s+(?:time|the\s+years?))?\Z",
    re.IGNORECASE,
)
_LEADS = lazy_regex(
    r"\A(?:(?:and|also|then)\s+)*(?:(?:what\s+)?happen(?:ed|s)\s+(?:to|with)|"
    r"(?:what\s+)?(?:drives|drove|is\s+driving)(?!\s+(?:and|or)\b)|"
    r"how\s+(?:do|does|did)|(?:everything|anything)\s+(?:there\s+is\s+)?(?:to\s+know\s+)?(?:about|on)|"
    r"(?:who|what|which|where)\s+(?:is|are|was|were)|"
    r"(?:compare|contrast)\s+(?:it|them|this|that|these|those)\s+(?:with|to|against)(?:\s+(?:that|those)\b)?"
    r"(?:\s+(?:of|at|for)\b)?)(?:\s+|\Z)",
    re.IGNORECASE,
)
_COMPANIES = (
    r"(?:(?:the|these|those|both|all)\s+){1,2}(?:(?:two|three|four|five|\d+)\s+)?"
    r"(?:companies|firms|issuers|groups|banks)"
)
_DOES = lazy_regex(
    rf"\A(?:(?:[Hh]ow|why|whether)\s+)?(?:(?:do|does|did)\s+)?(?:they|it|{_COMPANIES})\s+(?:(?:each|both|also|currently)\s+)?"
    r"(?!(?:is|are|was|were|has|have|had|can|could|may|might|will|would|shall|should|must)\b)"
    r"(?P<verb>[a-z]{2,})\b\s*(?P<object>.*)\Z"
)
_EARNS = lazy_regex(
    r"\A(?:(?:[Hh]ow\s+)?(?:(?:do|does|did)\s+)?(?:they|it)\s+)?(?:make|earn)s?\s+(?:its\s+|their\s+)?money\Z"
)
_ONESELF = lazy_regex(r"\A(?:themselves|itself)\b\s*")
_WHOSE = lazy_regex(r"\A(?:its|their|the)\s+(?:own\s+)?")
# only says that something is told: what it tells of is the topic
_TELLS = frozenset(
    re.findall(
        r"\w+", "describe treat address discuss report present disclose explain mention define view see handle approach"
    )
)
_FINITE = lazy_regex(r"\A\s+(?!(?:and|or|with|versus|on|in|to|of|for|under|at|by|from|during|before|after|as|plus)\b)"
                     r"(?P<verb>[a-z]{2,})\s+(?:its|their|the|itself|themselves)\b")  # fmt: skip
_TELLS_OF = lazy_regex(rf"\A\s+(?:{'|'.join(sorted(_TELLS))})\s+[a-z]")
_HOW = lazy_regex(r"\Ahow\s+(?:(?:do|does|did)\s+)?(?:the\s+)?\Z", re.IGNORECASE)

# names, and what a text on them is to cover
_NAME = (
    r"(?:[A-Z0-9][\w&.’'-]*|annual|quarterly|earnings|press|"
    r"(?:reports?|releases?|filings?|handbooks?|polic(?:y|ies))(?:['’]s?)?)"
)
_COVERS = lazy_regex(
    rf"\A(?P<names>(?:[Tt]he\s+)?(?=(?:[a-z]+\s+){{0,4}}[A-Z0-9]){_NAME}"
    rf"(?:(?:,\s+(?:and\s+)?|\s+(?:and|of)\s+|\s+)(?:the\s+)?{_NAME}){{0,9}}),?\s+"
    r"(?:(?:covering|describing|discussing|addressing|outlining|summari[sz]ing|explaining|reviewing|(?:focus+ing|with\s+"
    r"(?:an?\s+|the\s+|its\s+)?focus)\s+on)|(?:that|which)\s+(?:(?:should|shall|must|will)\s+)?(?:also\s+)?"
    r"(?:covers?|describes?|discuss(?:es)?|address(?:es)?|focus(?:es)?\s+on))\s+(?=\w)"
)


def as_list(text: str) -> str:
    """``text`` with a colon behind the names that it begins with: "Acme covering rent" is "Acme: rent"."""
    return _COVERS.sub(r"\g<names>: ", text)


def as_topic(clause: str) -> str:
    """What a clause asks about; anything else as it is. Nothing where the clause has no more than a verb of change."""
    changed = _CHANGED.match(clause)
    if changed:
        what = (changed["asked"] or changed["told"] or "").strip()
        return "" if what.lower() in ("they", "it") else what
    if _EARNS.match(clause):
        return "revenue"
    does = _DOES.match(clause)
    if not does:
        return _LEADS.sub("", clause)
    verb, what = _base(does["verb"]), does["object"]
    if verb in _TELLS:
        return _WHOSE.sub("", what)
    return f"{_gerund(verb)} {_WHOSE.sub('', _ONESELF.sub('', what))}".strip()


def does_something(before: str, after: str) -> bool:
    """Whether the name between the two is the subject of a clause: "how … makes money", "… finances itself"."""
    if _HOW.match(before):
        return bool(re.match(r"\s+[a-z]", after))
    return not before.strip() and bool(_FINITE.match(after) or _TELLS_OF.match(after))


def _base(verb: str) -> str:
    """A verb without the ending of the third person."""
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    if verb.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith(("ss", "us", "is")) else verb


def _gerund(verb: str) -> str:
    if verb.endswith("ie"):
        return f"{verb[:-2]}ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return f"{verb[:-1]}ing"
    doubled = re.fullmatch(r"[^aeiou]{0,2}[aeiou][^aeiouwxy]", verb)  # "get", "plan"
    return f"{verb}{verb[-1] if doubled else ''}ing"
