"""A document called by what it is: "the lease", where no title but its own says that it is one. English. Pure."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.retrieval.names import NAMED, DocumentName, Naming, name_tokens
from apps.retrieval.phrases import ASKING, AUXILIARIES, BE, CLAUSES, JOINING, PREPOSITIONS, singular
from apps.retrieval.question import Question, Word, ask
from apps.retrieval.requests.comparing import compared_on, what_is_compared
from apps.retrieval.requests.readers import KINDS
from apps.retrieval.requests.request import topics_of

RULES = word_set(
    "policy policies handbook manual regulation directive code guideline guidelines procedure procedures charter "
    "agreement contract act standard standards"
)  # documents that are called by what they are, in small letters
TELLING = RULES | word_set(
    "memo memorandum lease deed license licence bylaws statute ordinance letter minutes prospectus proposal brochure"
)  # hardly any document is one whose title does not say so
_ANY = (frozenset(KINDS) - TELLING) | word_set("filing file statement release text form article")
_KINDS = TELLING | _ANY
_FARTHEST = 8  # words from the article on, in which what the document is must stand
_FORMS = word_set("agreement contract deed document")  # a "Lease Agreement" is a lease too; a "Lease Policy" is none
_THE = word_set("the this our my")
_BESIDE = word_set("attached enclosed uploaded whole entire full complete")  # tell nothing of what it is
_WRITING = word_set("write draft prepare produce create compile make generate need want")
_STATUS = word_set("final draft signed copy version executed scan")  # at the end of a file's name

_SEGMENT_END = lazy_regex(r"\s[-–—]\s|[:;,()|]")
_LEADS_ON = lazy_regex(r"\b(?:of|on|for|to|about|with|between|in|at|by|from|under|regarding)\b")
_PIECES = lazy_regex(r"[^\W_]+")
_GOES_ON = AUXILIARIES | (CLAUSES - {"which", "who", "where"}) | JOINING | PREPOSITIONS | {"of", "please"}
_BY = lazy_regex(r"\s+by\b", re.IGNORECASE)
_OPENING = ASKING - {"what", "which"} | {"by"}  # "what is the lease liability?" is on no lease
_APART = lazy_regex(r"['’]s?(?=\s|\Z)|\s*[^\s\w]|\s*\Z")  # ends a phrase
_TELLS = lazy_regex(
    r"(?:say|state|provide|require|allow|permit|contain|cover|mention|define|specif|address|includ|prohibit|forbid|"
    r"expire|end|begin|start|appl|deal|treat|describe|tell|mean|impose|restrict|regulate|govern|oblige|bind|give)"
    r"(?:e|y|s|es|ies)?\Z"
)  # of a document


def with_definite(
    naming: Naming, question: Question, documents: Sequence[DocumentName], uses: Sequence[Mapping[str, int] | None]
) -> Naming:
    """``naming`` with the documents that ``question`` calls by what they are.

    It is on no other: none that it names, unless both are compared, and no topic beside it. ``uses``: as of
    ``documents_named``. What is said of a document right behind ("the policy on dividends") must be in it.
    """
    called = called_by_kind(question, documents)
    if not _are_compared(question, called.values()):
        called = {one: run for one, run in called.items() if _speaks_of(one, question, run[-1], uses)}
        others = {one for one, strength in naming.strengths.items() if strength >= NAMED / 2} - called.keys()
        if not called or others or _are_topics_beside(question, called.values()):
            return naming
    return replace(
        naming,
        strengths={**naming.strengths, **dict.fromkeys(called, NAMED)},
        words=tuple(dict.fromkeys((*naming.words, *(word for run in called.values() for word in run)))),
        called={
            **naming.called,
            **{
                one: naming.called.get(one, frozenset()) | {word.text.lower() for word in run}
                for one, run in called.items()
            },
        },
    )


def called_by_kind(question: Question, documents: Sequence[DocumentName]) -> dict[str, tuple[Word, ...]]:
    """Document id → the words behind "the" that say what it is, as a phrase of their own; of no other document."""
    lows = [word.text.lower() for word in question.words]
    places = [at for at, low in enumerate(lows) if low in _THE and not _KINDS.isdisjoint(lows[at : at + _FARTHEST])]
    if not places or len(documents) < 2:
        return {}
    tokens = {one.document_id: frozenset(name_tokens(one)) for one in documents}
    asked = _KINDS.intersection(lows)
    kinds = {one.document_id: kinds_of(one) for one in documents if not asked.isdisjoint(tokens[one.document_id])}
    runs = [run for place in places for run in _runs_behind(question, place, kinds, tokens)]
    called: dict[str, tuple[Word, ...]] = {}
    for document_id, run in runs:
        forms = [_forms(word.text) for word in run]
        bearing = [one for one, borne in tokens.items() if not any(map(borne.isdisjoint, forms))]
        others = (one for one in documents if one.document_id != document_id)
        told = run[-1].text.lower() in TELLING or all(kinds_of(one) & TELLING for one in others)
        if bearing == [document_id] and told and _only_so(question, run, [own for _, own in runs]):
            called[document_id] = run
    return called


def _forms(word: str) -> frozenset[str]:
    """A noun of one and of several."""
    one = singular(word)
    return frozenset((word.lower(), one, f"{one}s", re.sub(r"y\Z", "ies", one)))


def _runs_behind(
    question: Question, place: int, kinds: Mapping[str, frozenset[str]], tokens: Mapping[str, frozenset[str]]
) -> list[tuple[str, tuple[Word, ...]]]:
    """(document id, words of its title) where they follow the article at ``place`` up to what the document is."""
    first = place + 1
    while first < len(question.words) and question.words[first].text.lower() in _BESIDE:
        first += 1
    found = []
    for document_id, kind in kinds.items():
        end = first
        while end < len(question.words) and question.words[end].text.lower() in tokens[document_id]:
            end += 1
        run = question.words[first:end]
        if run and run[-1].text.lower() in kind and _is_phrase(question, place, run, end):
            found.append((document_id, tuple(run)))
    return found


def _is_phrase(question: Question, place: int, run: Sequence[Word], end: int) -> bool:
    """Whether nothing belongs to the words but the article, and no text of that kind is asked to be written."""
    before = [word.text.lower() for word in question.words[:place] if word.text.lower() not in {"me", "us"}]
    if run[-1].text.lower() in KINDS and not _WRITING.isdisjoint(before[-1:]):
        return False
    if any(question.text[one.end : other.start].strip() for one, other in pairwise(run)) or _is_told_of(before):
        return False
    if _APART.match(question.text, run[-1].end):
        return True
    behind = question.words[end]
    opened = not BE.isdisjoint(before[-1:]) and _OPENING.issuperset(before[:-1])
    apart = _APART.match(question.text, behind.end)
    if (opened and (apart or _BY.match(question.text, behind.end))) or (apart and behind.text.endswith("ly")):
        return True  # "is the lease valid?", "when was the lease signed?", "end the lease early"
    return behind.text.lower() in _GOES_ON or _TELLS.match(behind.text.lower()) is not None


def _is_told_of(before: Sequence[str]) -> bool:
    """Whether ``before`` asks what another document says about it: "what does the annual report say about the"."""
    articles = [at for at, low in enumerate(before) if low in _THE]
    others = any(not _KINDS.isdisjoint(before[at : at + _FARTHEST]) for at in articles)
    return others and tuple(before[-2:]) in {("say", "about"), ("says", "about"), ("said", "about")}


def _only_so(question: Question, run: Sequence[Word], runs: Sequence[Sequence[Word]]) -> bool:
    """Whether what the document is stands nowhere else in the question: beside "a lease" it is of that one."""
    definite = {word for each in runs for word in each}
    kind = singular(run[-1].text)
    return all(word in definite for word in question.words if singular(word.text) == kind)


def _speaks_of(document_id: str, question: Question, last: Word, uses: Sequence[Mapping[str, int] | None]) -> bool:
    """Whether the document has what a preposition right behind its name leads to, if any document has."""
    place = question.words.index(last) + 1
    if place == len(question.words) or _APART.match(question.text, last.end):
        return True
    leads = question.words[place].text.lower()
    if leads not in PREPOSITIONS | {"of"} or leads in CLAUSES:
        return True
    told = next((at for at in range(place + 1, len(question.words)) if uses[at] is not None), None)
    if told is None:
        return leads != "of"
    if leads == "of" and question.words[told].text.islower():
        return False
    return question.words[told].text.isdigit() or not uses[told] or document_id in uses[told]


def _are_compared(question: Question, runs: Collection[Sequence[Word]]) -> bool:
    """Whether all of them are what is compared, and no point that something is compared on."""
    compared = what_is_compared(question.text) if runs else None
    these = {word.text.lower() for word in ask(compared_on(compared)[0]).words} if compared else frozenset()
    return bool(these) and all(word.text.lower() in these for run in runs for word in run)


def _are_topics_beside(question: Question, runs: Iterable[Sequence[Word]]) -> bool:
    """Whether what is enumerated is documents and something else: "the lease and dividends"."""
    names = {word.text.lower() for run in runs for word in run}
    alone = [{word.text.lower() for word in ask(topic).words} <= names for topic in topics_of(question.text)]
    return any(alone) and not all(alone)


def kinds_of(document: DocumentName) -> frozenset[str]:
    """What a document is by its title or its filename: "Office Lease Agreement" is an agreement and a lease."""
    stem = re.sub(r"\.[A-Za-z]{1,5}$", "", document.filename)
    return _kinds_in(document.title) | _kinds_in(re.sub(r"[_-]+", " ", stem))


def _kinds_in(name: str) -> frozenset[str]:
    """What its first part says that says what it is: "Acme: Memo on a lease" is a memo."""
    for segment in _SEGMENT_END.split(name.casefold()):
        pieces = [piece for piece in _PIECES.findall(_LEADS_ON.split(segment)[0]) if piece.isalpha()]
        while len(pieces) > 1 and pieces[-1] in _STATUS:
            pieces.pop()
        if pieces and pieces[-1] in _KINDS:
            form = pieces[-2:-1] if pieces[-1] in _FORMS else []
            return frozenset([pieces[-1], *(piece for piece in form if piece in TELLING)])
    return frozenset()
