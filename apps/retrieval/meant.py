"""Which documents a request is about alone.

A memo on one company tells of no other one's facts. But a word that a title happens to have may be meant as a word, and
then nothing is to be left out for it: "Leave and overtime" are not the overtime of Leave_2022.pdf.
"""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from uuid import UUID

from django.db.models import Count, Q

from apps.documents.models import Chunk
from apps.retrieval.definite import RULES, called_by_kind
from apps.retrieval.names import DocumentName, name_tokens
from apps.retrieval.question import Question, ask
from apps.retrieval.requests.readers import KINDS
from apps.retrieval.scope import Scope

A_WORD = 0.25  # share of the passages with a name that write it in small letters, above which it is a word like any
_COMPANIES = r"(?:companies|firms|issuers|banks)"
_OTHERS = re.compile(
    rf"\b(?:(?:the|all|its|their)\s+(?:others|peers)|the\s+other\s+(?:ones?|two|three|four|five)|the\s+{_COMPANIES}|"
    r"(?:other|all|each|every|both|two|three|four|five|six)\s+(?:of\s+)?(?:the\s+|these\s+)?"
    rf"(?:{_COMPANIES}|company|firm|issuer|bank|filings?|documents?|reports))\b",
    re.IGNORECASE,
)


def documents_meant(
    query: str, *, named: Sequence[str], called: Mapping[str, Sequence[str]], scope: Scope
) -> tuple[str, ...]:
    """Ids of the documents that ``query`` is about and of no other; none where it may be about any.

    ``named``: the documents it names; ``called``: document id → the words, in lower case, by which. Where that is one
    name it must surely be one, and nothing is asked of the others beside it. A document that is asked for beside them
    by what it is ("the lending policy") counts too.
    """
    if not named:
        return ()
    question = ask(query)
    of_a_kind = called_by_kind(question, scope.documents)
    only_so = all(
        one in of_a_kind and {word.text.lower() for word in of_a_kind[one]} >= set(called.get(one, ())) for one in named
    )
    several = len({frozenset(called.get(one, ())) for one in named}) > 1
    sure = several or only_so or _is_name(question, called.get(named[0], ()), named, scope)
    if not sure or (not several and _OTHERS.search(query)):
        return ()
    asked = {word.text.lower() for word in question.words}
    others = [document for document in scope.documents if document.document_id not in named]
    return (*named, *(one.document_id for one in others if _asked_beside(one, asked)))


def runs_in(question: Question, words: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Neighbouring ``words`` where ``question`` has them, in lower case; what kind of text is asked for is no name."""
    known, runs, end = frozenset(words), [], -1
    for number, word in enumerate(question.words):
        low = word.text.lower()
        if low not in known:
            continue
        if number == end + 1 and runs:
            runs[-1].append(low)
        else:
            runs.append([low])
        end = number
    return tuple(dict.fromkeys(tuple(run) for run in runs if not set(run) <= set(KINDS)))


def _is_name(question: Question, words: Sequence[str], named: Sequence[str], scope: Scope) -> bool:
    """Whether one of the names in ``question`` is written with its capitals wherever it stands."""
    return any(_keeps_capitals(run, named, scope) for run in runs_in(question, words))


def _keeps_capitals(run: Sequence[str], named: Sequence[str], scope: Scope) -> bool:
    """As far as its documents write it; where they never do, nothing that is searched may have it in small letters."""
    whole = _beside_each_other(run)
    own = Chunk.objects.filter(document_id__in=[UUID(one) for one in named]).aggregate(
        written=Count("id", filter=Q(content__iregex=whole)), small=Count("id", filter=Q(content__regex=whole))
    )
    if own["written"]:
        return own["small"] <= A_WORD * own["written"]
    return not Chunk.objects.filter(document_id__in=scope.document_ids, content__regex=whole).exists()


def _beside_each_other(run: Sequence[str]) -> str:
    """A pattern of the words where a passage has them in this order; no web addresses."""
    said = r"\W+".join(map(re.escape, run))
    return rf"(?<![\w./@-]){said}(?![\w/@-]|\.\w)"


def _asked_beside(document: DocumentName, asked: Set[str]) -> bool:
    """Whether the ``asked`` words have what a document is by its title, and of what: "the lending policy" of Acme."""
    title = {token for token in name_tokens(document) if token.isalpha()}
    return bool(title & RULES & asked) and bool((title - RULES - set(KINDS)) & asked)
