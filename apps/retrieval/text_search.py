"""Full-text search in PostgreSQL, ranked like BM25.

A passage's score is Σ weight(term) · idf(term) · frequency(term). ``ts_rank`` of a single term with equal weights is
Σ 1/j² over its j occurrences, divided by π²/6: it saturates as BM25's term frequency does (1 → .61, 2 → .76, 3 → .83).
idf is BM25's, ln(1 + (N − n + ½)/(n + ½)), over the passages searched. On the xquad paragraphs this ranks as BM25 with
length normalisation does (MRR .962 against .964) and needs no statistics kept beside the index.

There is no GIN index: any of a question's words stands in most passages of a tenant, so that reading the tenant's rows
is about as fast (9,225 passages among 70,350: a whole search 0.38 s without and 0.29 s with it on two busy processors)
and every chunk would pay for it when it is stored.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from apps.documents.search_text import normalised

LANGUAGE = "english"
MAX_TERMS = 60  # of a question are searched; each costs a microsecond per passage that has any of them


@dataclass(frozen=True, slots=True, kw_only=True)
class TextHits:
    """Every searched passage that has at least one of the terms. Row i of ``ranks`` belongs to chunk_ids[i]."""

    terms: tuple[str, ...]
    chunk_ids: tuple[UUID, ...]
    document_ids: tuple[UUID, ...]
    ranks: NDArray[np.float64]  # (passages, terms), 0 … 1, 0 where the term is missing
    searched: int  # passages that were looked at

    def idf(self) -> NDArray[np.float64]:
        """BM25's inverse document frequency of each term."""
        found = (self.ranks > 0).sum(axis=0)
        return np.log1p((self.searched - found + 0.5) / (found + 0.5)).astype(np.float64)

    def scores(self, weights: Mapping[str, float]) -> dict[UUID, float]:
        """The score of each passage; a term without a weight counts nothing."""
        factors = self.idf() * np.array([weights.get(term, 0.0) for term in self.terms], np.float64)
        return dict(zip(self.chunk_ids, (self.ranks @ factors).tolist(), strict=True))

    def coverages(self, weights: Mapping[str, float]) -> dict[UUID, float]:
        """What share of the terms, by weight and idf, each passage has (0 … 1); a term that no passage has counts."""
        single = [0.0 if " " in term else weights.get(term, 0.0) for term in self.terms]
        worth = self.idf() * np.array(single, np.float64)
        if worth.sum() <= 0:
            return {}
        return dict(zip(self.chunk_ids, ((self.ranks > 0) @ worth / worth.sum()).tolist(), strict=True))

    def best(self, weights: Mapping[str, float], *, limit: int, document_ids: Collection[UUID]) -> list[UUID]:
        """The ``limit`` passages of ``document_ids`` with the highest scores, best first."""
        scores = self.scores(weights)
        places = dict(zip(self.chunk_ids, self.document_ids, strict=True))
        inside = [id_ for id_, score in scores.items() if score > 0 and places[id_] in document_ids]
        return sorted(inside, key=lambda id_: (-scores[id_], id_))[:limit]

    def counts(self, terms: Sequence[str]) -> dict[str, int]:
        """In how many passages of each document (by id) any of ``terms`` stands."""
        columns = [self.terms.index(term) for term in terms if term in self.terms]
        if not columns or not self.chunk_ids:
            return {}
        counts: dict[str, int] = {}
        for row in np.flatnonzero((self.ranks[:, columns] > 0).any(axis=1)):
            document = str(self.document_ids[row])
            counts[document] = counts.get(document, 0) + 1
        return counts


def lexemes_of(texts: Sequence[str]) -> list[tuple[str, ...]]:
    """The lexemes of each text in the order in which they stand there; none for a text of stop words."""
    sql = """
        SELECT coalesce(array_agg(lexeme ORDER BY positions[1], lexeme) FILTER (WHERE lexeme IS NOT NULL), '{}')
        FROM unnest(%s::text[]) WITH ORDINALITY AS given (text, place)
        LEFT JOIN LATERAL unnest(to_tsvector(%s, given.text)) AS found ON true
        GROUP BY place ORDER BY place
    """
    with connection.cursor() as cursor:
        cursor.execute(sql, [[normalised(text) for text in texts], LANGUAGE])
        return [tuple(lexemes) for (lexemes,) in cursor.fetchall()]


def search_text(*, terms: Sequence[str], document_ids: Sequence[UUID], workspace_id: UUID, searched: int) -> TextHits:
    """Look for ``terms`` (lexemes) in the passages of ``document_ids``, which are ``searched`` passages in all."""
    terms = tuple(dict.fromkeys(terms))[:MAX_TERMS]
    rows: list[tuple[UUID, UUID, list[float]]] = []
    if terms and document_ids:
        sql = f"""
            SELECT id, document_id, ARRAY[{", ".join(map(_rank, terms))}]
            FROM (
                SELECT id, document_id, search || ''::tsvector AS lexemes  -- unpacked once, not once per term
                FROM documents_chunk
                WHERE workspace_id = %s AND document_id = ANY(%s) AND search @@ %s::tsquery
                OFFSET 0
            ) AS found
        """
        queries = [as_query(term) for term in terms]
        with connection.cursor() as cursor:
            cursor.execute(sql, [*queries, workspace_id, list(document_ids), " | ".join(queries)])
            rows = cursor.fetchall()
    return TextHits(
        terms=terms,
        chunk_ids=tuple(row[0] for row in rows),
        document_ids=tuple(row[1] for row in rows),
        ranks=np.array([row[2] for row in rows], np.float64).reshape(len(rows), len(terms)),
        searched=searched,
    )


def as_query(term: str) -> str:
    """The tsquery that matches exactly this lexeme; for a pair (two lexemes and a space), one right after the other."""
    escaped = term.replace("\\", "\\\\").replace("'", "''")
    return " <-> ".join(f"'{lexeme}'" for lexeme in escaped.split(" "))


def _rank(term: str) -> str:
    if " " in term:
        return "(lexemes @@ %s::tsquery)::int::real"  # ts_rank would score the distance, which is always one
    return "ts_rank('{1, 1, 1, 1}', lexemes, %s::tsquery)"
