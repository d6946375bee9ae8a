"""Of how many of a whole a claim speaks: all of them where the source says nearly all, or tells how many are. Pure.

"Of 17 sites, 15 are open" neither says that all sites are open nor that 17 are.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from apps.core.patterns import lazy_regex
from apps.core.sentences import is_table_row, split_sentences
from apps.verification.lexicon import STOPWORDS, content_of, coverage_of, stem, word_set
from apps.verification.numbers.fault import NumberFault, NumberFinding
from apps.verification.numbers.neighbours import share_of
from apps.verification.numbers.quantities import Kind, Quantity
from apps.verification.numbers.reading import parse_quantities

_ALL = r"(?:all|every|each|the\s+entire|the\s+whole)"
_OF = r"(?:\s+of)?(?:\s+(?:the|our|its|their|these|those|his|her|your))?(?:\s+\d[\d,]*)?"
_SHORT_OF_ALL = lazy_regex(
    rf"\b(?:substantially|nearly|almost|virtually|practically|essentially|not(?:\s+quite)?)\s+{_ALL}{_OF}\s+(?P<noun>[a-z]+)",
    re.IGNORECASE,
)
_ALL_BUT = lazy_regex(
    r"\b(?:all|every)\s+but\s+(?:a\s+)?[\w,-]+\s+(?:of\s+(?:the|our|its|their|these|those)\s+)?(?:\d[\d,]*\s+)?(?P<noun>[a-z]+)",
    re.IGNORECASE,
)
# "all full-time clerks"; names in capitals narrow nothing
_ALL_OF_A_KIND = lazy_regex(rf"\b(?i:{_ALL}{_OF})(?P<words>(?:\s+[a-z-]+){{1,4}})")
_THINGS = lazy_regex(r"\s+(?!(?:series|is|was|has|does)\b)[a-z]+s\b(?!['’-])")
_NONE = lazy_regex(rf"\bnone{_OF}\s+(?P<noun>[a-z]+)", re.IGNORECASE)
_NO_KIND = word_set("individual respective various different said own single")
_UNIVERSAL = lazy_regex(
    rf"(?<!not )(?<!nearly )(?<!almost )(?<!ally )(?<!at )(?<!of )\b(?P<word>{_ALL}|most)(?<!the most)\b{_OF}"
    r"(?!\s+but\b)(?P<nouns>(?:\s+[a-z]+){1,3})",
    re.IGNORECASE,
)
_PART_OF = lazy_regex(r"\s+(?:out\s+)?of\s+(?:(?:all|the|our|its|their|these|those)\s+)*\Z", re.IGNORECASE)
_BEHIND_PART = lazy_regex(
    r"\s+(?:out\s+)?of\s+(?:(?:the|our|its|their|these|those)\s+)*(?P<noun>[a-z]+)", re.IGNORECASE
)
_OF_WHOM = lazy_regex(
    r"(?P<noun>[a-z]+)\s*,?\s+(?:and\s+)?of\s+(?:whom|which|these|them)\s*,?\s+(?:about|approximately|some|around|only)?\s*\Z",
    re.IGNORECASE,
)
_OPENS_WITH_WHOLE = lazy_regex(
    r"(?:\A\n|[;.]\s+)\W*(?:out\s+)?of\s+(?:(?:the|our|its|their|these|those)\s+)*\Z", re.IGNORECASE
)
_TO_PART = lazy_regex(r"\s+(?P<noun>[a-z]+)[^,;.]{0,60},\s+(?:only\s+|about\s+|approximately\s+)?\Z", re.IGNORECASE)
_EXISTS = lazy_regex(r"\b(?:have|has|had|having|there|with|operates?|totals?|comprises?|includes?)\b", re.IGNORECASE)
_NAMES_A_WHOLE = lazy_regex(r"\bof\b", re.IGNORECASE)
_COVERED = 0.6  # of the claim's content: what speaks of the same thing, whatever it calls the company
_LOOK = 60  # characters on either side of a figure
_PARTS = (Kind.PERCENT, Kind.SHARE, Kind.COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """So many of the things called ``noun``; ``whole``: of how many, where that is said."""

    part: Quantity
    noun: str
    whole: Quantity | None = None

    @property
    def share(self) -> float | None:
        """0 … 1; None where the whole is not said."""
        if self.part.kind is not Kind.COUNT:
            return float(self.part.value) / 100
        return float(self.part.value / self.whole.value) if self.whole is not None and self.whole.value else None


def quantified_findings(claim: str, own: Sequence[Quantity], sources: Sequence[str]) -> Iterator[NumberFinding]:
    """What the claim, with its quantities ``own``, says of more of a whole than the sentences of its sources do."""
    universal, none = list(_UNIVERSAL.finditer(claim)), _NONE.search(claim)
    counts = [] if _EXISTS.search(claim) else [one for one in own if one.kind is Kind.COUNT]
    if not (universal or counts or none):
        return
    sentences = [
        sentence
        for text in sources
        for span in split_sentences(text)
        if not is_table_row(sentence := text[span.start : span.end])
    ]
    alike = [one for one in sentences if coverage_of(claim, one) >= _COVERED]
    for mine in universal:
        nouns = {stem(word) for word in mine["nouns"].split() if word.lower() not in STOPWORDS}
        every = mine["word"].lower() != "most"
        theirs = [source for sentence in alike if (source := _short_of(claim, nouns, sentence, every=every))]
        if theirs and not any(_says_all(nouns, sentence) for sentence in sentences):
            yield NumberFinding(fault=NumberFault.PRECISION, claimed=mine[0].strip(), source=theirs[0])
        elif every and (kind := _of_a_kind(claim, mine, sentences, alike)):
            yield NumberFinding(fault=NumberFault.PRECISION, claimed=mine[0].strip(), source=kind)
    some = [one for sentence in alike if none for one in _some_of(stem(none["noun"]), sentence)]
    if none and some:
        yield NumberFinding(fault=NumberFault.PRECISION, claimed=none[0], source=some[0])
    if counts:
        yield from _wholes_for_parts(claim, own, counts, alike)


def parts_above_wholes(claim: str, own: Sequence[Quantity]) -> Iterator[NumberFinding]:
    """Of a claim's own figures those of more things than there are: "340 of the 51 wells", yet not "of the 747"."""
    for one, other in pairwise(own):
        counts = one.kind is Kind.COUNT is other.kind and not one.date and not other.date
        is_part = counts and _PART_OF.fullmatch(claim, one.end, other.start) and _THINGS.match(claim, other.end)
        if is_part and one.value > other.value:
            yield NumberFinding(fault=NumberFault.DIFFERS, claimed=one.text, source=other.text)


def _short_of(claim: str, nouns: set[str], sentence: str, *, every: bool) -> str:
    """What the sentence says of fewer of them; nothing where it does not."""
    short = (one for pattern in (_SHORT_OF_ALL, _ALL_BUT) for one in pattern.finditer(sentence))
    nearly = next((one[0] for one in short if stem(one["noun"]) in nouns), "")
    if every and nearly:
        return nearly
    figures, parts = _parts_of(sentence)
    told = [(_said_with(claim, sentence, figures, one.part), one) for one in parts if one.noun in nouns]
    nearest = max((said for said, _ in told), default=0.0)
    for said, one in told:
        share = one.share
        if said >= nearest and (share is None or share < (1 if every else 0.5)):
            return one.part.text
    return ""


def _some_of(noun: str, sentence: str) -> list[str]:
    """The parts of these things that a sentence gives, if it has not also none of them."""
    if any(stem(one["noun"]) == noun for one in _NONE.finditer(sentence)):
        return []
    return [one.part.text for one in _parts_of(sentence)[1] if one.noun == noun and one.part.value]


def _of_a_kind(claim: str, mine: re.Match[str], sentences: Sequence[str], alike: Sequence[str]) -> str:
    """What sentences ``alike`` say of all of a kind that the claim does not name; nothing if any says it of all."""
    head, said = stem(mine["nouns"].split()[0]), content_of(claim)
    kinds: dict[str, str] = {}
    for sentence in sentences:
        for one in _ALL_OF_A_KIND.finditer(sentence):
            words = one["words"].split()
            at = next((at for at, word in enumerate(words) if stem(word) == head), -1)
            kind = words[: max(at, 0)]
            if at == 0 or (at > 0 and content_of(" ".join(kind)) & said):
                return ""
            if at > 0 and sentence in alike and not set(kind) & (STOPWORDS | _NO_KIND):
                kinds[sentence] = one[0]
    return next(iter(kinds.values()), "")


def _said_with(claim: str, sentence: str, figures: Sequence[Quantity], one: Quantity) -> float:
    """Share of the claim's content in what the sentence says of the figure; all of it where it cannot be parted."""
    found = share_of(sentence, figures, one)
    return coverage_of(claim, found[0].text if found else sentence)


def _says_all(nouns: set[str], sentence: str) -> bool:
    return any(nouns & {stem(word) for word in one["nouns"].split()} for one in _UNIVERSAL.finditer(sentence))


@lru_cache(maxsize=64)
def _parts_of(sentence: str) -> tuple[tuple[Quantity, ...], tuple[_Part, ...]]:
    """The figures of a sentence that may be parts or wholes, and the parts among them."""
    if not _NAMES_A_WHOLE.search(sentence):
        return (), ()
    figures = [one for one in parse_quantities(sentence) if one.kind in _PARTS]
    found: list[_Part] = []
    for at, one in enumerate(figures):
        before, behind = f"\n{sentence}"[max(0, one.start - _LOOK) : one.start + 1], sentence[one.end : one.end + _LOOK]
        following = figures[at + 1] if at + 1 < len(figures) else None
        if following and following.kind is Kind.COUNT and _PART_OF.fullmatch(sentence, one.end, following.start):
            found.append(_Part(part=one, noun=following.noun, whole=following))
        elif following and _OPENS_WITH_WHOLE.search(before) and one.kind is Kind.COUNT:
            if joint := _TO_PART.fullmatch(sentence, one.end, following.start):
                found.append(_Part(part=following, noun=stem(joint["noun"]), whole=one))
        elif whom := _OF_WHOM.search(before):
            noun = stem(whom["noun"])
            whole = next((other for other in figures[:at] if other.noun == noun and other.value > one.value), None)
            found.append(_Part(part=one, noun=noun, whole=whole))
        elif one.kind is not Kind.COUNT and (of := _BEHIND_PART.match(behind)):
            found.append(_Part(part=one, noun=stem(of["noun"]), whole=None))
    return tuple(figures), tuple(found)


def _wholes_for_parts(
    claim: str, own: Sequence[Quantity], counts: Sequence[Quantity], sentences: Sequence[str]
) -> Iterator[NumberFinding]:
    """ "17 sites are open" where the source has 17 as the number of which 15 are."""
    parts = [one for sentence in sentences for one in _parts_of(sentence)[1] if one.whole is not None]
    for one in parts:
        told = [it for it in counts if it.value == one.whole.value and it.noun == one.noun]
        partly = any(it.value == one.part.value for it in own)
        if told and not partly and not _PART_OF.search(claim[: told[0].start]) and one.share != 1:
            yield NumberFinding(fault=NumberFault.ELSEWHERE, claimed=told[0].text, source=one.part.text)
