"""What stands between two commas or in brackets, and what a copy says without it. Pure.

"The bank, founded in 1890, closed" says that the bank closed. "Residents, apart from those on the ground floor, pay"
does not say that residents pay, nor "The Fund, together with its partner, holds 60%" that the Fund does, nor "The
patent, our partner maintains, has lapsed" that it has.
"""

import re

from apps.core.patterns import lazy_regex
from apps.verification.wording.near_copies import Copied, left_out

LONGEST = 40  # words
_OPENED = lazy_regex(r"(?:,|[(\[]|\s(?:[–—]|--?))\s*\Z")
_CLOSED = lazy_regex(r"\s*(?:,|[)\]]|(?:[–—]|--?)\s)")
_SAYS = (
    r"(?:sa(?:y|ys|id)|tells?|told|writes?|wrote|claim(?:s|ed)?|argue[sd]?|maintain(?:s|ed)?|insist(?:s|ed)?|contend(?:s|ed)?"
    r"|allege[sd]?|assert(?:s|ed)?|suspect(?:s|ed)?|believe[sd]?|thinks?|thought|fear(?:s|ed)?|hope[sd]?|guess(?:es|ed)?"
    r"|reckon(?:s|ed)?|suppose[sd]?|assume[sd]?|suggest(?:s|ed)?|report(?:s|ed)|recall(?:s|ed)?|remember(?:s|ed)?"
    r"|testif(?:y|ies|ied)|feels?|felt|swears?|swore|complain(?:s|ed)?|estimate[sd]?|expect(?:s|ed)?|predict(?:s|ed)?"
    r"|promise[sd]?|warn(?:s|ed)?|hears?|heard|state[sd]?|submit(?:s|ted)?|conclude[sd]?|speculate[sd]?|boast(?:s|ed)?|puts?\s+it"
    r"|has\s+it|goes)"
)
# "the alleged leaks", "an expected loss"
_NO_THING = r"(?<!\bthe\s)(?<!\ba\s)(?<!\ban\s)(?<!\bits\s)(?<!\bhis\s)(?<!\bher\s)(?<!\btheir\s)(?<!\bof\s)(?<!\bto\s)"
_RELATIVE = r"(?:who|whose|whom|which|where)\b"
# "the officers suspect", "his nephew later told visitors", "it is said"
_TOLD = lazy_regex(
    rf"(?!{_RELATIVE}).*?\b{_NO_THING}{_SAYS}(?:\s+(?!(?:to|that|by|of|with)\b)[\w’'-]+){{0,3}}"
    r"|(?:as\s+)?it\s+(?:is|was|has\s+been|had\s+been)\s+(?:\w+ly\s+)?\w+",
    re.IGNORECASE,
)
_PIECE = lazy_regex(r"[^\s,;.!?][^,;.!?]*")
# a condition, an exception, a partner, a doubt
_BINDS = lazy_regex(
    r"(?:if|unless|once|when(?:ever)?|where(?:ver)?|while|whilst|until|till|provided|subject|on\s+condition|in\s+(?:the\s+)?(?:event|case)"
    r"|assuming|depending|(?:so|as)\s+(?:long|far)|to\s+the\s+extent|barring|failing|absent|pending|only|except\w*|excluding|excepted"
    r"|apart\s+from|aside\s+from|other\s+than|sav(?:e|ing)|but(?!\s+also\b)|not|never|no|nor|or\s+so|minus|less|without|with(?:\s+\w+){0,4}?\s+(?:consent"
    r"|approval|permission)|(?:together|jointly|along|in\s+(?:partnership|concert|conjunction))\s+with|and\s+(?:its|his|her|their)\b.*\btogether"
    r"|between\s+them|as\s+a\s+group|collectively|according\s+to|in\s+(?:\S+\s+){0,3}?(?:view|opinion|words|account|version|telling|eyes|submission)\b"
    r"|as\s+(?!(?:well|of|in|at|a|an|the|always|usual|ever)\b)|so\s+\w+\s+(?:says?|said|claim\w*)"
    r"|in\s+(?:theory|principle|part|name)|on\s+paper|at\s+(?:best|first|least|most|worst)|up\s+to|initially|formerly|previously|originally"
    r"|alleged(?:ly)?|reportedly|supposed(?:ly)?|purported(?:ly)?|apparently|perhaps|probably|possibly|maybe|nearly|almost|hardly"
    r"|partly|half|so-called|hypothetical\w*|presumably|hopefully|ideally|in\s+effect|as\s+it\s+were)\b",
    re.IGNORECASE,
)
# what became of a thing, or what it never was: ", which was thrown out by the upper house,"
_UNDONE = lazy_regex(
    r"(?:(?!who\b).*\b)?(?:repealed|abolished|revoked|rescinded|withdrawn|cancell?ed|suspended|superseded|waived|lapsed|annulled"
    r"|overruled|overturned|quashed|retracted|vetoed|thrown\s+out|struck\s+(?:out|down)|set\s+aside|shelved|disproved|refuted"
    r"|discredited|debunked|falsified|forged|fabricated|void|invalid|fictional|fictitious|imaginary|hypothetical|hoax|unsigned"
    r"|(?:was|were|been|being|since|later|then|soon|finally|eventually)\s+(?:rejected|defeated|dismissed|dropped|reversed)"
    r"|(?:never|not\s+(?:yet\s+)?)(?:\s+\w+ly)?\s*(?:in\s+force|adopted|passed|enacted|ratified|binding|approved|published|built|carried))\b",
    re.IGNORECASE,
)
# of what holds in general, what says when, where and for whom
_NARROWS = lazy_regex(
    r"(?:in|for|on|at|during|under|within|among|across|between|after|before|outside|inside|per|throughout|from|by|upon|given|above|below|over"
    r"|due|starting|beginning|effective|(?:those|the\s+ones|these|mostly|mainly|usually|typically|generally|normally|often|sometimes))\b",
    re.IGNORECASE,
)
_ADDS = lazy_regex(
    rf"(?:{_RELATIVE}(?<!where)|an?|the|all|both|each|two|three|its|his|her|their|our|my|aged|born|founded|built|known|called|named|based"
    r"|including|also|however|moreover|therefore|then|too|like|unlike|smaller|larger|bigger|older|younger|slightly|entered|made|written"
    r"|located|situated|formerly\s+of|husband|wife|son|daughter|mother|father|brother|sister|head|chair\w*|director|president|minister)\b",
    re.IGNORECASE,
)


def is_aside(before: str, behind: str) -> bool:
    """Whether commas, dashes or brackets part what stands between two texts from both."""
    return bool(_OPENED.search(before) and _CLOSED.match(behind))


def is_telling(trailing: str) -> bool:
    """Whether what stands behind a comma says whose word it is: ", the officers suspect"."""
    return any(map(_TOLD.fullmatch, _PIECE.findall(trailing)))


def restricts(aside: str, *, event: bool) -> bool:
    """Whether what is said around an aside does not hold without it; ``event``: it tells what happened."""
    if len(aside.split()) > LONGEST:
        return True
    return bool(
        _BINDS.match(aside) or _TOLD.fullmatch(aside) or _UNDONE.match(aside) or (not event and _NARROWS.match(aside))
    )


def only_adds(aside: str, *, event: bool) -> bool:
    """Whether it surely names again, or tells more of, what stands before it, and no more than that."""
    return bool(_ADDS.match(aside)) and not restricts(aside, event=event)


def aside_left_out(pair: Copied, source: str, *, event: bool) -> str | None:
    """The aside that a copy is without and that restricts what it says; None where there is none."""
    for start, end in left_out(pair):
        if not 0 < start < end < len(pair.theirs):
            continue
        first, last = pair.theirs[start].start(), pair.theirs[end - 1].end()
        if is_aside(source[:first], source[last:]) and restricts(source[first:last], event=event):
            return source[first:last]
    return None
