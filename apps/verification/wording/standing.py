"""Where a claim's words stand in a sentence: as a statement of their own, or under words that turn them. Pure.

Only words that stand there in one piece are looked at; what says the claim in other words is measured elsewhere.
"""

import re
from enum import IntEnum
from functools import lru_cache

from apps.core.patterns import lazy_regex
from apps.core.sentences import split_sentences
from apps.core.words import word_set
from apps.verification.numbers.dates import TIME_PHRASE
from apps.verification.wording.additions import DENIED, bounds, only_adds, plans_next
from apps.verification.wording.amid import DENIES, stands_free
from apps.verification.wording.coordinated.taken_along import is_of_more
from apps.verification.wording.doubted import establishes, is_doubted, is_told, is_told_amid
from apps.verification.wording.hedges import Layer, opens_in_fiction
from apps.verification.wording.peeled import peeled

FAR_BEFORE = 3000  # characters in which the beginning of a paragraph is looked for
LONGEST_SENTENCE = 20_000  # characters; of more nobody knows what they do to the words
MOST_PLACES = 20  # of the same words in one sentence that are looked at
SHORTEST_PART = 4  # words: as the Skeptic cuts them
# may hold in their sway what stands beyond "and"
SWAYING = word_set("""
    not no never none nor neither cannot without may must shall should can could might will would unless except only any
    before after
""")
TURNING = SWAYING | word_set("""
    above below over under more less fewer least most increased decreased increase decrease higher lower
    rose fell gain loss all some every
""")
_SPELLED = lazy_regex(r"[^\W_]+|[$€£¥%()]|(?<=\d)[.,](?=\d)|(?<!\w)[-–](?=\d)")
# "2.1", "A.2", "§ 2", "2(a)", "Article 2."
_NUMBER = (
    r"(?:(?:§+|(?:article|art|section|sect?|clause|cl|paragraph|para|rule|chapter|part|item|annex|appendix|schedule)\b\.?)\s*)?"
    r"\(?(?:[a-z]?\.?\d+(?:\.\d+)*[a-z]?|[a-z]|[ivx]+)[.):]{0,2}(?:\s?\((?:\d+|[a-z]|[ivx]+)\))*\.?\s+"
)
_BESIDE_BEFORE = lazy_regex(
    rf"[\s#*•–—“\"'(-]*(?:{_NUMBER})?"
    r"(?:(?:however|moreover|furthermore|additionally|also"
    r"|therefore|thus|in addition),?\s+|.{8,}(?:;\s*(?:and|but)?|,\s+(?:and|but|while|whereas))\s+)?[“\"'(]*",
    re.IGNORECASE | re.DOTALL,
)
_BESIDE_BEHIND = lazy_regex(
    r"[\s.!;”\"'’)]*|;\s+(?:and\s+|but\s+)?(?!(?:however|except|unless|only|otherwise|not|or|nor|no|this|that|such)\b).*"
    r"|,\s+(?:and|while|whereas|but(?=\s(?:the|an?|its|their)\b))\s.*?\b(?:is|are|was|were|has|have|had|does|do|did|\w{3,}ed)\b.*",
    re.IGNORECASE | re.DOTALL,
)
_JOINT = lazy_regex(r"(?:;(?:\s+(?:and|but))?|,\s+(?:and|but|while|whereas))\s+\Z", re.IGNORECASE)
# a condition may go on behind "and": "is due when the machine has come, and | the buyer has approved it"
_RUNS_ON = lazy_regex(
    r"\b(?:is|are|becomes?|shall|must|may|will|falls?|ends?|applies|apply)\b[^,;]{0,120}\b(?:when|once|if|where|after|unless|until|provided)\b[^,;]{0,120}"
    r",\s+and\s+\Z",
    re.IGNORECASE,
)
_ANNOUNCES = lazy_regex(r":\s")
_LISTED = lazy_regex(r":\s.*;", re.DOTALL)  # an item behind the first one of a list
# a clause beside another may hang on what opens or closes the sentence
_RESTRICTS = lazy_regex(
    r"\b(?:if|when|provided|where|until|whether|because|subject to|according to|upon|pending|alleged(?:ly)?|reportedly"
    r"|excluding|(?:so|as) long as|in (?:the event|case)|consent|approval|permission)\b"
    r"|(?:\A|,)\s*(?:in|for|on|at|during|under|with|among|within)\s",
    re.IGNORECASE,
)
# "Under no circumstances may staff, officers, and …": no clause ends before "and"
_DENIES_ALL = lazy_regex(
    r"\A\W*(?:\w+\s+)?no\s+\w+\s+(?:may|shall|can|will|must|should|do|does|did)\s+(?:(?:the|any|an?|its|our|their)\s+)?[\w-]+,",
    re.IGNORECASE,
)
_TELLING = lazy_regex(
    r"\b(?:writ\w+|sa(?:y|ys|id|ying)|stat(?:e[sd]?|ing)|report\w*|tell\w*|told|argu\w+|testif\w+|claim\w*|alleg\w+|assert\w*"
    r"|contend\w*|maintain\w*|insist\w*|submit\w*|believ\w+|think\w*|thought|suspect\w*|fear\w*|warn\w*|risks?|evidence"
    r"|possib\w+|rumou?r\w*|idea|notion|theory|proposal|suggest\w*|predict\w*|expect\w*|hope\w*|assum\w+|pretend\w*|answer\w*"
    r"|repl(?:y|ied|ies)|complain\w*|speculat\w+|unclear|uncertain|likely)\b[^;]{0,60}?\b(?:that|whether|how)\b"
    r"|\A\W*(?:subject\s+to|pending|contingent\s+on)\b",
    re.IGNORECASE,
)
# what a denial of it denies may go on behind "and"
_SPEAKS = lazy_regex(
    r"\b(?:that|when|where|until|once|following|follows|so|none|nobody|neither|any\s+of|case|true|sa(?:y|ys|id|ying)"
    r"|(?<!united )stat(?:e[sd]?|ing)|admit\w*|confirm\w*|report(?:s|ed|ing)?|tell|tells|told|know[ns]?|knew|thinks?"
    r"|thought|believ\w+|proofs?|prov(?:e[dn]?|es)|evidence|impl(?:y|ies|ied)|suggest\w*|argu\w+|contend\w*|assert\w*"
    r"|announc\w+|acknowledg\w+|mean[st]?|agree[ds]?|accept\w*|expect\w*)\b",
    re.IGNORECASE,
)
# beside these a clause says what it says alone
_ADDS_BEFORE = lazy_regex(
    rf"[\s#*•–—“\"'(-]*(?:{_NUMBER})?"
    r"(?:(?:however|moreover|furthermore|additionally|also|therefore|thus|in addition|finally|further|second|first"
    r"|accordingly|similarly|overall|in total),?\s+|the\s+"
    r"|(?:although|though|despite|after(?!\s+(?:adjust|exclu|deduct|allow|tax|control|correct|minorit|interest|inflation|dividend)))\s[^,;]{3,80},\s+)?"
    rf"(?:{TIME_PHRASE},?\s*)?(?:.{{8,}}(?:;\s*(?:and|but)?|,?\s+(?:and|but|while|whereas))\s+)?[“\"'(]*",
    re.IGNORECASE | re.DOTALL,
)
_TIME = lazy_regex(TIME_PHRASE, re.IGNORECASE)
_WORD = lazy_regex(r"\w")
_SUPPOSES = lazy_regex(
    r"(?:\A|[.!?]\s)\W*(?:Suppose|Imagine|Assume|Let us (?:suppose|assume)|By way of (?:illustration|example)"
    r"|For (?:the purposes? of )?illustration|Hypothetically)\b(?![^.]{0,20}\b(?:see|nothing)\b)"
)
# "Changes in Demand — We depend on …": a heading on the line of its text
_RUN_IN = lazy_regex(
    r"\A[\s#*•–—-]*[A-Z][\w&’'/-]*(?:,?\s(?:[A-Z][\w&’'/-]*|of|and|the|in|on|for|to|an?|or|by|with|from|our|&)){1,14}\s[—–]\s+\Z"
)
_NEUTRAL_HEAD = lazy_regex(
    r"\W*(?:key\s+|main\s+|financial\s+)*(?:results?|highlights?|figures?|facts?|findings?|achievements?|summary)\b"
    r"(?:\s+(?:of|for|in)\b[^:]{1,30})?:",
    re.IGNORECASE,
)
_LABEL = lazy_regex(r"[\s#*•–—-]*(?P<label>[^:.!?;()]{2,60}):\s+")
_SPEAKS_ITSELF = lazy_regex(  # one who may say what stands behind the colon
    r"(?:(?<=\w{3})(?:(?<!m)ent|ant|er|or|ee|ist|ian|iff|man|men)|\A(?:people|party|parties|side|counsel|court|board|bank|"
    r"company|companies|union|staff|team|group|government|ministry|authority|police|judge|press|public))s?\Z",
    re.IGNORECASE,
)
_BETWEEN = frozenset(("and", "of", "the"))
_STOP = lazy_regex(r"[.!?]\s")
_CLOSES = lazy_regex(r"[”\"»)\]’']")
_ASKS = lazy_regex(r"\?\W*\Z")
_QUOTE = lazy_regex(r"(?<!\d)\"")  # behind a figure it is an inch
_SINGLE_QUOTE = lazy_regex(r"(?P<opens>(?<!\w)['‘](?=[^\W\d]))|(?<=[\w.,!?])['’](?!\w)")


class Standing(IntEnum):
    """How a sentence holds the words, the less the lower."""

    ABSENT = 0  # not in one piece
    TURNED = 1  # under words that deny or doubt them, or make them a condition or an item of a list
    LIMITED = 2  # beside words that restrict them or take them back
    BOUND = 3  # beside words of which nobody knows whether they turn or restrict them, or that they are torn from
    AMID = 4  # amid words that may restrict what they state, but neither tell nor deny nor doubt it
    PART = 5  # as a part of what the sentence says, beside what adds to it
    BESIDE = 6  # its last clause, joined to others that may deny or restrict something else
    ALONE = 7  # a whole clause, beside which no other could turn or restrict it
    WHOLE = 8  # all it says


@lru_cache(maxsize=20_000)
def spelled(text: str) -> tuple[str, ...]:
    """Words and figures with what changes their meaning; punctuation and blanks do not."""
    return tuple(word.lower() for word in _SPELLED.findall(text))


def standing_in(wanted: tuple[str, ...], text: str) -> Standing:
    """The same for a text of several sentences: the best that any of them gives them."""
    if not wanted or not _places(wanted, spelled(text)):
        return Standing.ABSENT
    sentences = (text[span.start : span.end] for span in split_sentences(text))
    return max((standing(wanted, sentence) for sentence in sentences), default=Standing.ABSENT)


def standing(wanted: tuple[str, ...], sentence: str) -> Standing:
    """How ``sentence`` holds the words ``wanted``, as ``spelled`` gives them; the best of several places."""
    there = spelled(sentence)
    if wanted == there:
        return Standing.TURNED if _ASKS.search(sentence) or is_told_amid(sentence) else Standing.WHOLE
    words = list(_SPELLED.finditer(sentence)) if wanted else []
    if len(sentence) > LONGEST_SENTENCE and _places(wanted, there):
        return Standing.BOUND
    places = _places(wanted, there)[:MOST_PLACES]
    spans = [(words[at].start(), words[at + len(wanted) - 1].end()) for at in places]
    return max((_standing(sentence, start, end) for start, end in spans), default=Standing.ABSENT)


def _places(wanted: tuple[str, ...], there: tuple[str, ...]) -> list[int]:
    """Where ``wanted`` begins in ``there``."""
    if not wanted or wanted[0] not in there:
        return []
    return [at for at in range(len(there) - len(wanted) + 1) if there[at : at + len(wanted)] == wanted]


def _standing(sentence: str, start: int, end: int) -> Standing:
    """As the whole sentence holds them, or PART where what turns or binds them there has surely no bearing on them.

    AMID where it has likely none.
    """
    found = _held(sentence, start, end)
    if found is Standing.LIMITED or found >= Standing.PART or _is_held(sentence, start, end):
        return found
    before, said, behind = sentence[:start], sentence[start:end], sentence[end:]
    opening, ending, surely = peeled(before, said, behind)
    if (opening, ending) == (before, behind):
        return found
    left = _held(f"{opening}{said}{ending}", len(opening), len(opening) + len(said))
    return max(found, min(left, Standing.PART if surely is Layer.SURE else Standing.AMID))


def _held(sentence: str, start: int, end: int) -> Standing:
    before, said, behind = sentence[:start], sentence[start:end], sentence[end:]
    joined = bool(_JOINT.search(before)) and not _ANNOUNCES.search(before)
    denied = bool(DENIES.search(before)) and not (joined and not _SPEAKS.search(before))
    denied = denied or bool(_DENIES_ALL.match(before))
    doubted = is_told(before, behind) or is_doubted(before, behind)
    if denied or doubted or _is_listed(before, behind) or _is_held(sentence, start, end):
        return Standing.TURNED
    if bounds(said, before, behind):
        return Standing.LIMITED
    if (joined and _TELLING.search(before)) or is_of_more(before, said):
        return Standing.BOUND  # what is told may go on behind "and"
    if opens_in_fiction(before):
        return Standing.BOUND
    if said[:1].isupper():
        before = "" if _is_label(before, said) else _RUN_IN.sub("", before)
    if _leaves_alone(before, behind):
        return Standing.ALONE
    if joined and not _WORD.search(behind):
        return Standing.BOUND if _RUNS_ON.search(before[-400:]) else Standing.BESIDE
    opens = _ADDS_BEFORE.fullmatch(before)
    if opens and plans_next(said, behind):
        return Standing.BESIDE
    dated = bool(_TIME.search(before)) and bool(DENIED.search(said))  # "In 2020 the firm did not pay dividends"
    adds = opens and not dated and only_adds(said, behind)
    if adds or (establishes(before) and not _WORD.search(behind)):
        return Standing.PART
    amid = not joined and stands_free(before, said, behind, opens=bool(opens))
    return Standing.AMID if amid else Standing.BOUND


def _is_label(before: str, said: str) -> bool:
    """Whether what stands before the words only names what they speak of: "Fees: The annual fees are …".

    Not one who may say them: a word written as a name, or a party.
    """
    label = _LABEL.fullmatch(before)
    words = label["label"].split() if label else []
    if len(words) < 2 or not all(word.isalpha() for word in words) or _SPEAKS_ITSELF.search(words[-1]):
        return False
    named = [word for word in words if word.lower() not in _BETWEEN]
    there = {word.strip(",.;").lower() for word in said.split() if word[:1].islower()}
    opening = said.split()[0].lower() if said else ""
    return any(word.lower() in there for word in named) and all(word.lower() in there | {opening} for word in named)


def _is_listed(before: str, behind: str) -> bool:
    """Whether the words are one of several items behind a colon, but under a head like "Results of 2021:"."""
    listed = _LISTED.search(before) or (_ANNOUNCES.search(before) and behind.startswith(";"))
    return bool(listed) and not _NEUTRAL_HEAD.match(before)


def _is_held(sentence: str, start: int, end: int) -> bool:
    """Whether they stand in a bracket or a quotation that more is said of."""
    more = _WORD.search(sentence[:start]) or _WORD.search(sentence[end:])
    return bool(more) and _opens(sentence, start) and _opens(sentence, end)


def _opens(sentence: str, at: int) -> bool:
    """Whether a bracket or a quotation is open at a place."""
    before = sentence[:at]
    if any(before.count(pair[0]) > before.count(pair[1]) for pair in ("()", "[]", "“”", "«»")):
        return True
    if sum(found.start() < at for found in _QUOTE.finditer(sentence)) % 2:
        return True
    # a closing mark behind no opening one is a plural's apostrophe
    marks = [found for found in _SINGLE_QUOTE.finditer(sentence) if found.start() < at]
    return bool(marks) and bool(marks[-1]["opens"])


def held_from_before(text: str, start: int, end: int) -> bool:
    """Whether a sentence before it in its paragraph opened a quotation, a bracket or a case that is only supposed.

    A quotation that holds the whole paragraph, or that the words themselves open, does not count.
    """
    before = text[max(0, start - FAR_BEFORE) : start].rpartition("\n\n")[2]
    if (supposed := _SUPPOSES.search(before)) and len(_STOP.findall(before, supposed.end())) <= 1:
        return True
    first = before.lstrip(" #*•-–—")
    opened = _opens(before + " ", len(before)) and _WORD.search(first)
    behind = text[end : end + FAR_BEFORE].partition("\n\n")[0]
    return bool(opened) and bool(_CLOSES.search(behind)) and first[:1] not in "“\"«([‘'"


def _leaves_alone(before: str, behind: str) -> bool:
    """Whether what stands around a clause are only clauses beside it, a number over it or a word that leads over."""
    if not _BESIDE_BEFORE.fullmatch(before) or not _BESIDE_BEHIND.fullmatch(behind) or _ANNOUNCES.search(before):
        return False
    # beyond a semicolon no word turns the clause, yet what follows it may restrict it
    near = (before.rpartition(";")[2], behind.partition(";")[0])
    return all(SWAYING.isdisjoint(spelled(rest)) for rest in near) and not any(
        _RESTRICTS.search(rest) for rest in (near[0], *behind.split(";"))
    )
