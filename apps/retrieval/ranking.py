"""The order of the candidates. Pure.

Measured through PostgreSQL with the built-in embedder (`manage.py evaluate retrieval`). Ten filings in one
workspace, 32 questions, a page of the evidence among the first 10 distinct pages; 240 paragraphs and 1,190 questions of
xquad, recall at 5 and mean reciprocal rank:

    vector alone .56 | .985 .931    full text alone .41 | .989 .961    both fused .63 | whole .91 | .998 .971

The whole without the digits of tables .69, without the names of documents .75, without neighbouring words .81, without
the lookup of unknown words .88, without headings or mentions .91 (fewer in the first five). The weights were chosen on
the 32 questions over two different cuts of the same filings, inside a broad plateau (.84 to .94), and held against
xquad, which the digits, names and mentions were not chosen on. One question is 3 points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from apps.retrieval.fusion import scaled, without_overlaps
from apps.retrieval.passages import Candidate, Scored


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """How much each signal counts beside the fused score, which lies between 0 and 1."""

    vector: float = 0.6  # share of the vector score in the fused one; the rest is full text
    depth: int = 100  # passages between the best and a score of 0
    pool: int = 200  # passages taken from each kind of search
    naming: float = 0.8  # a document that the question names
    headings: float = 0.2  # all terms of the question stand in the passage's headings
    years: float = 0.2  # weight of a year as a search term: it finds the document, inside it stands everywhere
    mentions: float = 0.1  # a table or short section that its document refers to at least MANY_MENTIONS times
    digits: float = 0.4  # a table (DENSE of the characters are digits), when the question asks for a figure
    expansion: bool = True  # unknown words are looked up in the corpus
    pairs: float = 1.0  # weight of two neighbouring words of the question that are neighbours in the passage
    overlap: float = 0.1  # share of a passage that a better one may have in common with it


COVERAGE_WORTH = 0.3
MANY_MENTIONS = 60
DENSE = 0.15

RANKING = Ranking()


def rank(
    *,
    candidates: Sequence[Candidate],
    text_scores: Mapping[UUID, float],
    strengths: Mapping[str, float],
    coverages: Mapping[UUID, float],
    terms: Mapping[str, float],
    figure: float,
    ranking: Ranking,
) -> list[Scored]:
    """All candidates, best first; those of the same score in the order of their documents."""
    if not candidates:
        return []
    texts = np.array([text_scores.get(candidate.chunk_id, 0.0) for candidate in candidates])
    total = _scores(candidates, texts, strengths=strengths, terms=terms, figure=figure, ranking=ranking)
    best_text = texts.max() or 1.0
    order = sorted(
        range(len(candidates)),
        key=lambda i: (-round(total[i], 9), str(candidates[i].document_id), candidates[i].chunk_index),
    )
    return [
        Scored(
            candidate=candidates[i],
            score=float(total[i]),
            text_score=float(texts[i] / best_text),
            coverage=coverages.get(candidates[i].chunk_id, 0.0),
        )
        for i in order
    ]


def _scores(
    candidates: Sequence[Candidate],
    texts: NDArray[np.float64],
    *,
    strengths: Mapping[str, float],
    terms: Mapping[str, float],
    figure: float,
    ranking: Ranking,
) -> NDArray[np.float64]:
    """The weighted sum of all signals for each candidate, whose scores by full text are ``texts``."""
    named = np.array([strengths.get(str(candidate.document_id), 0.0) for candidate in candidates])
    meant = named >= max(named.max(), 0.5) if named.any() else None
    similarities = np.array([candidate.similarity for candidate in candidates])
    vector = scaled(similarities, depth=ranking.depth, scale_on=meant)
    text = scaled(texts, depth=ranking.depth, scale_on=meant)
    mentions = np.log1p([candidate.mentions for candidate in candidates]) / log(1 + MANY_MENTIONS)
    digits = np.array([candidate.digits for candidate in candidates]) / DENSE
    whole = sum(terms.values()) or 1.0
    headings = np.array([sum(terms.get(term, 0.0) for term in sorted(c.heading)) / whole for c in candidates])
    return (
        ranking.vector * vector
        + (1 - ranking.vector) * text
        + ranking.naming * named
        + ranking.headings * headings
        + ranking.mentions * np.minimum(mentions, 1.0)
        + ranking.digits * np.minimum(figure * digits, 1.0)
    )


def speaks_of_it(scored: Scored, *, floor: float) -> bool:
    """Whether a passage has to do with the question at all: the signal behind NO_MATCHES.

    ``floor`` is the cosine that is asked of a passage with half of the question's terms; one with all of them needs
    COVERAGE_WORTH / 2 less, one with none so much more. With the built-in model's 0.24 a match is found for all 32
    questions on the filings and for 99.7% of those on xquad, and wrongly for 9% of the former asked of xquad and 19% of
    the latter asked of the filings. The cosine alone would find 40 to 75% wrongly to lose as few.
    """
    return scored.candidate.similarity + COVERAGE_WORTH * (scored.coverage - 0.5) >= floor


def best_apart(scored: Sequence[Scored], *, k: int, overlap: float) -> list[Scored]:
    """The first ``k`` that say something of their own: none shares more than ``overlap`` with a better one."""
    spans = [(item.candidate.document_id, item.candidate.start_offset, item.candidate.end_offset) for item in scored]
    return [scored[index] for index in without_overlaps(spans[: 5 * k], limit=overlap)[:k]]
