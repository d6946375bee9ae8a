"""A claim of several sentences of which each was decided by itself, with all the checks. Pure.

It is as good as its weakest sentence, and only where one document bears out all of them: of two documents each may
speak of something else. Whom a sentence speaks of may stand in the one before it, which no check sees: strict mode
supports such a claim only where its quotes stand one after the other, as its sentences do, and so does any mode where a
sentence begins with a pronoun. What a sentence leans on must then be all that the quote before it says: of "Avery met
Collins, and Wells left. She lives in Malta." nobody knows who does once Wells is left out.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from apps.core.patterns import lazy_regex
from apps.verification.lexicon import coverage_of
from apps.verification.rules import Reason
from apps.verification.types import Check, Decision, Evidence, Mode, Stance, Thresholds, Verdict

MOST_SURE = 0.75  # confidence; below what strict mode asks for
WHOLE = 0.9  # share of a quote's content from which a sentence says all of it
_PRONOUN = r"(?:he|she|it|they|him|them|his|hers?|its|theirs?)"
# near the beginning, before which the sentence names nobody: "In 2009 it", "However, they", "Both companies"
_LEANS_AT_ONCE = lazy_regex(
    r"\W*(?:(?:in|on|at|by|after|before|since|during|for|later|then|there|soon|also|however|moreover|\w+\s+\w+\s+later)\b"
    rf"(?-i:[^,;:A-Z]{{0,40}}?),?\s+)?{_PRONOUN}\b"
    r"|\W*(?:this|that|these|those|both|such|the\s+(?:latter|former|same|other|two))\b",
    re.IGNORECASE,
)
# by any of these it may: what "the plant" is may be what the sentence before it says of one
_LEANS = lazy_regex(
    rf"\b(?:{_PRONOUN}|the\s+(?:latter|former|same|other))\b|\A\W*(?:the|both|such|this|that|these|those|here|then|therefore|so"
    r"|another|there(?!\s+(?:is|are|was|were|has|have)))\b",
    re.IGNORECASE,
)
_GAP = 2  # characters between two quotes of which one follows the other
_PART = "Not all of its sentences are borne out by one document."
_EACH = "Each of its sentences is borne out by itself."


def of_sentences(
    sentences: Sequence[str],
    decisions: Sequence[Decision],
    *,
    mode: Mode,
    thresholds: Thresholds,
    most_evidence: int,
) -> Decision:
    """The decision on the claim from those on its ``sentences``, in order; at least one."""
    against = [one for one in decisions if one.verdict is Verdict.CONTRADICTED]
    telling = [one for one in decisions if not one.minor]
    if against or not telling:
        surest = max(against or decisions, key=lambda one: one.confidence)
        return replace(surest, checks=_checks(decisions))
    whole = [one for one in telling if one.verdict is Verdict.SUPPORTED]
    borne_out = [one for one in telling if one.verdict in (Verdict.SUPPORTED, Verdict.WEAK)]
    suggested = next((one.suggested_key for one in telling if one.suggested_key), "")
    if not borne_out:
        return replace(telling[0], checks=_checks(decisions), suggested_key=suggested)
    # a sentence that needs no source is not borne out by one either
    together = len(borne_out) == len(decisions) and _of_one_document(borne_out)
    joined = together and _stand_together(sentences, borne_out)
    alone = mode is Mode.HELPFUL and not any(map(_LEANS_AT_ONCE.match, sentences[1:]))
    supported = together and len(whole) == len(telling) and (joined or alone)
    weakest = min(borne_out, key=lambda one: (one.verdict is not Verdict.WEAK, one.confidence))
    # of what is supported the reason may be that another document says otherwise
    telling_why = next((one for one in borne_out if one.reason), weakest) if supported else weakest
    why = telling_why.reason if together else ""
    confidence = min(weakest.confidence, 1.0 if joined else MOST_SURE) if together else thresholds.weak
    return replace(
        weakest,
        verdict=Verdict.SUPPORTED if supported else Verdict.WEAK,
        reason=why if supported else why or Reason.PARTIAL.value,
        confidence=confidence if supported else min(confidence, thresholds.supported),
        evidence=_evidence(borne_out)[:most_evidence],
        checks=_checks(decisions),
        suggested_key=suggested,
        notes=telling_why.notes if why else _EACH if together else _parted(decisions, borne_out),
    )


def _parted(decisions: Sequence[Decision], borne_out: Sequence[Decision]) -> str:
    """Why it is not borne out by one document, with what is said of the first sentence that nothing bears out."""
    lacking = next((one.notes for one in decisions if one not in borne_out), "")
    return f"{_PART} {lacking}".strip()


def _of_one_document(decisions: Sequence[Decision]) -> bool:
    return bool(
        set.intersection(
            *({one.document_id for one in decision.evidence if one.stance is Stance.SUPPORTS} for decision in decisions)
        )
    )


def _stand_together(sentences: Sequence[str], decisions: Sequence[Decision]) -> bool:
    """Whether the first quotes stand in one document, one right behind the other, and lean on each other likewise."""
    told = [(sentence, decision.evidence[0]) for sentence, decision in zip(sentences, decisions, strict=True)]
    return all(
        one.document_id == other.document_id
        and 0 <= other.start_offset - one.end_offset <= _GAP
        and _leans_alike(before, one.quote, sentence, other.quote)
        for (before, one), (sentence, other) in pairwise(told)
    )


def _leans_alike(before: str, quote_before: str, sentence: str, quote: str) -> bool:
    """Whether a sentence leans on nothing, or its quote does by the same words on what is all said ``before``."""
    leaning, there = (
        {" ".join(one.lower().split()) for one in _LEANS.findall(text.lstrip("“”\"'‘(–—- "))}
        for text in (sentence, quote)
    )
    return not leaning or (leaning <= there and coverage_of(quote_before, before) >= WHOLE)


def _evidence(decisions: Sequence[Decision]) -> tuple[Evidence, ...]:
    """The first quote of each sentence, then the others."""
    firsts = [one for decision in decisions for one in decision.evidence[:1]]
    return tuple(dict.fromkeys([*firsts, *(one for decision in decisions for one in decision.evidence[1:])]))


def _checks(decisions: Sequence[Decision]) -> tuple[Check, ...]:
    return tuple(dict.fromkeys(check for decision in decisions for check in decision.checks))
