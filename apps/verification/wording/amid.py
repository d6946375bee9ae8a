"""Words amid others of their sentence: whether these turn, bind or tear them, or only add to what they state. Pure."""

import re

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.verification.lexicon import IRREGULAR, STOPWORDS
from apps.verification.numbers.dates import TIME_PHRASE
from apps.verification.wording.additions import DENIED, is_for_some
from apps.verification.wording.asides import is_telling
from apps.verification.wording.coordinated.taken_along import verbs_of
from apps.verification.wording.doubted import establishes
from apps.verification.wording.hedges import is_unreal
from apps.verification.wording.reporting import reports
from apps.verification.wording.tense import OF_HOW

DENIES = lazy_regex(
    r"\b(?:not|no(?!\.)|never|none|nobody|nothing|neither|nor|cannot|without|unable|yet\s+to|(?<!\bthe\s)fail(?:s|ed)?|refus(?:es?|ed)"
    r"|reject(?:s|ed)?|forbid(?:s|den)?|prohibit(?:s|ed)?)\b|n['’]t\b",
    re.IGNORECASE,
)
_DEMANDS = lazy_regex(r"\b(?:may|might|must|shall|should|can|cannot|could|would)\b")  # not the month
# behind them it is not said of what the words name, or not as a fact: "Loans to | small firms", "Deputy | Prime …"
_TORN = lazy_regex(
    r"(?:\b(?:of|in|on|at|by|to|for|from|with|without|after|before|about|against|through|near|next|over|under|and|or|nor|as|than|like"
    r"|though|except|half|part|most|some|none|few|each|every|any|no|report\w*|dream\w*|hears?|heard|hint\w*|swears?|swore|disagree[sd]?"
    r"|(?!during|following|including|morning|evening|meeting|building)\w{2,30}ing)|['’]s?|-)\s*\Z"
    r"|\b(?:ex|former|deputy|vice|acting|late|then|mock|shadow|assistant|fake)(?:-\s?|\s)\s?(?:\w[\w-]{0,40}\s{1,3}){0,3}\Z",
    re.IGNORECASE,
)
# of what alone it is said, or what is conceded and may not be all: "In the old system, | hosts check packets"
_SCOPES = lazy_regex(
    r"\W*(?:(?:(?:together|jointly|along)\s+with|(?:kept|held|stored|grown|heated|cooled|used|taken|given|left|treated|fed|applied|viewed|measured)"
    r"\s+(?:in|at|on|under|by|with|as|for|from|over)|in|on|at|for|from|under|with|during|within|among|outside|beyond|per|by|as|like|unlike|of|to|net|pro\s+forma"
    r"|pursuant|apart|due|thanks|every|regarding|measured|adjusted|excluding|leaving|before|until)\b[^,;:]*"
    r"(?:,\s*|,\s(?:which|who|where)\b[^;:]*)?\Z|(?:\w[\w’'-]*\s+){1,5}(?:apart|aside|excepted|excluded|permitting|allowing|willing),\s*\Z"
    r"|(?:even|al)?though\b|while\b|whilst\b|whereas\b|despite\b)",
    re.IGNORECASE,
)
_UNLIKE = lazy_regex(
    r"\W*unlike\s(?:the|its|his|her|their|other|most)\s(?!(?:real|true|actual|world|records?|histor)\w*)[^,;:]{2,60},\s+\Z",
    re.IGNORECASE,
)
_WHICH = lazy_regex(r"\s+(?:that|who|whom|whose|which)\b", re.IGNORECASE)  # with no comma: which of several
_DENIED_TOO = lazy_regex(
    r"(?<!\s),?\s{1,3}nor\s+(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|may|must|shall)\b[^,;]*",
    re.IGNORECASE,
)
# "The house | the widow sold burned", "Word | the mint closed spread": it goes on speaking of a thing
_GOES_ON = lazy_regex(r"(?:the|an?|its|their|his|her|it|they|we|he|she|this|that|these|those)\b")
_LINKS = word_set(
    "that because since so yet then also thus later today yesterday now again therefore however meanwhile"
)
_WHEN = lazy_regex(rf"\W*{TIME_PHRASE},?\s*", re.IGNORECASE)
_TURNS_BEHIND = lazy_regex(r",\s+but\b", re.IGNORECASE)
_CUT_SHORT = lazy_regex(r"-\w|['’]s\b")
_OF_NAME = lazy_regex(r"\s+of\s+(?:the\s+)?[A-Z]")
_NEXT_WORDS = lazy_regex(r"\s+(?P<word>[^\W\d_][\w’'-]*)(?:\s+(?P<other>[^\W_][\w’'-]*))?")
# a clause begins there whose subject the last of the words is: "more than the kiln | does"
_VERBS = word_set("is are was were has have had do does did will would could should must may might can")
_LEADS_ON = word_set("""
    without within across among against along around near since until till through throughout toward towards upon via
    per despite because although though whereas whether like unlike beside besides except plus yet today yesterday
    tomorrow now later ago together twice worldwide abroad alone instead last next early late every much back away
    aboard amid outside inside beyond opposite
""").union(STOPWORDS)
# beside them words may be told, doubted, chosen from or bound
_MAY_TURN = lazy_regex(
    rf"{DENIES.pattern}|\b(?:or|only|if|unless|whether|provided|subject|except\w*|excluding|alleg\w+|accord\w+|alone|once|per"
    r"|sa(?:y|ys|id|ying)|t[eo]ll?(?:s|d|ing)?|claim\w*|argu\w+|believ\w+|think\w*|thought|suspect\w*|fear\w*|writ\w+|wrote"
    r"|dream\w*|maintain\w*|insist\w*|assert\w*|contend\w*|spokes\w+|critics?|rivals?|opponents?|witness\w*|plaintiffs?|accus\w+|account"
    r"|false\w*|untrue|plan\w*|expect\w*|intend\w*|condition\w*|consent|approval|permission|charged|almost|nearly|hardly|limits?"
    r"|suggest\w*|polls?|(?:has|have|had)\s+(?:held|ruled|found)|up\s+to|as\s+\w+ed|that\s*\Z"
    r"|set\s+aside|overturned|reversed|retracted|quashed|annulled|withdrawn|revoked)\b|[:()]",
    re.IGNORECASE,
)


def stands_free(before: str, said: str, behind: str, *, opens: bool) -> bool:
    """Whether words amid others may be stated by themselves: nothing around tells, turns, binds or tears them.

    ``opens``: they open their sentence, or follow what only leads over to them.
    """
    scoped = _SCOPES.match(before) and not (opens or _WHEN.fullmatch(before) or _UNLIKE.fullmatch(before))
    torn = _is_torn(before, said, opens=opens) or _is_cut(said, behind)
    return not (scoped or torn or _turned(before, said, behind))


def _turned(before: str, said: str, behind: str) -> bool:
    bound = not reports(said) and (_WHICH.match(behind) or is_for_some(said, behind))
    if bound or _DEMANDS.search(said) or _TURNS_BEHIND.search(behind):
        return True
    if DENIED.search(said):
        behind = _DENIED_TOO.sub("", behind, count=1)
    return may_turn(before) or may_turn(behind) or is_telling(behind)


def may_turn(text: str) -> bool:
    """Whether there are words in a text that may tell, doubt, deny or bind what stands beside it, or offer a choice."""
    return bool(_MAY_TURN.search(text)) or is_unreal(text)


def _is_torn(before: str, said: str, *, opens: bool) -> bool:
    """Whether the words may be the rest of what ``before`` begins: of a name, a phrase, or what a verb there takes."""
    last = before.split()[-1] if before.strip() else ""
    named = last.isalpha() and last.lower() not in _LINKS and not last.endswith("ly")
    taken = verbs_of(f"{before.rpartition(',')[2]} the") and not establishes(before)
    return bool(taken or (named and not opens and _GOES_ON.match(said)) or _TORN.search(before))


def _is_cut(said: str, behind: str) -> bool:
    """Whether the next word may be the rest of a name ("bought the hotel | laundry"), or a verb of its own.

    A participle leads on where a small word, a figure or nothing follows: "relating to", not "mill | housing estate".
    """
    if _OF_NAME.match(behind) and said.split()[-1][:1].isupper():
        return True  # "Trinity College | of Music"
    found = _NEXT_WORDS.match(behind)
    if found is None:
        return bool(_CUT_SHORT.match(behind))
    word, other = found["word"].lower(), (found["other"] or "").lower()
    if word in _VERBS:
        return True
    if word.endswith(("ed", "ing")) or word in IRREGULAR:
        return not (not other or other in _LEADS_ON or other[0].isdigit() or OF_HOW.fullmatch(other))
    return not (word in _LEADS_ON or OF_HOW.fullmatch(word))
