"""What a few terms of the trade are called in statements, whose rows share no word with them. Pure."""

from collections.abc import Collection

from apps.agents.reading.words import content_words

_RESULTS = ("results", "financial results", "operating results", "financial performance", "earnings")
# what is asked for: how tables call it, all words of one name each
_NAMES = (
    ("capital expenditure", ("purchases property plant equipment", "additions property plant equipment")),
    ("capex", ("purchases property plant equipment", "capital expenditures")),
    ("revenue", ("net sales",)),
    ("sales", ("revenues",)),
    ("profit", ("net income", "operating income")),
    ("net income", ("net earnings", "net profit")),
    ("net earnings", ("net income", "net profit")),
    ("debt", ("borrowings",)),
    ("dividends", ("cash dividends",)),
    *((term, ("net revenues", "net sales", "net income", "net loss")) for term in _RESULTS),
)
_CALLED = {
    "capital expenditure": "purchases of property, plant and equipment",
    "capex": "capital expenditures",
    **dict.fromkeys(_RESULTS, "net revenues, operating income and net income"),
}
_EQUAL = tuple(
    (frozenset(content_words(term)), frozenset(content_words(name))) for term, names in _NAMES for name in names
)
_SAME = tuple(
    (frozenset(content_words(term)), frozenset(content_words(name)))
    for term, names in _NAMES
    if term not in _RESULTS
    for name in names
)
_OF_RESULTS = frozenset(frozenset(content_words(term)) for term in (*_RESULTS, "performance", "business results"))


def also_called(topic: str) -> str:
    """Another name by which a topic is to be searched for, else nothing."""
    stems = frozenset(content_words(topic))
    return next((name for term, name in _CALLED.items() if frozenset(content_words(term)) == stems), "")


def is_results(topic: str) -> bool:
    """Whether a topic is a company's results as a whole: "results", "financial performance"."""
    return frozenset(content_words(topic)) in _OF_RESULTS


def glossed(stems: frozenset[str]) -> frozenset[str]:
    """``stems`` of a row's label or a sentence with those of the terms that they are another name for."""
    return stems.union(*(term for term, name in _EQUAL if name <= stems))


def called_as_asked(stems: frozenset[str], wanted: Collection[str]) -> frozenset[str]:
    """``stems`` with the terms asked for in place of their other names: revenue for net sales. Results stay as told."""
    found = [(term, name) for term, name in _SAME if name <= stems and term <= set(wanted) and not term <= stems]
    return stems.difference(*(name for _, name in found)).union(*(term for term, _ in found)) if found else stems
