"""Requests that name documents and nothing in them: what such a document is made of is told. Pure."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from apps.agents.reading.context import Context
from apps.agents.reading.words import content_words
from apps.agents.writer.plan.kinds import DOCUMENTS
from apps.agents.writer.plan.outline import called_documents, is_one_thing
from apps.agents.writer.plan.request import is_kind, read_request

COMPARISON = "comparison"
_THE = re.compile(r"\b(?:the|this)\s+((?:[\w-]+\s+){0,2}[\w-]+)", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)(?:(?:19|20)\d\d(?!\d)|FY\s?[’']?\d\d(?!\d))")


def documents_told_whole(
    query: str,
    context: Context,
    *,
    at_hand: Sequence[str] = (),
    names: Mapping[str, str] | None = None,
    called: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> tuple[str, ...]:
    """Ids of the documents that ``query`` is on as a whole, several where it compares; none where it names a topic.

    ``at_hand``: all documents there are. Where none is named the only one is meant, and several by "these documents" or
    by nothing: "Write a summary". ``names``: document id → what tells its year, by default its title and filename. Of
    the year that is asked for, where one is, are those that bear it, else those that bear none. ``called``: document
    id → the words by which the request calls it what it is ("the lease"), no topic by themselves.
    """
    return _of_the_year(_called_whole(query, context, at_hand, called), query, context, names)


def bear_other_years(
    query: str, context: Context, *, at_hand: Sequence[str] = (), names: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """Ids of those that ``query`` would be on as a whole, had they not all another year than it asks for."""
    called = _called_whole(query, context, at_hand, {})
    return () if _of_the_year(called, query, context, names) else called


def years_in(text: str) -> frozenset[str]:
    """The years that a request, a title or a filename has, "FY22" among them."""
    return frozenset(year if len(year) == 4 and year.isdigit() else f"20{year[-2:]}" for year in _YEAR.findall(text))


def _called_whole(
    query: str, context: Context, at_hand: Sequence[str], kinds: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    """Those that a request is on as a whole, of whatever year."""
    request = read_request(query, context.places)
    if request.absent or (request.called_by and not is_kind(request.called_by)) or not content_words(query):
        return ()
    called: dict[str, None] = dict.fromkeys(request.called)
    by_kind: dict[str, None] = {}
    for topic in request.topics:
        stems = set(content_words(topic))
        own = [document for document, words in kinds.items() if stems <= set(content_words(" ".join(words)))]
        by_title = called_documents([topic], context)
        if own:
            by_kind |= dict.fromkeys(own)
        elif by_title and not is_one_thing(topic, context, by_title):
            called |= dict.fromkeys(sorted(by_title))
        elif not is_kind(topic):
            return ()
    if request.kind == COMPARISON and len(request.subjects) + len(by_kind) < 2:
        return ()
    several = all(_is_of_several(topic) for topic in request.topics) and not _means_one(query)
    meant = len(at_hand) == 1 or several
    called |= by_kind if request.topics or called else dict.fromkeys(kinds)
    return tuple(called) or (tuple(at_hand) if meant and not request.subjects else ())


def compares(query: str, context: Context) -> bool:
    """Whether ``query`` asks for a comparison: what only one of the documents has is none."""
    return read_request(query, context.places).kind == COMPARISON


def _is_of_several(topic: str) -> bool:
    """Whether it says of documents what they are, and not of one: "annual reports"."""
    last = topic.split()[-1].lower()
    return last.endswith("s") and not DOCUMENTS.isdisjoint(content_words(last))


def _means_one(query: str) -> bool:
    """Whether it speaks of one document in particular: "the annual report"."""
    words = [word for run in _THE.findall(query) for word in run.lower().split()]
    return any(not word.endswith("s") and not DOCUMENTS.isdisjoint(content_words(word)) for word in words)


def _of_the_year(
    documents: Sequence[str], query: str, context: Context, names: Mapping[str, str] | None
) -> tuple[str, ...]:
    """Those that bear a year that ``query`` names, else those that bear none; all where it names none."""
    asked = years_in(query)
    if not asked:
        return tuple(documents)
    if names is None:
        names = {place.chunk.document_id: f"{place.chunk.title} {place.chunk.filename}" for place in context.places}
    borne = {one: years_in(names.get(one, "")) for one in documents}
    dated = tuple(one for one in documents if borne[one] & asked)
    return dated or tuple(one for one in documents if not borne[one])
