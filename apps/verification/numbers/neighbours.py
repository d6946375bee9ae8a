"""Whether a claim takes a figure of a sentence for what the same sentence says of the figure beside it. Pure.

"Backups are kept for 90 days in Frankfurt and for 30 days in Lyon" does not say 30 days in Frankfurt. Each figure of a
kind has its share of the sentence, cut where the sentence is joined, and what is said of it is read only where two
shares are built alike: behind the figures the same preposition, before them a clause with a subject of its own, or a
year each. Where the build is in doubt nothing is told.
"""

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise

from apps.core.patterns import lazy_regex
from apps.core.sentences import Span, is_table_row, split_sentences
from apps.verification.lexicon import STOPWORDS, content_of, stem
from apps.verification.numbers.quantities import Kind, Quantity
from apps.verification.numbers.reading import parse_quantities
from apps.verification.numbers.respectively import lists_respectively, respective_labels
from apps.verification.numbers.units import OF_TIME

_KINDS = (Kind.MONEY, Kind.PERCENT, Kind.POINTS, Kind.MEASURE, Kind.SHARE, Kind.COUNT)
_MOST = 20  # figures of a kind in a sentence: more are a list or a table
# where two shares of a sentence meet, the plainest mark first; of equals the last one counts
_CUTS = tuple(
    lazy_regex(pattern, re.IGNORECASE)
    for pattern in (
        r";",
        r"\(|\b(?:while|whereas|but|compared\s+(?:with|to)|versus|vs|as\s+against|(?:down|up)\s+from)\b",
        r",",
        r"\b(?:and|or)\b",
    )
)
_TO = lazy_regex(r"\bto\b", re.IGNORECASE)
_FROM = lazy_regex(r"\bfrom\s+\Z", re.IGNORECASE)
_TOKEN = lazy_regex(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d[\d.,/-]*")
_PREPOSITION = lazy_regex(r"\b(?:in|on|at|for|with|from|of|under|among|against|to|by|during|through)\b", re.IGNORECASE)
_ENDS = lazy_regex(r"[,;:()]|\b(?:which|who|whom|that|where|when|if|since|after|before|until|as)\b", re.IGNORECASE)
_FINITE = r"(?:is|are|was|were|has|have|had|may|shall|must|will|can|would|should|totall?ed|amounted|reached|stood)"
_VERB = lazy_regex(rf"\b{_FINITE}\b", re.IGNORECASE)
# what was done with so many, or then: "opened 12 stores and closed 3", "founded in 1987 and listed in 1999"
_DEED = r"(?:[a-z]{2,}ed|bought|sold|built|shut|lost|won|paid|spent|began|begun|fell|rose|grew|took\s+effect)"
_DONE = lazy_regex(
    rf"\b(?P<verb>{_DEED})\s+(?:(?:only|about|approximately|some|a\s+total\s+of)\s+)?\Z"
    rf"|\b(?P<then>{_DEED}|(?:shall|will|may)\s+[a-z]+|(?:end|begin|start|expire|mature|commence|vest|lapse|open|close|terminate|renew|run|continue|cease)s)\s+(?:in|on|by|until|since)\s+(?:the\s+)?\Z",
    re.IGNORECASE,
)
_ATTRIBUTE = lazy_regex(
    r"\b(?:the|an?|its|their|all|any|each)\s+[a-z]{2,}ed\b(?=\s+[a-z])|\b(?:as|since)\s+[a-z]{2,}ed\b(?=,)",
    re.IGNORECASE,
)
_RELATIVE = lazy_regex(r"\b(?:that|which|who)\b", re.IGNORECASE)
_EXTENT = lazy_regex(
    r"\s+(?P<extent>long|wide|broad|high|tall|deep|thick|old|away)\b", re.IGNORECASE
)  # "14 metres wide"
_CONJUNCTIONS = r"\W*(?:(?:and|but|or|while|whereas|that|which|who|of)\b\W*)*"
_SUBJECTLESS = lazy_regex(rf"{_CONJUNCTIONS}(?:{_FINITE}|it|they|this|these|that|those|he|she|we|its|their)\b", re.I)
_PRONOUN = lazy_regex(rf"\b(?:it|they|this|these|that|those|he|she|we)\s+{_FINITE}\b", re.IGNORECASE)
# a claim that tells what is left when the other is set aside may name the other alone
_SET_ASIDE = lazy_regex(
    r"\b(?:outside|others?|except|exclud\w*|beyond|without|unlike|not|no|than|rather|instead|besides|apart|elsewhere|remain\w*"
    r"|rest|until|total\w*|combined|together|both|each|all|difference)\b",
    re.IGNORECASE,
)
_YEAR = lazy_regex(
    r"(?:\b(?:in|for|during|of)\s+(?:the\s+)?(?:(?:fiscal|financial)\s+)?(?:years?\s+)?|\()"
    r"(?P<year>(?:19|20)\d\d)\b(?![-/])",
    re.IGNORECASE,
)
_OF_ANOTHER_DATE = lazy_regex(
    r"\b(?:due|matur\w*|expir\w*|until|since|[a-z]{3,}(?<!end)(?<!record)(?<!report)ed)\b", re.I
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """What a sentence says around one of its figures."""

    figure: Quantity
    before: str
    behind: str

    @property
    def text(self) -> str:
        return f"{self.before} {self.figure.text} {self.behind}"

    @property
    def labels(self) -> set[str]:
        """Stems of content words, and figures, around the figure."""
        return _tokens(f"{self.before} {self.behind}")

    @property
    def year(self) -> str:
        """The one year that is said of the figure; "" where there is none or more."""
        behind = _ENDS.split(self.behind.split("(", 1)[0])[0]
        parts = [self.before] if not _OF_ANOTHER_DATE.search(self.before) or "end" in self.before else []
        parts += [] if _OF_ANOTHER_DATE.search(behind) else [behind]
        years = {match["year"] for part in parts for match in _YEAR.finditer(part)}
        return years.pop() if len(years) == 1 else ""

    @property
    def without_attributes(self) -> "Share":
        """The same without participles that qualify a noun; of a relative clause before the figure that alone."""
        before, behind = (_ATTRIBUTE.sub(" ", text) for text in (_RELATIVE.split(self.before)[-1], self.behind))
        return Share(figure=self.figure, before=before, behind=behind)

    @property
    def done(self) -> set[str]:
        """The stem of the verb right before the figure; of a date, behind its preposition too."""
        found = _DONE.search(self.before)
        verb = found and (found["verb"] or (found["then"] if self.figure.date else None))
        return {stem(verb.split()[-1])} if verb else set()

    @property
    def extent(self) -> set[str]:
        """What the figure measures, where an adjective right behind it tells."""
        found = _EXTENT.match(self.behind)
        return {stem(found["extent"])} if found else set()

    @property
    def objects(self) -> dict[str, set[str]]:
        """Preposition behind the figure → the words it governs, where it stands there once."""
        behind = _ENDS.split(self.behind)[0]
        found: dict[str, set[str]] = {}
        marks = list(_PREPOSITION.finditer(behind))
        for mark, end in zip(marks, [*(one.start() for one in marks[1:]), len(behind)], strict=False):
            name = mark[0].lower()
            found[name] = set() if name in found else _tokens(behind[mark.end() : end])
        return {name: words for name, words in found.items() if words}


def taken_from_neighbour(
    claim: str, own: Sequence[Quantity], claimed: Quantity, places: Iterable[tuple[str, Sequence[Quantity], Quantity]]
) -> Quantity | None:
    """The figure of which the source says what the claim says of ``claimed``; None where one place bears it out.

    ``own``: the quantities of the claim. ``places``: text, its quantities and the one among them that is the claimed.
    """
    if claimed.kind not in _KINDS and claimed.date is None:
        return None
    unit = _told_of(claim, own, claimed)
    if _SET_ASIDE.search(unit.text):
        return None
    # no more of them are looked for than are read
    found = list(islice(places, _MOST + 1))
    if not 0 < len(found) <= _MOST:
        return None
    beside = [_neighbour(unit, *place) for place in found]
    return beside[0] if all(beside) else None


def _told_of(claim: str, own: Sequence[Quantity], claimed: Quantity) -> Share:
    """The claim's own share around the figure; all of the claim where it cannot be parted."""
    found = share_of(claim, own, claimed)
    if found:
        return found[0]
    return Share(figure=claimed, before=claim[: claimed.start], behind=claim[claimed.end :])


def _neighbour(unit: Share, text: str, quantities: Sequence[Quantity], one: Quantity) -> Quantity | None:
    found = share_of(text, quantities, one)
    if found is None or len(found[1]) < 2:
        return None
    mine, shares = found
    others = [other for other in shares if other is not mine and other.figure.value != one.value]
    if lists_respectively(shares[-1].behind):
        labels = respective_labels(shares[0].before, shares[-1].behind, len(shares)) or (set(),) * len(shares)
        told = dict(zip((id(share) for share in shares), labels, strict=True))
        return next((other.figure for other in others if _says(unit, told[id(mine)], told[id(other)])), None)
    return next((other.figure for other in others if _is_told(unit, mine, other, last=shares[-1])), None)


def _is_told(unit: Share, mine: Share, other: Share, *, last: Share) -> bool:
    """Whether the claim tells of the other figure rather than of this one."""
    if mine.year and other.year and mine.year != other.year:
        years = set(re.findall(r"\b(?:19|20)\d\d\b", unit.text))
        if other.year in years and mine.year not in years:
            return True
    if mine.figure.date is None:
        objects, others = mine.objects, other.objects
        alike = set(objects) & set(others) & set(last.objects)
        if any(_says(unit, objects[name], others[name]) for name in sorted(alike)):
            return True
    extent = bool(mine.extent) and unit.extent == other.extent != mine.extent
    if extent or _says(unit.without_attributes, mine.done, other.done):
        return True
    return _has_other_subject(unit, mine, other)


def _has_other_subject(unit: Share, mine: Share, other: Share) -> bool:
    """Whether both figures stand behind a clause of their own and the claim has the subject of the other's."""
    if any(_SUBJECTLESS.match(one.before) or _PRONOUN.search(one.before) for one in (mine, other)):
        return False
    before, others = content_of(mine.before), content_of(other.before)
    verbs = mine.figure.date is None and _VERB.search(mine.before) and _VERB.search(other.before)
    if not before & others and not verbs:
        return False
    wholly = content_of(unit.before) <= others and bool(content_of(unit.before) - before)
    return _says(unit, before, others, wholly=wholly)


def _says(unit: Share, mine: set[str], other: set[str], *, wholly: bool = False) -> bool:
    """Whether the claim has of two labels what is the other's alone, and nothing that is this one's alone."""
    own, theirs, said = mine - other, other - mine, _tokens(unit.text)
    if not own or not theirs or own & said:
        return False
    return wholly or 2 * len(theirs & said) >= len(theirs)


def share_of(text: str, quantities: Sequence[Quantity], one: Quantity) -> tuple[Share, list[Share]] | None:
    """The share of ``one`` and those of all figures of its kind in its sentence; None in a table or in doubt."""
    span = next((span for span in _sentences(text) if span.start <= one.start < span.end), None)
    if span is None or is_table_row(text[span.start : span.end]):
        return None
    inside = {it.start: it for it in quantities if span.start <= it.start < span.end and _is_alike(it, one)}
    marks = sorted(inside.values(), key=lambda it: it.start)
    shares = _shares(text, span.start, span.end, marks) if 0 < len(marks) <= _MOST else []
    mine = next((share for share in shares if share.figure.start == one.start), None)
    return (mine, shares) if mine else None


def clauses_with_figures_of(claim: str, source: str, *, but: Set[str]) -> tuple[Share, ...]:
    """What the sentence ``source`` says around each of the claim's figures; none where one stands in no or two places.

    Nor where the claim leaves out some of it, or has words of the shares beside it, the stems ``but`` apart.
    """
    found = _clauses_with_figures_of(claim, source)
    return tuple(share for share, _ in found) if all(apart <= but for _, apart in found) else ()


@lru_cache(maxsize=8)
def _clauses_with_figures_of(claim: str, source: str) -> tuple[tuple[Share, frozenset[str]], ...]:
    """The same, each with the stems that it and the claim have apart."""
    there, said, found = parse_quantities(source), _tokens(claim), []
    for figure in (one for one in parse_quantities(claim) if one.kind in _KINDS and one.date is None):
        places = [one for one in there if one.value == figure.value and _is_alike(one, figure)]
        parted = share_of(source, there, places[0]) if len(places) == 1 else None
        if parted is None or lists_respectively(parted[1][-1].behind):
            return ()
        mine, shares = parted
        own = _tokens(f"{mine.before} {mine.figure.text} {_ENDS.split(mine.behind)[0]}")
        beside = [f"{one.before if one is not shares[0] else ''} {one.behind}" for one in shares if one is not mine]
        taken = (said - own) & _tokens(" ".join(beside)) - _tokens(shares[0].before)
        found.append((mine, frozenset(own - said | taken)))
    return tuple(found)


@lru_cache(maxsize=64)
def _sentences(text: str) -> tuple[Span, ...]:
    return tuple(split_sentences(text))


def _shares(text: str, start: int, end: int, marks: Sequence[Quantity]) -> list[Share]:
    """The sentence text[start:end] parted between its figures; nothing where two have no joint between them."""
    cuts = [start]
    for one, other in pairwise(marks):
        cut = _cut(text, one, other)
        if cut is None:
            return []
        cuts.append(cut)
    return [
        Share(figure=one, before=text[cut : one.start], behind=text[one.end : until])
        for one, cut, until in zip(marks, cuts, [*cuts[1:], end], strict=True)
    ]


def _cut(text: str, one: Quantity, other: Quantity) -> int | None:
    """Where the sentence is joined between two figures; None where it is not."""
    between = text[one.end : other.start]
    for pattern in _CUTS:
        found = [match.start() for match in pattern.finditer(between)]
        if found:
            return one.end + found[-1]
    to = _TO.search(between) if _FROM.search(text[max(0, one.start - 8) : one.start]) else None
    return one.end + to.start() if to else None


def _is_alike(one: Quantity, other: Quantity) -> bool:
    """Whether two figures are of the very same kind."""
    if one.date is not None or other.date is not None:
        return bool(one.date and other.date and one.date.year and other.date.year)
    if one.kind is not other.kind or (one.kind is Kind.COUNT and one.noun != other.noun):
        return False
    return one.unit == other.unit or {one.dimension, other.dimension} <= {*OF_TIME}


def _tokens(text: str) -> set[str]:
    """Stems of content words, and figures."""
    words = (word.rstrip(".,/-") for word in _TOKEN.findall(text))
    return {stem(word) for word in words if word[0].isdigit() or (len(word) > 1 and word.lower() not in STOPWORDS)}
