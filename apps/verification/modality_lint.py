"""Modality lint: negation, obligation, extent and exceptions must not flip between a quote and a claim.

Each sentence of the claim is held against the sentence of the quotes that shares most of its words. A word is compared
with the same word there, in the place whose neighbours fit best; what the other text does not say in the same words is
left to the Judge. A sentence copied word for word never fires.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from apps.core.sentences import is_table_row, split_sentences
from apps.verification.clauses import (
    EXCEPTION,
    ONLY,
    ONLY_ALIKE,
    UNIVERSAL,
    Extent,
    Term,
    Token,
    denials_of,
    prefixed_opposites,
    quantifiers_of,
    terms_of,
    tokens_of,
)
from apps.verification.framing import COVERED, dropped_condition, frame_of
from apps.verification.lexicon import content_stems, coverage_of, similarity, stem
from apps.verification.modals import Force, Modal, modals_of
from apps.verification.order import exchanged
from apps.verification.polarity import turns_alike
from apps.verification.quote_lock import matchable
from apps.verification.types import Check

_STOPPED = re.compile(r"[.!?…:;][\"'”’)\]]*\Z")
TWIN = 0.9  # Jaccard similarity of content stems from which two sentences are the same but for small words
LONGEST_CLAIM = 2000  # characters of a claim that is compared; the bearing lint tells of a longer one
TWIN_WORDS = 4  # and by how many words they may differ in length


class ModalityFault(StrEnum):
    """How a claim departs from its source."""

    NEGATION = "negation"  # one denies what the other says
    DENIAL = "denial"  # both deny, at different places or in different words
    DIRECTION = "direction"  # an opposite word: increase for decrease, before for after
    PERMISSION = "permission"  # allowed for forbidden, or the other way
    FORCE = "force"  # must for may, is for may be
    EXTENT = "extent"  # all for some, only where there is no only
    EXCEPTION = "exception"  # an exception or condition was dropped, or an exception added
    FRAMING = "framing"  # stated where the source denies, doubts, alleges or plans it
    ORDER = "order"  # the same words with two parts exchanged: who did what to whom

    @property
    def is_plain(self) -> bool:
        """Whether the source says the contrary, rather than less."""
        return self in (
            ModalityFault.NEGATION,
            ModalityFault.DIRECTION,
            ModalityFault.PERMISSION,
            ModalityFault.ORDER,
        )


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
            ModalityFault.DENIAL: "the two deny at different places",
            ModalityFault.DIRECTION: "these are opposites",
            ModalityFault.PERMISSION: "one allows what the other forbids",
            ModalityFault.FORCE: "that is stronger or weaker than the source",
            ModalityFault.EXTENT: "that is wider or narrower than the source",
            ModalityFault.EXCEPTION: "an exception or condition stands on one side only",
            ModalityFault.FRAMING: "the source does not state it",
            ModalityFault.ORDER: "the two have changed places",
        }
        return f"The claim has “{self.claimed}”, the source “{self.source}”: {told[self.fault]}."


def modality_lint(claim_text: str, quotes: Sequence[str]) -> tuple[Check, ...]:
    """One check per fault; none without quotes. Quotes should be whole sentences: see ``sentences_around``."""
    return tuple(Check(name="modality_lint", detail=one.detail) for one in modality_findings(claim_text, quotes))


def modality_findings(claim_text: str, quotes: Sequence[str]) -> tuple[ModalityFinding, ...]:
    """The same with the kind of fault, in the order of the claim, without doubles."""
    sentences = [sentence for quote in quotes for sentence in _sentences_in(quote)]
    if not sentences or len(claim_text) > LONGEST_CLAIM:
        return ()
    asked = all(sentence.rstrip().endswith("?") for sentence in sentences) and not claim_text.rstrip().endswith("?")
    if asked and coverage_of(claim_text, " ".join(sentences)) >= COVERED:
        return (ModalityFinding(fault=ModalityFault.FRAMING, claimed="stated outright", source="a question"),)
    found: list[ModalityFinding] = []
    for span in split_sentences(claim_text):
        claim = claim_text[span.start : span.end]
        best = best_sentence(claim, sentences)
        if not _is_verbatim(claim, best):
            found += _compare(claim, best)
    return tuple(dict.fromkeys(found))


def _sentences_in(quote: str) -> list[str]:
    """Its sentences, and what would be one if lines that end without a stop went on: a name may stand at their end."""
    pieces = [quote[span.start : span.end] for span in split_sentences(quote)]
    joined: list[list[str]] = []
    for piece in pieces:
        if joined and not _STOPPED.search(joined[-1][-1]) and not any(map(is_table_row, (joined[-1][-1], piece))):
            joined[-1].append(piece)
        else:
            joined.append([piece])
    return pieces + [" ".join(parts) for parts in joined if len(parts) > 1]


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
    if source.rstrip().endswith("?"):
        return []  # a question asserts nothing
    claim_tokens, source_tokens = tokens_of(claim), tokens_of(source)
    found = _modals(claim, source)
    heads = {one.claimed.split()[-1] for one in found}
    terms = _terms(claim_tokens, source_tokens)
    found += [one for one in terms if stem(one.claimed.split()[-1]) not in heads]
    found += _extents(claim_tokens, source_tokens)
    found += _only(claim, source)
    found += _exceptions(claim, source, claim_tokens)
    found = _once(claim, source, found) + _framing(claim, source) + _order(claim, source)
    return found or _one_not_more(claim, source, claim_tokens, source_tokens)


def _once(claim: str, source: str, found: list[ModalityFinding]) -> list[ModalityFinding]:
    """``found``; where both deny, and so may say the same, as what the source does not say so, not as its contrary."""
    denying = [one for one in found if one.fault in (ModalityFault.NEGATION, ModalityFault.PERMISSION)]
    opposites = {one.source for one in found if one.fault is ModalityFault.DIRECTION}
    if not denying or not turns_alike(claim, source, opposites=len(opposites)):
        return found
    return [replace(denying[0], fault=ModalityFault.DENIAL), *(one for one in found if not one.fault.is_plain)]


def _one_not_more(claim: str, source: str, mine: list[Token], theirs: list[Token]) -> list[ModalityFinding]:
    """Two sentences of the same words of which one denies once more than the other."""
    if similarity(claim, source) < TWIN or abs(len(mine) - len(theirs)) > TWIN_WORDS:
        return []
    cues, others = denials_of(mine), denials_of(theirs)
    if len(cues) % 2 == len(others) % 2:
        return []
    return [
        ModalityFinding(
            fault=ModalityFault.NEGATION,
            claimed=" … ".join(cues) or "no denial",
            source=" … ".join(others) or "no denial",
        )
    ]


# negation and opposites


def _terms(claim: list[Token], source: list[Token]) -> list[ModalityFinding]:
    """Words that one text denies and the other does not, in the places that fit each other best."""
    prefixed = prefixed_opposites(claim, source)
    mine, theirs = terms_of(claim, prefixed), terms_of(source, prefixed)
    found = []
    for term in mine:
        other = _opposed(term, mine, theirs)
        if other is None or (_fit(term, other) == 0 and len(claim) > 4):
            continue
        by_cue = bool(term.cue) != bool(other.cue)
        if not by_cue and not _same_thing(term, other, claim, source):
            continue
        fault = _fault_of(term, by_cue=by_cue)
        found.append(ModalityFinding(fault=fault, claimed=_shown(claim, term), source=_shown(source, other)))
    return found


def _opposed(term: Term, mine: list[Term], theirs: list[Term]) -> Term | None:
    """Where the source says the opposite of ``term``, if that place fits it better than any that agrees with it."""
    rivals = [other for other in theirs if other.base == term.base]
    against = [other for other in rivals if other.sign != term.sign and not _both_in_scope(term, other)]
    both_there = len(against) < len(rivals)
    if not against or (both_there and any(one.base == term.base and one.sign != term.sign for one in mine)):
        return None
    agreeing = max((_fit(term, other) for other in rivals if other not in against), default=-1)
    best = max(against, key=lambda other: _fit(term, other))
    return best if _fit(term, best) > agreeing else None


def _both_in_scope(term: Term, other: Term) -> bool:
    """Both stand under a negation, only one of them as its first word: "no legal or agreed definition"."""
    return bool(term.cue) != bool(other.cue) and term.in_scope and other.in_scope


def _same_thing(term: Term, other: Term, claim: list[Token], source: list[Token]) -> bool:
    """Whether two opposite words are said of the same: their neighbours agree, or what follows before and after."""
    if term.base.split("/")[0] in ("befor", "abov"):
        return _following(claim, term.index) == _following(source, other.index) != ""
    return _fit(term, other) >= 2 or len(term.near) <= 2


def _fit(term: Term, other: Term) -> int:
    return len(term.near & other.near)


def _fault_of(term: Term, *, by_cue: bool) -> ModalityFault:
    if term.base.startswith("allow/"):
        return ModalityFault.PERMISSION
    return ModalityFault.NEGATION if by_cue else ModalityFault.DIRECTION


def _following(tokens: list[Token], at: int) -> str:
    return next((token.stem for token in tokens[at + 1 : at + 5] if token.content), "")


def _shown(tokens: list[Token], term: Term) -> str:
    word = tokens[term.index].text
    return f"{term.cue} … {word}" if term.cue else word


# obligation and permission


def _modals(claim: str, source: str) -> list[ModalityFinding]:
    found = []
    theirs = modals_of(source)
    for modal in modals_of(claim):
        others = [other for other in theirs if other.head == modal.head] or _only_pair(modal, theirs, claim, source)
        if not others:
            continue
        faults = [_force_fault(modal, other) for other in others]
        if all(fault is not None for fault in faults):
            found.append(ModalityFinding(fault=faults[0], claimed=_told(modal), source=_told(others[0])))
    return found + _certainty(claim, source, theirs)


def _certainty(claim: str, source: str, theirs: list[Modal]) -> list[ModalityFinding]:
    """ "X causes Y" where the source has "X may cause Y": said as certain what is only possible."""
    if modals_of(claim) or len(theirs) != 1 or theirs[0].denied or coverage_of(claim, source) < 0.7:
        return []
    other = theirs[0]
    if other.text.lower() not in ("may", "might", "could") or other.head not in content_stems(claim):
        return []
    return [ModalityFinding(fault=ModalityFault.FORCE, claimed=other.head, source=_told(other))]


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
        if rivals and all(_wider(mine.extent, other.extent) for other in rivals):
            found.append(ModalityFinding(fault=ModalityFault.EXTENT, claimed=mine.text, source=rivals[0].text))
    return found


def _wider(mine: Extent, theirs: Extent) -> bool:
    """Whether the claim speaks of more than the source does, or of few where the source has many."""
    if mine is Extent.FEW:
        return theirs >= Extent.MANY
    needed = {Extent.ALL: Extent.ALL, Extent.MOST: Extent.MANY, Extent.MANY: Extent.SOME}.get(mine, Extent.FEW)
    return theirs < needed


def _only(claim: str, source: str) -> list[ModalityFinding]:
    mine = ONLY.search(claim)
    if mine is None or ONLY_ALIKE.search(source) or coverage_of(claim, source) < 0.7:
        return []
    return [ModalityFinding(fault=ModalityFault.EXTENT, claimed=mine[0], source="no such limit")]


def _exceptions(claim: str, source: str, claim_tokens: list[Token]) -> list[ModalityFinding]:
    mine, theirs = EXCEPTION.search(claim), EXCEPTION.search(source)
    if mine is None and theirs is not None and not ONLY.search(claim):
        if _covers_main_clause(claim, source, theirs, claim_tokens):
            return [
                ModalityFinding(fault=ModalityFault.EXCEPTION, claimed="no exception", source=_tail(source, theirs))
            ]
    elif mine is not None and theirs is None and not _CONDITION.search(source):
        main = claim[: mine.start()]
        if len(content_stems(main)) >= 2 and coverage_of(main, source) >= 0.75:
            return [ModalityFinding(fault=ModalityFault.EXCEPTION, claimed=_tail(claim, mine), source="no exception")]
    return []


def _framing(claim: str, source: str) -> list[ModalityFinding]:
    """What the source sets round the thing claimed: a denial, a doubt, a plan, a condition."""
    frame = frame_of(claim, source)
    condition = dropped_condition(claim, source)
    found = []
    if frame is not None:
        fault = ModalityFault.NEGATION if frame.denies else ModalityFault.FRAMING
        found.append(ModalityFinding(fault=fault, claimed="stated outright", source=frame.text))
    if condition is not None:
        found.append(ModalityFinding(fault=ModalityFault.EXCEPTION, claimed="no condition", source=condition))
    return found


def _order(claim: str, source: str) -> list[ModalityFinding]:
    parts = exchanged(claim, source)
    if parts is None:
        return []
    left, right = parts
    return [ModalityFinding(fault=ModalityFault.ORDER, claimed=f"{left} … {right}", source=f"{right} … {left}")]


_CONDITION = re.compile(r"\b(?:if|when|where|only|not|no|with|until|in case)\b", re.IGNORECASE)


def _covers_main_clause(claim: str, source: str, exception: re.Match[str], claim_tokens: list[Token]) -> bool:
    """Whether the claim says what the source excepts from: most of the clause that the exception hangs on."""
    before = re.split(r"[;:.]", source[: exception.start()])[-1]
    excepted = source[exception.start() :]
    main = set(content_stems(before)) if len(content_stems(before)) >= 2 else set(content_stems(source))
    own = set(content_stems(claim))
    if not main or len(own & set(content_stems(excepted))) > len(own & main):
        return False
    universal = any(token.text in UNIVERSAL for token in claim_tokens)
    return len(main & own) / len(main) >= (0.5 if universal else 0.75)


def _tail(source: str, match: re.Match[str]) -> str:
    words = source[match.start() :].split()
    return " ".join(words[:8]) + (" …" if len(words) > 8 else "")
