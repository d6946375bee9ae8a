"""What a reader may ask next: made without a model, and kept only where the documents answer it.

A candidate (follow_up_candidates.py) is searched for as the reader's own question would be, and the built-in Writer's
test says whether what was found answers it. It is kept when the answer comes from the document that the question was
made from, says something that the text has not told, and says it whole: in a full sentence on what is asked about, or
in a row with its unit or scale. At most ``TRIED`` are tried, within ``SECONDS``: a reader who
waits for the end of an answer is not to wait for what to ask next.
"""

import logging
import re
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from uuid import UUID

from apps.agents.reading.context import Context, Place, read_context
from apps.agents.reading.question import Question, read_question
from apps.agents.reading.words import content_words, coverage
from apps.agents.writer.sentences.leaning import leans
from apps.agents.writer.sentences.prose import fingerprint
from apps.agents.writer.sentences.selection import choose, rank_places
from apps.agents.writer.sentences.soundness import is_sound, scaled_documents, stands_alone
from apps.drafting.suggesting.candidates import ALIKE, Candidate, Setting, alike, candidates, without_repeats
from apps.drafting.suggesting.names import names_of_companies
from apps.drafting.suggesting.told import Told, told_by
from apps.inference.contracts import CallAborted, Embedder, ModelError
from apps.inference.memory import SentenceMemory
from apps.retrieval.context import retrieve_context
from apps.retrieval.types import ContextChunk
from apps.runs.types import Superseded

logger = logging.getLogger(__name__)
MOST = 3
TRIED = 6
SECONDS = 1.5  # after which no further one is tried
RETRIEVE, KEEP = 10, 6  # as for an answer (spec section 3)
LOOKED_AT = 10  # places of what is found that are held against a question: an answer to it looks at more
_ANNOUNCES = re.compile(r"\b(?:the|these) following\b(?! (?:day|week|month|quarter|season|year|morning)s?\b)", re.I)

Answer = Callable[[str], Sequence[Place]]


def follow_up_questions(
    *, passages: Sequence[ContextChunk], cited: Collection[str], wanted: Collection[str], asked: Sequence[str],
    several: bool, answer: Answer, text: str = "", clock: Callable[[], float] = time.monotonic,
) -> tuple[str, ...]:  # fmt: skip
    """At most MOST questions that ``answer`` answers; none when that fails: a text is worth having without them.

    They are of different kinds, and about what the text does not tell.

    ``passages``: what was retrieved, best first. ``cited``: keys that the text cites. ``wanted``: keys of passages near
    a claim that did not hold. ``asked``: the questions of the conversation so far. ``several``: see ``Setting``.
    ``text``: what was written; without it all of a cited passage counts as told.
    """
    try:
        context = read_context(tuple(passages))
        told = told_by(text, cited=cited, context=context)
        setting = Setting(several=several, names=names_of_companies(context, asked), told=told)
        found = _worth_trying(passages, cited, wanted, asked, setting)
        scaled = scaled_documents(context)
        tellable = partial(_is_told, context=context, scaled=scaled)
        until = clock() + SECONDS
        return _kept(found, told=told, scaled=scaled, answer=answer, tellable=tellable, in_time=lambda: clock() < until)
    except Superseded:
        raise
    except (ModelError, CallAborted) as error:
        logger.warning("no follow-up questions: %s", str(error) or "the model did not answer in time")
        return ()
    except Exception:
        logger.exception("no follow-up questions")
        return ()


def _worth_trying(
    passages: Sequence[ContextChunk], cited: Collection[str], wanted: Collection[str], asked: Sequence[str],
    setting: Setting,
) -> Sequence[Candidate]:  # fmt: skip
    speaking = {chunk.document_id for chunk in passages if chunk.key in cited}
    speaking = speaking or {chunk.document_id for chunk in passages[:1]}  # others were found for their words alone
    own = [chunk for chunk in passages if chunk.document_id in speaking]
    found = candidates(own, wanted=wanted, asked=asked, setting=setting)
    return list(without_repeats(found, asked=asked, used=setting.told.headings))


def _is_told(candidate: Candidate, context: Context, scaled: frozenset[str]) -> bool:
    """Whether the passage that it was made from says something whole of it: no search is spent on any other."""
    own = (place for place in context.quotable() if place.chunk.key == candidate.key)
    return any(_is_of(candidate, place) and _is_whole(place, scaled) for place in own)


def _kept(
    found: Sequence[Candidate], *, told: Told, scaled: frozenset[str], answer: Answer,
    tellable: Callable[[Candidate], bool], in_time: Callable[[], bool],
) -> tuple[str, ...]:  # fmt: skip
    kept: list[Candidate] = []
    tried = 0
    for candidate in found:
        if len(kept) == MOST or tried == TRIED or not in_time():
            break
        if any(candidate.kind is other.kind or alike(candidate.stems, other.stems) for other in kept):
            continue
        if not tellable(candidate):
            continue
        tried += 1
        if _answers(candidate, answer(candidate.text), told, scaled):
            kept.append(candidate)
    return tuple(candidate.text for candidate in kept)


def _answers(candidate: Candidate, places: Sequence[Place], told: Told, scaled: frozenset[str]) -> bool:
    """Whether the first thing that would be written is from the question's document, new to the reader and whole."""
    if not places or places[0].chunk.document_id != candidate.document_id or _is_known(places[0], told):
        return False
    if places[0].text.endswith(":") and len(places) == 1:
        return False  # it announces what does not follow
    return _is_of(candidate, places[0]) and _is_whole(places[0], scaled)


def _is_known(place: Place, told: Told) -> bool:
    """Whether the text has told it, from this passage or from one that says the same."""
    return told.has(place.chunk.key, place.index) or fingerprint(place.text) in fingerprint(told.text)


def _is_of(candidate: Candidate, place: Place) -> bool:
    """Whether a place tells of what is asked: the sentence or the row that it was made from, with both of its years."""
    row = place.unit.row
    if candidate.source:
        return fingerprint(place.text) == fingerprint(candidate.source)
    if not candidate.years:
        return len(candidate.stems & (place.words | place.above)) >= ALIKE * len(candidate.stems)
    label = frozenset(content_words(row.label)) if row else frozenset()
    return row is not None and candidate.stems <= label and set(candidate.years) <= set(row.columns)


def _is_whole(place: Place, scaled: frozenset[str]) -> bool:
    """Whether it can be understood by who reads it alone, and does not only announce what comes next."""
    text = place.text
    announces = _ANNOUNCES.search(text) is not None and not text.endswith(":")
    return is_sound(place, scaled) and stands_alone(place) and not leans(text) and not announces


def answer_from(
    *, workspace_id: UUID | str, document_ids: Sequence[UUID | str] | None, embedder: Embedder, memory: SentenceMemory
) -> Answer:
    """What the built-in Writer would write in answer to a question of these documents; empty when it would refuse."""

    def answer(query: str) -> Sequence[Place]:
        found = retrieve_context(
            workspace_id=workspace_id, query=query, document_ids=document_ids, retrieve=RETRIEVE, keep=KEEP,
            embedder=embedder,
        )  # fmt: skip
        question = read_question(query)
        context = _narrowed(read_context(found.chunks, asked=question.text), question)
        paragraphs = choose(question, rank_places(question, context, memory), context)
        return paragraphs[0] if paragraphs else ()

    return answer


def _narrowed(context: Context, question: Question) -> Context:
    """Only the LOOKED_AT places that share most with the question: each has to be embedded."""

    def shared(place: Place) -> float:
        have = place.words | place.above
        return coverage(question.words, have, context.weights, default=context.unseen) + coverage(
            question.words, place.words, context.weights, default=context.unseen
        )

    best = sorted(context.quotable(), key=lambda place: (-shared(place), place.rank, place.index))[:LOOKED_AT]
    return replace(context, quoted=tuple(sorted(best, key=lambda place: place.at)), found_by={})
