"""Words added to a question from the corpus itself, from no list of ours. Pure but for :func:`feedback_terms`.

A word that no passage has is looked for in the passages found so far: as an abbreviation they define ("selling,
general and administrative (SG&A)"), as the initials of a phrase they use (PPNE: property, plant and equipment), as two
words written as one (cashflow) or as the beginnings of two (capex: capital expenditures). The phrase found most often
takes its place. Then, as in relevance feedback (Lavrenko and Croft 2001), the words that set the best passages apart
are added with a small weight.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log1p
from uuid import UUID

from django.db import connection

INITIALS = range(3, 7)  # letters of an abbreviation that is looked for as initials
MOST_WORDS = 8  # of a phrase before its abbreviation in brackets
SMALL_WORDS = r"(?:and|&|of|the|for|in|on|to|or)"

_NUMBER = re.compile(r"[\d.,%-]+")


def meaning_of(word: str, texts: Sequence[str]) -> str | None:
    """The phrase of ``texts`` that ``word`` stands for, in lower case, or None."""
    bare = re.sub(r"[^a-z]", "", word.lower())
    if len(bare) < 3:
        return None
    for pattern in _patterns(word, bare):
        found = Counter(" ".join(match.lower().split()) for text in texts for match in pattern.findall(text))
        if found:
            return max(sorted(found), key=found.__getitem__)
    return None


def _patterns(word: str, bare: str) -> list[re.Pattern[str]]:
    gap = r"[\s,&–—-]+"
    maybe = r"[\s,&–—-]*"
    patterns = []
    if len(bare) in INITIALS:
        named = rf"\(\s*[\"“”'‘’]?{re.escape(word)}[\"“”'‘’]?\s*\)"
        long_form = _initials(bare, gap)
        patterns.append(re.compile(rf"\b({long_form}){maybe}{named}", re.IGNORECASE))
        patterns.append(re.compile(rf"\b({long_form})\b", re.IGNORECASE))
    for cut in range(3, len(bare) - 1):
        patterns.append(re.compile(rf"\b({bare[:cut]}\s{bare[cut:]})s?\b", re.IGNORECASE))
    for cut in range(3, len(bare) - 1):
        patterns.append(re.compile(rf"\b({bare[:cut]}[a-z]+\s{bare[cut:]}[a-z]+)\b", re.IGNORECASE))
    return patterns


def _initials(letters: str, gap: str) -> str:
    """A phrase whose words begin with ``letters``; n and a may stand for and, small words between do not count."""
    parts = []
    for place, letter in enumerate(letters):
        inner = 0 < place < len(letters) - 1
        whole = rf"(?:{letter}[a-z]+|and|&)" if inner and letter in "na" else rf"{letter}[a-z]+"
        parts.append(whole)
    return rf"{gap}(?:{SMALL_WORDS}{gap})?".join(parts)


def feedback_terms(
    *, best: Mapping[UUID, float], pool: Sequence[UUID], known: Sequence[str], count: int
) -> dict[str, float]:
    """The ``count`` lexemes that set the ``best`` passages (id → score) apart from the ``pool``, weighted 0 … 1.

    A lexeme's weight is Σ score · share of the passage, times its inverse frequency in the pool. Numbers and the terms
    already ``known`` are left out.
    """
    sql = """
        SELECT found.lexeme, count(*) AS frequency,
               sum(given.weight * coalesce(cardinality(found.positions), 1) / length(chunk.search)) AS weight
        FROM unnest(%s::uuid[], %s::float[]) AS given (id, weight)
        JOIN documents_chunk AS chunk ON chunk.id = given.id
        CROSS JOIN LATERAL unnest(chunk.search) AS found
        GROUP BY found.lexeme
        HAVING sum(given.weight) > 0
    """
    ids = list(pool)
    with connection.cursor() as cursor:
        cursor.execute(sql, [ids, [float(best.get(chunk_id, 0.0)) for chunk_id in ids]])
        rows = cursor.fetchall()
    return weighted_terms(rows, pool_size=len(ids), known=known, count=count)


def weighted_terms(
    rows: Sequence[tuple[str, int, float]], *, pool_size: int, known: Sequence[str], count: int
) -> dict[str, float]:
    """Of (lexeme, passages that have it, weight) the ``count`` highest weight · ln(passages / those), highest 1."""
    weights = {
        lexeme: weight * log1p((pool_size - frequency + 0.5) / (frequency + 0.5))
        for lexeme, frequency, weight in rows
        if lexeme not in known and not _NUMBER.fullmatch(lexeme)
    }
    best = sorted(weights, key=lambda lexeme: (-weights[lexeme], lexeme))[:count]
    if not best or weights[best[0]] <= 0:
        return {}
    return {lexeme: weights[lexeme] / weights[best[0]] for lexeme in best if weights[lexeme] > 0}
