"""The statement of results, where a question asks for nothing but one of its main figures, and who counts. Pure.

"What were Acme's net sales?" has few words, which every account of a part of the company has too; so has "How many
mills does Acme run?", and the passage that says "Acme ran 14 mills" may be on much else.
"""

import re
from collections.abc import Collection, Sequence

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.retrieval.passages import Scored
from apps.retrieval.question import ask

LOOKED_AT = 100  # passages, the best first
HEAD = 300  # characters of a passage that may say what it is
_FIGURES = ("sales", "revenue", "revenues", "income", "earnings", "profit")
_BESIDE = word_set(
    "what was were is are how much many did does do has have had make made earn earned report reported tell me give us "
    "the a its their our of in for during and to total net operating consolidated annual overall company group year "
    "years fiscal financial full ended fy"
) | set(_FIGURES)
_PER_SHARE = lazy_regex(
    r"\b(?:(?:basic|diluted)\s+)*(?:(?:net\s+)?(?:earnings|income|loss|profit)\s+per\s+"
    r"(?:(?:common|ordinary|basic|diluted)\s+)*share|EPS)\b",
    re.IGNORECASE,
)
_STATEMENT = lazy_regex(  # a heading's last letter may stand apart: "Incom e"
    r"\b(?:statements?\s+of\s+(?:consolidated\s+)?(?:incom\s?e|operation\s?s|earning\s?s|profit)|income\s+statements?|"
    r"selected\s+(?:consolidated\s+)?financial\s+dat)",
    re.IGNORECASE,
)
_HOW_MANY = lazy_regex(
    r"\bhow many\s+(?:[\w'’-]+\s+){0,3}?(?P<noun>[a-z-]{3,})\s+"
    r"(?P<rest>(?:do|does|did|is|are|was|were|has|have|had)\b.*)",
    re.IGNORECASE,
)


def asks_for_result(query: str, *, names: Collection[str]) -> bool:
    """Whether a question asks for a main figure of a company's results alone. ``names``: of documents, lower case."""
    words = [word.text.lower() for word in ask(_PER_SHARE.sub("earnings", query)).words]
    plain = all(word in _BESIDE or word in names or word.removeprefix("fy").isdigit() for word in words)
    return plain and any(word in _FIGURES for word in words)


def statement_among(scored: Sequence[Scored], *, query: str, named: Collection[str]) -> Scored | None:
    """The best passage of the ``named`` documents that is such a statement with a row of the figure."""
    row = _row_asked(query)
    for item in scored[:LOOKED_AT]:
        candidate = item.candidate
        own = str(candidate.document_id) in named
        if own and _STATEMENT.search(candidate.content[:HEAD]) and row.search(candidate.content):
            return item
    return None


def _row_asked(query: str) -> re.Pattern[str]:
    """The beginning of the row that answers; "Basic" and "Diluted" may stand under "Earnings per share:"."""
    if _PER_SHARE.search(query):
        return re.compile(rf"^{_PER_SHARE.pattern}", re.IGNORECASE | re.MULTILINE)
    figure = next(word.text for word in ask(query).words if word.text.lower() in _FIGURES).rstrip("s")
    return re.compile(rf"^(?:(?:total|net|operating)\s+)*{figure}s?\b[^\n\d]{{0,60}}\d", re.IGNORECASE | re.MULTILINE)


def counting_among(scored: Sequence[Scored], *, query: str, named: Collection[str]) -> list[Scored]:
    """The passages of the ``named`` documents, or of all, that say of somebody to have so many of what is asked for."""
    asked = _HOW_MANY.search(query)
    if asked is None:
        return []
    verbs = "|".join(re.escape(verb[:-1]) for verb in re.findall(r"\b[a-z]{4,}\b", asked["rest"]))
    has = rf"(?:has|had|have|there\s+(?:are|were)|(?:{verbs or 'had'})\w*)"
    number = r"(?!(?:19|20)\d\d\s)\d[\d.,]*"
    counts = re.compile(
        rf"(?i:\b{has})\s+(?:\w+\s+){{0,3}}?{number}\s+(?:[a-z-]+\s+){{0,2}}?{re.escape(asked['noun'].lower())}\b"
    )
    own = [one for one in scored[:LOOKED_AT] if not named or str(one.candidate.document_id) in named]
    return [one for one in own if counts.search(one.candidate.content)]
