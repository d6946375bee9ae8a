"""The Judge that needs no model endpoint: a small model of its own reads, rules compare words, figures and denials."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from apps.agents.judge.common_knowledge import is_common_knowledge
from apps.agents.judge.comparable import may_gainsay
from apps.agents.judge.evidence import Claimed, Window, claimed_of, same_period, window_of
from apps.agents.judge.scoring import CUTS
from apps.agents.judge.several import sentences_of
from apps.agents.judge.weighing import LEAST, weighed_on
from apps.agents.reading.context import Context, Place, read_context
from apps.agents.reading.words import plain
from apps.inference.contracts import Entailment
from apps.inference.memory import SentenceMemory
from apps.verification.types import LONGEST_CLAIM, ClaimDraft, ContextChunk, Finding, Judgement, Stance
from apps.verification.wording.framing import ANOTHER_SAYS, told_of_another
from apps.verification.wording.rewordings import reworded
from apps.verification.wording.standing import SHORTEST_PART, Standing, spelled, standing

VERBATIM = 0.98  # the passage says it in the same words
VERBATIM_PART = 0.95  # … as a clause of a longer sentence
REWORDED = 0.9  # … in other words that are certain to say the same
SHARED = 0.3  # of a claim's words that a sentence has if it may say it in others
SURE = 0.8  # support from which a document is taken to say the claim
TOO_LONG = "The claim is too long to be compared with the passages."


class BuiltinJudge:
    """Decides by the best window of one to three sentences, or table row, of each passage; sentence by sentence.

    ``entailment`` gives the model that reads around it, loaded when it is first asked; without one (``rules``) words,
    vectors and figures alone decide.
    """

    prompts: Mapping[str, str] = MappingProxyType({})
    together = 1
    thresholds = CUTS

    def __init__(self, *, memory: SentenceMemory, entailment: Callable[[], Entailment] | None = None) -> None:
        self._memory = memory
        self._entailment = entailment
        self.name = "rules" if entailment is None else "builtin"

    def judge(self, *, claims: tuple[ClaimDraft, ...], chunks: tuple[ContextChunk, ...]) -> Iterator[Judgement]:
        """One Judgement per claim, in order; the findings on each of its sentences are the strongest first."""
        context = read_context(chunks)
        entailment = self._entailment() if self._entailment else None
        for claim in claims:
            sentences = _sentences_of(claim)
            cited = frozenset(claim.citations)
            findings = tuple(
                replace(one, sentence=place)
                for place, sentence in enumerate(sentences)
                for one in findings_on(_told(sentence), context, self._memory, entailment, cited=cited)
            )
            found = {one.sentence for one in findings}
            long = any(place not in found and len(plain(one)) > LONGEST_CLAIM for place, one in enumerate(sentences))
            # what a passage speaks of is a matter of the documents: they may count otherwise
            known = not findings and is_common_knowledge(claim.claim_text)
            yield Judgement(
                findings=findings,
                sentences=sentences if len(sentences) > 1 else (),
                notes=TOO_LONG if long else "",
                common_knowledge=known,
                judge=self.name,
            )


def _sentences_of(claim: ClaimDraft) -> tuple[str, ...]:
    """What is held against the passages one by one; all of an item of a list."""
    if claim.in_full != claim.claim_text:
        return (claim.in_full,)
    told = told_of_another(claim.claim_text)
    sentences = sentences_of(told or claim.claim_text)
    return tuple(f"{ANOTHER_SAYS} {one}" for one in sentences) if told else sentences


def _told(sentence: str) -> Claimed:
    return claimed_of(told_of_another(sentence) or sentence)


def findings_on(
    claim: Claimed,
    context: Context,
    memory: SentenceMemory,
    entailment: Entailment | None = None,
    *,
    cited: frozenset[str] = frozenset(),
) -> tuple[Finding, ...]:
    """At most one supporting and one contradicting finding per passage, the surest first. ``cited``: its keys."""
    said = said_verbatim(claim, context)
    weighed = weighed_on(claim, context, memory, entailment, cited=cited, said=[window for window, _ in said])
    telling = [one for one in weighed if one.is_telling and not one.against]
    # what the model takes away leaves a trace: the passage speaks of it
    speaking_for = [_finding(window, score) for window, score in said]
    speaking_for += [_finding(one.window, max(LEAST, one.support), read=one.is_read_for) for one in telling]
    in_part = [_finding(one.window, CUTS.weak) for one in weighed if one.in_part and not one.against]
    own = {places[0].chunk.document_id for places in context.chunks if places and places[0].chunk.key in cited}
    sure = [window.chunk for window, score in said if score >= SURE]
    sure += [one.window.chunk for one in telling if one.support >= SURE]
    having = [one for one in weighed if one.has_figures_of(claim)]
    borne_out = any(one.score >= CUTS.weak for one in speaking_for)
    speaking_against = [
        _finding(one.window, one.against, Stance.CONTRADICTS)
        for one in weighed
        if one.against
        and (one.window.chunk.document_id in own or one.is_contrary or may_gainsay(claim.text, one.window))
        and (one.is_telling_contrary or one.measures.modality or not any(other.settles(one, claim) for other in having))
        and _may_gainsay(one.window.chunk, sure)
        and not (borne_out and one.is_read_against)
    ]
    found = [
        *_best_of_each(speaking_for),
        *_best_of_each(speaking_against),
        *(replace(one, partial=True) for one in _best_of_each(in_part)),
    ]
    return tuple(sorted(found, key=lambda finding: -finding.score))


def _finding(window: Window, score: float, stance: Stance = Stance.SUPPORTS, *, read: bool = False) -> Finding:
    return Finding(key=window.chunk.key, quote=window.quote, stance=stance, score=score, read=read)


def _may_gainsay(chunk: ContextChunk, sure: list[ContextChunk]) -> bool:
    """Whether a passage can stand against what ``sure`` ones say.

    A document that says a thing seldom denies it: its like sentences speak of other periods, products or places.
    """
    return all(chunk.document_id != other.document_id and same_period(chunk, other) for other in sure)


def _best_of_each(findings: list[Finding]) -> list[Finding]:
    """The surest finding of each passage, if it tells a reader anything."""
    best: dict[str, Finding] = {}
    for one in findings:
        held = best.get(one.key)
        if one.score >= LEAST and (held is None or one.score > held.score):
            best[one.key] = one
    return list(best.values())


def said_verbatim(claim: Claimed, context: Context) -> list[tuple[Window, float]]:
    """Places that say the claim word for word, whatever their marks, or reworded: as a whole, or as a clause alone."""
    wanted = spelled(claim.text)
    # what announces a list stands over it like a heading
    places = context.places if claim.text.endswith(":") else context.quotable()
    found = []
    for place in places if wanted else ():
        window = window_of(place, claim, context)
        held = standing(wanted, window.text)
        if held is Standing.WHOLE:
            found.append((window, VERBATIM))
        elif held is Standing.ALONE and len(wanted) >= SHORTEST_PART:
            found.append((window, VERBATIM_PART))
        elif _may_say(claim, place) and reworded(claim.text, window.text):
            found.append((window, REWORDED))
    return found


def _may_say(claim: Claimed, place: Place) -> bool:
    return len(place.words.intersection(claim.words)) >= SHARED * len(set(claim.words)) > 0
