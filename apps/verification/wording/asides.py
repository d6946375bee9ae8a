"""What stands between two commas or in brackets, and what a copy says without it. Pure.

"The bank, founded in 1890, closed" says that the bank closed. "Residents, apart from those on the ground floor, pay"
does not say that residents pay, nor "The Fund, together with its partner, holds 60%" that the Fund does, nor "The
patent, our partner maintains, has lapsed" that it has. Of most asides nobody knows.
"""

import re

from apps.core.patterns import lazy_regex
from apps.core.periods import DAYS_AND_MONTHS
from apps.core.words import ONES, TENS, word_set
from apps.verification.numbers.dates import TIME_PHRASE
from apps.verification.wording.coordinated.taken_along import verbs_of
from apps.verification.wording.near_copies import Copied, left_out
from apps.verification.wording.reporting import reports
from apps.verification.wording.tense import is_past

LONGEST = 300  # characters; of a longer one nobody knows what it does
_OPENED = lazy_regex(r"(?:[,(\[—]|\s(?:–|--?))\s*\Z")
_CLOSED = lazy_regex(r"\s*(?:[,)\]—]|(?:–|--?)\s)")
_PARTED = lazy_regex(r"[,;()\[\]](?!\d)")
_PIECE = lazy_regex(r"[^\s,;.!?][^,;.!?]*")
SAYS = (
    r"(?:sa(?:y|ys|id)|tells?|told|writes?|wrote|claim(?:s|ed)?|argue[sd]?|maintain(?:s|ed)?|insist(?:s|ed)?|contend(?:s|ed)?"
    r"|allege[sd]?|assert(?:s|ed)?|suspect(?:s|ed)?|believe[sd]?|thinks?|thought|fear(?:s|ed)?|hope[sd]?|guess(?:es|ed)?"
    r"|reckon(?:s|ed)?|suppose[sd]?|assume[sd]?|suggest(?:s|ed)?|report(?:s|ed)|recall(?:s|ed)?|remember(?:s|ed)?"
    r"|testif(?:y|ies|ied)|feels?|felt|swears?|swore|complain(?:s|ed)?|estimate[sd]?|expect(?:s|ed)?|predict(?:s|ed)?"
    r"|promise[sd]?|warn(?:s|ed)?|hears?|heard|state[sd]?|submit(?:s|ted)?|conclude[sd]?|speculate[sd]?|boast(?:s|ed)?"
    r"|add(?:s|ed)?|explain(?:s|ed)?|repl(?:y|ies|ied)|stress(?:es|ed)?|point(?:s|ed)\s+out|joke[sd]?|quip(?:s|ped)?|whisper(?:s|ed)?|gush(?:es|ed)?|mutter(?:s|ed)?|brag(?:s|ged)?|announce[sd]?|declare[sd]?|gather(?:s|ed)?"
    r"|envisage[sd]?|foresees?|foresaw|reads|shows?|showed|holds?|held|r[ua]ns?|goes|went|puts?\s+(?:it|about)|ha(?:s|ve|d)\s+it)"
)
# "the alleged leaks", "an expected loss"
_NO_THING = (
    r"(?<!\bbe\s)(?<!\bbeen\s)(?<!\bis\s)(?<!\bare\s)(?<!\bwas\s)(?<!\bwere\s)(?<!\bthe\s)(?<!\ba\s)(?<!\ban\s)"
    r"(?<!\bits\s)(?<!\bhis\s)(?<!\bher\s)(?<!\btheir\s)(?<!\bof\s)(?<!\bto\s)"
)
# no "long believed dead", "promised for years"
_SUBJECT = (
    r"(?!.*\bthan\b)(?!(?:who|whose|whom|which|where|for|because|since|when|after|before|until|long|once|now|still|often|then|first|well"
    r"|widely|\w+ly)\b)\S+\s(?:.*?\s)?"
)
# "the officers suspect", "his nephew later told visitors", "it is said", "as the court saw it"
_TOLD = lazy_regex(
    rf"{_SUBJECT}{_NO_THING}{SAYS}(?:\s+(?!(?:to|that|by|of|with)\b)[\w’'-]+){{0,3}}"
    rf"|(?:as|so)\s+(?:[\w’'-]+\s+){{1,9}}?(?:{SAYS}|pictured?|s(?:ees?|aw)|imagine[sd]?|describe[sd]?|paint(?:s|ed)?)\b.*"
    r"|(?:as\s+)?it\s+(?:is|was|has\s+been|had\s+been)\s+(?:\w+ly\s+)?(?:\w+ed|said|told|thought|held|felt)\b.*|it\s+(?:seems?|appears?|would\s+(?:seem|appear))"
    r"|.*\b(?:was|were|been)\s+(?:told|informed|advised|assured)\b.*"
    r"|(?:judging|going|to\s+judge)\s+by\b.*"
    r"|(?:by|in|to|from|on)\s+(?:\S+\s+){1,3}?(?:account|reckoning|view|opinion|words|version|telling|eyes|submission|knowledge|mind|reading)\b.*",
    re.IGNORECASE,
)
_FOUND_SO = lazy_regex(
    r"as\s+(?:any\s?(?:one|body)?|everyone|everybody)(?:\s+\w+)?\s+c(?:an|ould)\s+(?:still\s+)?see|as\s+(?:[\w’'-]+\s+){1,6}?(?:registers?|records?|logs?|minutes|accounts|gauges?|readings?|instruments?|inspections?|tests?|surveys?|courts?|voyages"
    r"|cellars|ruins|remains|tables?|figures?|photographs?|scans?|inquiry)\s+(?:(?:all|both|still|later|also|now|have|has|had)\s+)*"
    r"(?:shows?|showed|shown|confirm(?:s|ed)?|records?|recorded|prove[sd]?|noted|found)",
    re.IGNORECASE,
)
_FIRST_FIGURES = lazy_regex(
    r"\b(?:early|earliest|preliminary|provisional|unaudited|interim|forecast|draft|pro\s+forma|planned|projected)\b",
    re.IGNORECASE,
)
# a condition, an exception, a partner, a doubt, another's place
_BINDS = lazy_regex(
    r"(?:if|unless|once(?!\s+an?\b)|until|till|provided|subject|on\s+condition|in\s+(?:the\s+)?(?:event|case)|assuming|depending"
    r"|(?:so|as)\s+(?:long|far)\s+as|to\s+the\s+(?:extent|best)|barring|failing|absent|pending|only|except\w*|excluding"
    r"|(?:apart|aside)\s+from|leaving\s+aside|other\s+than|sav(?:e|ing)|bar(?=\s+the\b)|but(?!\s+(?:also|for)\b)|not|never|no|nor|or|and|minus"
    r"|less|plus|without|with(?!\s+(?:its|his|her|their)\b)|(?:together|jointly|along|in\s+\w+(?:\s+\w+)?)\s+with"
    r"|counting|combined|aided|assisted|accompanied|acting|voting|working\s+(?:together|jointly|side\s+by\s+side)|on\s+behalf|in\s+(?:the\s+)?(?:name|place|stead)\s+of|between\s+them"
    r"|as\s+(?:a\s+group|(?:one|part|members?)\s+of|amended|planned|proposed|agreed|approved|required|it\s+were)|collectively|according\s+to|per\s"
    r"|in\s+(?:\S+\s+){0,3}?(?:episode|game|simulation|jest|dreams?|novel|play|film|story|scenario|model|theory|principle|name|effect)\b"
    r"|alleged(?:ly)?|reportedly|supposed(?:ly)?|purported(?:ly)?|apparently|perhaps|probably|possibly|maybe|hardly|so-called"
    r"|hypothetical\w*|presumably|hopefully|ideally|conceivably|(?:quite\s+|very\s+)?likely|on\s+paper|at\s+(?:best|least|most|worst))\b",
    re.IGNORECASE,
)
# "The hall, formerly a prison," was a prison; "The hall, formerly," is no more what is said
_BINDS_ALONE = lazy_regex(
    r"initially|formerly|previously|originally|at\s+first|nearly|almost|partly|in\s+part|half|for\s+now|for\s+a\s+time|officially|in\s+full",
    re.IGNORECASE,
)
_BINDS_LAST = lazy_regex(
    r".*\b(?:excepted|excluded|included|aside|apart|permitting|allowing|willing|only|at\s+(?:most|best))", re.IGNORECASE
)
# when and where something happened, but what holds in general there alone
_WHILE = lazy_regex(r"(?:when(?:ever)?|where(?:ver)?|while|whilst)\b", re.IGNORECASE)
# what became of a thing, or what it never was: ", which was thrown out by the upper house,"
_UNDONE = lazy_regex(
    r"(?:(?!who(?:se|m)?\b).*\b)?(?:repealed|abolished|revoked|rescinded|withdrawn|cancell?ed|suspended|superseded|withdrew|waived|lapsed"
    r"|annulled|overruled|overturned|quashed|retracted|vetoed|(?:thr(?:ew|own)|struck|t(?:ore|orn)|voted)\s+(?:out|down|up|from)|set\s+aside(?!\s+the)|shelved"
    r"|scrapped|stripped|disproved|refuted|discredited|debunked|falsified|forged|fabricated|void|invalid|fictional|fictitious|imaginary"
    r"|hypothetical|unsigned|failed|fell\s+through|called\s+off|came\s+to\s+nothing|pulled|collapsed"
    r"|(?:was|were|been|being|since|later|then|soon|finally|eventually)\s+(?:\w+ly\s+)?(?:rejected|defeated|dismissed|dropped|reversed|abandoned)"
    r"|(?:never|not(?:\s+yet)?)(?:\s+\w+ly)?\s+(?:in\s+force|adopted|passed|enacted|ratified|binding|approved|published|built|carried))\b",
    re.IGNORECASE,
)
# of what holds in general, what says when, where and for whom
_NARROWS = lazy_regex(
    r"(?:in|for|on|at|during|under|within|among|across|between|after|before|following|outside|inside|throughout|from|by|upon|given"
    r"|above|below|over|north|south|east|west|to\s+the|due|starting|beginning|effective|those|the\s+ones|these|mostly|mainly|usually|typically|generally|normally|often|sometimes)\b",
    re.IGNORECASE,
)
_COUNTS = "|".join((*list(ONES)[2:], *TENS, "half", "hundreds?", "thousands?", "millions?"))
_FIGURE = lazy_regex(rf"(?<![\d.,])(?!(?:19|20)\d\d\b)\d|\b(?:{_COUNTS})\b", re.IGNORECASE)
_WHEN = lazy_regex(rf"(?:{TIME_PHRASE}|(?:on\s+)?(?:{'|'.join(DAYS_AND_MONTHS)})\b.*)", re.IGNORECASE)
# what may be left out: who it is, what it is or was, what it is like, the same in other figures
_NAMES_AGAIN = lazy_regex(
    r"(?:an?|the|our|his|her|their|aged|husband|wife|son|daughter|mother|father|brother|sister|chair\w*|director|president|minister|head"
    r"|mayor|\d\d)\b|(?:once|formerly|previously|originally)\s+(?:an?|the)\s",
    re.IGNORECASE,
)
_TELLS_MORE = lazy_regex(
    r"(?:who|whose|whom|which|like|unlike|(?:slightly\s+|much\s+|far\s+)?(?:smaller|larger|bigger|older|younger|taller|longer|shorter)\s+than)\b"
    r"|(?:all|both|each)\s+of\s+(?:them|whom|which)\b|(?:one|two|three|some|many|most|(?:two|three)\s\w+)\s+of\s+(?:them|whom|which)\s+\w",
    re.IGNORECASE,
)
_RESTATES = lazy_regex(
    r"(?:or|i\.e\.|that\s+is)\s+(?:about\s+|some\s+)?[$€£¥]?\d|(?:as\s+)?compared\s+(?:to|with)\s|(?:up|down)\s+from\s",
    re.IGNORECASE,
)
# "for whom it was the first"
_OF_WHICH = lazy_regex(r"(?:for|of|in|on|at|by|with|from|to|under|after)\s+(?:whom|which|whose)\b", re.IGNORECASE)
# it holds all the same, or somebody is glad of it
_WIDENS = lazy_regex(
    r"(?:whatever|whichever|whoever|however|no\s+matter|regardless|in\s+any\s+case|of\s+course|in\s+fact|indeed)\b"
    r"|to\s+[\w’'-]+(?:\s+\w+)?\s+(?:credit|dismay|surprise|delight|regret|relief|horror|shame|annoyance)\b"
    r"|its\s+(?:first|last|\w{3,}est|most\s+\w+)\b|half\s+of\s+(?:them|whom|which)\s+\w|(?:being|having)\s+(?:\w+ly\s+)?\w+(?:ed|en|wn|t|d)\s",
    re.IGNORECASE,
)
_POSSESSES = lazy_regex(r"\b(?:has|have)\s+(?:the|an?|no|its|their|\d|\w+\s+right)\b", re.IGNORECASE)
_PROPER = lazy_regex(r"[A-Z][\w.’'-]*(?:\s(?:(?:and|of|de|van|von|the)\s)?[A-Z][\w.’'-]*){0,5}")
_RELATIVE = lazy_regex(r"\b(?:who|whose|whom|which|that|where|when|since|after|before)\b", re.IGNORECASE)
_HEAD_ENDS = lazy_regex(r"\b(?:who|whose|whom|which|that|where|of|in|on|at|by|from|with|for|to)\b", re.IGNORECASE)
# yet not where it takes something back
_LIMITS = lazy_regex(
    r"\b(?:never|not|no|nobody|nothing|none|neither|nor|unless|if|except|without|but|save|provided|cannot|fail\w*|hardly|barely|rarely"
    r"|seldom|pretend\w*|only\s+(?:if|when|after|with|by)|at\s+most)\b|n['’]t\b",
    re.IGNORECASE,
)
# is of a part alone, or of nothing real
_PART = lazy_regex(
    r"\b(?:ones?|half|halves|third|quarter|parts?|wing|team|section|side|majority|minority|rest|others?|latter|reserve|impost[eo]r"
    r"|figment|invention|act(?:or|ress)|hoax|myth|legend|forgery|fake|lie|joke|fiction|rumou?r|fraud|error|mistake|character"
    r"|draft|proposal|plan|idea|dream|game|simulation|exercise|parody|satire|hypothesis|claim|theory)\b",
    re.IGNORECASE,
)
_ALLOWS = lazy_regex(r"\b(?:may|can|must|shall|should)\b")  # not the month
_OF_LATE = word_set("first recently newly")
_BEHIND_PARTICIPLE = word_set("""
    by in from on at for as since until up out with to of twice into after under beneath near between behind beside
    above below across down off over away
""")
# which of it, or how it was used or measured
_HOW = word_set("""
    accompanied adjusted capped administered aggregated aided alleged applied assisted averaged backed believed
    calculated claimed combined compared confined considered cooled corrected counted diluted dissolved divided
    estimated expected expressed given granted heated intended joined limited measured multiplied planned pooled
    proposed provided read reduced reported restated restricted rumoured said seen stored supervised supposed
    taken thought treated used viewed weighted
""")


def is_aside(before: str, behind: str) -> bool:
    """Whether commas, dashes or brackets part what stands between two texts from both."""
    return bool(_OPENED.search(before) and _CLOSED.match(behind))


def is_telling(trailing: str) -> bool:
    """Whether a piece of what follows says whose word it is: ", the officers suspect"."""
    return any(_TOLD.fullmatch(piece) for piece in _PIECE.findall(trailing) if len(piece) <= LONGEST)


def is_found_so(piece: str) -> bool:
    """Whether it says what bears out what it stands beside: "as the class register shows"."""
    return bool(_FOUND_SO.fullmatch(piece.strip(" ,.;"))) and not _FIRST_FIGURES.search(piece)


def restricts(aside: str, claim: str) -> bool:
    """Whether what is said around an aside may well not hold without it: any of its pieces, or all of a long one."""
    return len(aside) > LONGEST or any(_restricts(piece, claim) for piece in _pieces(aside))


def surely_adds(aside: str, claim: str) -> bool:
    """Whether each of its pieces names again, or tells more of, what stands before it, and no more than that."""
    return not restricts(aside, claim) and all(_adds(piece, claim) for piece in _pieces(aside))


def aside_left_out(pair: Copied, claim: str, source: str) -> str | None:
    """The aside that a copy is without and that restricts what it says; None where there is none."""
    for start, end in left_out(pair):
        if not 0 < start < end < len(pair.theirs):
            continue
        first, last = pair.theirs[start].start(), pair.theirs[end - 1].end()
        if is_aside(source[:first], source[last:]) and restricts(source[first:last], claim):
            return source[first:last]
    return None


def _pieces(aside: str) -> list[str]:
    return [piece.strip() for piece in _PARTED.split(aside) if piece.strip()]


def _restricts(piece: str, claim: str) -> bool:
    if _RESTATES.match(piece) or _OF_WHICH.match(piece) or is_found_so(piece):
        return bool(_UNDONE.match(piece))
    told = reports(claim) and not _POSSESSES.search(claim)
    placed = _WHILE.match(piece) and not (told and (reports(piece) or not _FIGURE.search(claim)))
    narrowed = _NARROWS.match(piece) and not _WHEN.fullmatch(piece) and (not told or _FIGURE.search(claim))
    whole = (_BINDS_ALONE, _BINDS_LAST, _TOLD)
    return bool(
        placed or narrowed or _BINDS.match(piece) or _UNDONE.match(piece) or any(one.fullmatch(piece) for one in whole)
    )


def _adds(piece: str, claim: str) -> bool:
    if _PROPER.fullmatch(piece) or (_WHEN.fullmatch(piece) and reports(claim)):
        return True
    if _RESTATES.match(piece) or _WIDENS.match(piece) or is_found_so(piece):
        return True
    if _LIMITS.search(piece) and not piece.lower().startswith("who "):
        return False
    part = _PART.search(_HEAD_ENDS.split(piece)[0])
    again = _NAMES_AGAIN.match(piece) and not part and not verbs_of(f"{_RELATIVE.split(piece)[0]} the")
    more = _TELLS_MORE.match(piece) or _OF_WHICH.match(piece)
    return bool(again or more or _is_done_to_it(piece, claim))


def _is_done_to_it(piece: str, claim: str) -> bool:
    """Whether it begins with a participle that tells of it: "drawn by two engines"; not how much of it, or how."""
    words = piece.lower().split()
    first, *rest = words[words[0] in _OF_LATE :] or words
    done = bool(rest) and is_past(first) and rest[0] in _BEHIND_PARTICIPLE
    return done and first not in _HOW and not _ALLOWS.search(claim)
