"""The passages a text is written from."""

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from itertools import zip_longest
from uuid import UUID

from apps.core.sentences import split_sentences
from apps.inference.contracts import Embedder
from apps.inference.memory import memory_of
from apps.retrieval.passages import Scored, hits_of
from apps.retrieval.ranking import RANKING, best_apart, speaks_of_it
from apps.retrieval.requests.request import topics_of, without_instructions
from apps.retrieval.search import Findings, find, make_ready
from apps.retrieval.statements import asks_for_result, counting_among, statement_among
from apps.retrieval.types import Earlier, Hit, Retrieved

NEAREST = 3  # passages shown when none matches
LOOKED_INTO = 5  # passages whose sentences are compared where none is near as a whole
MOST_SENTENCES = 40  # of each of them
CLOSE_SENTENCE = 2.1  # times the floor of passages, which are further from a question than a sentence that answers it
ALL_WORDS = 0.999  # share of a topic's words, rounding apart
FIRST = Earlier()  # of a question before which there was none
MOST_NAMED = 6  # documents that a request names, up to which each is searched for each topic by itself
EARLIER_SHARE = 3  # of so many places one is given to a passage that an earlier answer cites before its rank would


def retrieve_context(
    *,
    workspace_id: UUID | str,
    query: str,
    document_ids: Sequence[UUID | str] | None,
    retrieve: int = 10,
    keep: int = 6,
    token_budget: int = 30_000,
    embedder: Embedder,
    earlier: Earlier = FIRST,
    in_turn: bool = False,
    topic: bool = False,
    first: Collection[UUID] = (),
) -> Retrieved:
    """Of the ``retrieve`` best passages the ``keep`` first that have to do with ``query`` and fit ``token_budget``.

    The context of ``earlier`` turns is ranked for ``query`` together with what is found now: what is not among the best
    any more is left behind, what is deleted or not to be searched too. No passage at all is no failure: the documents
    do not speak of it, and ``nearest`` says what came closest. ``in_turn``: where ``query`` names several documents,
    each has its best passage before one has its second; and what ``query`` enumerates is searched for one by one, in
    each document it names if it names any, and each topic has its best passage of each before one has its second.
    ``topic``: whether ``query`` is one such topic and no question. ``first``: passages that come before all others,
    whatever they are worth.
    """
    look = partial(
        find,
        workspace_id=workspace_id,
        embedder=embedder,
        also=(*earlier.cited, *earlier.chunks, *first),
    )
    found = look(query=without_instructions(query) if in_turn else query, document_ids=document_ids)
    topics = topics_of(query, names=found.names) if in_turn else ()
    make_ready(topics, embedder=embedder)
    apart = _apart(found.named) or [document_ids]
    turns = _turns(
        [[found], *([look(query=one, document_ids=inside) for inside in apart] for one in topics)],
        topic=topic,
        named=found.named if in_turn else (),
        retrieve=retrieve,
        embedder=embedder,
    )
    leading = [item for item in found.scored if item.candidate.chunk_id in first]
    if not in_turn and not leading:
        leading = _statement(found, query)
    others = [item for item in dealt(turns) if item not in leading]
    matching = best_apart([*leading, *others], k=retrieve, overlap=RANKING.overlap)
    kept = merged([item.candidate.chunk_id for item in matching], cited=earlier.cited, keep=keep)
    hits = hits_of(_with_counting([matching[place] for place in kept], found, query))
    chunks = within_budget(hits, token_budget=token_budget)
    return Retrieved(
        chunks=chunks,
        queries=tuple(dict.fromkeys((*found.queries, *topics))),
        searched_documents=len(found.scope.documents),
        searched_chunks=found.scope.chunk_count,
        nearest=() if chunks else hits_of(nearest(found.scored)),
        named=tuple(sorted(found.named)),
        called={document: tuple(sorted(found.called.get(document, ()))) for document in sorted(found.named)},
    )


def _statement(found: Findings, query: str) -> list[Scored]:
    """The statement of one company's results, where nothing but a main figure of them is asked for."""
    if len(found.named) != 1 or not asks_for_result(query, names=found.names):
        return []
    statement = statement_among(found.scored, query=query, named=found.named)
    return [statement] if statement else []


def _with_counting(kept: list[Scored], found: Findings, query: str) -> list[Scored]:
    """``kept``, and behind it the best passage that counts what is asked for where none of them does."""
    counting = counting_among(found.scored, query=query, named=found.named)
    ids = {item.candidate.chunk_id for item in kept}
    return [*kept, *counting[:1]] if kept and not any(one.candidate.chunk_id in ids for one in counting) else kept


def _apart(named: Collection[str]) -> list[list[str]]:
    """The documents that are searched together: each by itself where they are not too many."""
    ids = sorted(named)
    return [[one] for one in ids] if len(ids) <= MOST_NAMED else [ids]


def _turns(
    searches: Sequence[Sequence[Findings]],
    *,
    topic: bool,
    named: Collection[str],
    retrieve: int,
    embedder: Embedder,
) -> list[list[Scored]]:
    """Of each search the ``retrieve`` best as far as they have to do with what was searched.

    ``searches``: that for the whole alone, then for each topic one in each of the documents that are searched apart. Of
    several ``named`` documents passages come by turns. A passage with all words of a topic has to do with it, however
    little it is like it as a whole: one sentence of it may tell. Where none has, sentences are looked into for the
    whole, but for its topics only if the others found nothing either: hundreds may have to be embedded for each.
    """
    retrieved = [[_best(found, named=named, most=retrieve) for found in each] for each in searches]
    turns = [
        [
            [
                item
                for item in items
                if speaks_of_it(item, floor=embedder.similarity_floor)
                or ((topic or number > 0) and item.coverage >= ALL_WORDS)
            ]
            for items in each
        ]
        for number, each in enumerate(retrieved)
    ]
    whole, *topics = (
        partial(said_in_a_sentence, dealt(items)[:LOOKED_INTO], query=each[0].queries[0], embedder=embedder)
        for each, items in zip(searches, retrieved, strict=True)
    )
    first = turns[0][0] or whole()
    found = [first, *(items for each in turns[1:] for items in each)]
    return found if any(found) else [first, *(look() for look in topics)]


def _best(found: Findings, *, named: Collection[str], most: int) -> list[Scored]:
    """The first of what a search found; of several ``named`` documents by turns."""
    scored = by_turns(found.scored, named=named) if len(named) > 1 else found.scored
    return best_apart(scored, k=most, overlap=RANKING.overlap)


def said_in_a_sentence(scored: Sequence[Scored], *, query: str, embedder: Embedder) -> list[Scored]:
    """Those passages of which a single sentence is close to the question, however little the whole is.

    A section that speaks of many things is near to none of them. Measured with the built-in model on 314 questions that
    were put to documents on other things and found nothing (filings and xquad to the samples, samples and filings to
    xquad): the closest sentence of the first five passages had a cosine of at most 0.45, and 0.39 for 19 of 20; the
    question of the samples that only this finds has 0.73. Their vectors are remembered: the claims of a text come upon
    the same passages again and again.
    """
    texts = [sentences_in(item.candidate.content) for item in scored]
    every = [text for sentences in texts for text in sentences]
    if not every:
        return []
    vectors = memory_of(embedder).vectors([query, *every])
    near = (vectors[1:] @ vectors[0] >= CLOSE_SENTENCE * embedder.similarity_floor).tolist()
    owners = [item for item, sentences in zip(scored, texts, strict=True) for _ in sentences]
    close = {owner.candidate.chunk_id for owner, said in zip(owners, near, strict=True) if said}
    return [item for item in scored if item.candidate.chunk_id in close]


def sentences_in(content: str) -> list[str]:
    """The first sentences of a passage."""
    spans = split_sentences(content)[:MOST_SENTENCES]
    return [content[span.start : span.end] for span in spans]


def by_turns(scored: Sequence[Scored], *, named: Collection[str]) -> list[Scored]:
    """Passages of the ``named`` documents one after the other, each document's best first; then all others."""
    queues: dict[str, list[Scored]] = {}
    for item in scored:
        document = str(item.candidate.document_id)
        queues.setdefault(document if document in named else "", []).append(item)
    others = queues.pop("", [])
    return [*dealt(queues.values()), *others]


def dealt(turns: Iterable[Sequence[Scored]]) -> list[Scored]:
    """The best of each, then the second of each, and so on."""
    return [item for turn in zip_longest(*turns) for item in turn if item is not None]


def merged(ranked: Sequence[UUID], *, cited: Collection[UUID], keep: int) -> list[int]:
    """Which ``keep`` of the ``ranked`` passages stay, by their places, in their order.

    The last of them make room for passages that an earlier answer cites and that are still in the ranking, for one in
    EARLIER_SHARE: what was said is to be gone on with, and what was found anew to be heard.
    """
    first = list(range(len(ranked)))[:keep]
    seats = keep // EARLIER_SHARE - sum(ranked[place] in cited for place in first)
    late = [place for place in range(keep, len(ranked)) if ranked[place] in cited][: max(0, seats)]
    giving_way = [place for place in reversed(first) if ranked[place] not in cited][: len(late)]
    return sorted({*first, *late} - set(giving_way))


def within_budget(hits: Sequence[Hit], *, token_budget: int) -> tuple[Hit, ...]:
    """Hits in their order as far as they fit; one that does not fit makes room for a shorter one after it."""
    kept: list[Hit] = []
    left = token_budget
    for hit in hits:
        if hit.token_count <= left:
            kept.append(hit)
            left -= hit.token_count
    return tuple(kept)


def nearest(scored: Sequence[Scored]) -> list[Scored]:
    """The passages most like the question, whatever they are worth."""
    return sorted(scored, key=lambda item: -item.candidate.similarity)[:NEAREST]
