"""What stands between two commas or in brackets, and what a copy says without it. Pure.

"The bank, founded in 1890, closed" says that the bank closed. "Residents, apart from those on the ground floor, pay"
does not say that residents pay, nor "The Fund, together with its partner, holds 60%" that the Fund does, nor "The
patent, our partner maintains, has lapsed" that it has.
"""

import re

from apps.core.patterns import lazy_regex
from apps.core.periods import DAYS_AND_MONTHS
from apps.core.words import ONES, TENS, word_set
from apps.verification.numbers.dates import TIME_PHRASE
from apps.verification.wording.near_copies import Copied, left_out
from apps.verification.wording.tense import is_past, reports

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
    r"|(?:as\s+)?it\s+(?:is|was|has\s+been|had\s+been)\s+(?:\w+ly\s+)?\w+ed\b.*|.*\b(?:excepted|excluded|aside)",
    re.IGNORECASE,
)
_PIECE = lazy_regex(r"[^\s,;.!?][^,;.!?]*")
# a condition, an exception, a partner, a doubt
_BINDS = lazy_regex(
    r"(?:if|unless|once|when(?:ever)?|where(?:ver)?|while|whilst|until|till|provided|subject|on\s+condition|in\s+(?:the\s+)?(?:event|case)"
    r"|assuming|depending|(?:so|as)\s+(?:long|far)|to\s+the\s+extent|barring|failing|absent|pending|only|except\w*|excluding|excepted"
    r"|apart\s+from|aside\s+from|other\s+than|sav(?:e|ing)|but(?!\s+also\b)|not|never|no|nor|or|and|minus|less|without|with(?!\s+(?:its|his|her|their)\b)"
    r"|(?:together|jointly|along|in\s+\w+(?:\s+\w+)?)\s+with|acting|voting|leaving\s+aside|to\s+the\s+best\s+of|to\s+\w+\s+knowledge"
    r"|on\s+behalf|in\s+(?:the\s+)?(?:name|place|stead)\s+of|between\s+them|as\s+a\s+group|collectively|according\s+to|in\s+(?:\S+\s+){0,3}?(?:view|opinion|words|account|version|telling|eyes|submission)\b"
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
    r"(?:who|whose|whom|which|an?|the|all|both|each|two|three|its|his|her|their|our|my|aged|born|founded|established|built|rebuilt|restored"
    r"|robbed|known|called|named|based|located|situated|entered|opened|written|painted|designed|published|educated|headed|led|chaired"
    r"|including|also|however|moreover|therefore|then|too|like|unlike|smaller|larger|bigger|older|younger|slightly"
    r"|husband|wife|son|daughter|mother|father|brother|sister|head|chair\w*|director|president|minister|\d\d)\b",
    re.IGNORECASE,
)
_COUNTS = "|".join((*list(ONES)[2:], *TENS, "half", "hundreds?", "thousands?", "millions?"))
_FIGURE = lazy_regex(rf"(?<![\d.,])(?!(?:19|20)\d\d\b)\d|\b(?:{_COUNTS})\b", re.IGNORECASE)
_WHEN = lazy_regex(rf"(?:{TIME_PHRASE}|(?:on\s+)?(?:{'|'.join(DAYS_AND_MONTHS)})\b[^,;]*)", re.IGNORECASE)


_NAMES = lazy_regex(r"(?:[A-Z][\w.’'-]*(?:\s(?:and|of|de|van|von|the)\s|\s)?){1,6}")
_ALLOWS = lazy_regex(r"\b(?:may|can|must|shall|should)\b", re.IGNORECASE)
_OF_LATE = word_set("first recently newly")
_BEHIND_PARTICIPLE = word_set("by in from on at for as since until up out with to of twice into after")
# which of it, or how it was used or measured
_HOW = word_set("""
    accompanied adjusted administered aggregated aided alleged applied assisted averaged backed believed
    calculated claimed combined compared confined considered cooled corrected counted diluted dissolved divided
    estimated expected expressed given granted heated intended joined limited measured multiplied planned pooled
    proposed provided read reduced reported restated restricted rumoured said seen stored supervised supposed
    taken thought treated used viewed weighted
""")


def is_aside(before: str, behind: str) -> bool:
    """Whether commas, dashes or brackets part what stands between two texts from both."""
    return bool(_OPENED.search(before) and _CLOSED.match(behind))


def is_telling(trailing: str) -> bool:
    """Whether what stands behind a comma says whose word it is: ", the officers suspect"."""
    return any(map(_TOLD.fullmatch, _PIECE.findall(trailing)))


def restricts(aside: str, claim: str) -> bool:
    """Whether what is said around an aside may not hold without it."""
    if len(aside.split()) > LONGEST:
        return True
    narrows = _NARROWS.match(aside) and not _WHEN.fullmatch(aside) and (not reports(claim) or _FIGURE.search(claim))
    return bool(narrows or _BINDS.match(aside) or _TOLD.fullmatch(aside) or _UNDONE.match(aside))


def only_adds(aside: str, claim: str) -> bool:
    """Whether it surely names again, or tells more of, what stands before it, and no more than that."""
    told = bool(_ADDS.match(aside) or _NAMES.fullmatch(aside) or _is_done_to_it(aside, claim))
    dated = bool(_WHEN.fullmatch(aside)) and reports(claim)
    return (told or dated) and not restricts(aside, claim)


def _is_done_to_it(aside: str, claim: str) -> bool:
    """Whether it begins with a participle that tells of it: ", drawn by two engines,"; not how much of it, or how."""
    words = aside.lower().split()
    first, *rest = words[words[0] in _OF_LATE :] or words
    done = bool(rest) and is_past(first) and rest[0] in _BEHIND_PARTICIPLE
    return done and first not in _HOW and not _ALLOWS.search(claim)


def aside_left_out(pair: Copied, claim: str, source: str) -> str | None:
    """The aside that a copy is without and that restricts what it says; None where there is none."""
    for start, end in left_out(pair):
        if not 0 < start < end < len(pair.theirs):
            continue
        first, last = pair.theirs[start].start(), pair.theirs[end - 1].end()
        if is_aside(source[:first], source[last:]) and restricts(source[first:last], claim):
            return source[first:last]
    return None
