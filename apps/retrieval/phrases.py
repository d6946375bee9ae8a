"""The parts of a question by its small words: noun phrases, names, years, what refers elsewhere. English. Pure.

No model and no dictionary of the open word classes: a phrase is what stands between words of the closed ones.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

from apps.core.patterns import lazy_regex
from apps.core.words import word_set

AUXILIARIES = word_set(
    "is are was were be been being am do does did has have had can could may might must shall should will would "
    "isn't aren't wasn't weren't don't doesn't didn't can't cannot couldn't won't wouldn't shouldn't mustn't"
)
ASKING = word_set("what which who whom whose when where why how")
PREPOSITIONS = word_set(
    "for in on at with without by to from under over after before during above below against into per between within "
    "than until since up about through toward towards across regarding concerning as if unless"
)
DETERMINERS = word_set("the a an any each every some no all another my our your both either")
PRONOUNS = word_set(
    "it its itself they them their theirs this that these those he him his she her hers one ones such there"
)
JOINING = word_set("and or but nor while because although whereas so then also too else just only even still")
CLAUSES = word_set("if when while because although unless whereas and or but before after once who which where")
BE = word_set("is are was were be been being am")
_PARTICIPLES = ("ed", "paid", "held", "given", "kept")
# what follows the subject of "is the fee due": no part of its phrase
_STATES = word_set("valid due available possible necessary subject needed able mandatory compulsory high low")
# words of a question that only carry it
_CARRYING = word_set("please exactly long much many often soon far big large old there not n't")

_WORD = lazy_regex(r"[^\W_]+(?:[&'’.,/-][^\W_]+)*%?|[$€£][\d.,]+\w*")
_YEAR = lazy_regex(r"\b(?P<style>FY\s?['’]?)?(?P<year>(?:19|20)\d\d|(?<=FY)\d\d|(?<=FY['’])\d\d)\b", re.IGNORECASE)
YEAR_PHRASE = lazy_regex(
    r"\s*\b(?:(?:as of|at the end of|for|in|of|during|since)\s+)?(?:(?:fiscal|financial|calendar)\s+)?(?:year\s+)?"
    r"(?:FY\s?['’]?)?(?:(?:19|20)\d\d|(?<=FY)\d\d)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """text[start:end] of a question."""

    text: str
    start: int
    end: int

    @property
    def low(self) -> str:
        return self.text.casefold().replace("’", "'")

    @property
    def is_content(self) -> bool:
        return not self.is_small and self.low not in _CARRYING

    @property
    def is_small(self) -> bool:
        """Of a closed class: it begins, ends or joins phrases."""
        small = AUXILIARIES | ASKING | PREPOSITIONS | DETERMINERS | PRONOUNS | JOINING
        return self.low in small or self.low == "of"


@dataclass(frozen=True, slots=True)
class Phrase:
    """text[start:end] of a question: a noun phrase with its determiner. ``head``: its last noun, without a plural s."""

    text: str
    start: int
    end: int
    determiner: str
    plural: bool
    head: str


def tokens_of(text: str) -> list[Token]:
    """Words, amounts and years in order."""
    return [Token(match[0], *match.span()) for match in _WORD.finditer(text)]


def singular(word: str) -> str:
    """A noun without its plural s, in lower case; good for comparing."""
    low = re.sub(r"['’]s?$", "", word.casefold())
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    return low[:-1] if low.endswith("s") and not low.endswith(("ss", "us", "is")) and len(low) > 3 else low


def noun_phrases(text: str, *, joined_by_of: bool = True) -> list[Phrase]:
    """What stands between small words, in order; "days of leave" is one phrase unless ``joined_by_of`` is False."""
    tokens = tokens_of(text)
    phrases: list[Phrase] = []
    place = 0
    while place < len(tokens):
        begin = place
        if _is_verb(tokens, place):
            place += 1
            continue
        if tokens[place].low in DETERMINERS:
            place += 1
        first = place
        while place < len(tokens) and _goes_on(text, tokens, first, place, joined_by_of=joined_by_of):
            place += 1
        last = _end_of_nouns(tokens, first, place)
        if last > first and any(token.is_content for token in tokens[first:last]):
            determiner = tokens[begin].low if begin < first else ""
            start, end = tokens[begin].start, tokens[last - 1].end
            head = _head(tokens[first:last])
            phrases.append(
                Phrase(text[start:end], start, end, determiner, head.low != singular(head.text), singular(head.text))
            )
        place = max(place, begin + 1)
    return phrases


def _is_verb(tokens: list[Token], place: int) -> bool:
    """ "Who *approves* …", "what *drove* the …": right after the question word and before no auxiliary."""
    before = tokens[place - 1].low if place else ""
    after = tokens[place + 1].low if place + 1 < len(tokens) else ""
    open_ = not tokens[place].is_small
    return open_ and (before == "who" or (before == "what" and after in DETERMINERS | PREPOSITIONS | {""}))


def _goes_on(text: str, tokens: list[Token], first: int, place: int, *, joined_by_of: bool) -> bool:
    """Whether the word at ``place`` belongs to the phrase that began at ``first``."""
    token = tokens[place]
    if place > first and re.search(r"[,;:.?!()]", text[tokens[place - 1].end : token.start]):
        return False
    if token.low == "of":
        return joined_by_of and place > first
    if token.low in {"the", "a", "an"} and place > first and tokens[place - 1].low == "of":
        return True
    return not token.is_small and token.low not in _CARRYING


def _end_of_nouns(tokens: list[Token], first: int, end: int) -> int:
    """Where the nouns end: a verb that do, may or must calls for, a participle or a state at the end are none."""
    begin = first - 1 if first and tokens[first - 1].low in DETERMINERS else first
    before = tokens[begin - 1].low if begin else ""
    behind = tokens[end].low if end < len(tokens) else ""
    called = calls_for_verb(tokens[:begin]) and end - first <= 3 and behind not in BE | {"have"}
    least = 0 if before in {"be", "been"} else 1
    while end - first > least:
        word = tokens[end - 1].low
        state = word in _STATES or (word.endswith(_PARTICIPLES) and before in AUXILIARIES)
        if not (state or called or word == "of"):
            break
        called = False
        end -= 1
    return end


def calls_for_verb(before: list[Token]) -> bool:
    """Whether a subject with its verb follows these words: "how *did*", but not "which segment *had*"."""
    if not before or before[-1].low not in AUXILIARIES - BE:
        return False
    return before[-1].low not in {"has", "have", "had"} or len(before) == 1 or not before[-2].is_content


def _head(tokens: list[Token]) -> Token:
    """The last noun before any "of": what "days of annual leave" is about is days."""
    for place, token in enumerate(tokens):
        if token.low == "of" and place:
            return tokens[place - 1]
    return tokens[-1]


def names_in(text: str, names: Collection[str]) -> list[Token]:
    """Runs of words that name something: words of ``names`` (in lower case), else capitals inside the sentence.

    Those of ``names`` stand before the others; a word in capitals alone (LTV) is a term and comes last.
    """
    runs: list[tuple[int, Token]] = []
    tokens = tokens_of(text)
    place = 0
    while place < len(tokens):
        end = place
        while end < len(tokens) and _is_capital(tokens[end]) and (end == place or _beside(text, tokens, end)):
            end += 1
        opens = place == 0 or text[: tokens[place].start].rstrip()[-1:] in (*".?!:",)
        if (
            opens
            and end > place
            and (tokens[place].is_small or (end == place + 1 and not _named(tokens[place : place + 1], names)))
        ):
            place += 1
            continue
        if end == place:
            if _named(tokens[place : place + 1], names) and not tokens[place].is_small:
                runs.append((0, _bare(tokens[place], tokens[place])))
            place += 1
            continue
        run = tokens[place:end]
        order = 0 if _named(run, names) else 2 if all(token.text.isupper() for token in run) else 1
        runs.append((order, _bare(run[0], run[-1], text)))
        place = end
    return [token for _, token in sorted(runs, key=lambda run: run[0])]


def _bare(first: Token, last: Token, text: str = "") -> Token:
    """The run without a possessive at its end."""
    whole = text[first.start : last.end] if text else first.text
    bare = re.sub(r"['’]s?$", "", whole)
    return Token(bare, first.start, first.start + len(bare))


def _is_capital(token: Token) -> bool:
    return token.text[0].isupper() and not _YEAR.fullmatch(token.text) and not token.low.startswith("fy")


def _beside(text: str, tokens: list[Token], place: int) -> bool:
    between = text[tokens[place - 1].end : tokens[place].start]
    return between.strip() in {"", "&"} and not re.search(r"['’]s?$", tokens[place - 1].text)


def _named(run: list[Token], names: Collection[str]) -> bool:
    words = [re.sub(r"['’]s?$", "", token.text).casefold() for token in run]
    joined = re.sub(r"[\W_]", "", "".join(words))
    if len(joined) < 2 or joined.isdigit():
        return False
    return joined in names or (
        len(joined) > 2 and run[0].text[0].isupper() and any(n.startswith(joined) for n in names)
    )


@dataclass(frozen=True, slots=True)
class Year:
    """A year as it stands in a question: ``style`` is what is written before it (FY)."""

    year: str
    style: str
    start: int
    end: int


def years_in(text: str) -> list[Year]:
    """Years from 1900 to 2099, fiscal ones also with two digits."""
    return [Year(match["year"], match["style"] or "", *match.span()) for match in _YEAR.finditer(text)]
