"""Which sentences are on the documents or on the text itself, and claim nothing. Pure."""

import re

from apps.agents.reading.cited import VERB
from apps.core.patterns import lazy_regex
from apps.retrieval.requests.readers import KINDS, LETTERS

# sentences on the documents themselves; what they speak of must open the sentence ("the insulation materials …")
_ABOUT_DOCUMENTS = lazy_regex(
    r"(?:(?:however|also|moreover|further|furthermore|beyond that|otherwise|unfortunately),?\s+)?"
    r"(?:(?:(?:the|these|those|your|both|all)\s+)?(?:(?:provided|available|retrieved|found|cited|given)\s+"
    r"(?:documents?|sources?|passages?|context|materials?)|documents?|sources?|passages?|context)"
    r"(?:\s+(?:provided|available|retrieved|found|cited|given|here|themselves|I have|in (?:this|the|your)\s"
    r"(?:workspace|collection|context)))?"
    r"\s+(?:also\s+|further\s+|therefore\s+)?"
    r"(?:(?:(?:do|does|did) not|don['’]t|doesn['’]t|cannot|never)\s+(?:contain|mention|say|state|include|provide|"
    r"address|cover|answer|specify)\b|(?:differ|disagree|conflict|contradict each other)\b)"
    r"|I (?:do not|don['’]t|could not|couldn['’]t) (?:have|find)\b.{0,40}\b(?:information|answer|documents?|sources?)\b"
    r"|(?:there (?:is|was) )?no (?:information|answer|mention)\b.{0,60}\b(?:documents?|sources?|passages?|context)\b)",
    re.IGNORECASE,
)
# sentences on the text itself: what it deals with, not what it states
_ABOUT_ITSELF = lazy_regex(
    rf"(?:this|the (?:present|following))\s+"
    rf"(?:{'|'.join((*KINDS, *LETTERS))}|answer|sections?|chapters?|introduction)\s+"
    r"(?:(?:first|then|also|does not|do not)\s+)?(?:covers?|describes?|summari[sz]es?|sets? out|presents?|explains?|"
    r"outlines?|examines?|reviews?|discuss(?:es)?|deals? with|address(?:es)?|compares?|introduces?|"
    r"gives? an overview|looks? at|is (?:organi[sz]ed|structured|divided))\b"
    r"(?!\s+(?:that|why)\b)(?!.*\b(?:because|why|(?:fact|evidence|proof|finding|conclusion)s?\s+that)\b)",
    re.IGNORECASE | re.DOTALL,
)
_QUOTED = lazy_regex(r"[“\"«][^”\"»]*[”\"»]")
_TOPIC = lazy_regex(r"\b(?:information|answer|details?|data|mention)\s+(?:about|on|of|regarding|concerning)\s[^,;:]*")
_SUBORDINATE = lazy_regex(r"\b(?:that|which|who|whose|how|whether|what|when|where|why|if)\b", re.IGNORECASE)
_AND = lazy_regex(r"\band\b")
_STATED_FIGURE = lazy_regex(r"(?<![\w-])(?!(?:19|20)\d\d\b)\d")  # a bare year dates what is spoken of
_JOINT = lazy_regex(
    r"[;:]|\s[–—-]\s|,\s+(?:and|but|which|who|while|whereas|although|though|so|yet|however)\b|\b(?:but|however|whereas|"
    r"although|though)\b",
    re.IGNORECASE,
)


def about_the_text(words: str) -> bool:
    """Whether a sentence speaks of what the documents leave out or the text deals with, and states nothing besides."""
    unquoted = _QUOTED.sub("", words)
    about = _ABOUT_DOCUMENTS.match(unquoted) or _ABOUT_ITSELF.match(unquoted)
    if about is None or _STATED_FIGURE.search(_TOPIC.sub("", unquoted)):
        return False
    joint = _JOINT.search(unquoted, about.end())
    if joint is not None and VERB.search(unquoted, joint.end()):
        return False
    return not _adds_a_clause(unquoted[about.end() :])


def _adds_a_clause(words: str) -> bool:
    """Whether a verb stands behind "and": with a figure any, else one of no subordinate clause that is no participle.

    A participle may go with a noun: "fees and costs incurred".
    """
    joint = _AND.search(words)
    if joint is None:
        return False
    if _STATED_FIGURE.search(words, joint.end()) and VERB.search(words, joint.end()):
        return True
    verbs = VERB.finditer(_SUBORDINATE.split(words, maxsplit=1)[0], joint.end())
    return any(not verb[0].endswith("ed") for verb in verbs)
