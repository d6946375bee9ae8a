"""What a question calls the document that it is about: by the company whose report it is, else by its title. Pure."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from apps.agents.reading.context import Context
from apps.agents.writer.plan.naming import bare, names_in
from apps.agents.writer.plan.subjects import documents_of, titled_documents
from apps.retrieval.types import ContextChunk
from apps.verification.wording.bearing import subject_of

# what tells that a document is a company's report, and is no part of the company's name
_REPORT = re.compile(
    r"(?<![A-Za-z\d])(?:10-?[KQ]|20-?F|8-?K|annual report|interim report|earnings)(?![A-Za-z\d])", re.IGNORECASE
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_WORD = re.compile(r"[^\W\d_]{3,}")
_BETWEEN = r"[\s.&’'-]?"  # between letters of a name that a title runs together: "bestbuy"


def is_report(chunk: ContextChunk) -> bool:
    """Whether a passage is of a company's periodic report."""
    return bool(_REPORT.search(subject_of(chunk)))


def names_of_companies(context: Context, asked: Sequence[str]) -> Mapping[str, str]:
    """Document id → the company whose report it is, as ``asked`` or its passages write it; none for two."""
    first: dict[str, ContextChunk] = {}
    for place in context.places:
        first.setdefault(place.chunk.document_id, place.chunk)
    reports = {document: chunk for document, chunk in first.items() if is_report(chunk)}
    titled = {document: one for document, one in titled_documents(context.places).items() if document in reports}
    said = [bare(text[start:end]) for text in asked for start, end in names_in(text, titled)]
    named = documents_of([name for name in said if not _YEAR.search(name) and not _REPORT.search(name)], titled)
    found = {document: named.get(document) or _as_written(chunk, context) for document, chunk in reports.items()}
    shared = Counter(name.lower() for name in found.values())
    return {document: name for document, name in found.items() if name and shared[name.lower()] == 1}


def whose(name: str) -> str:
    """A name as it stands before what is its; nothing for none."""
    return f"{name}’{'' if name.endswith('s') else 's'}" if name else ""


def year_of(chunk: ContextChunk) -> str:
    """The year that a report's title or file name bears, where it is one."""
    years = set(_YEAR.findall(subject_of(chunk)))
    return years.pop() if len(years) == 1 else ""


def _as_written(chunk: ContextChunk, context: Context) -> str:
    """The first word of title or file name that the document's own passages write as a name, as they write it."""
    text = "\n".join(
        {place.chunk.content: None for place in context.places if place.chunk.document_id == chunk.document_id}
    )
    for word in _WORD.findall(_REPORT.sub(" ", subject_of(chunk))):
        pattern = re.compile(rf"\b{_BETWEEN.join(map(re.escape, word))}\b", re.IGNORECASE)
        written = Counter(" ".join(found[0].split()) for found in pattern.finditer(text))
        names = [one for one, _ in written.most_common() if one[0].isupper() and not one.isupper()]
        if names:
            return names[0]
    return ""
