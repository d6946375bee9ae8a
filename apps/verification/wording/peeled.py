"""What stands around a statement in its sentence and bears on it no more than another sentence would. Pure.

"Once the ice had broken up, | the boats went out", "It emerged that | the drains had never been cleared", "Nobody was
hurt, since | the constable had gone round", "The boiler has two thermostats |, so that nothing overheats": such layers
can be taken off, and what is left tells of the statement what the whole sentence does.
"""

import re

from apps.core.patterns import lazy_regex
from apps.verification.lexicon import STOPWORDS
from apps.verification.wording.endings import without_ending
from apps.verification.wording.factives import is_its_subject, takes_for_granted
from apps.verification.wording.hanging import hangs, opens_with
from apps.verification.wording.hedges import Layer, is_open, is_unreal, somebody_says, takes_away
from apps.verification.wording.openings import only_leads_in

MOST_LAYERS = 6
LONGEST = 2000  # characters around a statement; of more nobody knows what they do
LONGEST_END = 120  # characters of what stands before it that are looked at
_STATES = r"(?:The|They|He|She|It|There|We|This|These|His|Her|Its|Their)\s"
# a caption or a heading run into the next sentence: "… in May The fee is 2% They agreed …"
_RUN_INTO = lazy_regex(r"(?:[^\s.!?:;,“”\"]+\s+){3,}(?P<last>[a-z0-9%’'-]+)\s+\Z")
_NAMES = lazy_regex(
    r"\b(?:call\w*|nam\w*|titl\w*|entitl\w*|film|play|novel|book|band|group|newspaper|magazine|song|show|series|pub|inn)\s+\Z",
    re.IGNORECASE,
)
_STATEMENT = lazy_regex(_STATES)
_RUNS_INTO = lazy_regex(rf"\s+(?={_STATES}\s*[a-z])")


def peeled(before: str, said: str, behind: str) -> tuple[str, str, Layer]:
    """What is left before and behind a statement without the layers around it; how surely none of them bears on it."""
    surely = Layer.SURE
    for _ in range(MOST_LAYERS if len(before) + len(behind) <= LONGEST else 0):
        opening, ending, layer = _without_layer(before, said, behind)
        if (opening, ending) == (before, behind):
            break
        before, behind, surely = opening, ending, min(surely, layer)
    return before, behind, surely


def _without_layer(before: str, said: str, behind: str) -> tuple[str, str, Layer]:
    if before.strip():
        if is_its_subject(before, behind):
            return "", "", Layer.SURE
        if layer := opens_with(before, said, behind):
            return "", "", layer
        if _is_run_in(before, said):
            return "", behind, Layer.SURE
        if layer := max(takes_for_granted(before), only_leads_in(before, said), hangs(before, said, behind)):
            return "", behind, layer
    if _RUNS_INTO.match(behind) and said.split()[-1] not in STOPWORDS:
        return before, ".", Layer.SURE
    return before, *without_ending(said, behind)


def _is_run_in(before: str, said: str) -> bool:
    """Whether a statement begins with a capital behind words that no stop ends, and that do not lead on to a name."""
    found = _RUN_INTO.search(before[-LONGEST_END:]) if _STATEMENT.match(said) else None
    last = found["last"] if found and not (takes_away(before) or is_unreal(before) or is_open(before)) else ""
    return bool(last) and last not in STOPWORDS and not (somebody_says(last) or _NAMES.search(before))
