"""Full-text search in PostgreSQL, ranked like BM25.

A passage's score is Σ weight(term) · idf(term) · frequency(term). ``ts_rank`` of a single term with equal weights is
Σ 1/j² over its j occurrences, divided by π²/6: it saturates as BM25's term frequency does (1 → .61, 2 → .76, 3 → .83).
idf is BM25's, ln(1 + (N − n + ½)/(n + ½)), over the passages searched. On the xquad paragraphs this ranks as BM25 with
length normalisation does (MRR .962 against .964) and needs no statistics kept beside the index.

There is no GIN index: any of a question's words stands in most passages of a tenant, so that reading the tenant's rows
is about as fast, and every chunk would pay for it when it is stored.
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
    chunk_ids: tuple[bytes, ...]  # of a UUID, 16 each: thousands of them are compared and hashed
    documents: tuple[UUID, ...]
    places: NDArray[np.intp]  # where in ``documents`` the document of each passage stands
    ranks: NDArray[np.float64]  # (passages, terms), 0 … 1, 0 where the term is missing
    searched: int  # passages that were looked at

    def idf(self) -> NDArray[np.float64]:
        """BM25's inverse document frequency of each term."""
        found = (self.ranks > 0).sum(axis=0)
        return np.log1p((self.searched - found + 0.5) / (found + 0.5)).astype(np.float64)

    def scores(self, weights: Mapping[str, float], *, of: Sequence[UUID]) -> dict[UUID, float]:
        """The scores of the passages ``of`` that have a term; a term without a weight counts nothing."""
        rows = self._rows(of)
        return dict(zip(rows, self._scores(weights)[list(rows.values())].tolist(), strict=True))

    def coverages(self, weights: Mapping[str, float], *, of: Sequence[UUID]) -> dict[UUID, float]:
        """What share of the terms, by weight and idf, each passage has (0 … 1); a term that no passage has counts."""
        single = [0.0 if " " in term else weights.get(term, 0.0) for term in self.terms]
        worth = self.idf() * np.array(single, np.float64)
        if worth.sum() <= 0:
            return {}
        rows = self._rows(of)
        return dict(zip(rows, ((self.ranks[list(rows.values())] > 0) @ worth / worth.sum()).tolist(), strict=True))

    def best(self, weights: Mapping[str, float], *, limit: int, document_ids: Collection[UUID]) -> list[UUID]:
        """The ``limit`` passages of ``document_ids`` with the highest scores, best first."""
        scores = self._scores(weights)
        inside = np.array([document in document_ids for document in self.documents], np.bool_)
        rows = np.flatnonzero((scores > 0) & inside[self.places])
        if len(rows) > limit:
            rows = rows[scores[rows] >= np.partition(scores[rows], -limit)[-limit]]
        ordered = sorted(rows.tolist(), key=lambda row: (-scores[row], self.chunk_ids[row]))
        return [UUID(bytes=self.chunk_ids[row]) for row in ordered[:limit]]

    def counts(self, terms: Sequence[str]) -> dict[str, int]:
        """In how many passages of each document (by id) any of ``terms`` stands."""
        columns = [self.terms.index(term) for term in terms if term in self.terms]
        if not columns or not self.chunk_ids:
            return {}
        having = self.places[(self.ranks[:, columns] > 0).any(axis=1)]
        found = np.bincount(having, minlength=len(self.documents)).tolist()
        return {str(document): count for document, count in zip(self.documents, found, strict=True) if count}

    def _scores(self, weights: Mapping[str, float]) -> NDArray[np.float64]:
        return self.ranks @ (self.idf() * np.array([weights.get(term, 0.0) for term in self.terms], np.float64))

    def _rows(self, chunk_ids: Sequence[UUID]) -> dict[UUID, int]:
        """The row of each of these passages that has one."""
        places = {chunk_id: row for row, chunk_id in enumerate(self.chunk_ids)}
        return {id_: places[id_.bytes] for id_ in chunk_ids if id_.bytes in places}


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
    """Look for ``terms`` (lexemes) in the passages of ``document_ids``, which are ``searched`` passages in all.

    All comes back as three strings of bytes: to read thousands of rows takes longer than to find them.
    """
    terms = tuple(dict.fromkeys(terms))[:MAX_TERMS]
    chunk_ids = document_column = ranks = b""
    if terms and document_ids:
        sql = f"""
            SELECT string_agg(uuid_send(id), ''::bytea), string_agg(uuid_send(document_id), ''::bytea),
                   string_agg({" || ".join(f"float4send({_rank(term)})" for term in terms)}, ''::bytea)
            FROM (
                SELECT id, document_id, search AS lexemes FROM documents_chunk
                WHERE workspace_id = %s AND document_id = ANY(%s) AND search @@ %s::tsquery
                OFFSET 0
            ) AS found
        """
        queries = [as_query(term) for term in terms]
        with connection.cursor() as cursor:
            cursor.execute(sql, [*queries, workspace_id, list(document_ids), " | ".join(queries)])
            chunk_ids, document_column, ranks = (bytes(column or b"") for column in cursor.fetchone())
    numbers: dict[bytes, int] = {}
    places = [numbers.setdefault(document, len(numbers)) for document in _identifiers(document_column)]
    return TextHits(
        terms=terms,
        chunk_ids=_identifiers(chunk_ids),
        documents=tuple(UUID(bytes=document) for document in numbers),
        places=np.array(places, np.intp),
        ranks=np.frombuffer(ranks, ">f4").astype(np.float64).reshape(len(places), len(terms)),
        searched=searched,
    )


def _identifiers(column: bytes) -> tuple[bytes, ...]:
    return tuple(column[start : start + 16] for start in range(0, len(column), 16))


def as_query(term: str) -> str:
    """The tsquery that matches exactly this lexeme; for a pair (two lexemes and a space), one right after the other."""
    escaped = term.replace("\\", "\\\\").replace("'", "''")
    return " <-> ".join(f"'{lexeme}'" for lexeme in escaped.split(" "))


def _rank(term: str) -> str:
    if " " in term:
        return "(lexemes @@ %s::tsquery)::int::real"  # ts_rank would score the distance, which is always one
    return "ts_rank('{1, 1, 1, 1}', lexemes, %s::tsquery)"
