"""What another source says against a sentence of a text that is mended. Pure."""

import re
from collections.abc import Collection, Sequence
from itertools import permutations

from apps.agents.judge.comparable import may_gainsay
from apps.agents.judge.evidence import LEAST_RIVAL, Claimed, Window, candidates, claimed_of, same_period, subjects
from apps.agents.judge.scoring import of_one_subject
from apps.agents.reading.context import Context, Place
from apps.agents.reading.words import plain
from apps.agents.writer.sentences.differing import of_another_time
from apps.agents.writer.sentences.prose import fingerprint
from apps.verification.numbers.lint import QuoteContext, number_findings
from apps.verification.wording.modality import modality_findings

_QUOTED = re.compile(r"“([^”]+)”")
_CUT_OFF = " …"


def rival_of(
    claim: str, own: Collection[str], context: Context, among: Sequence[Place], contradictions: Sequence[str]
) -> Place | None:
    """The place of ``among``, in another document than the passages ``own`` (keys), that says otherwise than ``claim``.

    One that a line of ``contradictions`` quotes beside the claim comes first, then the one that shares most with it. By
    words and figures alone: that there is a conflict a Judge has found already. What was so in the past says nothing
    against what is so today.
    """
    cited = [places[0].chunk for places in context.chunks if places and places[0].chunk.key in own]
    documents = {chunk.document_id for chunk in cited}
    others = [
        place for place in among if place.chunk.document_id not in documents and not of_another_time(place.text, claim)
    ]
    if not cited or not others:
        return None
    quoted = next((place for place in others if _set_against(claim, place.text, contradictions)), None)
    if quoted is not None:
        return quoted
    claimed, eligible = claimed_of(claim), {place.at for place in others}
    alike = [
        (*subjects(claimed, window, context), window)
        for window in candidates(claimed, context, least=LEAST_RIVAL)
        if len(window.places) == 1 and (window.places[0].rank, window.places[0].index) in eligible
    ]
    found = [
        (min(forth, back), -window.places[0].rank, -window.start, window.places[0])
        for forth, back, window in alike
        if of_one_subject(forth, back)
        and all(same_period(window.chunk, chunk) for chunk in cited)
        and may_gainsay(claimed.text, window)
        and _says_otherwise(claimed, window)
    ]
    best = max(found, key=lambda one: one[:3], default=None)
    return best and best[3]


def _set_against(claim: str, said: str, contradictions: Sequence[str]) -> bool:
    """Whether a line quotes the one and, beside it, the other, which says more than the claim again."""
    return fingerprint(claim) != fingerprint(said) and any(
        _quotes(one, claim) and _quotes(other, said)
        for quotes in map(_QUOTED.findall, contradictions)
        for one, other in permutations(quotes, 2)
    )


def _quotes(words: str, sentence: str) -> bool:
    """Whether ``words`` are the sentence, which may be cut off at its end."""
    said, whole = plain(words), plain(sentence)
    return whole.startswith(said.removesuffix(_CUT_OFF)) if said.endswith(_CUT_OFF) else said == whole


def _says_otherwise(claimed: Claimed, window: Window) -> bool:
    """Whether a figure, a denial or a demand differs, read either way: 70% bears out "at most 75%", not so turned."""
    forth = number_findings(claimed.text, [window.context])
    back = number_findings(plain(window.quote), [QuoteContext(text=claimed.text)])
    force = modality_findings(claimed.text, [plain(window.quote)])
    return any(found.fault.is_plain for found in (*forth, *back, *force))
