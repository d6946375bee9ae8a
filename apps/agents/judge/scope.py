"""Whether a sentence speaks of the whole company: by the headings over it and the sentences around it. Pure.

"Net sales rose 12%" under "Canada", behind "Europe was strong." or before "These figures relate to Canada." may be said
of a part. Whatever is not plainly harmless counts as telling of a part.
"""

import re
from collections.abc import Iterable, Iterator

from apps.agents.judge.statements import FIGURE, SELF, Statement, statement_of, told_by
from apps.agents.judge.voice import without_speaker
from apps.agents.reading.context import Place, titled
from apps.agents.reading.passages import Kind, Unit, read_passage
from apps.core.patterns import lazy_regex
from apps.verification.lexicon import content_of
from apps.verification.numbers.reading import parse_quantities
from apps.verification.numbers.table_heads import year_columns

# headings that name no part of the company
_LAYOUT = frozenset(
    content_of("""
        result highlight financial consolidated overview summary business update operating review year quarter full
        balance sheet cash flow income statement liquidity operation fiscal performance month week ended
        first second third fourth end current three six nine twelve selected data supplementary statement
        item part form management discussion analysis condition company activity note annual report
    """)
)
# over groups of rows that have their measure in common
_GROUPS = frozenset(
    content_of("other income expense cost revenue sales earnings operating investing financing operations per share")
)
_SUMMED = frozenset(
    content_of("current noncurrent asset liability equity long term inventory property plant equipment")
)
_UNNAMED = lazy_regex(
    r"\([^()]*\b(?:thousands|millions|billions)\b[^()]*\)|\((?:unaudited|continued)\)|\band\s+subsidiaries\b"
    r"|\bpart\s+[ivx]+\b|\bcash\s+flows?\s+from\s+(?:operating|investing|financing)\s+activities\b",
    re.IGNORECASE,
)
_TORN = lazy_regex(r"\b([^\W\d_]{3,}) ([^\W\d_]{1,2})\b")  # "LIQUIDI TY": a word that its layout parts
_NOTES = lazy_regex(r"\bnotes\b.*\b(?:integral\s+part|financial\s+statements)\b", re.IGNORECASE)
# what it has: no part of it where one of these is counted, but perhaps of its sales
_TOPICS = frozenset(content_of("store share repurchase program human capital employee dividend debt tax"))
# measures that open a statement on the whole
_MEASURES = frozenset(
    content_of("""
        net total gross comparable operating diluted consolidated result sales revenue income profit margin cost expense
        cash debt asset liability equity inventory earnings capital
    """)
)
_BACK = lazy_regex(
    r"\b(?:this|these|that|those|such|both|here|there|thereof|above|foregoing|former|latter|all\s+of"
    r"|(?:the|said)\s+(?:increase|decrease|rise|fall|drop|decline|growth|gain|loss|change|figures?|numbers?|amounts?"
    r"|results?|statements?|sentence|total))\b",
    re.IGNORECASE,
)
_PRONOUN = lazy_regex(r"\b(?:it|its|they|their|theirs|them|he|she|his|hers?|him)\b", re.IGNORECASE)
_FIGURES = lazy_regex(
    r"\b(?:these|those|all|the|above|foregoing|such)\s+(?:\w+\s+)?(?:(?:figures|numbers|amounts)\b|(?:results|statements)\s+"
    r"(?:above\s+)?(?:are|is|were|was|relate\w*|refer\w*|concern\w*|include\w*|exclude\w*|cover\w*|have|has|do)\b)"
    r"|\brestated\b|\bpro\s+forma\b",
    re.IGNORECASE,
)
_TURNS = lazy_regex(
    r"\W*(?:or|but|however|yet|though|although|still|except|actually|in\s+fact|instead|rather|correction|note)\b",
    re.IGNORECASE,
)
_PART = lazy_regex(
    r"\b(?:segments?|divisions?|units?|regions?|subsidiar(?:y|ies)|branch(?:es)?|brands?|country|countries|markets?"
    r"|exclud\w*|except\w*|exclusive|only|alone|solely|restated|pro\s+forma|unaudited|budget\w*|estimate\w*|forecast\w*|wrong"
    r"|error|mistake\w*|suppos\w+|assum\w+|if|not)\b",
    re.IGNORECASE,
)
_NAME = lazy_regex(r"(?<=[\w,;:)] )[A-Z][^\W\d_]*")
_KIND = (
    r"(?:segment|categor(?:y|ies)|product(?:\s+(?:line|group|category))?|region|countr(?:y|ies)|division|business(?:\s+(?:unit|area|line))?"
    r"|geograph(?:y|ic\s+(?:area|region))|channel|brand|market|operating\s+segment|reportable\s+segment|type)s?"
)
_BY_KIND = lazy_regex(
    rf"\W*(?P<measure>[^\W\d][^\d:;,.()]{{2,40}}?)\s+by\s+{_KIND}\b"
    r"(?P<scale>(?:[\W\d]|\b(?:in|eur|usd|gbp|euros?|dollars|pounds|m|mn|bn|millions?|billions?|thousands?|fiscal|and)\b)*)\Z",
    re.IGNORECASE,
)
# over the labels of the rows: what kind of thing they name
_CORNER = lazy_regex(rf"\A\s*\|?\s*{_KIND}\s*(?=\||\s(?:19|20)\d\d)", re.IGNORECASE)
_GROUP = lazy_regex(r"\|?\s*\**(?P<name>[^\W\d][^|]*?)\**\s*(?:\|[\s\W]*)+\Z")  # "| Europe | | |"
_OTHER = lazy_regex(r"\bother\b", re.IGNORECASE)
_PART_OF_YEAR = lazy_regex(r"\b(?:quarter\w*|half|months?|monthly|weeks?|weekly|H[12]|Q[1-4]|[1-4]Q)\b", re.IGNORECASE)
_MARKS = lazy_regex(r"\A\s*(#+)\s")


def measure_over(place: Place) -> frozenset[str]:
    """What the figures of a table are by what stands over it: net sales of "Net sales by segment"; mostly nothing."""
    over = list(over_table(place))
    told = next(filter(None, map(_BY_KIND.match, over)), None)
    if (
        told is None
        or _OTHER.search(told["measure"])
        or any(map(_PART_OF_YEAR.search, (*place.chunk.heading_path, *over)))
    ):
        return frozenset()
    return frozenset(content_of(told["measure"]))


def named_over_row(place: Place, said: frozenset[str]) -> frozenset[str]:
    """What the headings over the table of a row name besides what is ``said``, times, the layout and the company.

    Groups of its rows that have their measure in common name no part: "Other income:". A total stands under them all.
    """
    over = (_CORNER.sub(" ", _BY_KIND.sub(r"\g<measure> ", one)) for one in over_table(place))
    words = _named((*place.chunk.heading_path, *over)) - said
    total = place.unit.row is not None and place.unit.row.label.lower().startswith("total ")
    words -= _GROUPS | (_SUMMED if total else frozenset())
    return words - titled(words, place)


def _named(headings: Iterable[str]) -> frozenset[str]:
    """What headings name besides times and the layout."""
    whole = (_TORN.sub(_joined, _UNNAMED.sub(" ", heading)) for heading in headings)
    return frozenset(content_of(" ".join(map(_undated, whole)))) - _LAYOUT


def _joined(torn: re.Match[str]) -> str:
    joined = torn[1] + torn[2]
    return joined if set(content_of(joined)) <= _LAYOUT else torn[0]


def over_table(place: Place) -> Iterator[str]:
    """The headings from a row up to the head of its table, and those right over that."""
    headed = grouped = False
    for unit in reversed(read_passage(place.chunk.content)[: place.index]):
        if not (headed or grouped) and unit.kind is Kind.FURNITURE and (group := _GROUP.match(unit.text)):
            grouped = True
            yield " ".join(word for word in group["name"].split() if not set(content_of(word)) & _SUMMED)
        if unit.kind is Kind.PROSE or (headed and unit.label):
            return
        if unit.kind is Kind.HEADING:
            headed = headed or bool(year_columns(unit.text))
            yield unit.text


def table_stands_alone(place: Place) -> bool:
    """Whether no sentence of the passage tells that the table of a row may be of a part, or not what it seems."""
    prose = [one for one in read_passage(place.chunk.content) if one.kind is Kind.PROSE]
    before = [one.text for one in prose if one.end <= place.unit.start]
    behind = [one.text for one in prose if one.start >= place.unit.end]
    announced = before[-1] if before else ""
    if _PART.search(announced) or _names_another(announced, place) or any(map(_of_figures, behind)):
        return False
    return not behind or bool(_NOTES.search(behind[0])) or not _comments(behind[0], place)


def nearest_heading(place: Place) -> frozenset[str]:
    """Stems of the heading right over ``place``."""
    return frozenset(content_of(place.heading))


def named_over(place: Place, said: frozenset[str], *, measured: bool) -> frozenset[str]:
    """What the headings over ``place`` name besides what is ``said``, times, the layout and the title of the document.

    ``measured``: of a measure that rises or falls, which may be that of the stores or the employees alone.
    """
    words = _named((*place.chunk.heading_path, *_headings(place))) - said
    return words - titled(words, place) - (frozenset() if measured else _TOPICS)


def stands_alone(told: Statement, place: Place) -> bool:
    """Whether no sentence around ``place``, which says what is ``told``, may tell that it speaks of a part.

    One that says who and when ("at the end of 2022, the Company ran …") leans less on what is said before.
    """
    units = [one for one in read_passage(place.chunk.content) if one.heading == place.unit.heading]
    prose = [one for one in units if one.kind is Kind.PROSE]
    before = [one.text for one in prose if one.end <= place.unit.start]
    behind = [one.text for one in prose if one.start >= place.unit.end]
    own = told.words[:1] == (SELF,) and told.period is not None and told.period.year > 0
    if any(_of_figures(text) for text in behind) or (behind and _comments(behind[0], place)):
        return False
    return all(_sets_no_scene(text, place) or (own and _reports(text, place)) for text in before)


def _sets_no_scene(text: str, place: Place) -> bool:
    """Whether a sentence is itself a statement on the whole, with figures."""
    told = statement_of(without_speaker(text, place))
    if told is None or FIGURE not in told.words or told.of_another:
        return False
    stated = told_by(text)
    opens = told.words[0] == SELF or told.words[0] in _MEASURES
    return opens and not (_BACK.search(stated) or _names_another(stated, place) or _PART.search(stated))


def _reports(text: str, place: Place) -> bool:
    """Whether a sentence gives a figure, and names no part before it."""
    figures = [one for one in parse_quantities(text) if one.date is None]
    opening = text[: figures[0].start] if figures else ""
    narrows = _BACK.search(text) or _PART.search(opening) or _names_another(opening, place)
    return bool(figures) and not (narrows or _PRONOUN.search(text))


def _of_figures(text: str) -> bool:
    """Whether a sentence speaks of the figures before it."""
    return bool(_FIGURES.search(text))


def _comments(text: str, place: Place) -> bool:
    """Whether a sentence may speak of the one before it, or say of what part that is."""
    told = statement_of(without_speaker(text, place))
    acts = told is not None and told.words[:1] == (SELF,)
    if _TURNS.match(text) or _BACK.search(text) or (_PRONOUN.search(text) and not acts):
        return True
    if told is not None and FIGURE in told.words:
        return False
    return bool(_PART.search(text)) or _names_another(text, place)


def _names_another(text: str, place: Place) -> bool:
    """Whether a text has a name in it that is neither the document's nor part of a date."""
    names = frozenset(content_of(" ".join(_NAME.findall(_undated(without_speaker(text, place))))))
    return bool(names - titled(names, place) - _LAYOUT)


def _undated(text: str) -> str:
    for one in sorted(parse_quantities(text), key=lambda each: -each.start):
        if one.date is not None:
            text = f"{text[: one.start]} {text[one.end :]}"
    return text


def _headings(place: Place) -> Iterator[str]:
    """The headings above ``place`` inside its passage, but for those of sections that have ended."""
    deepest = 99
    yield place.unit.heading
    for unit in reversed(read_passage(place.chunk.content)[: place.index]):
        if unit.kind is Kind.HEADING:
            level = _level(unit, place.chunk.content)
            if not level or level < deepest:
                yield unit.text
            deepest = min(deepest, level or deepest)


def _level(unit: Unit, content: str) -> int:
    """How deep a heading is by its marks, 0 where it has none."""
    marks = _MARKS.match(content[unit.start : unit.end])
    return len(marks[1]) if marks else 0
