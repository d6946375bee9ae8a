"""From a Judge's findings to the final word on a claim: allow-list, quote lock, lints, then the rules.

The checks stand over whichever Judge there is. Reasons are those of ``rules.Reason``. A supporting quote that is the
claim's near twin but says another figure, denies what the claim asserts or allows what it forbids speaks against the
claim, whatever the Judge held; short of that a check that fires keeps the claim from being supported.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from apps.verification.locked import Locked, lock, short, turn
from apps.verification.numbers.lint import number_lint
from apps.verification.quote_lock import locate, visible
from apps.verification.rules import Reason, Ruling, Signals, rule
from apps.verification.several import of_sentences
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
from apps.verification.wording.bearing import Bearing, bearing_lint, bearing_of, subject_of
from apps.verification.wording.framing import told_of_another
from apps.verification.wording.modality import modality_lint
from apps.verification.wording.standing import Standing

MAX_EVIDENCE = 5
_ANY = Thresholds(supported=1.0, weak=0.0)  # whatever a Judge found, however unlikely
SURE = 0.8  # confidence of a Judge that has read what the source says beside the claim's words
_BOUND = "The source has these words beside others that may restrict them."
_LIMITED = "The source has these words beside others that restrict them."
_MAY_MEAN = "In the source the pronoun may stand for “{}”."
_NOT_STATED = (
    "The source has these words, but does not state them: they stand under what denies, doubts or quotes them."
)


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
    A claim whose sentences were judged one by one is decided so, and its verdict made of theirs.
    """
    if judgement.sentences:
        decisions = [
            decide(
                claim=replace(claim, claim_text=sentence, under=""),
                judgement=_of_sentence(judgement, place),
                context=context,
                mode=mode,
                thresholds=thresholds,
                cited_counts_all=cited_counts_all,
            )
            for place, sentence in enumerate(judgement.sentences)
        ]
        return of_sentences(
            judgement.sentences, decisions, mode=mode, thresholds=thresholds, most_evidence=MAX_EVIDENCE
        )
    in_context = {chunk.key for chunk in context}
    cited_keys = in_context if cited_counts_all else in_context & set(claim.citations)
    checks = [] if cited_counts_all else _allow_list(claim, in_context)
    locked, lock_checks = lock(judgement.findings, context, cited_keys, thresholds)
    checks += lock_checks
    said = visible(claim.in_full)
    turned = [turn(one, said) for one in locked]
    support = [one for one in turned if one.stance is Stance.SUPPORTS]
    against = [one for one in turned if one.stance is Stance.CONTRADICTS]
    carrying = _carrying(said, support)
    lints = _lints(said, carrying or [one for one in locked if one.stance is Stance.SUPPORTS], context)
    apart = _of_others(said, support, against)
    held = [one for one in against if one not in apart]
    signals = Signals(
        cited=bool(cited_keys),
        support=_best(one for one in support if one.cited),
        elsewhere=_best(one for one in support if not one.cited),
        contradiction=_best(held),
        contradicted_by=next((one.turned for one in held if one.score == _best(held)), Reason.NONE),
        lint=_doubt(lints, carrying),
        requires_citation=claim.requires_citation,
        common_knowledge=judgement.common_knowledge,
        mode=mode,
        thresholds=thresholds,
    )
    ruling = _ruling(signals, apart=bool(apart), cited_counts_all=cited_counts_all)
    checks += lints
    evidence = _evidence(ruling, support, against)
    notes = _notes(ruling, checks, judgement.notes, told=_FOUND if cited_counts_all else _TOLD)
    if ruling.verdict is Verdict.SUPPORTED and apart:
        notes += f" Another document says: “{short(apart[0].evidence.quote)}”"
    if ruling.verdict is Verdict.NOT_FOUND and not ruling.minor:
        notes += _unstated(said, judgement.findings, context)
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


def _carrying(claim_text: str, support: list[Locked]) -> list[Locked]:
    """The quotes that a claim rests on: the cited ones, and of these what their source does not disown, if any."""
    carrying = [one for one in support if one.cited] or support
    return [one for one in carrying if not one.disowned(claim_text)] or carrying


def _ruling(signals: Signals, *, apart: bool, cited_counts_all: bool) -> Ruling:
    """What follows from the signals; ``apart``: another source gainsays the one whose word the claim tells."""
    ruling = rule(signals)
    if cited_counts_all and ruling.verdict is Verdict.NOT_FOUND:
        ruling = rule(replace(signals, cited=False))
        ruling = ruling if ruling.minor else replace(ruling, reason=Reason.MISMATCH)
    if apart and ruling.verdict is Verdict.SUPPORTED:
        ruling = replace(ruling, reason=Reason.CONFLICT)
    return ruling


def _of_others(claim_text: str, support: list[Locked], against: list[Locked]) -> list[Locked]:
    """Of ``against`` what other documents say than the cited one whose word the claim tells, if that says it so."""
    told = told_of_another(claim_text)
    saying = [one for one in support if told and one.cited and locate(told, one.evidence.quote)]
    own = {one.evidence.document_id for one in saying}
    return [one for one in against if own and not one.cited and one.evidence.document_id not in own]


def _of_sentence(judgement: Judgement, place: int) -> Judgement:
    return replace(judgement, findings=tuple(one for one in judgement.findings if one.sentence == place), sentences=())


def without(judgement: Judgement, keys: Collection[str]) -> Judgement:
    """What a Judge found but in passages that it was shown for other claims."""
    return replace(judgement, findings=tuple(one for one in judgement.findings if one.key not in keys))


def _allow_list(claim: ClaimDraft, in_context: set[str]) -> list[Check]:
    return [
        Check(name="allow_list", detail=f"[cite:{key}] names no passage of this turn's context and does not count.")
        for key in dict.fromkeys(claim.citations)
        if key not in in_context
    ]


def _bearing(one: Locked, context: tuple[ContextChunk, ...]) -> Bearing:
    return bearing_of(one.chunk, one.start, one.end, context)


def _lints(claim_text: str, quotes: list[Locked], context: tuple[ContextChunk, ...]) -> list[Check]:
    if not quotes:
        return []
    own = {one.chunk.document_id for one in quotes}
    bearing = bearing_lint(
        claim_text,
        [_bearing(one, context) for one in quotes],
        others=[subject_of(chunk) for chunk in context if chunk.document_id not in own],
        restated=any(one.restates(claim_text) for one in quotes),
    )
    standing = max(one.standing_of(claim_text) for one in quotes)
    # what the source says as a clause of its own is modal as the claim is, whatever stands beside it
    says_it = standing >= Standing.BESIDE
    modality = () if says_it else modality_lint(claim_text, [one.sentences for one in quotes])
    backs = dict.fromkeys(one.taken_back(claim_text) for one in quotes)
    heads = dict.fromkeys(one.held_back(claim_text) or one.disowned(claim_text) for one in quotes)
    unread = (
        standing in (Standing.BOUND, Standing.AMID)
        and _best(quotes) < SURE
        and not (standing is Standing.AMID and any(one.read for one in quotes))
    )
    others = [one.other_meant(claim_text) for one in quotes]
    told = any(one.rewords(claim_text) for one in quotes)
    numbers = () if told else number_lint(claim_text, [one.context for one in quotes])
    return (
        [*numbers, *modality]
        + ([Check(name="modality_lint", detail=_NOT_STATED)] if standing is Standing.TURNED else [])
        + ([Check(name="bearing_lint", detail=_BOUND)] if unread else [])
        + ([Check(name="bearing_lint", detail=_LIMITED)] if standing is Standing.LIMITED else [])
        + [Check(name="modality_lint", detail=f"In the source this stands under “{head}”.") for head in heads if head]
        + [Check(name="modality_lint", detail=f"The source goes on: “{back}”.") for back in backs if back]
        + ([Check(name="bearing_lint", detail=_MAY_MEAN.format(others[0]))] if all(others) else [])
        + list(bearing)
    )


def _doubt(lints: list[Check], carrying: list[Locked]) -> Reason:
    """What keeps the quotes that a claim rests on from supporting it: a check, or that they bear out a part of it."""
    if not carrying:
        return Reason.NONE
    return _lint_reason(lints) or (Reason.PARTIAL if all(one.partial for one in carrying) else Reason.NONE)


def _lint_reason(checks: list[Check]) -> Reason:
    names = {check.name for check in checks}
    if "number_lint" in names:
        return Reason.NUMBER_MISMATCH
    if "modality_lint" in names:
        return Reason.MODALITY_SHIFT
    return Reason.PARTIAL if checks else Reason.NONE


def _best(locked: Iterable[Locked]) -> float:
    return max((one.score for one in locked), default=0.0)


def _evidence(ruling: Ruling, support: list[Locked], against: list[Locked]) -> tuple[Evidence, ...]:
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


def _suggested(ruling: Ruling, support: list[Locked]) -> str:
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


def _unstated(claim_text: str, findings: Iterable[Finding], context: tuple[ContextChunk, ...]) -> str:
    """Where a passage has the very words of a claim that was not found, but does not state them; or nothing."""
    found, _ = lock(findings, context, set(), _ANY)
    there = max(found, key=lambda one: one.standing_of(claim_text), default=None)
    if there is None or there.standing_of(claim_text) is not Standing.TURNED:
        return ""
    return f" {_NOT_STATED} “{short(there.evidence.quote)}”"


_LINTS = frozenset(("number_lint", "modality_lint", "bearing_lint"))


def _notes(ruling: Ruling, checks: list[Check], judge_notes: str, *, told: Mapping[Reason | Verdict, str]) -> str:
    """One short sentence why, what a check that mattered found, then what the Judge noted."""
    why = told[ruling.reason or ruling.verdict]
    lint = next((one.detail for one in checks if one.name in _LINTS), "")
    shown = lint if ruling.verdict is not Verdict.SUPPORTED and ruling.verdict is not Verdict.NOT_FOUND else ""
    return " ".join(part for part in (why, shown, judge_notes.strip()) if part)
