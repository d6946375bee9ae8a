"""A request on "the companies": on those whose reports are searched, by their names. English, by rules. Pure."""

import re
from collections.abc import Sequence

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.retrieval.context import MOST_NAMED
from apps.retrieval.definite import TELLING, called_by_kind, kinds_of
from apps.retrieval.names import DocumentName, name_tokens
from apps.retrieval.question import ask
from apps.retrieval.requests.readers import KINDS

LONGEST_NAME = 5  # words
_COUNTS = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COUNT = "|".join(_COUNTS)
_MANY, _ONE = r"(?:companies|firms|issuers|corporations)", r"(?:company|firm|issuer|corporation)"
_GOES_ON = (
    r"on|regarding|for|by|and|as\s+to|with\s+re(?:spect|gard)\s+to|in\s+(?:terms\s+of|(?:19|20)\d\d)|do|did|have|had|"
    r"are|were|pay|paid|say|said|describe|explain|report|disclose|finance|fund|manage|treat|expect|face"
)  # none that says which of them: "the companies that", "the companies in", "each company car"
_ALL = lazy_regex(
    rf"\b(?:(?:(?:all|each|every\s+one|both)\s+(?:of\s+)?)?(?:the|these)\s+(?:(?:{_COUNT})\s+)?{_MANY}|"
    rf"(?:all\s+(?:{_COUNT})|both)\s+{_MANY}|(?:each|every)\s+{_ONE})"
    rf"(?:(?P<whose>['’]s?)(?=\s+\w)|(?=\s*(?:[.,;:?!)]|\Z)|\s+(?:{_GOES_ON})\b(?!\s+(?:which|whom|whose)\b)))",
    re.IGNORECASE,
)
_ANY = lazy_regex(rf"\b(?:{_MANY}|{_ONE})\b", re.IGNORECASE)
# what a report is on, behind those whom it is for: "for the board on", not "to those who sit on the boards"
_TELL = (
    r"(?:compar|contrast|describ|summari[sz]|explain|discuss|cover|analy[sz]|review|assess|evaluat|outlin|examin|show)"
)
_TOPIC = (
    r"\b(?:on(?!\s+(?:the\s+)?(?:boards?|staffs?|payrolls?|committees?|behalf|side)\b)|about|regarding|concerning|"
    r"(?:as|with\s+re(?:spect|gard))\s+to|"
    rf"(?<!the\s)(?<!our\s){_TELL}ing|(?:to|that|which)\s+{_TELL}e?s?)\b"
)
# no "claims against the companies", nor "our view of the companies": who they are is then not certain
_ON_THEM = (
    r"(?:\s+(?!(?:our|my|your|their|his|her|its|against|at|by|for|from|in|into|inside|on|onto|to|towards?|under|upon|with|"
    r"within|over|owed|other)\b)[^\s.,;:?!]+)*\Z"
)
# what is left out, those whom it is written to or for, and companies that a document tells of
_ELSE = lazy_regex(
    r"\b(?:without|(?:do\s+not|don['’]t|never)\s+(?:mention|name|tell)|omit\w*|exclud\w*|avoid\w*|except)\b[^.,;:?!]*\Z|"
    rf"\b(?:letter|memo(?:randum)?|note|report|write|send|email|brief|draft)\s+(?=(?:to|for)\b)"
    rf"(?:(?!{_TOPIC})[^.,;:?!])*(?:\bwho(?:m|se)?\b[^.,;:?!]*|{_TOPIC}(?!{_ON_THEM})[^.,;:?!]*)?\Z",
    re.IGNORECASE,
)
_COUNTED = lazy_regex(rf"\b(?:{_COUNT})\b", re.IGNORECASE)
_FORM = lazy_regex(
    r"\b(?:(?:form\s+)?(?:10-?[KQ]|8-?K|20-?F|40-?F|6-?K)|(?:annual|quarterly|interim|half-year(?:ly)?)\s+reports?|"
    r"earnings(?:\s+release)?)\b",
    re.IGNORECASE,
)  # what a company's own report is called
_NAME_ENDS = lazy_regex(
    rf"{_FORM.pattern}|\b(?:announces|reports|releases|posts|publishes|delivers)\b|[\W_]*\b(?:FY\s?)?(?:19|20)\d\d|"
    r"\bQ[1-4]\b|['’]s\b|[,:;|()]|\s[-–—]\s|\b(?:&\s+)?(?:company|co|inc|corporation|corp|ltd|limited|plc|llc)\b",
    re.IGNORECASE,
)
_NO_NAME = word_set(
    "form filing sec full final copy results fiscal year our management climate committee exhibit consolidated "
    "financial statements letter risk board audit"
) | frozenset(KINDS)
_ARTICLE = lazy_regex(r"\Athe\s+", re.IGNORECASE)
_WORDS_OF_A_NAME = lazy_regex(r"[A-Z0-9][\w.&’'-]*(?:\s+(?:(?:of|and|&|de|the)\s+)?[A-Z0-9][\w.&’'-]*)*")


def with_companies_named(query: str, documents: Sequence[DocumentName]) -> str:
    """``query`` with the names of all whose reports the ``documents`` are in the place of "the companies".

    Unchanged unless it is certain who they are: each document is a company's report or surely something else (a lease),
    they are no more than can be searched one by one, and the query names none of them, no other document and no company
    besides.
    """
    found = _ALL.search(query)
    if not found or len(_ANY.findall(query)) > 1 or _ELSE.search(query[: found.end()]):
        return query
    names = _companies(documents)
    if (
        called_by_kind(ask(query), documents)
        or len(names) < 2
        or any(_COUNTS[one.lower()] != len(names) for one in _COUNTED.findall(found[0]))
    ):
        return query
    own = {word for name in names for word in _words(name)}
    if own & set(_words(query)):
        return query
    suffix = "’s" if found["whose"] else ""
    *others, last = (f"{name}{suffix}" for name in names)
    return f"{query[: found.start()]}{', '.join(others)} and {last}{query[found.end() :]}"


def _companies(documents: Sequence[DocumentName]) -> tuple[str, ...]:
    """Their names, in the order of the documents; none where one document may be a report and does not say so."""
    reports = []
    for one in documents:
        if _is_report(one):
            reports.append(one)
        elif not kinds_of(one) & TELLING:
            return ()
        if len(reports) > MOST_NAMED:
            return ()
    names = list(dict.fromkeys(_company(one) for one in reports))
    return tuple(names) if all(names) and not any(_is_part(name, names) for name in names) else ()


def _is_report(document: DocumentName) -> bool:
    return any(_FORM.search(one.replace("_", " ")) for one in (document.title, document.filename))


def _company(document: DocumentName) -> str:
    """The name that a report's title or file name begins with; nothing where they begin with something else."""
    if kinds_of(document) & TELLING:
        return ""
    return next((name for one in (document.title, document.filename) if (name := _name_before(one))), "")


def _name_before(title: str) -> str:
    """What stands before the year or what the report is called, if that is a name."""
    bare = _ARTICLE.sub("", title.replace("_", " "))
    ends = _NAME_ENDS.search(bare)
    name = (bare[: ends.start()] if ends else "").strip(" .-–—&")
    whole = _WORDS_OF_A_NAME.fullmatch(name) and any(map(str.isalpha, name)) and len(name.split()) <= LONGEST_NAME
    return name if whole and _NO_NAME.isdisjoint(_words(name)) else ""


def _is_part(name: str, names: Sequence[str]) -> bool:
    """Whether another name has all words of this one: a document may then be called by either."""
    return any(one != name and set(_words(name)) <= set(_words(one)) for one in names)


def _words(text: str) -> tuple[str, ...]:
    return name_tokens(DocumentName(document_id="", title=text, filename="", chunk_count=0))
