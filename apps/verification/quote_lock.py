"""Finding a quote in a chunk and giving back the document's own words, offsets and page.

A judge may return a quote with other blanks, quotation marks, dashes, ligatures or line-end hyphens than the document
has. Those differences only help to find it: what is kept is always the raw slice content[a:b]. A quote is not found in
the middle of a word or a number, so that "able to pay" does not lock inside "unable to pay" nor "5%" inside "1.5%".
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from apps.core.patterns import lazy_regex
from apps.core.words import rejoined, word_set
from apps.verification.types import ContextChunk, Evidence, Stance

MIN_CHARACTERS = 6  # letters and digits a quote needs to say anything
MIN_WORDS = 2

# soft hyphens, joiners, marks of direction: no reader sees them
_DROPPED = frozenset(
    "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)
_UNSEEN = dict.fromkeys(map(ord, _DROPPED))
_FORMS = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′`´", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"),
    }
)
_RAISED = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉⁽⁾⁺⁻")  # behind a digit a power or a note: "10²" is not 102
_WORD = lazy_regex(r"[^\W_]+")
_STOPWORDS = word_set("""
    a an and are as at be been but by can could did do does for from had has have he her his i if in into is it its
    may might must no nor not of on or our shall she should so such than that the their them then there these they
    this those to us was we were what when where which who will with would you your
""")
_IDEOGRAPH = lazy_regex(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_TRIMMED = " \t\n\r\f\v\"'“”‘’«»….,;:-"


@dataclass(frozen=True, slots=True)
class Matchable:
    """A text in the form quotes are looked for in. Character i stands for raw[starts[i]:ends[i]]."""

    text: str
    starts: list[int]
    ends: list[int]


def locate(quote: str, content: str) -> tuple[int, int] | None:
    """Raw (start, end) of ``quote`` in ``content``, or None when it is not there or says too little to be evidence.

    The exact text is tried first, then its normalised form, then without regard to case, then without the quotation
    marks and final punctuation a judge may have added.
    """
    wanted = quote.strip()
    if not says_something(wanted):
        return None
    exact = _whole_words(wanted, content)
    if exact is not None:
        return exact
    for candidate in dict.fromkeys((wanted, wanted.strip(_TRIMMED))):
        for fold in (False, True):
            span = _locate_form(matchable(candidate, fold=fold).text.strip(), matchable(content, fold=fold), content)
            if span is not None and says_something(content[span[0] : span[1]]):
                return span
    return None


def lock_quote(quote: str, chunk: ContextChunk, stance: Stance) -> Evidence | None:
    """The evidence that ``quote`` names in ``chunk``; None without an exact place."""
    span = locate(quote, chunk.content)
    if span is None:
        return None
    start, end = chunk.start_offset + span[0], chunk.start_offset + span[1]
    return Evidence(
        chunk_id=chunk.chunk_id,
        key=chunk.key,
        document_id=chunk.document_id,
        page=page_at(chunk, start),
        page_end=page_at(chunk, end - 1),
        start_offset=start,
        end_offset=end,
        quote=chunk.content[span[0] : span[1]],
        stance=stance,
    )


def page_at(chunk: ContextChunk, offset: int) -> int | None:
    """The page that the character at ``offset`` of the document lies on; None where the format has no pages."""
    if chunk.page is None:
        return None
    begun = bisect_right([start for _, start in chunk.page_starts], offset)
    return chunk.page_starts[begun - 1][0] if begun else chunk.page


def says_something(quote: str) -> bool:
    """Whether a quote is more than a stray word: two words, one of them no stopword, six letters or digits."""
    words = _WORD.findall(quote)
    ideographs = len(_IDEOGRAPH.findall(quote))
    if ideographs >= MIN_WORDS * 2:
        return True
    long_enough = len(words) >= MIN_WORDS and sum(map(len, words)) >= MIN_CHARACTERS
    return long_enough and any(word.lower() not in _STOPWORDS for word in words)


def visible(text: str) -> str:
    """``text`` without characters that no reader sees, and with "has n't" in one: both deny for the lints too."""
    return rejoined(text if text.isascii() else text.translate(_UNSEEN))


@lru_cache(maxsize=256)
def matchable(raw: str, *, fold: bool = False) -> Matchable:
    """``raw`` in NFKC with plain quotes and dashes, single blanks, nothing invisible and no hyphens inside words."""
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []

    def put(text: str, start: int, end: int) -> None:
        chars.extend(text)
        starts.extend([start] * len(text))
        ends.extend([end] * len(text))

    for start, end in _clusters(raw):
        piece = raw[start:end]
        if piece in _DROPPED:
            continue
        if not piece.isascii() and not (piece in _RAISED and chars and (chars[-1].isdigit() or chars[-1] in _RAISED)):
            piece = unicodedata.normalize("NFKC", piece.translate(_FORMS)).translate(_FORMS)
        if fold:
            piece = piece.casefold()
        if piece.isspace():
            if chars and chars[-1] == " ":
                ends[-1] = end
            else:
                put(" ", start, end)
        else:
            put(piece, start, end)
    return _without_inner_hyphens(chars, starts, ends)


def _clusters(raw: str) -> Iterator[tuple[int, int]]:
    """Spans of a base character with its combining marks: NFKC of the whole is NFKC of these one by one."""
    if raw.isascii():
        yield from ((i, i + 1) for i in range(len(raw)))
        return
    start = 0
    for i in range(1, len(raw) + 1):
        if i == len(raw) or not _continues(raw[i]):
            yield start, i
            start = i


def _continues(char: str) -> bool:
    return char > "\u02ff" and (unicodedata.combining(char) != 0 or "\u1160" <= char <= "\u11ff")


def _without_inner_hyphens(chars: list[str], starts: list[int], ends: list[int]) -> Matchable:
    """Drop "-" (and a line end behind it) between letters; between digits only the blank falls."""
    kept: list[int] = []
    size, i = len(chars), 0
    while i < size:
        if chars[i] == "-" and kept and i + 1 < size:
            after = i + 2 if chars[i + 1] == " " and _breaks_line(starts, ends, i) else i + 1
            before, behind = chars[kept[-1]], chars[after] if after < size else ""
            if before.isalpha() and behind.isalpha():
                i = after
                continue
            if before.isalnum() and behind.isalnum() and after == i + 2:
                kept.append(i)
                i = after
                continue
        kept.append(i)
        i += 1
    return Matchable("".join(chars[i] for i in kept), [starts[i] for i in kept], [ends[i] for i in kept])


def _breaks_line(starts: list[int], ends: list[int], i: int) -> bool:
    # the blank follows the hyphen at once; blanks inside a line ("a - b") have one before it too
    return starts[i + 1] == ends[i]


def _locate_form(needle: str, hay: Matchable, content: str) -> tuple[int, int] | None:
    if not needle:
        return None
    at = hay.text.find(needle)
    while at >= 0:
        start, end = hay.starts[at], hay.ends[at + len(needle) - 1]
        if _at_word_edges(content, start, end):
            return start, end
        at = hay.text.find(needle, at + 1)
    return None


def _whole_words(needle: str, content: str) -> tuple[int, int] | None:
    at = content.find(needle)
    while at >= 0:
        if _at_word_edges(content, at, at + len(needle)):
            return at, at + len(needle)
        at = content.find(needle, at + 1)
    return None


def _at_word_edges(content: str, start: int, end: int) -> bool:
    """Whether content[start:end] neither begins nor ends inside a word or a number."""
    return not _joined(content, start) and not _joined(content, end)


def _joined(content: str, at: int) -> bool:
    """Whether a word or number runs across position ``at``."""
    if at <= 0 or at >= len(content):
        return False
    left, right = content[at - 1], content[at]
    if left.isalnum() and right.isalnum():
        return not (_IDEOGRAPH.match(left) or _IDEOGRAPH.match(right))
    if left in ".," and right.isdigit():
        return at >= 2 and content[at - 2].isdigit()
    if right in ".," and left.isdigit():
        return at + 1 < len(content) and content[at + 1].isdigit()
    return False
