"""Which sentences and table rows of a passage can stand in a document of their own. Pure."""

import re

from apps.agents.reading.context import Context, Place
from apps.agents.reading.passages import Kind
from apps.agents.reading.tables import scale_note
from apps.agents.writer.sentences.leaning import leans_in_place
from apps.agents.writer.sentences.rows import is_note_of_rows, is_sound_row
from apps.core.patterns import lazy_regex
from apps.core.sentences import without_repeal
from apps.core.words import AUXILIARY

SHORTEST, LONGEST = 5, 60  # words of a sentence
SHORTEST_LEAD = 3  # words of one that announces a list

_POINTS_ELSEWHERE = lazy_regex(
    r"\b(?:see|refer(?:ence)?(?: is made)? to|(?:described|discussed|defined|disclosed|presented|included|shown|"
    r"summarized|set forth|detailed|provided|contained|reported|listed|outlined|noted|reflected|stated|mentioned|"
    r"indicated|explained)\s+(?:further\s+|elsewhere\s+|more fully\s+)?"
    r"(?:in (?:the (?:table|section|notes?|tables|following|preceding|related)|note|item|part|exhibit|"
    r"this|our|more|further|greater)|within (?:the|our|this|note|item)\b|"
    r"above|below|elsewhere|under|herein)|"
    r"notes? \d+|items? \d+[a-z]?\b|exhibits? \d|incorporated (?:herein )?by reference|preceding (?:table|"
    r"paragraph)|(?:table|tables|chart|graph|"
    r"discussion|page|section|paragraph)s? (?:above|below|\d)|(?:the )?following (?:table|chart|graph|discussion|"
    r"section|is a|are|summari[sz]es|sets? forth|illustrates|presents)|as follows|(?:discussed|"
    r"described) in\b|\bbelow\)|\bsections?\.\Z|(?:above|below) (?:table|discussion)|"
    r"this (?:annual report|form 10|report on form|section|item|note|table|quarterly)|accompanying (?:notes|"
    r"consolidated)|hereto|hereof|hereby|hereunder|thereto|aforementioned|the (?:tables?|charts?) )",
    re.IGNORECASE,
)
_BOILERPLATE = lazy_regex(
    r"forward[- ]looking|private securities litigation|undue reliance|safe harbor|cautionary|"
    r"no obligation to (?:publicly )?update|we conducted our audits?|in our opinion|critical audit matter|"
    r"public company accounting|pcaob|i have reviewed|commission file|registrant|incorporated in|"
    r"indicate by check ?mark|securities (?:exchange )?act|section 1[0-9]\b|©|copyright|all rights reserved|www\.|"
    r"https?:|table of contents|form 10-?[kq]|signature|power of attorney|"
    r"trading symbol|internal control over|generally accepted accounting|\bGAAP\b|carefully consider|risk factors?\b|"
    r"\bany of the following risks\b|\bfollowing risks\.\Z|(?:\A(?:if )?|\binvolves? )known (?:and|or) unknown risks|"
    r"risks are (?:categorized|grouped|organized)\b[^,;:]*\bheadings\b|"
    r"lose (?:all or (?:a )?(?:substantial )?part|some or all) of (?:your|their) investment\.\Z|"
    r"(?:preparation|fair presentation) of (?:the|our) (?:consolidated )?financial statements|"
    r"the purpose of (?:this|the) (?:section|discussion)|trademarks?|sarbanes|transfer agent|hyperlink|"
    r"(?:useful|helpful) to exclude|indicative of future|disregarded in\b|(?:conference|earnings) call|webcast|"
    r"management excludes|not be comparable|"
    r"edition of|version \d|next review|policy number|references to our website",
    re.IGNORECASE,
)
_INTRODUCES = lazy_regex(
    r"\b(?:(?:this|the) (?:handbook|policy|regulation|guide|guideline|directive|manual|procedure|standard|"
    r"code|agreement) (?:applies|sets|covers|describes|governs|binds|protects|lays)|(?:is|are) (?:a|an|the|"
    r"(?:one of|among) the) (?:(?!(?:of|by|to|in|for|with|from|on|at|that|which|who)\b)[\w’'.,/&®™-]+ ){0,6}"
    r"(?:company|companies|(?:leader|manufacturer|provider|retailer|producer|firm|corporation|"
    r"enterprise|bank|network|supplier|operator)s?)\b|was (?:founded|incorporated|established) in|headquartered in|"
    r"(?<!\bthat )(?<!\bwhich )(?<!\bwho )(?<!\bto )(?:develops?|manufactures?|produces?) and "
    r"(?:produces?|sells?|markets?|supplies))",
    re.IGNORECASE,
)
# "Between X (the “Seller”) and Y", "This lease is made between …"
_PARTIES = lazy_regex(
    r"\A(?:This (?:\w+ ){1,4}(?:is|was) (?:made|entered into|concluded)\b[^(]{0,80} )?(?i:between) (?:the )?"
    r"[A-Z][^(]{1,120}\([\w ]{0,30}[“\"][^()]{1,60}\),? and (?:the )?[A-Z]"
)
_DEFINES = lazy_regex(r"\A(?:\S+ ){1,7}(?:means?|refers? to)\b", re.IGNORECASE)
_FINITE = lazy_regex(
    rf"\b(?:{AUXILIARY}|do|does|did|\w{{3,}}ed|"
    r"became|grew|rose|fell|made|paid|repaid|bought|brought|built|met|sent|lost|won|drew|chose|gave|went|saw|said|put|cut|wrote|sold|held|took|led|began|spent|(?:include|face|remain|keep|receive|pay|need|contain|"
    r"depend|begin|end|make|state|bind|set|get|see|hold|run|use|rest|count|vest|decide|cover|allow|"
    r"require|continue|lapse|complete|contribute|expect|believe|operate|report|apply|serve|provide|describe|protect|"
    r"offer|mean|represent|cancel|date|"
    r"rise|fall|grow|carry|become|exceed|extend|expire|accrue|earn|owe|lend|borrow|differ|replace|reduce|prevail|govern|"
    r"determine|consider|choose|approve|refuse|accept|prohibit|prevent|ensure|enable|involve|derive|generate|"
    r"return|add|sell|manage|employ|compete|plan|work|take|give|arise|result|relate|consist|reflect|repay)s?|"
    r"matches|applies|arises|goes|comes|reaches|teaches|publishes|discloses|carries|qualifies|specifies|varies|"
    r"satisfies|identifies|complies|supplies)\b"
)
# "5.2 The Tenant maintains the …", "From May on the rent falls by 2%": whatever verb has an object or measure
_DOES = lazy_regex(
    r"\A(?:[\d.]+ )?(?:(?:From|After|Before|Until|On|Upon|At|In|During|Within|For|Under) (?:[\w,’'-]+ ){1,6}?)?"
    r"(?i:the|each|every|either|neither) [\w-]+ (?:\w+ly )?(?!\w*(?:ss|us)\b)[a-z]{3,}s "
    r"(?:(?:the|an?|its|his|her|their|all|any|each|every|no|such|to|for|against)\b|(?:by )?[\d$€£]|[A-Z])"
)
_FOOTNOTE = lazy_regex(
    r"\A(?:other consists|consists|indicates|represents?|includes?|excludes?|reflects?|consists?|relates?|"
    r"primarily (?:reflects|includes|relates)|"
    r"carrying value|amounts? (?:include|represent|exclude|reported|presented|shown|in)|columns?\b|totals? may)\b",
    re.IGNORECASE,
)
_METHOD = lazy_regex(
    r"\b(?:defines?|(?:is|are|was|were) (?:[\w-]+ ){0,2}(?:defined|amortized|capitalized|depreciated|"
    r"expensed|recognized|recorded|measured|accounted|classified|reclassified|presented|calculated|determined|"
    r"reported|accrued|carried)|accounting (?:policies|standards?|principles?)|straight[- ]line|estimated useful|"
    r"non-GAAP|(?:meaningful|useful) to investors|hedg(?:e|ing) accounting|carrying (?:value|amount)s?|fair values?|"
    r"undiscounted|to show the|dual credit|under- or over-|if operated independently)\b",
    re.IGNORECASE,
)  # how something is counted, not how much it is
_PARTED_WORD = lazy_regex(
    r"\b(?:af|ef|dif|suf|of)\s(?:ect|icer|icult|icient|erent|er(?:ed|ing|s)?\b|ort)|[\ufffd\ue000-\uf8ff]"
)
_MONEY = lazy_regex(
    r"[$€£]\s?\(?(\d[\d,]*(?:\.\d+)?)\)?(?![\d,.]*\d)(?!\s*(?:million|billion|thousand|trillion|per\b|"
    r"a (?:share|year)|bn|m\b|%))",
    re.IGNORECASE,
)
_PER_UNIT = lazy_regex(
    r"\bper (?!cent\b|annum\b|year\b|quarter\b|month\b|week\b|day\b)[a-z]|"
    r"\b(?:average|exercise|closing|share|stock|strike) prices?\b",
    re.IGNORECASE,
)  # "earnings per share increased to $6.68"
_OF_ELSE = lazy_regex(r"[;:]|\b(?:while|whereas|but|and|or|on)\b(?! [$€£])", re.IGNORECASE)
_CENTS = lazy_regex(r"\d{1,3}\.\d\d")
_SCALE_WORD = lazy_regex(r"\d (?:million|billion)\b", re.IGNORECASE)
_MARKED_LINE = lazy_regex(r"\b(?:10-K|10-Q|8-K)\b|\|\s*\d+\Z")
_STRAY_CLAUSE = lazy_regex(r";\s+(?:(?:and|but|or)\s+)?(?:\S+\s+){3}\S+\Z")  # too short to be judged by itself
_FIGURE_FIRST = lazy_regex(r"[$€£¥(]?\d")
_GOES_ON = lazy_regex(r"(?:[,(&–—]|(?:\A|\s)[^\W\d_A-Z][^\W\d_A-Z’'-]*)\Z")


def introduces(place: Place) -> bool:
    """Whether a sentence says what a document or a company is: the introduction tells it, no other section."""
    return place.unit.row is None and bool(_INTRODUCES.search(place.text) or _PARTIES.match(place.text))


def defines(place: Place) -> bool:
    """Whether a sentence says what a word means, which concludes nothing."""
    return bool(_DEFINES.match(place.text))


def scaled_documents(context: Context) -> frozenset[str]:
    """Documents that give amounts in thousands or millions somewhere: a bare "$1,222" of theirs has lost its scale."""
    return frozenset(
        place.chunk.document_id
        for place in context.places
        if place.chunk.scaled or scale_note(place.unit.text) or _SCALE_WORD.search(place.unit.text)
    )


def is_sound(place: Place, scaled: frozenset[str], topic: str = "") -> bool:
    """Whether a sentence or row says something complete outside its passage, its predecessor apart.

    ``topic``: what it would be told under; a row's label may be that alone.
    """
    if place.unit.row is not None:
        tells = not _POINTS_ELSEWHERE.search(place.unit.row.label) and not _PARTED_WORD.search(place.text)
        return tells and is_sound_row(place, scaled=place.chunk.document_id in scaled, topic=topic)
    text = place.text
    if not is_quotable(place, scaled) or not _is_whole(place) or _BOILERPLATE.search(text):
        return False
    if _POINTS_ELSEWHERE.search(text) and not text.endswith(":"):
        return False
    if _STRAY_CLAUSE.search(text) and not place.unit.item:
        return False
    return place.chunk.document_id not in scaled or not _METHOD.search(text)


def is_quotable(place: Place, scaled: frozenset[str]) -> bool:
    """Whether a sentence or list item is there from its beginning to its end and misleads nobody, dull as it may be."""
    text = place.text
    if place.unit.kind is not Kind.PROSE or "•" in text or not _is_balanced(text):
        return False
    if _is_rest(place) or _FOOTNOTE.match(text) or _PARTED_WORD.search(text) or _MARKED_LINE.search(text):
        return False
    if is_note_of_rows(place):
        return False
    lost = place.chunk.document_id in scaled and _lost_scale(text)
    return (place.unit.item or _is_line(text)) and not lost


def _is_rest(place: Place) -> bool:
    """Whether it begins with a figure behind a line that goes on: "… in fiscal" / "2021, due to rent."."""
    before = place.chunk.content[: place.unit.start].rstrip()
    line = before[before.rfind("\n") + 1 :].strip()
    if place.unit.item or not _FIGURE_FIRST.match(place.text) or line in place.chunk.heading_path:
        return False
    return bool(_GOES_ON.search(line))


def _is_balanced(text: str) -> bool:
    return text.count("(") == text.count(")") and text.count("“") == text.count("”") and not text.count('"') % 2


def _is_whole(place: Place) -> bool:
    return len(place.text.split()) <= LONGEST if place.unit.item else _is_sentence(place.text)


def says_by_itself(place: Place) -> bool:
    """Whether a sentence, no row or item, says something without those before and behind it."""
    prose = place.unit.row is None and not place.unit.item and not place.text.endswith(":")
    return prose and not leans_in_place(place) and not defines(place)


def stands_alone(place: Place) -> bool:
    """Whether a sound place can be told outside a list."""
    return not place.unit.item or _is_sentence(place.text)


def _is_sentence(text: str) -> bool:
    finite = _FINITE.search(text) or _DOES.match(text)
    return len(text.split()) <= LONGEST and _is_line(text) and finite is not None


def _is_line(text: str) -> bool:
    """Whether it begins and ends as a sentence does."""
    words = text.split()
    opens = text[0].isupper() or text[0].isdigit() or text[0] in '“"$€£'
    ends = without_repeal(text).rstrip("\"'”’)")[-1:] in (".", ":")
    long = [word for word in words if len(word) > 3]
    titled = len(words) < 14 and sum(word[0].isupper() for word in long) > 0.6 * len(long)
    heading = titled and not _DOES.match(text)
    return len(words) >= (SHORTEST_LEAD if text.endswith(":") else SHORTEST) and opens and ends and not heading


def _lost_scale(text: str) -> bool:
    return any(
        float(found[1].replace(",", "").rstrip(".")) >= 1 and not _is_price(text, found)
        for found in _MONEY.finditer(text)
    )


def _is_price(text: str, money: re.Match[str]) -> bool:
    """Whether an amount to the cent is told of one share or the like, that has no scale: nothing else lies between."""
    of_one = [found.end() for found in _PER_UNIT.finditer(text, 0, money.start())]
    return bool(of_one and _CENTS.fullmatch(money[1])) and not _OF_ELSE.search(text, of_one[-1], money.start() + 1)
