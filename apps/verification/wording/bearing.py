"""Whether a quote speaks of what the claim speaks of, whatever the Judge held. Pure.

What is beyond doubt: a quotation inside the claim that the quoted passage does not have; the name of another document's
subject that the quoted document never has; a copied sentence with a name, year, unit or rate exchanged
(``near_copies``), with a party named for another (``misnamed``) or without what restricts it (``restrictions``); a
claim that shares no word with its quotes.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from apps.core.periods import DAYS_AND_MONTHS
from apps.core.sentences import split_sentences
from apps.verification.lexicon import STOPWORDS, content_of, coverage_of
from apps.verification.quote_lock import locate
from apps.verification.types import LONGEST_CLAIM, Check, ContextChunk
from apps.verification.wording.misnamed import misnamed
from apps.verification.wording.near_copies import Exchange, Spelling, low, substituted
from apps.verification.wording.restrictions import restriction_left_out

SHORTEST_QUOTATION = 5  # words; fewer are a term or a title, not what somebody said
FEWEST_WORDS = 5  # content words of a claim from which sharing none says something
MOST_OF_IT = 0.75  # share of a claim's content from which a second quote can bear out what the first does not
LONGEST_CAPITALS = 5  # letters of a short form; more in capitals are a heading's
SAME_BEGINNING = 5  # letters from which two words are taken for relatives ("auditor", "audited")

_QUOTATION = re.compile(r"(?<![^\s(—–-])[“„«\"](?=\S)([^“”„«»\"]{8,}?)(?<=\S)[”“»\"](?!\w)")
_LEFT_OUT = re.compile(r"\s*(?:\.\.\.|…|\[[^\]]{0,80}\]|\([….]+\))\s*")
_WORD = re.compile(r"[^\W\d_][\w&]*(?:[-'’.][^\W_][\w&]*)*")
_WORD_OR_FIGURE = re.compile(r"[^\W_]+(?:[.,'’&-][^\W_]+)*")
_OWNER = re.compile(r"\A\W*([A-Z][\w&-]+)['’]s\b")  # that opens a sentence
_YEAR = re.compile(r"(?:19|20)\d\d")
_COMPARED = re.compile(r"\b(?:compared\s+(?:to|with)|versus|vs\.)\s", re.IGNORECASE)
_COMPARES = re.compile(r"\b(?:compar\w+|versus|vs|from|than|against|after|relative)\b", re.IGNORECASE)
_TOO_LONG = Check(name="bearing_lint", detail="The claim is too long to be held against its quotes.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearing:
    """A supporting quote as it is read here.

    ``near``: its sentences with one on either side, headings and title, one a line; ``passage``: the whole of it;
    ``document``: every passage of the same document that is in the context, with titles and headings.
    """

    near: str
    passage: str
    document: str
    subject: str = ""  # the document's title and file name
    above: str = ""  # its title and the passage's headings


def bearing_of(chunk: ContextChunk, start: int, end: int, context: Iterable[ContextChunk]) -> Bearing:
    """The quote chunk.content[start:end] among the passages of the context."""
    return Bearing(
        near=f"{_above(chunk)}\n{_with_neighbours(chunk.content, start, end)}",
        passage=chunk.content,
        subject=subject_of(chunk),
        above=_above(chunk),
        document="\n".join(f"{_above(one)}\n{one.content}" for one in context if one.document_id == chunk.document_id),
    )


def subject_of(chunk: ContextChunk) -> str:
    """What a document is about, by its title and its file's name."""
    return f"{chunk.title} {chunk.filename}".replace("_", " ")


def bearing_lint(
    claim_text: str, quotes: Sequence[Bearing], *, others: Iterable[str] = (), restated: bool = False
) -> tuple[Check, ...]:
    """A check for each fault; none without quotes. ``others``: the subjects of other documents.

    ``restated``: a sentence of a quote and the claim are the same once they are put in one wording. Nothing is
    exchanged or left out then, whatever the words.
    """
    if not quotes:
        return ()
    if len(claim_text) > LONGEST_CLAIM:
        return () if any(locate(claim_text, quote.passage) for quote in quotes) else (_TOO_LONG,)
    told = [*_misquoted(claim_text, quotes), *_of_others(claim_text, quotes, others)]
    if not restated:
        told += [*_altered(claim_text, quotes), *_widened(claim_text, quotes), *_unrelated(claim_text, quotes)]
    return tuple(Check(name="bearing_lint", detail=detail) for detail in told)


def _misquoted(claim_text: str, quotes: Sequence[Bearing]) -> list[str]:
    """Words between quotation marks that no quoted passage has; what the claim marks as left out may be missing."""
    found = []
    for quotation in _QUOTATION.findall(claim_text):
        parts = [part for part in _LEFT_OUT.split(quotation) if len(part.split()) >= SHORTEST_QUOTATION]
        for part in parts:
            if not any(locate(part.strip(" .,;:"), quote.passage) for quote in quotes):
                found.append(f"The claim quotes “{part}”, which the passage does not say.")
    return found


def _of_others(claim_text: str, quotes: Sequence[Bearing], others: Iterable[str]) -> list[str]:
    """Names of the claim that are the subjects of other documents, and that the quoted one does not have."""
    foreign = _Written(" ".join(dict.fromkeys(others)))
    named = [name for name in (*_OWNER.findall(claim_text), *names_of(claim_text)) if foreign.has(name)]
    if not named:
        return []
    own = [_written(quote.document) for quote in quotes]
    strange = [name for name in named if not any(one.has(name) for one in own)]
    return [f"The quoted document does not name “{name}”; another one is about it." for name in strange]


def _altered(claim_text: str, quotes: Sequence[Bearing]) -> list[str]:
    """What the claim put in another's place in a sentence that it copies, unless another quote has it so."""
    nearest = _nearest(claim_text, quotes)
    found = [
        substituted(claim_text, sentence, subject=quote.subject, spelling=_spelling(quote.document))
        or misnamed(claim_text, sentence)
        for sentence, quote in zip(nearest, quotes, strict=True)
    ]
    found = [
        None if one and _of_heading(one, claim_text, sentence, quote) else one
        for one, sentence, quote in zip(found, nearest, quotes, strict=True)
    ]
    told = next((one for one in found if one), None)
    free = [quote for quote, exchange in zip(quotes, found, strict=True) if exchange is None]
    if told is None or any(_says(quote, claim_text, told.put) for quote in free):
        return []
    return [f"The claim has “{told.put or 'no rate'}” where the source has “{told.taken}”."]


def _of_heading(exchange: Exchange, claim_text: str, sentence: str, quote: Bearing) -> bool:
    """Whether a year is that of what stands above, and the sentence names another only to compare with it.

    Not where the claim compares too: the year may be the one that it compares with.
    """
    if not (_YEAR.fullmatch(exchange.put) and _YEAR.fullmatch(exchange.taken)) or exchange.put in sentence:
        return False
    compared = _COMPARED.search(sentence)
    behind = compared is not None and exchange.taken not in sentence[: compared.start()]
    return behind and not _COMPARES.search(claim_text) and exchange.put in _YEAR.findall(quote.above)


def _widened(claim_text: str, quotes: Sequence[Bearing]) -> list[str]:
    """What restricts a sentence that the claim copies without it, unless another quote says it without it too."""
    found = [restriction_left_out(claim_text, sentence) for sentence in _nearest(claim_text, quotes)]
    told = next((one for one in found if one), None)
    free = [quote for quote, restriction in zip(quotes, found, strict=True) if restriction is None]
    if told is None or any(_says(quote, claim_text, claim_text) for quote in free):
        return []
    return [f"The source says this with “{told}”, which the claim leaves out."]


def _nearest(claim_text: str, quotes: Sequence[Bearing]) -> list[str]:
    """Of each quote the line that has most of the claim's words, small ones and figures too: no heading over it."""
    wanted = _words_of(claim_text)
    return [
        max(quote.near.splitlines() or [""], key=lambda line: (len(wanted & _words_of(line)), -len(line)))
        for quote in quotes
    ]


def _says(quote: Bearing, claim_text: str, words: str) -> bool:
    """Whether a quote has all ``words``, the claim's figures and most of its content."""
    figures = {word for word in _words_of(claim_text) if word[0].isdigit()}
    wanted = (_words_of(words) | figures) - STOPWORDS
    return wanted <= _words_of(quote.near) and coverage_of(claim_text, quote.near) >= MOST_OF_IT


def _words_of(text: str) -> set[str]:
    return {low(word) for word in _WORD_OR_FIGURE.findall(text)}


def _unrelated(claim_text: str, quotes: Sequence[Bearing]) -> list[str]:
    wanted = content_of(claim_text)
    if len(wanted) < FEWEST_WORDS:
        return []
    beginnings = {word[:SAME_BEGINNING] for quote in quotes for word in content_of(quote.near)}
    if any(word[:SAME_BEGINNING] in beginnings for word in wanted):
        return []
    return ["The quote shares no word with the claim."]


def names_of(text: str) -> tuple[str, ...]:
    """Words written as names: with a capital inside a sentence, or with more than one; days and months are none."""
    found = []
    line = _plain(text)
    for word in _WORD.finditer(line):
        name = word[0].removesuffix("'s").removesuffix("’s")
        before = line[: word.start()].rstrip(" \"'“‘([")
        opens = not before or before[-1] in ".!?:;•|\n"
        capitals = sum(letter.isupper() for letter in name)
        if name[0].isupper() and len(name) > 1 and (capitals > 1 or not opens) and name.lower() not in DAYS_AND_MONTHS:
            found.append(name)
    return tuple(dict.fromkeys(found))


class _Written:
    """A text in which names are looked for, however they are inflected, joined or shortened."""

    def __init__(self, text: str) -> None:
        self._text = _plain(text).lower().replace("_", " ")
        self._initials = "".join(word[0] for word in re.findall(r"\w+", self._text))

    def has(self, name: str) -> bool:
        """Whether the name stands here, or its parts, its beginning, or what its capitals stand for."""
        low = name.lower()
        if low in self._text or all(part in self._text for part in re.split(r"[-&.'’]", low) if part):
            return True
        if name.replace(".", "").isupper() and "".join(filter(str.isalnum, low)) in self._initials:
            return True
        return len(low) >= SAME_BEGINNING and low[: max(SAME_BEGINNING, len(low) - 3)] in self._text


@lru_cache(maxsize=64)
def _written(text: str) -> _Written:
    return _Written(text)


@lru_cache(maxsize=64)
def _spelling(text: str) -> Spelling:
    """How a document writes its words; the title is the first line of ``text``."""
    plain = _plain(text)
    words = _WORD.findall(plain)
    small = frozenset(word for word in words if word[0].islower())
    title = [word for word in _WORD.findall(plain.partition("\n")[0]) if word[0].isupper()]
    written = (low(word) for word in (*names_of(plain), *title) if len(word) <= LONGEST_CAPITALS or not word.isupper())
    return Spelling(names=frozenset(written) - small, small=small)


def _plain(text: str) -> str:
    """Letters without their accents."""
    if text.isascii():
        return text
    return "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))


def _above(chunk: ContextChunk) -> str:
    return "\n".join((chunk.title, chunk.filename, chunk.context_line, *chunk.heading_path))


def _with_neighbours(content: str, start: int, end: int) -> str:
    """The sentences that content[start:end] lies in, with the one before and the one after."""
    spans = split_sentences(content)
    inside = [at for at, span in enumerate(spans) if span.start < end and start < span.end]
    if not inside:
        return " ".join(content[start:end].split())
    first, last = spans[max(0, inside[0] - 1)], spans[min(len(spans) - 1, inside[-1] + 1)]
    pieces = (span for span in spans if first.start <= span.start <= last.start)
    return "\n".join(" ".join(content[span.start : span.end].split()) for span in pieces)
