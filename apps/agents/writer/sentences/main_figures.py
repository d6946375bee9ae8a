"""The figures that a company's results are known by, the most telling first. Pure."""

import re
from collections.abc import Sequence
from enum import IntEnum

from apps.agents.reading.context import Place
from apps.agents.writer.sentences.leaning import leans
from apps.agents.writer.sentences.prose import Run
from apps.agents.writer.sentences.ranking import states_figure
from apps.agents.writer.sentences.rows import head_over
from apps.agents.writer.sentences.soundness import is_sound, stands_alone
from apps.core.patterns import lazy_regex

NEAR = 12_000  # characters between two passages of one account of the results
EARLY = 12  # words of a sentence, among which what it is on stands
FEWEST = 2  # figures of which one passage tells, from which it is such an account


class Main(IntEnum):
    """In the order in which a reader asks for them."""

    SALES = 0
    OPERATING = 1
    NET = 2
    PER_SHARE = 3


_WHOSE = r"(?:(?:the\s+(?:company|group)['’]s|our|its|total|consolidated|reported|worldwide|group)\s+)*"
_PROFIT = r"(?:income|earnings|loss|profit)"
_NAMES = (
    (Main.PER_SHARE, rf"(?:(?:diluted|basic)\s+)?(?:net\s+)?{_PROFIT}\s+per\s+(?:common\s+)?share|(?:diluted\s+)?EPS"),
    (Main.SALES, r"(?:net\s+)?(?:operating\s+)?(?:sales|revenues?)"),
    (Main.OPERATING, rf"operating\s+{_PROFIT}|{_PROFIT}\s+from\s+operations"),
    (Main.NET, rf"net\s+{_PROFIT}|profit\s+for\s+the\s+year"),
)
_OF_OWNERS = r"(?:\s+attributable\s+to\s+[\w.’'& ]{1,60}?)?"
_SAID = (
    r"\s+(?:(?:for|in|of)\s+(?:fiscal\s+)?(?:the\s+year|20\d\d)\s+)?(?:of\s+[$€£¥(]|(?:\w+ly\s+)?(?:increased|decreased|"
    r"rose|fell|grew|declined|was|were|totall?ed|amounted|reached)\b)"
)
_IN_WORDS = tuple((main, lazy_regex(rf"\b(?:{name})\b", re.I)) for main, name in _NAMES)
_IN_TEXT = tuple((main, lazy_regex(rf"{_WHOSE}(?:{name}){_OF_OWNERS}{_SAID}", re.I)) for main, name in _NAMES)
_MOVE_IN = r"(?:the\s+(?:increase|decrease|growth|decline|change)\s+in\s+)?"
_AT_START = tuple((main, lazy_regex(rf"{_MOVE_IN}{_WHOSE}(?:{name})\b", re.I)) for main, name in _NAMES)
_LABEL_END = r"(?:\s*\((?:GAAP|loss|income)\)|,\s+as\s+reported)*\s*"
_IN_LABEL = tuple((main, lazy_regex(rf"{_WHOSE}(?:{name}){_OF_OWNERS}{_LABEL_END}\Z", re.I)) for main, name in _NAMES)
_OF_WHOLE = lazy_regex(
    r"\bconsolidated\b|\bresults\s+of\s+operations\b|\b(?:full|fiscal)\s+year\b|\bfinancial\s+results\b", re.I
)
_STATEMENT = lazy_regex(
    r"\b(?:statements?\s+of\s+(?:income|operations|earnings|profit)|income\s+statements?|results\s+of\s+operations|"
    r"(?:consolidated|financial|operating)\s+results)\b",
    re.I,
)
_OF_PART = lazy_regex(
    r"\A\s*notes?\b|\bnote\s+\d+\s*[.:–—-]|\bsegments?\b|\bacqui|\bdiscontinued\b|\bdispos|\bjoint\s+venture|\baffiliates?\b|\bequity[\s-]method\b|"
    r"\breconcil|\bpro\s+forma\b|\bgeograph|\bquarterly\b",
    re.I,
)
_OF_QUARTER = lazy_regex(r"\bquarter\b", re.I)
_PER_SHARE_OVER = lazy_regex(r"(?:\A|\s)(?:earnings|income|loss|amounts?)\s+per\s+(?:common\s+)?share", re.I)
_SCALED = lazy_regex(r"\b(?:million|billion|thousand)\b")
_NAMED = lazy_regex("|".join(rf"(?<!\w)(?<!adjusted )(?:{name})\b" for _, name in _NAMES), re.I)
_OF_SOME = lazy_regex(r"\battributable\b|\Abasic\b", re.I)  # where the figure of all shares, or after dilution, is told
_AHEAD = lazy_regex(r"\b(?:outlook|guidance|forecast)\b", re.I)


def main_figure(place: Place) -> Main | None:
    """Which of them a row or a sentence gives; None of one that gives none, or that of a part."""
    row = place.unit.row
    if row is None:
        found = next((main for main, said in _IN_TEXT if said.match(place.text)), None)
        return found if found is not None and states_figure(place.text) else None
    above = f"{head_over(place)} {place.unit.heading}"
    found = next((main for main, label in _IN_LABEL if label.match(row.label.strip())), None)
    per_share = found is Main.PER_SHARE
    mixed_up = bool(_SCALED.search(place.text)) if per_share else bool(_PER_SHARE_OVER.search(above))
    return None if mixed_up else found


def main_named(text: str) -> tuple[Main | None, str]:
    """Which of them a text names, and by which words."""
    found = next(((main, said[0]) for main, name in _IN_WORDS if (said := name.search(text))), None)
    return found or (None, "")


def is_of_part(place: Place) -> bool:
    """Whether what stands over a place says that it is of a part of the company, or of what it bought or sold."""
    return bool(_OF_PART.search(_above(place)))


def is_subject(main: Main, place: Place) -> bool:
    """Whether a sentence is on that figure of the whole company: "The increase in revenues was due to …"."""
    found = next((kind for kind, start in _AT_START if start.match(place.text)), None)
    return place.unit.row is None and found is main and not is_of_part(place)


def speaks_of_results(text: str) -> bool:
    """Whether a sentence names one of the figures early on, and so is on it."""
    return bool(_NAMED.search(" ".join(text.split()[:EARLY])))


def is_of_results(heading: str) -> bool:
    """Whether an account of a company's results is to be expected under a heading."""
    return bool(_STATEMENT.search(heading))


def is_ahead(place: Place) -> bool:
    """Whether a row stands under a heading that looks ahead: "FY25 Outlook"."""
    over = (head_over(place), place.unit.heading, *place.chunk.heading_path[-1:])
    return place.unit.row is not None and any(_AHEAD.search(one) for one in over)


def main_figures(places: Sequence[Place], scaled: frozenset[str]) -> tuple[Place, ...]:
    """The best account of each figure among ``places``, in their order; nothing where no passage is such an account.

    The passage that gives most of them is the account of the whole company's results, that of the year before that of a
    quarter; what it leaves out is taken from passages near to it, or from those that say that they are of the whole.
    """
    told = [(main, place) for place in places if (main := _told(place, scaled)) is not None]
    passages: dict[int, list[tuple[Main, Place]]] = {}
    for main, place in told:
        passages.setdefault(place.rank, []).append((main, place))
    best = min(passages.values(), key=_account, default=[])
    if not best or (len({main for main, _ in best}) < FEWEST and not _is_of_whole(best[0][1])):
        return ()
    lead = best[0][1]
    near = sorted((one for one in told if belongs(one[1], lead)), key=lambda one: _preferred(one[1], lead))
    chosen = {main: next((place for kind, place in near if kind is main), None) for main in Main}
    return tuple(place for place in chosen.values() if place is not None)


def outlook(places: Sequence[Place], scaled: frozenset[str]) -> tuple[Run, ...]:
    """The rows that look ahead, the main figures first."""
    rows = [place for place in places if is_ahead(place) and is_sound(place, scaled)]
    return tuple(Run(places=(place,)) for place in sorted(rows, key=_ahead_order))


def _ahead_order(place: Place) -> tuple[int, int, int]:
    main = main_figure(place)
    return len(Main) if main is None else int(main), place.rank, place.index


def _told(place: Place, scaled: frozenset[str]) -> Main | None:
    main = None if is_ahead(place) or is_of_part(place) else main_figure(place)
    if main is None:
        return None
    row = place.unit.row
    if row is not None:
        return main if row.columns and is_sound(place, scaled, row.label) else None
    return main if is_sound(place, scaled) and stands_alone(place) and not leans(place.text) else None


def _account(passage: Sequence[tuple[Main, Place]]) -> tuple[int, bool, bool, int]:
    """Lower is better."""
    place = passage[0][1]
    of_quarter = bool(_OF_QUARTER.search(f"{place.text} {place.unit.heading}"))
    return -len({main for main, _ in passage}), not _is_of_whole(place), of_quarter, place.chunk.start_offset


def belongs(place: Place, lead: Place) -> bool:
    """Whether a place is of the same account of the results as ``lead``."""
    same = place.chunk.document_id == lead.chunk.document_id
    near = abs(place.chunk.start_offset - lead.chunk.start_offset) <= NEAR
    of_quarter = bool(_OF_QUARTER.search(f"{place.text} {place.unit.heading}"))
    lead_of_quarter = bool(_OF_QUARTER.search(f"{lead.text} {lead.unit.heading}"))
    return same and (place.rank == lead.rank or ((near or _is_of_whole(place)) and of_quarter == lead_of_quarter))


def _preferred(place: Place, lead: Place) -> tuple[bool, bool, int, int]:
    """The account itself first, in it a figure that is no one's alone; then what is nearest to it."""
    apart = abs(place.chunk.start_offset - lead.chunk.start_offset)
    return (
        place.rank != lead.rank,
        bool(head_over(place)) or _OF_SOME.search(place.text) is not None,
        apart,
        place.index,
    )


def _is_of_whole(place: Place) -> bool:
    return bool(_OF_WHOLE.search(_above(place))) or place.text.lower().startswith("consolidated")


def _above(place: Place) -> str:
    return " ".join((place.unit.heading, *place.chunk.heading_path[-1:]))
