"""Modality lint: negation, obligation, extent and exceptions must not flip between a quote and a claim.

Each sentence of the claim is held against the sentence of the quotes that shares most of its words. A word is compared
with the same word there, in the place whose neighbours fit best; what the other text does not say in the same words is
left to the Judge. A sentence copied word for word never fires.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from apps.core.sentences import is_table_row, split_sentences
from apps.verification.lexicon import coverage_of, similarity, stem
from apps.verification.quote_lock import matchable
from apps.verification.types import LONGEST_CLAIM, Check
from apps.verification.wording.all_of_them import told_of_all
from apps.verification.wording.alternatives import other_choice
from apps.verification.wording.clauses import Token, denials_of, tokens_of
from apps.verification.wording.coordinated.objects import told_of_object
from apps.verification.wording.extent import counted_findings, exception_findings, extent_findings, only_findings
from apps.verification.wording.faults import ModalityFault, ModalityFinding
from apps.verification.wording.force import force_findings
from apps.verification.wording.framing import COVERED, dropped_condition, frame_of
from apps.verification.wording.gapped import figure_of_other_subject
from apps.verification.wording.giving import got_by_the_giver
from apps.verification.wording.joined import told_of_one
from apps.verification.wording.offices import other_office
from apps.verification.wording.opposed import opposed_findings
from apps.verification.wording.order import exchanged
from apps.verification.wording.overstated import overstated
from apps.verification.wording.planned import told_as_done
from apps.verification.wording.polarity import turns_alike, undenied
from apps.verification.wording.roles import changed_places, done_by_another
from apps.verification.wording.stages import stages_ahead
from apps.verification.wording.whom import done_to_the_doer

_STOPPED = re.compile(r"[.!?…:;][\"'”’)\]]*\Z")
TWIN = 0.9  # Jaccard similarity of content stems from which two sentences are the same but for small words
TWIN_WORDS = 4  # and by how many words they may differ in length


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
            around = " ".join(quotes)
            own = _compare(claim, best) + _office(claim, around) + told_of_all(claim, around)
            found += own or _undenied(claim, best, around)
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
    found = force_findings(claim, source)
    heads = {one.claimed.split()[-1] for one in found}
    terms = opposed_findings(claim, source)
    found += [one for one in terms if stem(one.claimed.split()[-1]) not in heads]
    found += extent_findings(claim_tokens, source_tokens)
    found += only_findings(claim, source) or overstated(claim, source)
    found += stages_ahead(claim, source)
    found += counted_findings(claim, source) + _of_one(claim, source) + _choice(claim, source)
    found += exception_findings(claim, source, claim_tokens)
    found = _once(claim, source, found) + _framing(claim, source) + _order(claim, source)
    return found or _one_not_more(claim, source, claim_tokens, source_tokens)


def _of_one(claim: str, source: str) -> list[ModalityFinding]:
    parts = told_of_one(claim, source)
    return [] if parts is None else [ModalityFinding(fault=ModalityFault.EXTENT, claimed=parts[0], source=parts[1])]


def _choice(claim: str, source: str) -> list[ModalityFinding]:
    parts = other_choice(claim, source)
    return [] if parts is None else [ModalityFinding(fault=ModalityFault.CHOICE, claimed=parts[0], source=parts[1])]


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


def _undenied(claim: str, source: str, around: str) -> list[ModalityFinding]:
    word = undenied(claim, source, around)
    return [ModalityFinding(fault=ModalityFault.UNDENIED, claimed=word, source="no denial")] if word else []


def _framing(claim: str, source: str) -> list[ModalityFinding]:
    """What the source sets round the thing claimed: a denial, a doubt, a plan, a condition."""
    frame = frame_of(claim, source)
    condition = dropped_condition(claim, source)
    planned = told_as_done(claim, source) if frame is None else None
    found = []
    if frame is not None:
        fault = ModalityFault.NEGATION if frame.denies else ModalityFault.FRAMING
        found.append(ModalityFinding(fault=fault, claimed="stated outright", source=frame.text))
    if planned is not None:
        found.append(ModalityFinding(fault=ModalityFault.FRAMING, claimed=planned.done, source=planned.planned))
    if condition is not None:
        found.append(ModalityFinding(fault=ModalityFault.EXCEPTION, claimed="no condition", source=condition))
    return found


def _office(claim: str, source: str) -> list[ModalityFinding]:
    office = other_office(claim, source)
    return [] if office is None else [ModalityFinding(fault=ModalityFault.ROLE, claimed=office[0], source=office[1])]


def _order(claim: str, source: str) -> list[ModalityFinding]:
    parts = exchanged(claim, source) or changed_places(claim, source) or done_to_the_doer(claim, source)
    if parts is None:
        by = (
            done_by_another(claim, source)
            or got_by_the_giver(claim, source)
            or figure_of_other_subject(claim, source)
            or told_of_object(claim, source)
        )
        return [] if by is None else [ModalityFinding(fault=ModalityFault.ROLE, claimed=by[0], source=by[1])]
    left, right = parts
    return [ModalityFinding(fault=ModalityFault.ORDER, claimed=f"{left} … {right}", source=f"{right} … {left}")]
