"""What a draft says twice in other words: the sentence goes of which another says all. Pure.

That another says all of it is decided as for a second citation: what stands between the words must change nothing. A
rise told by its share ("a 5% increase … to $42") is told by its figures too ("an increase … from $40 to $42").
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cached_property

from apps.agents.reading.cited import read_cited
from apps.agents.reading.context import Place, read_context
from apps.agents.reading.passages import Kind
from apps.agents.reading.words import content_words, plain
from apps.agents.writer.sentences.corroborating import bears_out
from apps.agents.writer.sentences.leaning import leans
from apps.agents.writer.sentences.near_words import around, spelled_alike
from apps.agents.writer.sentences.prose import Run, fingerprint
from apps.agents.writer.sentences.told_figures import told_by
from apps.core.patterns import lazy_regex
from apps.verification.numbers.dates import find_dates
from apps.verification.numbers.match import Nearness, comparable, nearness
from apps.verification.numbers.quantities import Kind as Figure
from apps.verification.numbers.quantities import Quantity
from apps.verification.numbers.reading import parse_quantities
from apps.verification.types import ContextChunk

Said = tuple[str, str]  # document, words

MOST_MISSING = 4  # stems, and a third of its own, that a sentence may have beside another's that says all of it
FEWEST_DIGITS = 4  # of a figure that two sentences do not share by chance
_DIGITS = lazy_regex(r"\d+")
# of an amount: no year, which may be told in other words, and of no share
_OF_AMOUNT = lazy_regex(r"(?<!\d)(?!(?:19|20)\d\d(?!\d))\d{3,}(?![\d.,]*\s?%)")
_RATE = lazy_regex(r"(?:\bby\s+)?(?<![\d.])(?P<rate>\d+(?:\.\d+)?)\s?%\s+", re.IGNORECASE)
_FROM_TO = lazy_regex(
    r"\bfrom\s+(?P<low>[$€£¥]\s?\d[\d,.]*(?:\s(?:million|billion))?)(?P<of>\s+per\s+\w+)?\s+"
    r"(?=to\s+(?P<high>[$€£¥]\s?\d[\d,.]*\d(?:\s(?:million|billion))?)(?P<also>\s+per\s+\w+)?)",
    re.IGNORECASE,
)
_UP = lazy_regex(r"\b(?:increas\w*|rais\w+|rise|higher)\b", re.IGNORECASE)
_DOWN = lazy_regex(r"\b(?:decreas\w*|reduc\w+|lower\w*|cut|declin\w+)\b", re.IGNORECASE)
# who decides on what the company announces goes without saying
_APPROVAL = lazy_regex(
    r"\b(?:the|our|its)\s+Board(?:\s+of\s+Directors)?(?:['’]s?)?\s+approval\s+of\s+|"
    r"\bapproval\s+by\s+(?:the|our|its)\s+Board(?:\s+of\s+Directors)?\s+of\s+",
    re.IGNORECASE,
)
_CAUSE = lazy_regex(
    r"\b(?:(?:primarily|mainly|largely|principally)\s+)?(?:due\s+to|driven\s+by|because\s+of|reflecting|"
    r"attributable\s+to|as\s+a\s+result\s+of)\b",
    re.IGNORECASE,
)
_TURNS = lazy_regex(r"\b(?:offset|not|no|except|excluding|without|despite|although|but|other\s+than)\b", re.IGNORECASE)
_OUR = lazy_regex(r"\b(?:our|its)\s+", re.IGNORECASE)


def tells_all_of(other: Place, place: Place) -> bool:
    """Whether what stands at ``other`` makes what stands at ``place`` needless; no row does so with a sentence."""
    if place.chunk.document_id != other.chunk.document_id or other.unit.kind is not Kind.PROSE:
        return False
    if place.unit.row is None and len(place.words - other.words) > _may_lack(place):
        return False
    if place.unit.kind is not Kind.PROSE:
        return bears_out(other, place)
    return bears_out(other, place) or _tells_move(place.text, other.text) or _tells_when(place.text, other.text)


def without_retold(runs: Sequence[Run], told: Sequence[Place] = ()) -> tuple[Run, ...]:
    """The runs without single places of which another, or one ``told`` before, says all. Lists stay whole."""
    kept = []
    stated = _Stated([*told, *(place for run in runs for place in run.places)])
    for run in runs:
        for at, place in enumerate(run.places):
            needed = run.is_list or any(leans(after.text) for after in run.places[at + 1 : at + 2] if not run.is_rows)
            if not needed:
                stated.spare(place)
        if left := tuple(place for place in run.places if not stated.is_spared(place)):
            kept.append(Run(places=left))
    return tuple(kept)


def retold_in(
    bodies: Sequence[str], needless: Sequence[Sequence[str]], chunks: Sequence[ContextChunk]
) -> frozenset[Said]:
    """What one section says that another, or the same, says more fully: of each only what is among its ``needless``."""
    known = _places_by_words(chunks)
    told = [known[said] for said in dict.fromkeys(one for body in bodies for one in _said_in(body, known))]
    free = {words for of_section in needless for words in of_section}
    stated = _Stated(told)
    for place in told:
        if fingerprint(place.text) in free:
            stated.spare(place)
    return frozenset((place.chunk.document_id, fingerprint(place.text)) for place in told if stated.is_spared(place))


class _Stated:
    """What a draft states, found by its words, so that each is compared only with what could say all of it."""

    def __init__(self, every: Sequence[Place]) -> None:
        self._every = every
        self._at: dict[int, int] = {}  # a place, as the object it is → where it stands first
        self._prose: defaultdict[tuple[str, str], list[int]] = defaultdict(list)  # by document and stem or digits
        self._spared: set[int] = set()
        for at, place in enumerate(every):
            self._at.setdefault(id(place), at)
            if place.unit.kind is Kind.PROSE:
                for said in {"", *place.words, *_DIGITS.findall(plain(place.text))}:
                    self._prose[place.chunk.document_id, said].append(at)

    def is_spared(self, place: Place) -> bool:
        return self._at[id(place)] in self._spared

    def spare(self, place: Place) -> None:
        """Leave it out if another that stays says all of it; of two that say the same the first stays."""
        own = self._at[id(place)]
        for at in self._candidates(place):
            other = self._every[at]
            if other is place or self.is_spared(other) or not tells_all_of(other, place):
                continue
            if at < own or not tells_all_of(place, other):
                self._spared.add(own)
                return

    def _candidates(self, place: Place) -> Iterable[int]:
        """All that could say all of it, in order: they have its amounts, and of its rarest words one at least."""
        document = place.chunk.document_id
        if place.unit.row is not None:
            told = told_by(place)
            return self._by_label.get((document, told.of), []) if told else []
        found = self._prose
        amounts = _OF_AMOUNT.findall(spelled_alike(plain(place.text)))
        if amounts:
            return min((found[document, amount] for amount in amounts), key=len)
        rarest = sorted(place.words, key=lambda word: (len(found[document, word]), word))
        return sorted({at for word in rarest[: _may_lack(place) + 1] or [""] for at in found[document, word]})

    @cached_property
    def _by_label(self) -> Mapping[tuple[str, str], list[int]]:
        """Sentences by their document and what they give the figures of."""
        found: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for at, place in enumerate(self._every):
            if place.unit.kind is Kind.PROSE and (told := told_by(place)):
                found[place.chunk.document_id, told.of].append(at)
        return found


def _may_lack(place: Place) -> int:
    """How many of its stems another may be without that says all of it."""
    return min(MOST_MISSING, len(place.words) // 3)


def _places_by_words(chunks: Sequence[ContextChunk]) -> Mapping[Said, Place]:
    found: dict[Said, Place] = {}
    for place in read_context(tuple(chunks)).quotable():
        found.setdefault((place.chunk.document_id, fingerprint(place.text)), place)
    return found


def _said_in(body: str, known: Mapping[Said, Place]) -> Iterator[Said]:
    documents = {place.chunk.key: place.chunk.document_id for place in known.values()}
    for one in read_cited(body):
        words = fingerprint(body[one.start : one.end])
        yield from ((documents[key], words) for key in one.keys if (documents.get(key), words) in known)


def _tells_move(claim: str, source: str) -> bool:
    """Whether a source tells by its figures, in the same words, a rise or fall that a claim tells by its share."""
    claim, source = (_bare(text) for text in (claim, source))
    rate, move = _RATE.search(claim), _FROM_TO.search(source)
    if rate is None or move is None or _RATE.search(claim, rate.end()) or move["of"] not in (None, move["also"]):
        return False
    if not _is_move_of(Decimal(rate["rate"]), rate["rate"], move, claim, source):
        return False
    if [one.date for one in find_dates(claim)] != [one.date for one in find_dates(source)]:
        return False
    held = around(_RATE.sub("", claim), _RATE.sub("", _FROM_TO.sub("", source)))
    return held is not None and not held.before.strip() and not held.behind.strip(" .;")


def _tells_when(claim: str, source: str) -> bool:
    """Whether a source has a claim's words up to its figure, dates it, and has all that the claim goes on to.

    "Revenues rose by $6,374 million primarily driven by freight" beside "… in 2022 primarily due to freight".
    """
    claim, source = (spelled_alike(plain(text)) for text in (claim, source))
    figures = [one for one in parse_quantities(claim) if one.kind is Figure.MONEY]
    if len(figures) != 1 or sum(map(str.isdigit, figures[0].text)) < FEWEST_DIGITS or find_dates(claim):
        return False
    head, told, rest = claim.partition(figures[0].text)
    if not source.startswith(head + told) or not find_dates(source):
        return False
    behind = source[len(head + told) :]
    said, there = (content_words(_CAUSE.sub(" ", text)) for text in (rest, behind))
    in_order = iter(there)
    return bool(said) and all(word in in_order for word in said) and not _TURNS.search(f"{rest} {behind}")


def _bare(text: str) -> str:
    return _OUR.sub("the ", _APPROVAL.sub("", spelled_alike(plain(text))))


def _is_move_of(rate: Decimal, written: str, move: re.Match[str], claim: str, source: str) -> bool:
    """Whether the share is that of the figures, rounded as it is written, and the claim ends in the same figure."""
    low, high = (_money(move[name]) for name in ("low", "high"))
    if low is None or high is None or not low.base:
        return False
    share = (high.base - low.base) / low.base * 100
    up = bool(_UP.search(claim) and _UP.search(source)) and share > 0
    down = bool(_DOWN.search(claim) and _DOWN.search(source)) and share < 0
    step = Decimal(1).scaleb(-len(written.partition(".")[2]))
    ends = any(
        comparable(one, high, "") and nearness(one, high) is Nearness.EQUAL
        for one in parse_quantities(claim)
        if one.kind is Figure.MONEY
    )
    return up is not down and ends and abs(abs(share) - rate) <= step / 2


def _money(text: str) -> Quantity | None:
    found = [one for one in parse_quantities(text) if one.kind is Figure.MONEY]
    return found[0] if len(found) == 1 else None
