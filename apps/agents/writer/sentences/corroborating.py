"""Whether another place of a document bears out all that a sentence or row says, so that it may be cited too. Pure.

A citation that does not bear out its sentence is false, however true the sentence. So only what says the same in the
same words, but for such as change nothing, is taken: every doubt is a no.
"""

import re
from functools import lru_cache

from apps.agents.judge.voice import in_own_voice, speaks_for_itself
from apps.agents.reading.context import Place
from apps.agents.reading.passages import Kind, read_passage
from apps.agents.reading.words import content_words, names, plain
from apps.agents.writer.sentences.leaning import leans
from apps.agents.writer.sentences.near_words import LONGEST, TIME, Around, Voices, around, happened, spelled_alike
from apps.agents.writer.sentences.prose import fingerprint
from apps.agents.writer.sentences.same_rows import gives_the_same
from apps.agents.writer.sentences.told_figures import same_figures
from apps.core.patterns import lazy_regex
from apps.verification.numbers.dates import find_dates
from apps.verification.numbers.lint import QuoteContext, number_findings
from apps.verification.numbers.reading import parse_quantities
from apps.verification.wording.disowned import disowning
from apps.verification.wording.list_heads import turns
from apps.verification.wording.lists import head_text
from apps.verification.wording.modality import modality_findings
from apps.verification.wording.near_copies import substituted
from apps.verification.wording.restrictions import restriction_left_out
from apps.verification.wording.standing import Standing, held_from_before, spelled, standing
from apps.verification.wording.taken_back import taken_back

MOST_MISSING = 3  # stems that the other place may lack: as many as its own word for the company takes
FEWEST_WORDS = 6  # stems of a sentence without a date or a telling figure: shorter ones may be said of several things
TELLING_DIGITS = 3  # of the figures of a sentence, from which no other is like it by chance
_OF_ITSELF = lazy_regex(r"\b(?:(?i:we|ours?|the (?:company|corporation|registrant|group|bank|firm))|us)\b")
_WE = lazy_regex(r"\b(?:[Ww]e|[Oo]urs?|us)\b")
# what these stand for is said in another sentence
_POINTS = lazy_regex(
    r"\b(?:this|these|those|it|they|them|he|she|such(?! as\b)|latter|former|foregoing|following|above|below|herein|said"
    r"|same|each of|other)\b",
    re.IGNORECASE,
)
_RELATES = lazy_regex(
    r"(?<!\ba )\b(?:related|respective|relevant|corresponding|accompanying)\b(?! to\b)", re.IGNORECASE
)
_SPEAKS = lazy_regex(r"(?:we|the Company)\s+(?:\w+ly\s+)?(?:(?:has|have)\s+(?!\w+(?:ed|en)\b))?(\w+)", re.IGNORECASE)
_THE = lazy_regex(r"(?:the(?! (?:Company|Corporation|Registrant)\b)|both|all|its|his|her|their)\s", re.IGNORECASE)
_LEADS_OVER = (
    r"(?:(?:also|additionally|in addition|further|furthermore|moreover|finally|similarly|in total|overall|as such"
    r"|accordingly|as a result|therefore|thus|consequently),?\s+)?"
)
_REFERS = (
    r"(?:as\s+(?:further\s+|previously\s+)?(?:discussed|described|noted|disclosed|mentioned|indicated|announced)"
    r"(?:\s+(?:further|more fully))?\s+(?:in|above|under)\b[^,.;]{0,60},\s+)?"
)
_LED = lazy_regex(
    rf"(?:(?:also|additionally|in addition|further|furthermore|moreover|finally),?\s+)?{_REFERS}", re.IGNORECASE
)
_BEFORE = lazy_regex(rf"\s*{_LEADS_OVER}{_REFERS}(?:{TIME})?", re.IGNORECASE)
_TIME = lazy_regex(TIME, re.IGNORECASE)
_NOTHING = lazy_regex(r"[\s.;”\"]*")
_ADDS = lazy_regex(
    rf"(?:[\s,]*{TIME})?[\s.;]*|,\s+(?:which|who|whose|including|such\s+as|with\s+annual|formerly|compared|as\s+compared|versus"
    r"|(?:up|down)\s+from|an?\s+(?:increase|decrease|decline|rise)|(?:primarily|mainly|partly|partially|largely)\s|due\s|driven"
    r"|offset|reflecting|resulting\s+in|representing|bringing|impacted\s+by)\s*.*",
    re.IGNORECASE | re.DOTALL,
)
# behind what happened: what came of it, to whom, for how much
_WENT_ON = lazy_regex(
    r",?\s+(?:(?:compared|due|because)\b"
    r"|and\s+(?:\w+ly\s+)?(?:\w{3,}ed|paid|made|took|sold|bought|began)\s+(?:an?|the|our|its|all|approximately|about|[$€£¥\d])"
    r"|and\s+we\b"
    r"|to\s+[A-Z]|for\s+(?:net\s+)?(?:(?:cash|proceeds|consideration|approximately|about|total|a|of)\s+)*[$€£¥]"
    r"|as\s+a\s+result\s+of|as\s+part\s+of).*",
    re.DOTALL,
)
_QUOTES = lazy_regex(r"“[^”]*\Z|\A[^\"]*\"(?:[^\"]*\"[^\"]*\")*[^\"]*\Z")  # a quotation that is still open
_OF_SOME = lazy_regex(r",?\s+(?:to\s+[A-Z]|as\s+(?:part|a\s+result)\s+of\b)")
_MONEY = lazy_regex(r"[$€£¥]\s?\d[\d.,]*")
_AND = lazy_regex(r"[,\s]*and\b", re.IGNORECASE)
# what ends in one of these may go on behind "and": "due to price" is not "due to price and volume"
_LISTS = lazy_regex(
    r"\b(?:due|because|driven|result\w*|caus\w+|attributable|consist\w*|compris\w+|includ\w+|between|both)\b"
)
_RESTRICTS = lazy_regex(
    r"\b(?:if|unless|only|except\w*|exclud\w+|provided|subject|until|before|after|prior|however|but|although|though|not"
    r"|no|none|never|without|otherwise|depend\w*|approv\w+|consent|permission|condition\w*|contingent|amend\w*|terminat\w+"
    r"|expir\w+|revers\w+|cancel\w*|rescind\w*|waive\w*|other\s+than|net\s+of|alleg\w+|claim\w*|appeal\w*|propos\w+"
    r"|plan(?:s|ned|ning)?\s+to|intend\w*|(?-i:may)|might|could|would|should|pro\s+forma|pending|restat\w+|correct\w+"
    r"|revis\w+|supersed\w+|replac\w+|no\s+longer|withdr\w+|den(?:y|ies|ied)|disput\w+|contest\w*|contend\w*|refut\w+"
    r"|reject\w+|doubt\w*|uncertain\w*|(?:in|un)correct\w*|inaccurate|false(?:ly)?|untrue|wrong(?:ly)?|mistaken\w*|void\w*"
    r"|unlikely|(?:im)?possib\w+|perhaps|rumou?r\w*|hypothetic\w*|reportedly|says?|said|believ\w+|planned|consider\w*"
    r"|suppos\w+|per|each|every|annually|monthly|weekly|daily|quarterly|some|part(?:s|ly|ially)?\s+of|half|portion)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)


def bears_out(other: Place, place: Place) -> bool:
    """Whether ``other``, of the same document, says by itself all that ``place`` says, and nothing to restrict it."""
    if not _may_speak(other, place) or _head(place) or _head(other):
        return False
    if place.unit.row is not None or other.unit.row is not None:
        return gives_the_same(place, other) if place.unit.row and other.unit.row else same_figures(place, other)
    if not (place.unit.kind is other.unit.kind is Kind.PROSE) or len(place.words - other.words) > MOST_MISSING:
        return False
    if not _of_one_speaker(place, other):
        return False
    claim, source = _in_one_voice(plain(place.text), plain(other.text), place, other)
    if not _stands_for_itself(claim) or claim.endswith((":", "?")) or source.endswith((":", "?")):
        return False
    held = around(claim, source, _voices(place, other))
    if held is None or (_AND.match(held.behind) and _LISTS.search(claim)):
        return False
    if not (_adds_nothing(held, claim) or _is_clause(claim, source, held)):
        return False
    return _of_one_time(claim, source) and not _at_fault(claim, source, other.chunk.title)


def says_the_same(other: Place, place: Place) -> bool:
    """Whether both are the same words, and these say the same here and there.

    What leans on the sentence before it says the same only behind the same one.
    """
    if fingerprint(other.text) != fingerprint(place.text) or not _may_speak(other, place):
        return False
    if _head(place) != _head(other):
        return False
    by_itself = place.unit.row is not None or _head(place) or _stands_for_itself(plain(place.text))
    return bool(by_itself) or ("" != _said_before(place) == _said_before(other))


def _may_speak(other: Place, place: Place) -> bool:
    """Whether ``other`` speaks of what ``place`` does, and what it says is neither disowned, taken back nor supposed.

    Another document speaks of others: its "we", its notes and its total revenues are not those of this one.
    """
    if place.chunk.document_id != other.chunk.document_id or max(len(place.text), len(other.text)) > LONGEST:
        return False
    content, start, end = other.chunk.content, other.unit.start, other.unit.end
    over = (unit.text for unit in read_passage(content)[: other.index] if unit.kind is Kind.HEADING)
    if any(map(disowning, (*other.chunk.heading_path, other.unit.heading, *over))):
        return False
    if _QUOTES.search(content[:start].rpartition("\n\n")[2]) or held_from_before(content, start, end):
        return False
    return not taken_back(content, end, start=start, claim=place.text)


def _said_before(place: Place) -> str:
    """The sentence before it in its passage; nothing where it is the first."""
    units = read_passage(place.chunk.content)[: place.index]
    return next((fingerprint(unit.text) for unit in reversed(units) if unit.kind is Kind.PROSE), "")


def _head(place: Place) -> str:
    """The head over it that its words are to be read with: "None of these has occurred:"; so of the table of a row."""
    if place.unit.row is not None:
        before = read_passage(place.chunk.content)[: place.index]
        line = next((unit.text for unit in reversed(before) if unit.kind is Kind.PROSE), "")
        return line if line.endswith(":") and turns(line) else ""
    content = place.chunk.before + place.chunk.content
    return head_text(content, len(place.chunk.before) + place.unit.start)


def _in_one_voice(claim: str, source: str, place: Place, other: Place) -> tuple[str, str]:
    """Both spelled alike, the claim without what only leads over to it."""
    claim, source = in_own_voice(claim, other), in_own_voice(source, place)
    bare = _LED.sub("", claim, count=1)
    if bare != claim:
        claim = bare[:1].upper() + bare[1:]
    return spelled_alike(claim), spelled_alike(source)


def _of_one_speaker(place: Place, other: Place) -> bool:
    """Whether "we" and "the Company" are the same in both: in a contract and in the auditors' words they are others."""
    of_itself = _OF_ITSELF.search(f"{place.text} {other.text}")
    if of_itself is None or (speaks_for_itself(place) and speaks_for_itself(other)):
        return True
    return speaks_for_itself(place) == speaks_for_itself(other) and _voices(place, other) is Voices.ALIKE


def _voices(place: Place, other: Place) -> Voices:
    own, theirs = bool(_WE.search(place.text)), bool(_WE.search(other.text))
    return Voices.ALIKE if own == theirs else Voices.WE_AND_NAME if own else Voices.NAME_AND_WE


@lru_cache(maxsize=1024)
def _stands_for_itself(claim: str) -> bool:
    """Whether a sentence tells by itself of what and when it holds, so that the same words elsewhere say the same.

    "The facility was undrawn" and "we met all related covenants" may each be said of several.
    """
    if _POINTS.search(claim) or leans(claim):
        return False
    if _is_telling(claim):
        return True
    if _RELATES.search(claim):
        return False
    dated = bool(find_dates(claim))
    if _THE.match(_TIME.sub("", claim, count=1)) and not (dated and names(_TIME.sub("", claim))):
        return False
    few = len(set(content_words(claim))) < FEWEST_WORDS and not _OF_ITSELF.search(claim)
    return dated or not (few or (happened(claim) and not _holds(claim)))


def _holds(claim: str) -> bool:
    """Whether a sentence says of the company what holds: "We offer cards issued by banks", "We have two segments"."""
    opening = _SPEAKS.match(claim)
    return opening is not None and not happened(f"they {opening[1]} it")


def _is_telling(claim: str) -> bool:
    figures = [one.text for one in parse_quantities(claim) if one.date is None and not one.spelled]
    return sum(len("".join(filter(str.isdigit, one)).strip("0")) for one in figures) >= TELLING_DIGITS


def _adds_nothing(held: Around, claim: str) -> bool:
    """Whether what stands around the words only leads to them, dates them or goes on from them."""
    if not _BEFORE.fullmatch(held.before) or _RESTRICTS.search(held.behind):
        return False
    if find_dates(claim) and (find_dates(held.before) or _TIME.match(held.behind.lstrip(" ,"))):
        return False  # "in fiscal 2023" is not "in fiscal 2023 … in May"
    if _NOTHING.fullmatch(held.behind):
        return True
    if _OF_SOME.match(held.behind) and re.search(r"\d", _MONEY.sub("", _TIME.sub("", claim))):
        return False  # we closed twelve stores as part of a plan, and perhaps others
    told = happened(claim) and (find_dates(claim) or _is_telling(claim))
    return bool(told and (_ADDS.fullmatch(held.behind) or _WENT_ON.fullmatch(held.behind)))


def _is_clause(claim: str, source: str, held: Around) -> bool:
    """Whether the source says it as a clause of its own, which nothing beside it could turn or restrict."""
    if _RESTRICTS.search(held.before) or _RESTRICTS.search(held.behind):
        return False
    return standing(spelled(claim.rstrip(" .")), source) >= Standing.BESIDE


def _of_one_time(claim: str, source: str) -> bool:
    """An undated claim tells of a time that another sentence gives: a dated source may tell of another."""
    return bool(find_dates(claim)) or not find_dates(source)


def _at_fault(claim: str, source: str, subject: str) -> bool:
    return bool(
        number_findings(claim, [QuoteContext(text=source)])
        or modality_findings(claim, [source])
        or substituted(claim, source, subject=subject)
        or restriction_left_out(claim, source)
    )
