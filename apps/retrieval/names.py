"""Which documents a question names: by a word of title or filename, by initials, by a name only they use. Pure."""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from apps.retrieval.question import Question, Word

NAMED = 1.0  # a distinctive word of the title or the filename
UNSURE = 0.2  # such a word without a capital: it may be meant as a word (inequality) and not as a name
OWNED = 0.7  # a capitalised word that hardly any other document uses
YEAR = 0.15  # the year in the title or the filename; less than a name, so that it only decides between namesakes
OWNED_SHARE = 0.5  # of a document's passages must have the word
DISTINCT = 0.8  # of a word's use in the workspace must lie in the documents it is to name
SHORTEST = 3  # letters of a word that may stand for the beginning of a longer one (MGM for MGMRESORTS)
LONGEST_RUN = 3  # words of a question that may be one word of a name (Best Buy for BESTBUY)
PRIOR = 3.0  # passages added to each document's length: a share of one passage out of one proves little

_PIECES = re.compile(r"[^\W_]+")
_YEAR, _LETTERS = re.compile(r"(?:19|20)\d\d"), re.compile(r"[^\W\d_]{3,}")
_DIGITS_APART = re.compile(r"\d{4}|[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentName:
    """A searched document as far as its name goes."""

    document_id: str
    title: str
    filename: str
    chunk_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """How strongly each document is meant (0: not at all; documents that are not meant are missing), by which words.

    ``called``: the same words by document, in lower case.
    """

    strengths: Mapping[str, float]
    words: tuple[Word, ...] = ()
    called: Mapping[str, frozenset[str]] = field(default_factory=dict)


class _Names:
    """The words of all names, to be looked up whole, by their beginning or by initials."""

    def __init__(self, documents: Sequence[DocumentName]) -> None:
        self.sizes = {document.document_id: document.chunk_count for document in documents}
        self.tokens = {document.document_id: name_tokens(document) for document in documents}
        self.bearers: dict[str, set[str]] = {}
        for document_id, tokens in self.tokens.items():
            for token in tokens:
                self.bearers.setdefault(token, set()).add(document_id)
        self.ordered = sorted(self.bearers)

    def beginning_with(self, start: str) -> set[str]:
        """Documents with a word that begins so."""
        meant: set[str] = set()
        for place in range(bisect_left(self.ordered, start), len(self.ordered)):
            if not self.ordered[place].startswith(start):
                break
            meant |= self.bearers[self.ordered[place]]
        return meant

    def abbreviated(self, letters: str) -> set[str]:
        """Documents with neighbouring words that begin with these letters, two at least."""
        if len(letters) < 2:
            return set()
        return {
            document_id
            for document_id, tokens in self.tokens.items()
            if letters in "".join(token[0] for token in tokens)
        }


def documents_named(
    question: Question, documents: Sequence[DocumentName], uses: Sequence[Mapping[str, int] | None]
) -> Naming:
    """The documents that ``question`` asks about.

    ``uses``: for each word of the question, in how many passages of each document it stands; None for a word that is
    not indexed (the, of). A word of a name counts only when it is used in hardly any other document: "policy" names
    nothing where every document speaks of policies.
    """
    if len(documents) < 2:
        return Naming(strengths={})
    names = _Names(documents)
    strengths: dict[str, float] = {}
    words: list[Word] = []
    called: dict[str, frozenset[str]] = {}
    for start in range(len(question.words)):
        for length in range(min(LONGEST_RUN, len(question.words) - start), 0, -1):
            run = question.words[start : start + length]
            used = uses[start] if length == 1 else {}
            if used is None:
                continue
            meant = _named_by(run, names, used) or (_owners(run[0], used, names.sizes) if length == 1 else {})
            if meant:
                words.extend(run)
                for document_id, strength in meant.items():
                    strengths[document_id] = max(strength, strengths.get(document_id, 0.0))
                    called[document_id] = called.get(document_id, frozenset()) | {word.text.lower() for word in run}
                break
    for document_id in dict.fromkeys(id_ for year in question.years for id_ in sorted(names.bearers.get(year, ()))):
        strengths[document_id] = strengths.get(document_id, 0.0) + YEAR
    return Naming(strengths=strengths, words=tuple(dict.fromkeys(words)), called=called)


def name_tokens(document: DocumentName) -> tuple[str, ...]:
    """The words of title and filename in lower case; of those with digits also parts of four letters (2022Q4: 2022)."""
    stem = re.sub(r"\.[A-Za-z]{1,5}$", "", document.filename)
    tokens: list[str] = []
    for piece in _PIECES.findall(f"{document.title} {stem}".casefold()):
        tokens.append(piece)
        parts = _DIGITS_APART.findall(piece)
        if len(parts) > 1:
            tokens += [part for part in parts if len(part) == 4]
    return tuple(tokens)


def years_borne(documents: Sequence[DocumentName]) -> dict[str, frozenset[str]]:
    """The first word of each title and file name, in lower case → the years that names which begin so bear, if any."""
    borne: dict[str, frozenset[str]] = {}
    for document in documents:
        tokens = name_tokens(document)
        years = frozenset(token for token in tokens if _YEAR.fullmatch(token))
        first = {
            piece[0].casefold() for name in (document.title, document.filename) if (piece := _LETTERS.findall(name))
        }
        for word in first if years else ():
            borne[word] = borne.get(word, frozenset()) | years
    return borne


def _named_by(run: Sequence[Word], names: _Names, used: Mapping[str, int]) -> dict[str, float]:
    joined = "".join(re.sub(r"[\W_]", "", word.text) for word in run).casefold()
    if len(joined) < 2 or joined.isdigit():
        return {}
    meant = set(names.bearers.get(joined, ())) | names.abbreviated(_initials_meant(run))
    if len(joined) >= SHORTEST and _capital(run):
        meant |= names.beginning_with(joined)
    if not meant or len(meant) == len(names.tokens):
        return {}
    if used and _concentration(meant, used, names.sizes) < DISTINCT:
        return {}
    # a word of every second title says less than one of a single title
    strength = NAMED if _capital(run) or len(run) > 1 else UNSURE
    return dict.fromkeys(sorted(meant), strength * (1 - (len(meant) - 1) / (len(names.tokens) - 1)))


def _owners(word: Word, used: Mapping[str, int], sizes: Mapping[str, int]) -> dict[str, float]:
    """The document that a capitalised word belongs to although its name does not say so."""
    if word.opens or not _capital([word]) or not used:
        return {}
    document_id = max(sorted(used), key=lambda document_id: used[document_id] / (sizes[document_id] + PRIOR))
    share = used[document_id] / (sizes[document_id] + PRIOR)
    owned = share >= OWNED_SHARE and _concentration({document_id}, used, sizes) >= DISTINCT
    return {document_id: OWNED} if owned else {}


def _concentration(meant: set[str], used: Mapping[str, int], sizes: Mapping[str, int]) -> float:
    """The part of a word's use that lies in ``meant``, each document weighing the same."""
    shares = {document_id: count / (sizes[document_id] + PRIOR) for document_id, count in used.items()}
    total = sum(shares.values())
    return sum(share for document_id, share in shares.items() if document_id in meant) / total if total else 0.0


def _capital(run: Sequence[Word]) -> bool:
    """A capital or a digit in each word: written as names are."""
    return all(any(letter.isupper() or letter.isdigit() for letter in word.text) for word in run)


def _initials_meant(run: Sequence[Word]) -> str:
    """The letters of an abbreviation like JnJ, J&J or BBY; empty for an ordinary word."""
    text = run[0].text
    if len(run) > 1 or sum(letter.isupper() for letter in text) < 2:
        return ""
    return "".join(letter for letter in text if letter.isupper()).casefold()
