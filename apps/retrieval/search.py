"""Hybrid search: question → named documents → vector and full text → expansion → fused ranking."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

import numpy as np

from apps.inference.contracts import Embedder, Entailment
from apps.inference.memory import memory_of
from apps.inference.usage import release_connections
from apps.retrieval.definite import with_definite
from apps.retrieval.expansion import in_their_words
from apps.retrieval.figures import asks_for_figure
from apps.retrieval.names import NAMED, Naming, documents_named
from apps.retrieval.passages import Candidate, Scored, hits_of, load_candidates
from apps.retrieval.question import Question, ask, without_names
from apps.retrieval.ranking import RANKING, Ranking, best_apart, rank
from apps.retrieval.reranking import reranked
from apps.retrieval.scope import Scope, searched_scope
from apps.retrieval.text_search import TextHits, lexemes_of, search_text
from apps.retrieval.types import Hit
from apps.retrieval.vector_search import Vector, nearest_chunks


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What a search found, best first, before anything is thrown away."""

    scope: Scope
    queries: tuple[str, ...]
    scored: tuple[Scored, ...] = ()
    named: frozenset[str] = frozenset()  # ids of the documents that the question names
    names: frozenset[str] = frozenset()  # the words that name documents, in lower case
    called: Mapping[str, frozenset[str]] = field(default_factory=dict)  # document id → those of them that name it


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    """One look at the corpus for one wording of the question."""

    question: Question
    naming: Naming
    text: TextHits
    weights: dict[str, float]
    known: tuple[bool, ...]  # for each word of the question: a passage that is meant has it, or it is not looked for
    vector: Vector
    figure: float  # how surely the question asks for a figure, 0 … 1
    candidates: tuple[Candidate, ...]


def search(
    *,
    workspace_id: UUID | str,
    query: str,
    k: int,
    embedder: Embedder,
    document_ids: Sequence[UUID | str] | None = None,
    ranking: Ranking = RANKING,
    reader: Callable[[], Entailment] | None = None,
) -> list[Hit]:
    """The ``k`` best passages of the workspace's ready documents, best first, none of which repeats another.

    ``document_ids`` narrows the search; ids of other workspaces or of documents that are not ready find nothing.
    ``reader`` gives the model by which the first are put in order once more, see ``reranking``.
    """
    found = find(workspace_id=workspace_id, query=query, embedder=embedder, document_ids=document_ids, ranking=ranking)
    scored = found.scored
    if reader is not None and scored:
        release_connections()
        scored = reranked(scored, query=found.queries[0], reader=reader(), overlap=ranking.overlap)
    return list(hits_of(best_apart(scored, k=k, overlap=ranking.overlap)))


def make_ready(queries: Sequence[str], *, embedder: Embedder) -> None:
    """Embeds in one call what several searches will look for."""
    if queries:
        memory_of(embedder).vectors([text for query in queries for text in _wordings(ask(query))])


def find(
    *,
    workspace_id: UUID | str,
    query: str,
    embedder: Embedder,
    document_ids: Sequence[UUID | str] | None,
    ranking: Ranking = RANKING,
    also: Sequence[UUID] = (),
) -> Findings:
    """Everything that is in the running for ``query``, ranked; passages of ``also`` are, whatever they are worth."""
    scope = searched_scope(workspace_id=workspace_id, document_ids=document_ids)
    question = ask(query)
    queries = [question.text]
    if not scope.documents or not question.words:
        return Findings(scope=scope, queries=tuple(queries))
    look = _look(question, scope, embedder, ranking, also)
    if ranking.expansion:
        reworded = _with_meanings(look)
        if reworded.text != question.text:
            queries.append(reworded.text)
            look = _look(reworded, scope, embedder, ranking, also)
    scored = _rank(look, ranking)
    named = frozenset(map(str, _named(look.naming, scope)))
    names = frozenset(word.text.lower() for word in look.naming.words)
    return Findings(
        scope=scope,
        queries=tuple(queries),
        scored=tuple(scored),
        named=named,
        names=names,
        called=look.naming.called,
    )


def _look(question: Question, scope: Scope, embedder: Embedder, ranking: Ranking, also: Sequence[UUID]) -> _Look:
    by_word = lexemes_of([word.text for word in question.words])
    terms = list(dict.fromkeys(term for lexemes in by_word for term in lexemes))
    pairs = _pairs(question, by_word) if ranking.pairs else []
    text = search_text(
        terms=[*terms, *pairs],
        document_ids=scope.document_ids,
        workspace_id=scope.workspace_id,
        searched=scope.chunk_count,
    )
    uses = [text.counts(lexemes) if lexemes else None for lexemes in by_word]
    naming = Naming(strengths={})
    if ranking.naming:
        named = documents_named(question, scope.documents, uses)
        naming = with_definite(named, question, scope.documents, uses)
    names = {
        lexeme
        for word, lexemes in zip(question.words, by_word, strict=True)
        if word in naming.words
        for lexeme in lexemes
    }
    # a name finds its document; inside it stands on every page
    weights = {term: 0.0 if term in names and len(names) < len(terms) else 1.0 for term in terms}
    dates = {*question.years, "fiscal", "year"}
    weights |= {term: ranking.years for term in terms if term in dates and weights[term]}
    weights |= {pair: ranking.pairs for pair in pairs if not (names | dates) & set(pair.split(" "))}
    meant = {str(id_) for id_ in _named(naming, scope)}
    vector, whole = _question_vectors(question, naming, embedder)
    return _Look(
        question=question,
        naming=naming,
        text=text,
        weights=weights,
        known=tuple(
            used is None or bool(meant & used.keys() if meant else used) or word in naming.words
            for word, used in zip(question.words, uses, strict=True)
        ),
        vector=vector,
        figure=asks_for_figure(whole, embedder=embedder) if ranking.digits else 0.0,
        candidates=_candidates(scope, embedder, vector, text, weights, naming, ranking, also),
    )


def _question_vectors(question: Question, naming: Naming, embedder: Embedder) -> tuple[Vector, Vector]:
    """What is searched with, and the vector of the question as it stands.

    Searched with is the sum of the sentences' vectors, once as they are and once without the names: what is asked, and
    of whom. One vector for a question of several sentences would let the longest drown the others.
    """
    bare = without_names(question, naming.words) if naming.words else ()
    vectors = memory_of(embedder).vectors([*_wordings(question), *bare])
    sentences = 1 + len(question.sentences)
    parts = [_unit(vectors[1:sentences].sum(axis=0))]
    if bare:
        parts.append(_unit(vectors[sentences:].sum(axis=0)))
    return _unit(np.sum(parts, axis=0)), vectors[0]


def _wordings(question: Question) -> tuple[str, ...]:
    """A question as a whole, and sentence by sentence."""
    return (question.text, *question.sentences)


def _pairs(question: Question, by_word: Sequence[tuple[str, ...]]) -> list[str]:
    """Lexemes of words that stand side by side in one sentence, joined by a space."""
    words = zip(question.words, question.words[1:], by_word, by_word[1:], strict=False)
    return [f"{one[0]} {two[0]}" for _, second, one, two in words if len(one) == len(two) == 1 and not second.opens]


def _unit(vector: Vector) -> Vector:
    return vector / max(float(np.linalg.norm(vector)), 1e-12)


def _candidates(
    scope: Scope,
    embedder: Embedder,
    vector: Vector,
    text: TextHits,
    weights: dict[str, float],
    naming: Naming,
    ranking: Ranking,
    also: Sequence[UUID],
) -> tuple[Candidate, ...]:
    """The best of each kind of search, in all documents and once more in those that are named."""
    named = _named(naming, scope)
    ids: dict[UUID, None] = {}
    for documents in (scope.document_ids, named):
        if documents:
            everywhere = scope.whole and documents is not named
            nearest = nearest_chunks(
                workspace_id=scope.workspace_id,
                model=embedder.name,
                vector=vector,
                document_ids=None if everywhere else documents,
                limit=ranking.pool,
                among=scope.chunk_count,
                without=scope.unready if everywhere else (),
            )
            ids |= dict.fromkeys(nearest)
            ids |= dict.fromkeys(text.best(weights, limit=ranking.pool, document_ids=set(documents)))
    return load_candidates(
        chunk_ids=list(ids | dict.fromkeys(also)),
        document_ids=scope.document_ids,
        workspace_id=scope.workspace_id,
        model=embedder.name,
        vector=vector,
    )


def _with_meanings(look: _Look) -> Question:
    """The question with what unknown words stand for in their place."""
    contents = [candidate.content for candidate in look.candidates]
    unknown = [word for word, known in zip(look.question.words, look.known, strict=True) if not known]
    return ask(in_their_words(look.question.text, unknown, contents))


def _rank(look: _Look, ranking: Ranking) -> list[Scored]:
    idf = dict(zip(look.text.terms, look.text.idf().tolist(), strict=True))
    ids = [candidate.chunk_id for candidate in look.candidates]
    terms = {term: weight * idf[term] for term, weight in look.weights.items() if " " not in term and term in idf}
    return rank(
        candidates=look.candidates,
        text_scores=look.text.scores(look.weights, of=ids),
        strengths=look.naming.strengths,
        coverages=look.text.coverages(look.weights, of=ids),
        terms=terms,
        figure=look.figure,
        ranking=ranking,
    )


def _named(naming: Naming, scope: Scope) -> list[UUID]:
    """The documents that are surely meant."""
    return [id_ for id_ in scope.document_ids if naming.strengths.get(str(id_), 0.0) >= NAMED / 2]
