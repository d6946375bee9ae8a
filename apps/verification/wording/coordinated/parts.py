"""What sentences are put together of: joints, subjects, and what may bound more than it stands beside. Pure."""

import re
from itertools import pairwise

from apps.core.patterns import lazy_regex
from apps.verification.wording.coordinated.verbs import ARTICLES, BEHIND_VERB, WORD

MOST_WORDS_BEFORE = 12  # of the subject, with when or where it was
JOINT = lazy_regex(r",?\s+(?P<link>and|but)\s+|,\s+", re.IGNORECASE)
FRONT = lazy_regex(r"\A(?:In|On|At|During|By)\s+(?:the\s+)?(?:[A-Z]?[\w-]+\s+){0,3}(?:19|20)\d\d,?\s+")
FEWER = lazy_regex(  # of whom less is said by each alone, or not the same
    r"\b(?:no|not|none|nobody|nothing|never|few|fewer|less|least|most|half|majority|minority|third|quarter|percent|per\s+cent"
    r"|exactly|there|some|others?|many|several|various|thirds?|quarters|fifths?|tenths?|handful|just|nearly|almost|up\s+to|total"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?|thousands?)\b|%|\d",
    re.IGNORECASE,
)
_SUBORDINATE = lazy_regex(
    r"\A\W*(?:after|before|once|as|upon|on|in|at|by|with|without|despite|given|to|under|for|from|during|among|across|according"
    r"|per|like|unlike|of|pending|assuming|[a-z]+ing)\b",
    re.IGNORECASE,
)
# what may bound an earlier verb of a rule from behind a later one
REACHES = lazy_regex(
    r"\b(?:within|during|for|in|at|upon|on|with|without|by|under|before|after|from|throughout"
    r"|per|each|every|once|as|should|given|pending|to\s+the|any\s+time)\b|,",
    re.IGNORECASE,
)


def is_plain_subject(text: str) -> bool:
    """Whether of the subject of several verbs each says what it says of it alone."""
    return is_plain(text) and not FEWER.search(text)


def is_plain(text: str) -> bool:
    """Whether it is a subject and nothing else."""
    words = [word[0].lower() for word in WORD.finditer(text)]
    if not 0 < len(words) <= MOST_WORDS_BEFORE or "," in text or _SUBORDINATE.match(text):
        return False
    # "The radio broadcast the palace": a verb stands there that is not known for one
    several = any(word in ARTICLES and before not in BEHIND_VERB for before, word in pairwise(words))
    return words[-1] not in BEHIND_VERB | {"and"} and not several


def ended(text: str) -> str:
    """As a sentence."""
    return text.rstrip(" ,.!") + "."


def undated(text: str) -> str:
    """Without the comma of "4 May, 2021"."""
    return re.sub(r",\s+(?=(?:19|20)\d\d\b)", " ", text)
