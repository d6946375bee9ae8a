"""A sentence of the source copied without what restricts it there: a condition, a place, an attribution, a scale. Pure.

"Loans are approved within five days" says more than "Loans are approved within five days subject to a credit check".
A restriction that the claim puts in other words is left to the Judge.
"""

import re

from apps.core.patterns import lazy_regex
from apps.verification.lexicon import content_stems
from apps.verification.numbers.dates import TIME_PHRASE
from apps.verification.wording.additions import DENIED
from apps.verification.wording.asides import aside_left_out
from apps.verification.wording.coordinated.misjoined import misjoined
from apps.verification.wording.denying import one_denial
from apps.verification.wording.downward import narrowing_left_out
from apps.verification.wording.near_copies import Copied, copied, low, places_alike
from apps.verification.wording.qualifiers import qualifier_left_out
from apps.verification.wording.reporting import reports
from apps.verification.wording.softened import softening_left_out
from apps.verification.wording.wholes import told_of_the_other, whole_left_out

SAME_BEGINNING = 4  # letters from which a word of the claim is taken for one of the restriction ("Texas", "Texan")
FEWEST = 3  # words of a claim that can be called a copy
LONGEST_SHOWN = 8  # words

# restricts whatever it hangs on
_BINDS = lazy_regex(
    r"(?:either|subject\s+to|according\s+to|(?:as\s+)?alleged(?:ly)?|reportedly|purportedly|provid(?:ed|ing)\s+(?:that|the|an?|it"
    r"|they|all|no)|(?:conditional|contingent)\s+(?:up)?on|pending|upon|if(?!\s+(?:any|applicable|necessary|required"
    r"|needed|appropriate)\b)|unless|except(?:ing)?|excluding|other\s+than|(?:so|as)\s+long\s+as|to\s+the\s+extent"
    r"|in\s+(?:the\s+event|case)|on\s+condition|only\s+(?:if|when|where|with|after|upon|in|by|on|for|to|during|under"
    r"|through)|but\s+not|not\s+(?:counting|including)|sav(?:e|ing)\s+(?:in|for|that|where|as|when|on|at|during)"
    r"|barring|failing|absent|depending\s+(?:up)?on|(?:none|few|some|half|part|most|one|two|three|four|five|six|seven|eight|nine|ten"
    r"|\d[\d.,]*(?:\s*%|\s+per\s?cent)?)\s+of(?!\s+(?:them|whom|which|us|you))"
    r"|with(?:out)?\s+(?:\S+\s+){0,5}?(?:consent|approval|permission|authori[sz]ation|agreement))\b",
    re.IGNORECASE,
)
# restricts what is said to hold in general, and what a figure is said of; in a report of what happened it only adds
_NARROWS = lazy_regex(
    r"(?!(?:in\s+(?:addition|accordance|order|particular|fact|turn|total|short|summary|full|writing|conclusion)"
    r"|for\s+(?:example|instance|the\s+avoidance\s+of\s+doubt)|on\s+behalf|at\s+(?:least|most)|under\s+[$€£]?\d|\w+\s+(?:all|any)"
    r"|(?:in|under)\s+th(?:is|ese)\s+(?:policy|agreement|regulations?|rules?|act|plan|section|article|chapter|handbook"
    r"|contract|lease|terms|report))\b)"
    r"(?:in|for|on|at|during|under|with|without|after|before|when(?:ever)?|where(?:ver)?|while|until|outside|among|across"
    r"|between|within|inside|per|up\s+to|by\s+(?:(?:the\s+)?end|(?:19|20)\d\d)|throughout"
    r"|(?:starting|beginning|effective)\s+(?:in|on|from|at)"
    r"|as\s+(?:from|described|set\s+out))\b",
    re.IGNORECASE,
)
# which of several, where that is to be or may be
_WHO = lazy_regex(r"(?:who|whose|which|that)\s+\w+\s+\w", re.IGNORECASE)
_WHICH = lazy_regex(
    rf"{_WHO.pattern}"
    r"|(?:\w{3,}ed|made|held|given|owned|sold|built|paid)\s+(?:by|in|on|at|after|before|under|with)\b",
    re.IGNORECASE,
)
# "Candidates who failed twice leave"
_KIND = lazy_regex(r"\W*(?:an?|any|every|each|all|no|(?!this\b|its\b|his\b)\w+s)\s", re.IGNORECASE)
_MODAL = lazy_regex(r"\b(?:may|can|cannot|shall|must|should|need\s+not)\b", re.IGNORECASE)
_GENERAL = lazy_regex(r"\b(?:is|are|may|can|cannot|shall|must|will|should|applies|apply)\b", re.IGNORECASE)
_MEASURED = lazy_regex(
    r"\b(?:was|were|rose|fell|grew|increased|decreased|declined|totall?ed|amounted|reached)\b"
    r"(?=.*(?<![\d.,])(?!(?:19|20)\d\d\b)\d)",
    re.IGNORECASE,
)
# the period of a figure: the lints on years and figures read it
_TIME = lazy_regex(TIME_PHRASE, re.IGNORECASE)
_ENUMERATOR = lazy_regex(r"\A\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]\s+", re.IGNORECASE)
_OTHER_CLAUSE = lazy_regex(r"[;:.]\s|,\s+(?:and|but|while|whereas)\s|,?\s(?:and|but)\s*\Z", re.IGNORECASE)
_CONDITIONAL = lazy_regex(
    r"\b(?:if|when|whenever|where|once|unless|only|except|subject|provided|depending|conditional|consent|approval"
    r"|permission|according|alleged(?:ly)?|alleges?|said|says|claims?|reportedly)\b",
    re.IGNORECASE,
)
_PARTED_SIGN = lazy_regex(r"(?<=\d)\s{1,3}(?:per\s?cent\b|%)", re.IGNORECASE)
_SCALE = lazy_regex(r"\s*(?:%|(?:percent|per\s+cent|thousand|million|billion|trillion|bn|bps|basis\s+points)\b)", re.I)
_SHARED_SCALE = lazy_regex(rf"\s*(?:to|and|or|[-–])\s*[$€£¥]?\d[\d.,]*{_SCALE.pattern}", re.I)


def restriction_left_out(claim: str, source: str) -> str | None:
    """The source's words that restrict what the claim copies and that the claim is without; None where there are none.

    None too where the claim is no copy.
    """
    if told_of_the_other(claim, source):
        return "respectively"
    claim, source = (_PARTED_SIGN.sub("%", text) for text in (claim, source))
    put = one_denial(claim), one_denial(source)
    return _left_out(claim, source) or (_left_out(*put) if put != (claim, source) else None)


def _left_out(claim: str, source: str) -> str | None:
    pair = copied(claim, source, fewest=FEWEST)
    if pair is None:
        return None
    return (
        _scale_left_out(pair, claim, source)
        or _phrase_left_out(pair, claim, source)
        or aside_left_out(pair, claim, source)
        or qualifier_left_out(pair, source)
        or narrowing_left_out(pair, source)
        or whole_left_out(pair, claim, source)
        or softening_left_out(pair, claim, source)
        or misjoined(pair, claim, source)
    )


def _scale_left_out(pair: Copied, claim: str, source: str) -> str | None:
    """The scale or per cent sign of a figure that the claim has bare."""
    for tag, i1, i2, j1, _ in pair.steps:
        for mine, theirs in zip(pair.mine[i1:i2], pair.theirs[j1:], strict=False):
            scale = _SCALE.match(source, theirs.end()) if tag == "equal" and mine[0][-1].isdigit() else None
            if scale and not _SCALE.match(claim, mine.end()) and not _SHARED_SCALE.match(claim, mine.end()):
                return source[theirs.start() : scale.end()]
    return None


def _phrase_left_out(pair: Copied, claim: str, source: str) -> str | None:
    """The phrase before, after or amid the copied words."""
    put = " ".join(word[0] for tag, i1, i2, _, _ in pair.steps if tag != "equal" for word in pair.mine[i1:i2])
    if _CONDITIONAL.search(put):
        return None
    general = not put and (bool(_GENERAL.search(claim)) or not reports(claim))
    modal = not put and bool(_MODAL.search(claim))
    of_kind = general and bool(_KIND.match(claim))
    dated = not put and bool(_MEASURED.search(claim) or DENIED.search(claim))
    beginnings = {stem[:SAME_BEGINNING] for stem in content_stems(put)}
    theirs = [low(word[0]) for word in pair.theirs]
    for tag, _, _, j1, j2 in pair.steps:
        if tag != "insert":
            continue
        # "in Texas" of "a fee in Texas in May" is left out as "Texas in" too
        for start, end in reversed([one for one in places_alike(theirs, j1, j2) if one[0] <= j1]):
            words = _ENUMERATOR.sub("", source[pair.theirs[start].start() : pair.theirs[end - 1].end()])
            apart = source[: pair.theirs[start].start()].rstrip().endswith(",")
            narrows = not apart and ((general and words) or (dated and _after_time(words)))
            restricts = _BINDS.match(words) or (narrows and _NARROWS.match(narrows))
            restricts = restricts or (
                not apart and ((modal and _WHICH.match(words)) or (of_kind and _WHO.match(words)))
            )
            if not restricts or (not start and _OTHER_CLAUSE.search(source, 0, _next(pair, end, source))):
                continue
            if beginnings.isdisjoint(stem[:SAME_BEGINNING] for stem in content_stems(words)):
                shown = words.split()
                return " ".join(shown[:LONGEST_SHOWN]) + (" …" if len(shown) > LONGEST_SHOWN else "")
    return None


def _next(pair: Copied, at: int, source: str) -> int:
    return pair.theirs[at].start() if at < len(pair.theirs) else len(source)


def _after_time(words: str) -> str:
    time = _TIME.match(words)
    return words[time.end() :] if time else words
