"""Modality lint: negation, obligation, extent and exceptions must not flip between a quote and a claim.

Each sentence of the claim is held against the sentence of the quotes that shares most of its words. A word is compared
with the same word there, in the place whose neighbours fit best; what the other text does not say in the same words is
left to the Judge. A sentence copied word for word never fires.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from apps.core.sentences import split_sentences
from apps.verification.clauses import (
    EXCEPTION,
    ONLY,
    ONLY_ALIKE,
    UNIVERSAL,
    Extent,
    Force,
    Modal,
    Term,
    Token,
    modals_of,
    quantifiers_of,
    terms_of,
    tokens_of,
)
from apps.verification.lexicon import content_stems, coverage_of
from apps.verification.quote_lock import matchable
from apps.verification.types import Check


class ModalityFault(StrEnum):
    """How a claim departs from its source."""

    NEGATION = "negation"  # one denies what the other says
    DIRECTION = "direction"  # an opposite word: increase for decrease, before for after
    PERMISSION = "permission"  # allowed for forbidden, or the other way
    FORCE = "force"  # must for may, is for may be
    EXTENT = "extent"  # all for some, only where there is no only
    EXCEPTION = "exception"  # an exception was dropped or added

    @property
    def is_plain(self) -> bool:
        """Whether the source says the contrary, rather than less."""
        return self in (ModalityFault.NEGATION, ModalityFault.DIRECTION, ModalityFault.PERMISSION)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModalityFinding:
    """Words of the claim and of the source that do not go together."""

    fault: ModalityFault
    claimed: str
    source: str

    @property
    def detail(self) -> str:
        """One sentence for the ledger."""
        told = {
            ModalityFault.NEGATION: "one of the two denies what the other says",
            ModalityFault.DIRECTION: "these are opposites",
            ModalityFault.PERMISSION: "one allows what the other forbids",
            ModalityFault.FORCE: "that is stronger or weaker than the source",
            ModalityFault.EXTENT: "that is wider or narrower than the source",
            ModalityFault.EXCEPTION: "an exception stands on one side only",
        }
        return f"The claim has “{self.claimed}”, the source “{self.source}”: {told[self.fault]}."


def modality_lint(claim_text: str, quotes: Sequence[str]) -> tuple[Check, ...]:
    """One check per fault; none without quotes. Quotes should be whole sentences: see ``sentences_around``."""
    return tuple(Check(name="modality_lint", detail=one.detail) for one in modality_findings(claim_text, quotes))


def modality_findings(claim_text: str, quotes: Sequence[str]) -> tuple[ModalityFinding, ...]:
    """The same with the kind of fault, in the order of the claim, without doubles."""
    sentences = [quote[span.start : span.end] for quote in quotes for span in split_sentences(quote)]
    if not sentences:
        return ()
    found: list[ModalityFinding] = []
    for span in split_sentences(claim_text):
        claim = claim_text[span.start : span.end]
        best = best_sentence(claim, sentences)
        if not _is_verbatim(claim, best):
            found += _compare(claim, best)
    return tuple(dict.fromkeys(found))


def best_sentence(claim: str, sentences: Iterable[str]) -> str:
    """The sentence that shares most of the claim's content words; of equals the shorter one."""
    return max(sentences, key=lambda one: (coverage_of(claim, one), -len(one)))


def sentences_around(content: str, start: int, end: int) -> str:
    """The whole sentences of ``content`` that content[start:end] lies in, so that a cut cannot hide a "not"."""
    spans = [span for span in split_sentences(content) if span.start < end and start < span.end]
    if not spans:
        return content[start:end]
    return content[min(start, spans[0].start) : max(end, spans[-1].end)]


def _is_verbatim(claim: str, sentence: str) -> bool:
    forms = [matchable(text.strip().rstrip(".!;: "), fold=True).text.strip() for text in (claim, sentence)]
    return forms[0] == forms[1]


def _compare(claim: str, source: str) -> list[ModalityFinding]:
    claim_tokens, source_tokens = tokens_of(claim), tokens_of(source)
    found = _terms(claim_tokens, source_tokens)
    denied = {one.claimed for one in found}
    found += [one for one in _modals(claim, source) if one.claimed not in denied]
    found += _extents(claim_tokens, source_tokens)
    found += _only(claim, source)
    found += _exceptions(claim, source, claim_tokens)
    return found


# negation and opposites


def _terms(claim: list[Token], source: list[Token]) -> list[ModalityFinding]:
    """Words that one text denies and the other does not, in the places that fit each other best."""
    found = []
    there = terms_of(source)
    for term in terms_of(claim):
        rivals = [other for other in there if other.base == term.base]
        if not rivals:
            continue
        same = max((_fit(term, other) for other in rivals if other.sign == term.sign), default=-1)
        opposed = [other for other in rivals if other.sign != term.sign]
        best = max(opposed, key=lambda other: _fit(term, other), default=None)
        if best is None or _fit(term, best) <= same or (_fit(term, best) == 0 and len(claim) > 4):
            continue
        by_cue = bool(term.cue) != bool(best.cue)
        if not by_cue and term.base.split("/")[0] in ("befor", "abov") and not _same_object(claim, term, source, best):
            continue
        if "/" in term.base and not by_cue and _fit(term, best) < 2 and len(term.near) > 2:
            continue
        found.append(
            ModalityFinding(
                fault=_fault_of(term, best, by_cue=by_cue),
                claimed=_shown(claim, term),
                source=_shown(source, best),
            )
        )
    return found


def _fit(term: Term, other: Term) -> int:
    return len(term.near & other.near)


def _fault_of(term: Term, other: Term, *, by_cue: bool) -> ModalityFault:
    if term.base.startswith("allow/"):
        return ModalityFault.PERMISSION
    return ModalityFault.NEGATION if by_cue else ModalityFault.DIRECTION


def _same_object(claim: list[Token], term: Term, source: list[Token], other: Term) -> bool:
    """Whether "before X" meets "after X": "after B, A" is no contradiction of "A before B"."""
    return _following(claim, term.index) == _following(source, other.index) != ""


def _following(tokens: list[Token], at: int) -> str:
    return next((token.stem for token in tokens[at + 1 : at + 5] if token.content), "")


def _shown(tokens: list[Token], term: Term) -> str:
    word = tokens[term.index].text
    return f"{term.cue} … {word}" if term.cue else word


# obligation and permission

_EQUAL = {Force.WILL: Force.NONE}


def _modals(claim: str, source: str) -> list[ModalityFinding]:
    found = []
    theirs = modals_of(source)
    source_stems = set(content_stems(source))
    for modal in modals_of(claim):
        others = [other for other in theirs if other.head == modal.head] or _only_pair(modal, theirs, claim, source)
        if not others:
            continue
        faults = [_force_fault(modal, other) for other in others]
        if all(fault is not None for fault in faults):
            found.append(ModalityFinding(fault=faults[0], claimed=_told(modal), source=_told(others[0])))
    if not modals_of(claim) and len(theirs) == 1 and theirs[0].force is Force.MAY and not theirs[0].denied:
        other = theirs[0]
        if other.head in content_stems(claim) and coverage_of(claim, source) >= 0.7 and other.head in source_stems:
            found.append(ModalityFinding(fault=ModalityFault.FORCE, claimed=other.head, source=_told(other)))
    return found


def _only_pair(modal: Modal, theirs: list[Modal], claim: str, source: str) -> list[Modal]:
    """With other verbs behind them, modals are compared only where each text has one and the texts are close."""
    return theirs if len(theirs) == 1 and coverage_of(claim, source) >= 0.75 else []


def _told(modal: Modal) -> str:
    return f"{modal.text}{' not' if modal.denied else ''} {modal.head}".strip()


def _force_fault(modal: Modal, other: Modal) -> ModalityFault | None:
    mine, theirs = modal.force, other.force
    if modal.denied and other.denied:
        strict = {Force.MUST, Force.MAY, Force.WILL}  # "may not", "must not" and "will not" forbid alike
        return None if mine == theirs or {mine, theirs} <= strict else ModalityFault.FORCE
    if modal.denied != other.denied:
        return ModalityFault.PERMISSION if modal.head == other.head else None
    if mine == theirs or {mine, theirs} <= {Force.MUST, Force.WILL}:
        return None
    if theirs is Force.WILL and mine is Force.MAY:
        return None  # weaker than the source, and true
    return ModalityFault.FORCE


# extent and exceptions


def _extents(claim: list[Token], source: list[Token]) -> list[ModalityFinding]:
    found = []
    theirs = quantifiers_of(source)
    for mine in quantifiers_of(claim):
        rivals = [other for other in theirs if other.head == mine.head]
        if mine.extent is Extent.ALL and rivals and all(other.extent < Extent.ALL for other in rivals):
            found.append(ModalityFinding(fault=ModalityFault.EXTENT, claimed=mine.text, source=rivals[0].text))
    return found


def _only(claim: str, source: str) -> list[ModalityFinding]:
    mine = ONLY.search(claim)
    if mine is None or ONLY_ALIKE.search(source) or coverage_of(claim, source) < 0.7:
        return []
    return [ModalityFinding(fault=ModalityFault.EXTENT, claimed=mine[0], source="no such limit")]


def _exceptions(claim: str, source: str, claim_tokens: list[Token]) -> list[ModalityFinding]:
    mine, theirs = EXCEPTION.search(claim), EXCEPTION.search(source)
    if mine is None and theirs is not None and _covers_main_clause(claim, source, theirs, claim_tokens):
        return [ModalityFinding(fault=ModalityFault.EXCEPTION, claimed="no exception", source=_tail(source, theirs))]
    return []


def _covers_main_clause(claim: str, source: str, exception: re.Match[str], claim_tokens: list[Token]) -> bool:
    """Whether the claim says what the source excepts from: most of the clause that the exception hangs on."""
    before = re.split(r"[;:.]", source[: exception.start()])[-1]
    excepted = source[exception.start() :]
    main = set(content_stems(before)) if len(content_stems(before)) >= 3 else set(content_stems(source))
    own = set(content_stems(claim))
    if not main or len(own & set(content_stems(excepted))) > len(own & main):
        return False
    universal = any(token.text in UNIVERSAL for token in claim_tokens)
    return len(main & own) / len(main) >= (0.5 if universal else 0.75)


def _tail(source: str, match: re.Match[str]) -> str:
    words = source[match.start() :].split()
    return " ".join(words[:8]) + (" …" if len(words) > 8 else "")
