"""From a Judge's findings to the final word on a claim: allow-list, quote lock, lints, then the rules.

The checks stand over whichever Judge there is. Reasons are those of ``rules.Reason``. A supporting quote that is the
claim's near twin but says another figure, denies what the claim asserts or allows what it forbids speaks against the
claim, whatever the Judge held; short of that a check that fires keeps the claim from being supported.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from apps.core.sentences import split_sentences
from apps.verification.bearing import Bearing, bearing_lint, bearing_of, subject_of
from apps.verification.framing import taken_back, told_of_another
from apps.verification.lexicon import content_of, similarity
from apps.verification.lists import headed, held_back
from apps.verification.modality_lint import best_sentence, modality_findings, sentences_around
from apps.verification.number_lint import number_findings
from apps.verification.opposites import OPPOSITES
from apps.verification.quote_lock import locate, lock_quote, visible
from apps.verification.rules import Reason, Ruling, Signals, rule
from apps.verification.table_context import QuoteContext
from apps.verification.types import (
    Check,
    ClaimDraft,
    ContextChunk,
    Decision,
    Evidence,
    Finding,
    Judgement,
    Mode,
    Stance,
    Thresholds,
    Verdict,
)

NEAR_TWIN = 0.7  # Jaccard similarity of content stems from which two sentences say the same but for what the lints read
WORDS_PER_LACK = 10  # one content word in so many may be lacking in a near twin
MAX_EVIDENCE = 5
_PARTED = re.compile(r"(?<=[a-z])-[ \t]*\n\s*(?=[a-z])")  # "un-" and "able" on the next line are one word
READ_BEFORE = 2000  # characters of the chunk before a quote in which its table header is looked for


@dataclass(frozen=True, slots=True, kw_only=True)
class _Locked:
    """A finding whose quote was found. ``turned`` is set where a check made support a contradiction."""

    evidence: Evidence
    score: float
    chunk: ContextChunk
    cited: bool
    turned: Reason = Reason.NONE

    @property
    def stance(self) -> Stance:
        return self.evidence.stance


def decide(
    *,
    claim: ClaimDraft,
    judgement: Judgement,
    context: tuple[ContextChunk, ...],
    mode: Mode,
    thresholds: Thresholds,
    cited_counts_all: bool = False,
) -> Decision:
    """The verdict on ``claim``. ``cited_counts_all``: every passage of the context counts as cited (verify mode).

    A claim is not ``uncited`` then, even where nothing was found for it: citing was not for its text to do.
    What a text tells as the word of another source, and that source says, no other gainsays; ``conflict`` tells of it.
    """
    in_context = {chunk.key for chunk in context}
    cited_keys = in_context if cited_counts_all else in_context & set(claim.citations)
    checks = [] if cited_counts_all else _allow_list(claim, in_context)
    locked, lock_checks = _lock(judgement.findings, context, cited_keys, thresholds)
    checks += lock_checks
    said = visible(claim.in_full)
    turned = [_turned(one, said) for one in locked]
    support = [one for one in turned if one.stance is Stance.SUPPORTS]
    against = [one for one in turned if one.stance is Stance.CONTRADICTS]
    carrying = [one for one in support if one.cited] or support
    lints = _lints(said, carrying or [one for one in locked if one.stance is Stance.SUPPORTS], context)
    apart = _of_others(said, support, against)
    held = [one for one in against if one not in apart]
    signals = Signals(
        cited=bool(cited_keys),
        support=_best(one for one in support if one.cited),
        elsewhere=_best(one for one in support if not one.cited),
        contradiction=_best(held),
        contradicted_by=next((one.turned for one in held if one.score == _best(held)), Reason.NONE),
        lint=_lint_reason(lints) if carrying else Reason.NONE,
        requires_citation=claim.requires_citation,
        common_knowledge=judgement.common_knowledge,
        mode=mode,
        thresholds=thresholds,
    )
    ruling = rule(signals)
    if cited_counts_all and ruling.verdict is Verdict.NOT_FOUND:
        ruling = rule(replace(signals, cited=False))
        ruling = ruling if ruling.minor else replace(ruling, reason=Reason.MISMATCH)
    if apart and ruling.verdict is Verdict.SUPPORTED:
        ruling = replace(ruling, reason=Reason.CONFLICT)
    checks += lints
    evidence = _evidence(ruling, support, against)
    notes = _notes(ruling, checks, judgement.notes, told=_FOUND if cited_counts_all else _TOLD)
    if ruling.verdict is Verdict.SUPPORTED and apart:
        notes += f" Another document says: “{_short(apart[0].evidence.quote)}”"
    return Decision(
        verdict=ruling.verdict,
        reason=ruling.reason.value,
        confidence=ruling.confidence,
        evidence=evidence,
        checks=tuple(dict.fromkeys(checks)),
        suggested_key=_suggested(ruling, support),
        notes=notes,
        minor=ruling.minor,
        judge=judgement.judge,
    )


def _of_others(claim_text: str, support: list[_Locked], against: list[_Locked]) -> list[_Locked]:
    """Of ``against`` what other documents say than the cited one whose word the claim tells, if that says it so."""
    told = told_of_another(claim_text)
    saying = [one for one in support if told and one.cited and locate(told, one.evidence.quote)]
    own = {one.evidence.document_id for one in saying}
    return [one for one in against if own and not one.cited and one.evidence.document_id not in own]


def without(judgement: Judgement, keys: Collection[str]) -> Judgement:
    """What a Judge found but in passages that it was shown for other claims."""
    return replace(judgement, findings=tuple(one for one in judgement.findings if one.key not in keys))


def _allow_list(claim: ClaimDraft, in_context: set[str]) -> list[Check]:
    return [
        Check(name="allow_list", detail=f"[cite:{key}] names no passage of this turn's context and does not count.")
        for key in dict.fromkeys(claim.citations)
        if key not in in_context
    ]


def _lock(
    findings: Iterable[Finding], context: tuple[ContextChunk, ...], cited_keys: set[str], thresholds: Thresholds
) -> tuple[list[_Locked], list[Check]]:
    """Findings of at least the lower cut whose quotes are found, best first, and a check for each that is not."""
    locked: dict[tuple[str, int, int, Stance], _Locked] = {}
    checks = [
        Check(name="quote_lock", detail=f"A quote counts with a score from 0 to 1; the Judge gave {one.score}.")
        for one in findings
        if not _is_score(one.score)
    ]
    usable = [one for one in findings if _is_score(one.score) and shown(one.score) >= thresholds.weak]
    # of two stances held equally surely the one against comes first, in whatever order the Judge named them
    for finding in sorted(usable, key=lambda one: (-one.score, one.stance is Stance.SUPPORTS)):
        places = [chunk for chunk in context if chunk.key == finding.key]
        held = next(
            ((chunk, found) for chunk in places if (found := lock_quote(finding.quote, chunk, finding.stance))), None
        )
        if held is None:
            where = f"passage {finding.key}" if places else "the context: no passage has that key"
            checks.append(Check(name="quote_lock", detail=f"The quote is not in {where}: “{_short(finding.quote)}”."))
            continue
        chunk, found = held
        place = (found.chunk_id, found.start_offset, found.end_offset, found.stance)
        locked.setdefault(
            place,
            _Locked(evidence=found, score=shown(finding.score), chunk=chunk, cited=finding.key in cited_keys),
        )
    return _without_double_stance(list(locked.values())), checks


def shown(score: float) -> float:
    """A score as it is shown, and so as it is ruled by: what reads 0.8 is not above a cut of 0.8."""
    return round(score, 4)


def _is_score(score: float) -> bool:
    """Whether it is a probability: NaN, infinities, percentages and what is no number are none."""
    return isinstance(score, int | float) and 0 <= score <= 1


def _without_double_stance(locked: list[_Locked]) -> list[_Locked]:
    """A passage cannot speak for and against: of overlapping quotes with both stances the surer one stays."""
    kept: list[_Locked] = []
    for one in locked:  # best first
        if not any(other.stance is not one.stance and _overlap(one.evidence, other.evidence) for other in kept):
            kept.append(one)
    return kept


def _overlap(one: Evidence, other: Evidence) -> bool:
    return (
        one.document_id == other.document_id
        and one.start_offset < other.end_offset
        and other.start_offset < one.end_offset
    )


def _turned(one: _Locked, claim_text: str) -> _Locked:
    """A supporting near twin of the claim that plainly says otherwise is evidence against it."""
    if one.stance is Stance.CONTRADICTS:
        return one
    sentences = _sentences(one)
    if not _is_near_twin(
        claim_text, best_sentence(claim_text, [sentences, *sentences.splitlines(), one.evidence.quote])
    ):
        return one
    numbers = number_findings(claim_text, [_quote_context(one)])
    if any(found.dated for found in numbers) and any(not found.dated for found in numbers):
        return one  # another figure of another time: no word on this one
    if any(found.fault.is_plain for found in numbers):
        reason = Reason.NUMBER_MISMATCH
    elif any(found.fault.is_plain for found in modality_findings(claim_text, [sentences])):
        reason = Reason.MODALITY_SHIFT
    else:
        return one
    return replace(one, evidence=replace(one.evidence, stance=Stance.CONTRADICTS), turned=reason)


def _is_near_twin(claim_text: str, sentence: str) -> bool:
    """Whether two sentences say the same of the same thing but for what the lints read.

    A content word of the claim that the sentence lacks usually names another thing ("part-time staff"), so that hardly
    any may be missing, opposites apart: those are what the lints look for.
    """
    if similarity(claim_text, sentence) < NEAR_TWIN:
        return False
    wanted = content_of(claim_text)
    there = content_of(sentence)
    opposed = {OPPOSITES[word][0] for word in there if word in OPPOSITES}
    missing = [word for word in wanted - there if OPPOSITES.get(word, ("",))[0] not in opposed]
    return len(missing) <= len(wanted) // WORDS_PER_LACK


def _start(one: _Locked) -> int:
    """Where the quote begins in its passage."""
    return one.evidence.start_offset - one.chunk.start_offset


def _held_back(claim_text: str, one: _Locked) -> str:
    start = len(one.chunk.before) + _start(one)
    return held_back(claim_text, one.chunk.before + one.chunk.content, start, start + len(one.evidence.quote))


def _sentences(one: _Locked) -> str:
    """The whole sentences the quote lies in, each item of a list behind the head that turns it."""
    content, start = one.chunk.before + one.chunk.content, len(one.chunk.before) + _start(one)
    around = sentences_around(content, start, start + len(one.evidence.quote))
    return _unwrapped(around, content=content, at=content.find(around, max(0, start - len(around))))


def _unwrapped(text: str, *, content: str = "", at: int = 0) -> str:
    """One sentence or table row a line: a hard-wrapped line must not part a figure from its bound.

    Where it is ``content`` from ``at`` on, an item of a list stands behind the head that turns it.
    """
    pieces = [
        headed(content, at + span.start, at + span.end) if content else text[span.start : span.end]
        for span in split_sentences(text)
    ]
    return "\n".join(" ".join(_PARTED.sub("", visible(piece)).split()) for piece in pieces)


def _quote_context(one: _Locked) -> QuoteContext:
    start = one.evidence.start_offset - one.chunk.start_offset
    return QuoteContext(
        text=_unwrapped(one.evidence.quote),
        before=visible(one.chunk.content[max(0, start - READ_BEFORE) : start]),
        headings=one.chunk.heading_path,
        context="\n".join((one.chunk.title, one.chunk.filename, one.chunk.context_line)),
    )


def _bearing(one: _Locked, context: tuple[ContextChunk, ...]) -> Bearing:
    start = one.evidence.start_offset - one.chunk.start_offset
    return bearing_of(one.chunk, start, start + len(one.evidence.quote), context)


def _lints(claim_text: str, quotes: list[_Locked], context: tuple[ContextChunk, ...]) -> list[Check]:
    if not quotes:
        return []
    own = {one.chunk.document_id for one in quotes}
    bearing = bearing_lint(
        claim_text,
        [_bearing(one, context) for one in quotes],
        others=[subject_of(chunk) for chunk in context if chunk.document_id not in own],
    )
    numbers = number_findings(claim_text, [_quote_context(one) for one in quotes])
    modality = modality_findings(claim_text, [_sentences(one) for one in quotes])
    backs = dict.fromkeys(taken_back(one.chunk.content, _start(one) + len(one.evidence.quote)) for one in quotes)
    heads = dict.fromkeys(_held_back(claim_text, one) for one in quotes)
    return (
        [Check(name="number_lint", detail=one.detail) for one in numbers]
        + [Check(name="modality_lint", detail=one.detail) for one in modality]
        + [Check(name="modality_lint", detail=f"In the source this stands under “{head}”.") for head in heads if head]
        + [Check(name="modality_lint", detail=f"The source goes on: “{back}”.") for back in backs if back]
        + list(bearing)
    )


def _lint_reason(checks: list[Check]) -> Reason:
    names = {check.name for check in checks}
    if "number_lint" in names:
        return Reason.NUMBER_MISMATCH
    if "modality_lint" in names:
        return Reason.MODALITY_SHIFT
    return Reason.PARTIAL if checks else Reason.NONE


def _best(locked: Iterable[_Locked]) -> float:
    return max((one.score for one in locked), default=0.0)


def _evidence(ruling: Ruling, support: list[_Locked], against: list[_Locked]) -> tuple[Evidence, ...]:
    """The quotes that carry the verdict, the telling one first; a claim that was not found has none."""
    cited = [one for one in support if one.cited]
    if ruling.verdict is Verdict.NOT_FOUND:
        return ()
    if ruling.verdict is Verdict.CONTRADICTED:
        chosen = [*against[: MAX_EVIDENCE - 1], *(cited or support)[:1]]
    elif ruling.from_elsewhere:
        chosen = [one for one in support if not one.cited][:MAX_EVIDENCE]
    else:
        chosen = [*cited[:MAX_EVIDENCE], *(against[:1] if ruling.reason is Reason.DISPUTED else [])]
    return tuple(one.evidence for one in chosen)


def _suggested(ruling: Ruling, support: list[_Locked]) -> str:
    """The key that would have been right, for a claim that lacks it."""
    if ruling.reason not in (Reason.WRONG_CITATION, Reason.UNCITED, Reason.PARTIAL):
        return ""
    elsewhere = [one for one in support if not one.cited]
    if not elsewhere or (
        ruling.reason is Reason.PARTIAL and elsewhere[0].score <= _best(one for one in support if one.cited)
    ):
        return ""
    return elsewhere[0].evidence.key


_TOLD: Mapping[Reason | Verdict, str] = {
    Reason.UNCITED: "The sentence cites no passage.",
    Reason.MISMATCH: "No cited passage says this.",
    Reason.WRONG_CITATION: "Another passage than the cited one says this.",
    Reason.PARTIAL: "The cited passage supports this in part.",
    Reason.DISPUTED: "The cited passage supports this, but another may speak against it.",
    Reason.NUMBER_MISMATCH: "A figure, date or unit does not agree with the source.",
    Reason.MODALITY_SHIFT: "The source puts it more or less strictly, or denies it.",
    Reason.CONFLICT: "One passage supports this and another speaks against it.",
    Reason.MINOR: "This needs no source.",
    Verdict.SUPPORTED: "The cited passage says this.",
    Verdict.CONTRADICTED: "The source says otherwise.",
    Verdict.WEAK: "The evidence is weak.",
    Verdict.NOT_FOUND: "No evidence was found.",
}
# where the passages were not cited but found
_FOUND = {
    **_TOLD,
    Reason.MISMATCH: "No passage that was found says this.",
    Reason.PARTIAL: "A passage of the documents supports this in part.",
    Reason.DISPUTED: "A passage of the documents supports this, but another may speak against it.",
    Verdict.SUPPORTED: "A passage of the documents says this.",
}


_LINTS = frozenset(("number_lint", "modality_lint", "bearing_lint"))


def _notes(ruling: Ruling, checks: list[Check], judge_notes: str, *, told: Mapping[Reason | Verdict, str]) -> str:
    """One short sentence why, what a check that mattered found, then what the Judge noted."""
    why = told[ruling.reason or ruling.verdict]
    lint = next((one.detail for one in checks if one.name in _LINTS), "")
    shown = lint if ruling.verdict is not Verdict.SUPPORTED and ruling.verdict is not Verdict.NOT_FOUND else ""
    return " ".join(part for part in (why, shown, judge_notes.strip()) if part)


def _short(text: str, limit: int = 80) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= limit else plain[: limit - 1] + "…"
