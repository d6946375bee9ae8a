"""A claim of several sentences of which each was decided by itself, with all the checks. Pure.

It is as good as its weakest sentence, and only where one document bears out all of them: of two documents each may
speak of something else. Whom a sentence speaks of may stand in the one before it, which no check sees: strict mode
supports such a claim only where its quotes stand one after the other, as its sentences do, and so does any mode where a
sentence begins with a pronoun.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from apps.verification.rules import Reason
from apps.verification.types import Check, Decision, Evidence, Mode, Thresholds, Verdict

MOST_SURE = 0.75  # confidence; below what strict mode asks for
_LEANING = re.compile(r"(?:he|she|it|they|his|her|its|their|this|that|these|those)\b", re.IGNORECASE)
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
    if not borne_out:
        return replace(telling[0], checks=_checks(decisions))
    # a sentence that needs no source is not borne out by one either
    together = len(borne_out) == len(decisions) and _of_one_document(borne_out)
    least = min(borne_out, key=lambda one: one.confidence)
    joined = together and _stand_together(borne_out)
    alone = mode is Mode.HELPFUL and not any(map(_LEANING.match, sentences[1:]))
    supported = together and len(whole) == len(telling) and (joined or alone)
    faulty = next((one for one in borne_out if one.reason), None)
    confidence = min(least.confidence, 1.0 if joined else MOST_SURE) if together else thresholds.weak
    return replace(
        least,
        verdict=Verdict.SUPPORTED if supported else Verdict.WEAK,
        reason="" if supported else faulty.reason if together and faulty else Reason.PARTIAL.value,
        confidence=confidence if supported else min(confidence, thresholds.supported),
        evidence=_evidence(borne_out)[:most_evidence],
        checks=_checks(decisions),
        suggested_key=next((one.suggested_key for one in borne_out if one.suggested_key), ""),
        notes=faulty.notes if together and faulty else _EACH if together else _PART,
    )


def _of_one_document(decisions: Sequence[Decision]) -> bool:
    return bool(set.intersection(*({one.document_id for one in decision.evidence} for decision in decisions)))


def _stand_together(decisions: Sequence[Decision]) -> bool:
    """Whether the first quotes stand in one document, one right behind the other."""
    quotes = [decision.evidence[0] for decision in decisions]
    return all(
        one.document_id == other.document_id and 0 <= other.start_offset - one.end_offset <= _GAP
        for one, other in pairwise(quotes)
    )


def _evidence(decisions: Sequence[Decision]) -> tuple[Evidence, ...]:
    """The first quote of each sentence, then the others."""
    firsts = [one for decision in decisions for one in decision.evidence[:1]]
    return tuple(dict.fromkeys([*firsts, *(one for decision in decisions for one in decision.evidence[1:])]))


def _checks(decisions: Sequence[Decision]) -> tuple[Check, ...]:
    return tuple(dict.fromkeys(check for decision in decisions for check in decision.checks))
