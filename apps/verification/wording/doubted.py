"""Words around a statement that tell it as another's, doubt it or make it a condition. Pure."""

import re

from apps.core.patterns import lazy_regex

# holds every clause behind it in doubt, or makes them conditions
_DOUBTS = lazy_regex(
    r"\b(?:alleg\w+|accus(?:e[sd]?|ing)|den(?:y|ies|ied|ying)|purport\w*|suppos\w+|assum(?:e[sd]?|ing)|imagin\w+"
    r"|claim(?:s|ed|ing)?\s+(?:that|the|an?|to|its?|they|we|s?he|his|her)|pretend\w*|rumou?r\w*|myths?|false(?:ly)?"
    r"|untrue|wrong(?:ly)?|suspect\w*|hypothe\w+|doubt\w*|disput(?:es?|ed|ing)\s+(?:that|whether)|speculat\w+"
    r"|opponents?|critics?|according\s+to|whether|either|if|unless|lest|except(?:ions?)?|provided\s+that"
    r"|in\s+(?:the\s+event|case)|on\s+condition)\b"
    r"|\A\W*(?:had|were|should|when|where|until|once|upon|provided\s+(?:the|an?|it|all|no))\b"
    r"|\b(?:when|where|until|(?<!at )once|before)\W*\Z",
    re.IGNORECASE,
)
# the same behind the words, but for what only speaks of something else there: "up 3% from the year before"
_DOUBTS_BEHIND = lazy_regex(
    r"\b(?:alleg(?:es?|ed|edly|ations?)|den(?:y|ies|ied|ying)|purport\w*|supposed(?:ly)?|assum(?:e[sd]?|ing)|pretend\w*"
    r"|rumou?r\w*|myths?|untrue|doubt\w*|disput(?:ed|ing)|(?<!\bthe\s)(?<!\ba\s)(?<!\bany\s)(?<!\ball\s)(?<!settle\s)disputes?|disputes?(?=\s+(?:with|about|between)\b)|reject\w*|claims?\s+(?:that|which)|speculat\w+|(?:critics|opponents)\s+(?:say|claim|argue|allege)|if|unless"
    r"|lest|except(?:ions?)?|provided\s+that|on\s+condition|in\s+(?:the\s+event|case)|according\s+to|whether"
    r"|(?:is|are|was|were|be|been)\s+(?:\w+ly\s+)?(?:false|wrong|incorrect|hypothetical|suspected))\b"
    r"|,\s+(?:critics|opponents)\b",
    re.IGNORECASE,
)
# who denies a thing holds no other clause in doubt: "denied the claims, and"
_DENIED_THING = lazy_regex(
    r"\b(?:den(?:y|ies|ied)|disput(?:es?|ed))\s+(?:(?:the|its|his|her|their|all|any|these|those|this)\s+)*(?:\w+\s+)?"
    r"(?:claims?|allegations?|accusations?|charges?|complaints?|requests?|applications?|appeals?|motions?|petitions?|liability"
    r"|wrongdoing)(?=,\s+(?:and|but|while|whereas)\s+\Z)",
    re.IGNORECASE,
)
_SAYS = (
    r"(?:believe[sd]?|thinks?|thought|claim(?:s|ed)?|says?|said|argue[sd]?|allege[sd]?|contend(?:s|ed)?|assert(?:s|ed)?"
    r"|insist(?:s|ed)?|suspect(?:s|ed)?|fear(?:s|ed)?|suppose[sd]?|assume[sd]?|hope[sd]?)"
)
_WRITES = (
    r"(?:reads|writes?|wrote|reports|reported|claims|claimed|alleges?|alleged|insists?|insisted|maintains?|maintained|believes?|states"
    r"|stated)"
)
_SAID_BEHIND = lazy_regex(
    r"\s*,[\"”’]?\s+(?!\w+\s+which\b)(?:\w+\s+){1,4}?(?:sa(?:y|ys|id)|argue[sd]?|contends?|contended)\b"
    rf"|\s*,[\"”’]?\s+(?:the|an?|some|many|most|his|her|their)\s+(?:(?!of\b|in\b|with\b)[\w’'-]+\s+){{1,2}}?{_WRITES}\W*\Z"
    r"|\s*,[\"”’]?\s+(?:sa(?:y|ys|id)|argue[sd]?|writes?|wrote|insist(?:s|ed)?|alleges?)\s+(?:[\w’'-]+\s*){1,5}\W*\Z"
    r"|\s*[,;]\s+or\s+so\b",
    re.IGNORECASE,
)
# who sees it otherwise, or what is only alleged, in the clause beside it
_GAINSAID = lazy_regex(
    r",\s+(?:while|whereas)\s[^,;]{1,60}?\b(?:sa(?:y|ys)|claims?|insists?|maintains?|contends?|argues?|den(?:y|ies)|alleged)\b"
    r"|;\s+the\s+alleged\b",
    re.IGNORECASE,
)
# "The judge, said the clerk, was asleep"
_SAID_AMID = lazy_regex(
    r",\s+(?:sa(?:y|ys|id)|thinks?|claims?|argues?|argued|insists?|insisted|writes?|wrote)"
    r"\s+(?:(?:the|an?|his|her|its|their|one|some|many)\s|[A-Z]|\w+s,)[^,;\n]{0,60},?"
)
# behind all of a sentence: "…, police believe.", "… in Shakespeare's play."
_SAID_LAST = lazy_regex(
    r",\s+(?!(?:which|who|that|and|but|as|it)\b)(?:[\w’'-]+\s+){1,6}?(?:believes?|says?|said|stated|testif(?:y|ies|ied)|contends?"
    r"|contended|argues?|argued|submits?|submitted|indicated|alleges?|alleged|claimed|insists?|insisted|maintained|reported)\W*\Z"
    r"|,\s+the\s+(?!United\b)[\w’'-]+\s+states\W*\Z|,\s+in\s+the\s+words\s+of\b[^,;]*\Z"
    r"|(?<!\s),?\s+in\s+(?:[\w’'-]+\s+){0,2}?(?:[\w’'-]*(?:['’]s|s['’])|his|her|their)\s+(?:\w+\s+)?(?:novel|play|version|words|account"
    r"|telling|view|opinion)\b[^,;]*\Z",
    re.IGNORECASE,
)
# "in the plaintiffs' view," but not in that of who speaks
_VIEW = lazy_regex(
    r"\A\W*(?:in|to)\s+(?:(?:his|her|their)|(?:[\w’'-]+\s+){0,3}?[\w’'-]*(?:s['’]|['’]s))\s+(?:\w+\s+)?(?:view|opinion|words|eyes|telling"
    r"|submission|belief|mind)\s*,|\A\W*in\s+the\s+(?:view|opinion|eyes|words)\s+of\b"
    r"|\A\W*as\s+(?!we\b|i\b)(?:[\w’'-]+\s+){1,3}(?:sees?|puts?|tells?)\s+it\b",
    re.IGNORECASE,
)
# a text that is not in force: "Draft wording for discussion: …"
_DRAFT = lazy_regex(
    r"\A[\W\d]*(?:(?:(?:first|new|revised|possible|alternative)\s+)?(?:draft(?:\s+[\w\s]{1,40})?|proposal|(?:proposed|suggested)\s+(?:\w+\s+)?"
    r"(?:wordings?|texts?|clauses?|rules?|language|provisions?|sections?|versions?|polic(?:y|ies))(?:\s+[\w\s]{1,40})?)"
    r"|rumou?rs?|allegations?|myths?|hypothesis|counterfactual|(?:examples?|illustration|fiction)(?:\s+\w{1,3})?):\s+\W*\Z",
    re.IGNORECASE,
)
# what stands behind it is told, thought or feared, unless the verb says that it is so
_TELLS = lazy_regex(
    rf"\b(?:that|whether|how)\s*\Z|\w\s+{_SAYS}\s*\Z"
    # "The union fears wages were cut and"
    rf"|\w\s+{_SAYS}\s+(?!to\b)[^,;]*\b(?:is|are|was|were|has|have|had|will|would|can|may)\b[^,;]*\b(?:and|but)\s*\Z",
    re.IGNORECASE,
)
# "Her answer was short; "
_GIVES_OUT = lazy_regex(
    r"\b(?:his|her|its|their|the\s+\w+['’]s)\s+(?:\w+\s+)?(?:answer|reply|line|story|account|defence|plea|argument|position|version"
    r"|explanation|excuse|case|message)\b[^;:.]{0,80}\b(?:was|were|is|had|has)\b[^;:.]{0,120}[;:]\s*\Z",
    re.IGNORECASE,
)
_ESTABLISHES = lazy_regex(
    r"\b(?:found|finds?|shows?|showed|shown|confirm\w*|notes?|noted|regrets?|admit\w*|acknowledg\w*|record\w*|recogni[sz]\w*"
    r"|knew|knows?|(?<!to )ensures?|provid\w+|requires?d?|agree[ds]?|resolved|decided|follows)\b"
    r"|\A\W*it\s+(?:is|was)\s+common\s+ground\s*\Z",
    re.IGNORECASE,
)
# yet nobody has: "It remains to be shown that"
_YET_TO = lazy_regex(r"\b(?:remains?|remained|yet)\s+to\s+be\b", re.IGNORECASE)
# or may: "must now show that"
_HAS_TO = lazy_regex(r"\b(?:may|might|could|would|will|shall|should|must|can|cannot)\b")
# who says so is nobody to go by, or has only been asked
_NOT_IN_FORCE = lazy_regex(
    r"\b(?:draft|proposed|unsigned|forged|fabricated|faked?|discredited|retracted|hacked|dissent\w*|flawed|hallucinat\w*|torture|duress|hypnosis"
    r"|(?:invited|asked|hop(?:es?|ed|ing)|designed|meant|trying|tried)\s+to)\b",
    re.IGNORECASE,
)
_THAT = lazy_regex(r"(?<!\w)that\s*\Z", re.IGNORECASE)
_MARK = lazy_regex(r"[,;]")
# "The motion that … was lost": what is said of it stands behind
_SAID_OF_IT = lazy_regex(
    r"\s+(?:was|were|is|are|has|have|had|did|does|will|would|could|cannot|failed|fails|lacks?|lacked)\b", re.IGNORECASE
)
# "recorded that …, whereas"
_YET_IT_WAS = lazy_regex(r",\s+(?:whereas|when\s+in\s+fact|but\s+in\s+fact|yet)\b", re.IGNORECASE)
_NEXT = lazy_regex(r";\s+(?!(?:this|that|it|such|which|both|or)\b)|,\s+(?:and|but|while|whereas)\s", re.IGNORECASE)


def is_doubted(before: str, behind: str) -> bool:
    """Whether what stands around a statement in its sentence doubts it, has another say it or makes it a condition."""
    own = _NEXT.split(behind)[0]
    return bool(
        _DOUBTS.search(_DENIED_THING.sub("", before))
        or _VIEW.match(before)
        or _DRAFT.match(before)
        or _DOUBTS_BEHIND.search(own)
        or _SAID_BEHIND.match(own)
        or _GAINSAID.match(behind)
        or _SAID_LAST.search(own)
    )


def is_told_amid(sentence: str) -> bool:
    """Whether between commas it says whose word it is, so that without them its words would say another thing."""
    return bool(_SAID_AMID.search(sentence))


def is_told(before: str, behind: str) -> bool:
    """Whether it is the object of a verb that tells, thinks or fears it; not of one by which it is so."""
    if _GIVES_OUT.search(before[-300:]):
        return True
    if not _TELLS.search(before):
        return False
    return not establishes(before) or bool(_SAID_OF_IT.match(behind) or _YET_IT_WAS.match(behind))


def establishes(before: str) -> bool:
    """Whether a verb says of the statement behind it that it is so: "The court found that …"."""
    that = _THAT.search(before)
    verb = _MARK.split(before[: that.start()])[-1] if that else ""
    unsure = _YET_TO.search(verb) or _NOT_IN_FORCE.search(verb) or _HAS_TO.search(verb)
    return bool(_ESTABLISHES.search(verb)) and not unsure
