"""Which part of the length that is asked for each section of a draft may take. Pure.

A share is a Length of its own. Introduction and closing have the smallest, and none where the body would
be left with next to nothing; the closing, which is written last, has what the others left.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from apps.agents.contracts import Outline, SectionKind
from apps.agents.reading.cited import read_cited
from apps.agents.reading.context import Place
from apps.agents.writer.sentences.prose import Run, places_in
from apps.agents.writer.sentences.telling import LONGEST_PARAGRAPH, paragraphs_in
from apps.retrieval.requests.length import Bound, Length, Unit
from apps.verification.citations import strip_citations

SENTENCE = 25  # words of one of those that annual reports, handbooks and policies consist of, about
SHORTEST = 8  # words of a sentence
OF_BODY, OF_ENDS = 60, 50  # words, from which a section of the body, and introduction or closing, say something
ENDS, MOST_OF_ENDS = 0.15, 100  # share of all words that introduction or closing has, and at most how many
FOUND = (
    100  # words of each section that nobody asked for by name: fewer sections, rather than hardly a sentence in each
)
FEW_WORDS = 200  # of a text whose sections have half of that: what one heading covers may be a sentence
FEW_SENTENCES = 6  # the same of sentences
OF_PART = 75  # words of each section beside introduction and closing in a text of few words
FEWEST_PARTS = 5  # into which a text is dealt, of which introduction and closing have one each
OF_LIST = 40  # words of an introduction beside a list of the sections
ROWS, ROWS_FROM = 1 / 3, 3 * SENTENCE  # of a share's words that rows may take, and from how many on
BEYOND = 0.15  # of about so many words, by which they may be passed: what is still taken as just about them
_WORD = re.compile(r"\S*\w\S*")


def words_in(text: str) -> int:
    """The words of a text as a reader counts them: without marks and citations."""
    return len(_WORD.findall(strip_citations(text)))


def most_found(length: Length | None, most: int) -> int:
    """How many sections, of ``most``, have room where none is asked for by name."""
    if length is None or not _binds(length):
        return most
    if length.words is not None:
        room = round(length.words / (FOUND if length.words > FEW_WORDS else FOUND / 2))
    elif length.unit is Unit.SENTENCES:
        room = (int(length.count) + 1) // 2
    else:
        room = int(length.count) - 2 * (length.count >= 5)
    return max(1, min(most, room))


def is_small(length: Length | None) -> bool:
    """Whether a text on no topic in particular has room for what matters most of all alone."""
    if length is None or not _binds(length):
        return False
    if length.words is not None:
        return length.words <= FEW_WORDS
    return length.unit is Unit.SENTENCES and length.count <= FEW_SENTENCES


def most_beside_ends(length: Length | None, most: int) -> int:
    """As ``most_found``, of a text on no topic in particular: introduction and closing come first."""
    if length is None or not is_small(length) or not has_ends(length, 1, named=False):
        return most_found(length, most)
    room = (length.words - 2 * SENTENCE) / OF_PART if length.words is not None else (length.count - 2) / 2
    return max(1, min(most, round(room)))


def has_ends(length: Length | None, sections: int, *, named: bool = True) -> bool:
    """Whether introduction and closing have room beside so many sections of the body.

    ``named``: these are asked for; else a sentence of each end comes before a second one of the body.
    """
    if length is None or not _binds(length):
        return True
    if not named and is_small(length):
        if length.words is not None:
            return length.words >= 2 * SENTENCE + OF_LIST * sections
        return length.count >= 2 * sections + 2
    if length.words is not None:
        return length.words >= OF_BODY * sections + 2 * OF_ENDS
    return length.count >= (2 * sections + 2 if length.unit is Unit.SENTENCES else sections + 2)


def share_of(
    length: Length | None, outline: Outline, index: int, *, written: str = "", each: Length | None = None
) -> Length | None:
    """What the section at ``index`` may take; None where it takes what it takes without a length.

    ``written``: the draft before a closing. ``each``: the length that is asked of each section. What is told of gaps is
    of the length too.
    """
    kind = outline.sections[index].kind
    if each is not None:
        return each if kind is SectionKind.BODY else replace(each, bound=Bound.AT_MOST)
    if length is None or (kind is not SectionKind.BODY and not _binds(length)) or length.unit is Unit.TIMES:
        return length if length and kind is SectionKind.BODY else None
    body = [at for at, section in enumerate(outline.sections) if section.kind is SectionKind.BODY]
    ends = len(outline.sections) - len(body)
    if length.words is not None:
        heads = words_in(" ".join((outline.title, *(section.heading for section in outline.sections))))
        total, least = max(0.0, length.words - heads - words_in(" ".join(outline.gaps))), 1.0
        each_end = min(MOST_OF_ENDS, max(OF_ENDS, ENDS * total), total / max(len(outline.sections), FEWEST_PARTS))
        left = length.words - words_in(written) - words_in(outline.sections[index].heading)
        length = replace(length, unit=Unit.WORDS)
    else:
        gaps = len(outline.gaps) if length.unit is Unit.SENTENCES else min(1, len(outline.gaps))
        total, least = max(0.0, float(int(length.count)) - gaps), 1.0
        each_end = 1.0
        left = total - len([one for one in read_cited(written) if not one.heading])
    if kind is SectionKind.CLOSING:
        return replace(length, count=max(least, left if length.unit is not Unit.PARAGRAPHS else 1.0))
    if kind is SectionKind.INTRODUCTION:
        return replace(length, count=each_end)
    return replace(length, count=max(least, _dealt(total - ends * each_end, len(body), body.index(index), length.unit)))


def among(share: Length | None, number: int) -> Length | None:
    """The share of each of so many that a section tells of."""
    if share is None or share.unit is Unit.TIMES or number <= 1:
        return share
    count = share.count / number if share.unit is Unit.WORDS else share.count // number
    return replace(share, count=max(1.0, count))


def most_sentences(share: Length | None, usual: int) -> int:
    """The most sentences that go into a share; ``usual``: as many as there are without a length."""
    if share is None:
        return usual
    if share.unit is Unit.TIMES:
        return ceil(usual * share.count)
    if share.unit is Unit.WORDS:
        most = ceil(share.count / (SENTENCE if share.bound is Bound.AT_LEAST else SHORTEST))
    else:
        most = int(share.count) * (LONGEST_PARAGRAPH if share.unit is Unit.PARAGRAPHS else 1)
    return {Bound.AT_MOST: min(usual, most), Bound.AT_LEAST: max(usual, most)}.get(share.bound, most)


def fits(share: Length | None, told: Sequence[Run], more: Run) -> bool:
    """Whether a run has room in a share beside those told.

    About so many words may be passed by less than would be missing without it.
    """
    if share is None or not _binds(share):
        return True
    runs = sorted((*told, more), key=lambda run: (run.document_id, run.places[0].rank))
    if share.unit is Unit.PARAGRAPHS:
        return paragraphs_in(runs) <= share.count
    if share.unit is Unit.SENTENCES:
        return len(places_in(runs)) <= share.count
    most, before, after = share.words or 0, _words(places_in(told)), _words(places_in(runs))
    nearer = share.bound is Bound.ABOUT and after - most < most - before and after <= (1 + BEYOND) * most
    return after <= most or nearer


def has_room(share: Length | None, runs: Sequence[Run]) -> bool:
    """Whether all of ``runs`` have room in a share."""
    return not runs or fits(share, runs[:-1], runs[-1])


def beside(share: Length | None, told: Sequence[Place]) -> Length | None:
    """What is left of a share beside the places told."""
    if share is None or not told:
        return share
    taken = {Unit.WORDS: _words(told), Unit.SENTENCES: len(told)}.get(share.unit, share.count)
    return replace(share, count=share.count - taken)


def first_that_fit(share: Length | None, runs: Sequence[Run], *, least: int = 0) -> tuple[Run, ...]:
    """Those of ``runs``, from the first on, that a share has room for; the shortest where ``least`` is to be told."""
    told: list[Run] = []
    for run in runs:
        told += [run] if fits(share, told, run) else []
    shortest = min(runs, key=lambda run: _words(run.places), default=None)
    return tuple(told) if told or not least or shortest is None else (shortest,)


def without_rows(share: Length | None, rows: Sequence[Run]) -> Length | None:
    """What a share leaves to sentences beside ``rows``; all of a small one."""
    if share is None or not rows or not _binds(share):
        return share
    if share.unit is not Unit.WORDS:
        return replace(share, count=share.count - 1) if share.count > 2 - (share.unit is Unit.PARAGRAPHS) else share
    kept = min(_words(places_in(rows)), ROWS * share.count) if share.count >= ROWS_FROM else 0
    return replace(share, count=share.count - kept)


def lists_sections(share: Length | None, headings: Sequence[str]) -> bool:
    """Whether an introduction has room for a list of the sections beside what it says."""
    if share is None:
        return True
    return share.unit is Unit.WORDS and share.count - words_in(" ".join(headings)) >= OF_LIST


def beside_list(share: Length | None, headings: Sequence[str]) -> Length | None:
    """What is left of a share beside a list of the sections, where there is room for that."""
    if share is None or not lists_sections(share, headings):
        return share
    return replace(share, count=share.count - words_in(" ".join(headings)))


def _binds(length: Length) -> bool:
    """Whether it bounds a text from above."""
    return length.bound is not Bound.AT_LEAST


def _dealt(total: float, among: int, place: int, unit: Unit) -> float:
    """The share of the one at ``place``; of what cannot be divided the first have one more."""
    if unit is Unit.WORDS:
        return total / among
    each, over = divmod(int(total), among)
    return float(each + (place < over))


def _words(places: Sequence[Place]) -> int:
    return sum(words_in(place.text) for place in places)
