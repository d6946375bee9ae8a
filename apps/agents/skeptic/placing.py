"""What a model says a text claims, found in the text itself. Pure; offsets count into the text.

The model names sentences; where they stand, what they cite and what it left out is told by code. A claim that cannot
be found is dropped and counted. Every clause of the text that no found claim covers word for word stays a claim of its
own (``claims_of``), so that nothing a text says escapes judgement because a model passed over it.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.agents.reading.cited import CitedSentence, read_cited
from apps.agents.reading.question import Question
from apps.agents.reading.words import names
from apps.agents.skeptic.claims import claim_type, claims_of
from apps.verification.citations import find_citations
from apps.verification.quote_lock import matchable
from apps.verification.types import ClaimDraft, ClaimType, Importance
from apps.verification.wording.lists import head_text

_WORD = re.compile(r"[^\W_]+(?:['’.,-][^\W_]+)*|[$€£¥%]")
# Words that say nothing by themselves: a clause is covered although they lie between its claims.
_GLUE = frozenset(
    ("a", "also", "additionally", "an", "and", "but", "furthermore", "moreover", "or", "that", "the", "then")
)
_GLUE |= {"therefore", "thus", "whereas", "which", "while"}
_RANK = {Importance.MINOR: 0, Importance.MATERIAL: 1, Importance.CRITICAL: 2}
_ANY_CITE = re.compile(r"\[\s*cite\s*:[^\]\n]{0,200}\]", re.IGNORECASE)
_HEADING_WORDS = 4  # a line that looks like a heading needs as many words to claim anything
_FIGURE = re.compile(r"\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A claim as the model names it. ``kind`` and ``importance`` are None where it gave none that there is."""

    text: str
    kind: ClaimType | None = None
    importance: Importance | None = None
    requires_citation: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """All claims in text order, without overlaps; how many named ones were not found, how many clauses were skipped."""

    claims: tuple[ClaimDraft, ...]
    lost: int
    skipped: int


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of one body that a named claim covers."""

    start: int
    end: int
    named: Named


def place_claims(text: str, named: Sequence[Named], question: Question) -> Placed:
    """The claims of ``text``: those named where they can be found, the built-in reading's wherever they leave a gap."""
    found, lost = _find(text, named)
    base = claims_of(text, question)
    claims: list[ClaimDraft] = []
    skipped = 0
    for sentence in read_cited(text):
        for low, high in sentence.bodies:
            inside = [piece for one in found if (piece := _cut(text, one, low, high))]
            clauses = [claim for claim in base if low <= claim.start_offset < high]
            if sentence.heading:
                inside = [one for one in inside if len(text[one.start : one.end].split()) >= _HEADING_WORDS]
            spans = _spans(text, _without_overlaps(inside), clauses)
            skipped += sum(not any(_touch(one, span) for one in inside) for span in spans)
            claims += [_claim(text, span, inside, clauses, sentence) for span in spans]
    return Placed(claims=tuple(claims), lost=lost, skipped=skipped)


class _Places:
    """A text as its letters run on, without blanks and anchors, so that a differently spaced copy is found in it."""

    def __init__(self, text: str) -> None:
        shown = list(text)
        for cite in find_citations(text):
            shown[cite.start : cite.end] = " " * (cite.end - cite.start)
        whole = matchable("".join(shown), fold=True)
        kept = [i for i, char in enumerate(whole.text) if not char.isspace()]
        self.letters = "".join(whole.text[i] for i in kept)
        self.starts = [whole.starts[i] for i in kept]
        self.ends = [whole.ends[i] for i in kept]

    def find(self, words: str, after: int, text: str) -> tuple[int, int] | None:
        """Raw (start, end) of ``words``, the first from ``after`` on, else the first of all."""
        folded = matchable(_ANY_CITE.sub(" ", words), fold=True).text
        wanted = "".join(folded.split()).strip("\"'“”").rstrip(".,;:")
        if not any(char.isalnum() for char in wanted):
            return None
        for begin in (bisect_left(self.starts, after), 0):
            at = self.letters.find(wanted, begin)
            while at >= 0:
                start, end = self.starts[at], self.ends[at + len(wanted) - 1]
                if not _runs_across(text, start) and not _runs_across(text, end):
                    return start, end
                at = self.letters.find(wanted, at + 1)
        return None


def _find(text: str, named: Sequence[Named]) -> tuple[list[_Piece], int]:
    places, found, lost, after = _Places(text), [], 0, 0
    for one in named:
        span = places.find(one.text, after, text)
        if span is None:
            lost += 1
            continue
        found.append(_Piece(*span, one))
        after = span[1]
    return found, lost


def _runs_across(text: str, at: int) -> bool:
    """Whether a word or figure runs across position ``at``."""
    if not 0 < at < len(text):
        return False
    left, right = text[at - 1], text[at]
    return (
        (left.isalnum() and right.isalnum())
        or (left.isdigit() and right in ".,%" and text[at + 1 : at + 2].isdigit())
        or (left in ".," and right.isdigit() and text[at - 2 : at - 1].isdigit())
        or (left in "-−–" and right.isdigit())
    )


def _cut(text: str, one: _Piece, low: int, high: int) -> _Piece | None:
    """The part of a found claim that lies in a body, without blanks at its ends; None when that says nothing."""
    start, end = max(low, one.start), min(high, one.end)
    if start >= end or not _WORD.search(text[start:end]):
        return None
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip(" \t\n,;:–—-"))
    end = start + len(text[start:end].rstrip())
    if not text[end:high].strip(".!?…:\"'”’»)"):
        end = high  # the marks that close the sentence belong to it
    return _Piece(start, end, one.named)


def _without_overlaps(pieces: list[_Piece]) -> list[_Piece]:
    """In text order; of pieces that overlap the one named first stays."""
    kept: list[_Piece] = []
    for piece in pieces:
        if not any(_touch(piece, (other.start, other.end)) for other in kept):
            kept.append(piece)
    return sorted(kept, key=lambda piece: piece.start)


def _spans(text: str, pieces: list[_Piece], clauses: list[ClaimDraft]) -> list[tuple[int, int]]:
    """Where the claims of a body stand: the pieces, and each clause whose words they do not cover.

    A clause that is covered in part takes the pieces that touch it into itself: half a sentence ("the fee is waived")
    may say what the whole ("unless …, the fee is waived") does not.
    """
    spans = [(piece.start, piece.end) for piece in pieces]
    for clause in clauses:
        start, end = clause.start_offset, clause.end_offset
        touching = [span for span in spans if span[0] < end and start < span[1]]
        if touching and _covered(text, start, end, touching):
            continue
        spans = [span for span in spans if span not in touching]
        spans.append((min([start, *(low for low, _ in touching)]), max([end, *(high for _, high in touching)])))
    return sorted(spans)


def _covered(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> bool:
    """Whether every word of text[start:end] that says something lies in one of the spans."""
    words = (word for word in _WORD.finditer(text, start, end) if word[0].lower() not in _GLUE)
    return all(any(low <= word.start() and word.end() <= high for low, high in spans) for word in words)


def _claim(
    text: str,
    span: tuple[int, int],
    pieces: list[_Piece],
    clauses: list[ClaimDraft],
    sentence: CitedSentence,
) -> ClaimDraft:
    start, end = span
    own = [piece.named for piece in pieces if _touch(piece, span)]
    under = [claim for claim in clauses if claim.start_offset < end and start < claim.end_offset]
    words = text[start:end]
    draft = ClaimDraft(
        claim_text=words,
        claim_type=next((one.kind for one in own if one.kind), None) or claim_type(words),
        importance=max((claim.importance for claim in under), key=_RANK.__getitem__, default=Importance.MATERIAL),
        requires_citation=any(claim.requires_citation for claim in under) or not under,
        start_offset=start,
        end_offset=end,
        citations=under[0].citations if under else sentence.keys,
        under=head_text(text, start),
    )
    return _as_named(draft, own) if own else draft


def _as_named(draft: ClaimDraft, own: list[Named]) -> ClaimDraft:
    """The draft with the model's importance and its word on whether a source is needed, as far as that goes.

    What answers the question is never minor, and a source is waived only for what carries no figure, name or rule.
    """
    importance = max((one.importance for one in own if one.importance), key=_RANK.__getitem__, default=draft.importance)
    if importance is Importance.MINOR and draft.importance is Importance.CRITICAL:
        importance = Importance.MATERIAL
    empty = draft.claim_type is ClaimType.FACT and not _FIGURE.search(draft.claim_text) and not names(draft.claim_text)
    waived = empty and not draft.citations and not any(one.requires_citation for one in own)
    if importance is not Importance.MINOR or claim_type(draft.claim_text) is not ClaimType.FACT:
        waived = False
    return replace(draft, importance=importance, requires_citation=draft.requires_citation and not waived)


def _touch(piece: _Piece, span: tuple[int, int]) -> bool:
    return piece.start < span[1] and span[0] < piece.end
