"""How much of a claim a passage says in the same order, and what that leaves open. Pure."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from rapidfuzz.distance import LCSseq, Opcode

from apps.core.sentences import split_sentences
from apps.core.words import figures_as_in, word_set
from apps.verification.lexicon import IRREGULAR, STOPWORDS, stem
from apps.verification.numbers.ages import ages_in
from apps.verification.types import LONGEST_CLAIM
from apps.verification.wording.amid import may_turn
from apps.verification.wording.asides import surely_adds
from apps.verification.wording.modals import INVERTED_IF
from apps.verification.wording.order import in_active_voice
from apps.verification.wording.standing import TURNING, Standing
from apps.verification.wording.synonyms import meaning_of
from apps.verification.wording.tense import BE

NEAR_COPY = 0.75  # share of a claim's words in the passage's order
HALF = 0.5  # … from which who does it and to whom it is done can be told
_TOKEN = re.compile(r"[^\W_]+(?:[.,]\d+)*|[,;:()]")
_MARKS = frozenset(",;:()")
_YEAR = re.compile(r"(?:19|20)\d\d")
# words of one force, spelled one way; whether the force agrees is for the modality lint to say
_ALIKE = (
    (r"\b(?:over|in excess of)\s+(?=[$€£¥]?\s?\d)", "more than "),
    (r"\b(?:(?:is|are|be)\s+not\s+(?:allowed|permitted|entitled)\s+to|shall\s+not)\b", "must not"),
    (
        r"\b(?:(?:is|are|be)\s+(?:required|obliged|obligated)\s+to|(?<!not )(?:has|have|needs?)\s+to|shall)\b",
        "must",
    ),
    (r"\b(?:(?:is|are|be)\s+(?:allowed|permitted|entitled)\s+to|can)\b", "may"),
)
_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE), word) for pattern, word in _ALIKE)
_OTHERWISE = word_set("or nor neither either")
_NEITHER = word_set("neither nor")
_FREE = word_set("may could")  # who may do this or that may do this
_BESIDES = word_set("and but")
# words with which something else may be said of something else
_SAYING = word_set("""
    is was were are be been being has have had do does did will would who which that whose whom while when where if
    unless because as although though than whether
""")
_DETERMINERS = word_set("a an the its their his her our any all")
_ADVERBS = word_set("later then now today yesterday soon still again also often once recently meanwhile thereafter")
_DONE = ("ed", "ing")  # endings of a verb that is none of these
# what begins with them may stand before or behind another such phrase, and the first of all
_PREPOSITION = (
    "in on at by to from for with within without after before during until upon under against through via per since as"
    " if unless when where because despite"
)
_PREPOSITIONS = frozenset(stem(word) for word in _PREPOSITION.split())
_FRONTED = re.compile(
    rf"\A(?P<phrase>(?:{'|'.join(_PREPOSITION.split())})\s[^,;:]+),\s+(?P<rest>[^;:]+?)[.!?\s]*\Z", re.IGNORECASE
)
_JOINS = re.compile(r"[;:]|\b(?:and|or|but|nor|while|whereas|although|though|that|which|whom?|whose)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """A claim's words beside a passage's in the same order. Shares are 0 … 1."""

    order: float  # of the claim's words that the passage has
    inside: float = 0.0  # of the passage's words between the first and last of them, that the claim leaves out
    altered: bool = False  # nearly a copy, but a figure was put in, or a word that turns the sense put in or left out
    moved: bool = False  # nearly a copy, but a word of content stands in another place
    torn: bool = False  # nearly a copy, but what is left out may have parted what is left
    exchanged: bool = False  # nearly a copy, but a word of content stands where the passage has another


def aligned(claim: str, passage: str, held: Standing) -> Alignment:
    """``held``: how the passage holds the claim's words where it has them in one piece."""
    if held is not Standing.ABSENT:
        return Alignment(order=1.0, altered=held is Standing.TURNED)
    written = _written(figures_as_in(claim, passage))
    tokens = _low(written)
    places = [place for place, token in enumerate(tokens) if token not in _MARKS]
    own, theirs = [token for token in _tokens(claim) if token not in _MARKS], [tokens[place] for place in places]
    steps = _steps(own, theirs)
    blocks = [step for step in steps if step.tag == "equal"]
    if not own or not blocks:
        return Alignment(order=0.0, inside=1.0)
    matched = sum(block.src_end - block.src_start for block in blocks)
    put_in = [word for step in steps if step.tag != "equal" for word in own[step.src_start : step.src_end]]
    if INVERTED_IF.search(claim) and own.count("should") == 1:
        put_in = [word for word in put_in if word != "should"]
    gaps = [
        written[places[before.dest_end - 1] + 1 : places[behind.dest_start]]
        for before, behind in pairwise(blocks)
        if before.dest_end < behind.dest_start
    ]
    adding = [gap for gap in gaps if _is_aside(gap) and surely_adds(" ".join(gap[1:-1]), claim)]
    tearing = [gap for gap in gaps if gap not in adding and _tears(_low(gap), own)]
    left_out = [token for gap in gaps if gap not in adding for token in _low(gap) if token not in _MARKS]
    if put_in == ["not"] and left_out == ["neither"] and theirs[blocks[-1].dest_end :][:1] in ([], ["nor"]):
        put_in, left_out = [], []  # one of the two that are denied
    order = matched / len(own)
    near = order >= NEAR_COPY
    if near and _placed_otherwise(claim, passage):
        put_in = [word for word in put_in if word not in theirs]
        left_out = [word for word in left_out if word not in own]
    told = {age for _, age in ages_in(claim) & ages_in(passage) if own.count(age) == 1}
    figures = any(word[0].isdigit() and word not in told for word in put_in)
    turns = figures or any(word in TURNING for word in (*put_in, *left_out))
    moved = set(put_in).intersection(left_out) - STOPWORDS  # to another place of the sentence
    moved |= _brought(own, theirs, steps, blocks)
    return Alignment(
        order=order,
        inside=1.0 - matched / (blocks[-1].dest_end - blocks[0].dest_start),
        altered=(near and turns) or (order >= HALF and _suffers(own, theirs)),
        moved=near and bool(moved),
        torn=near and bool(tearing),
        exchanged=near and _exchanges(own, theirs, blocks, names=_capitals(claim)),
    )


def _steps(own: list[str], theirs: list[str]) -> list[Opcode]:
    """What leads from one to the other and keeps most words: of several ways one whose words stand close together."""
    start, end = _closest(own, theirs)
    return [
        Opcode(step.tag, step.src_start, step.src_end, start + step.dest_start, start + step.dest_end)
        for step in LCSseq.opcodes(own, theirs[start:end])
    ]


def _closest(own: list[str], theirs: list[str]) -> tuple[int, int]:
    """A stretch of the passage that has as many words in order as all of it: the first to end, or the last to begin.

    A sentence that goes on after a claim's words may have some of them again.
    """
    most = LCSseq.similarity(own, theirs)

    def end_from(start: int) -> int:
        ends = range(start + 1, len(theirs))
        return start + 1 + bisect_left(ends, most, key=lambda end: LCSseq.similarity(own, theirs[start:end]))

    def start_to(end: int) -> int:
        starts = range(1, end)
        return bisect_right(starts, -most, key=lambda start: -LCSseq.similarity(own, theirs[start:end]))

    first, last = end_from(0), start_to(len(theirs))
    return min((start_to(first), first), (last, end_from(last)), key=lambda span: span[1] - span[0])


def _is_aside(gap: list[str]) -> bool:
    """Whether it stands between commas or in brackets."""
    return len(gap) > 2 and gap[0] in ",(" and gap[-1] in ",)"


def _brought(own: list[str], theirs: list[str], steps: Sequence[Opcode], blocks: Sequence[Opcode]) -> set[str]:
    """Words of content put in that the passage has before or behind all it shares with the claim in this order.

    Not those of a whole phrase there: "during the war" may open a sentence or end it.
    """
    around = {*theirs[: blocks[0].dest_start], *theirs[blocks[-1].dest_end :]} - STOPWORDS
    runs = [own[step.src_start : step.src_end] for step in steps if step.tag != "equal"]
    return {word for run in runs if not _may_stand_anywhere(run, theirs) for word in around.intersection(run)}


def _may_stand_anywhere(run: list[str], words: list[str]) -> bool:
    """Whether it is an adverb, or a phrase that the words have too."""
    if len(run) == 1 and (run[0] in _ADVERBS or run[0].endswith("ly")):
        return True
    if not run or stem(run[0]) not in _PREPOSITIONS:
        return False
    return any(words[at : at + len(run)] == run for at in range(len(words)))


def _exchanges(own: list[str], theirs: list[str], blocks: Sequence[Opcode], *, names: set[str]) -> bool:
    """Whether words of content that the passage has nowhere stand between two blocks where it has such of its own.

    Not where one of the ``names`` stands for "the company": whose name that is, is for others to say.
    """
    ends = [(0, 0), *((one.src_end, one.dest_end) for one in blocks)]
    starts = [*((one.src_start, one.dest_start) for one in blocks), (len(own), len(theirs))]
    said, known = _content(own), _content(theirs)
    for (at, there), (start, begin) in zip(ends, starts, strict=True):
        put, taken = own[at:start], _content(theirs[there:begin])
        described = len(taken) == 1 and not _DETERMINERS.isdisjoint(theirs[max(0, there - 1) : begin])
        named = described and names.issuperset(set(put) - STOPWORDS)
        if _content(put) - known and taken - said and not named:
            return True
    return False


def _capitals(text: str) -> set[str]:
    """Its words that have a capital, in small letters."""
    return {word.lower() for word in _TOKEN.findall(text) if word[0].isupper()}


def _content(words: Iterable[str]) -> set[str]:
    """What words of content mean, figures left out."""
    return {meaning_of(stem(word)) for word in words if word not in STOPWORDS and not word[0].isdigit()}


def in_another_order(claim: str, passage: str) -> bool:
    """Whether no sentence of the passage has nearly all words of a claim in their order, a passive put as an active.

    In a sentence of one clause phrases may change places: "In May Ann left Rome for Oslo" says what "Ann left for Oslo
    from Rome in May" does.
    """
    core, phrases = _phrases(claim)
    size = len(core) + sum(map(len, phrases))
    for sentence in _sentences(passage):
        there, moved = _phrases(sentence)
        if _holds_more(sentence, moved, phrases):
            continue
        kept = LCSseq.similarity([*core, *chain(*phrases)], [*there, *chain(*moved)])
        if not _JOINS.search(sentence):
            free = sum(len(own) for own in phrases if _is_among(own, moved))
            kept = max(kept, LCSseq.similarity(core, there) + free)
        if kept >= NEAR_COPY * size:
            return False
    return True


def _sentences(passage: str) -> list[str]:
    """Those that are short enough to be taken apart."""
    pieces = (passage[span.start : span.end] for span in split_sentences(passage))
    return [piece for piece in pieces if len(piece) <= LONGEST_CLAIM]


def _suffers(claim: list[str], passage: list[str]) -> bool:
    """Whether the claim has done to somebody what the passage has them do: "tenants are reported" of "tenants report".

    Not where it says by whom, as a passive of the passage does.
    """
    for at, (be, word) in enumerate(pairwise(claim)):
        done = be in BE and be not in passage and (word.endswith("ed") or word in IRREGULAR)
        if done and word not in passage and "by" not in claim[at:]:
            deed = next((place for place, other in enumerate(passage) if stem(other) == stem(word)), 0)
            who = next((other for other in reversed(claim[:at]) if other not in STOPWORDS), "")
            if who in passage[:deed] and _has_object(passage[deed + 1 : deed + 3]):
                return True
    return False


def _has_object(behind: list[str]) -> bool:
    """Whether the words behind a verb say to whom or what it is done: no pronoun, which may be the one before it."""
    rest = [word for word in behind if word not in _DETERMINERS]
    return (
        bool(rest)
        and rest[0] not in STOPWORDS
        and stem(rest[0]) not in _PREPOSITIONS
        and not rest[0].endswith("ly")
        and not rest[0][0].isdigit()
    )


def _placed_otherwise(claim: str, passage: str) -> bool:
    """Whether a clause of the passage says all of a claim but with phrases in other places, or as a passive.

    What else its sentence says must not turn it; see ``_holds_more``.
    """
    core, phrases = _phrases(claim)
    for sentence in _sentences(passage):
        there, moved = _phrases(sentence, main=True)
        alone = not (_JOINS.search(sentence) or _holds_more(sentence, moved, phrases))
        if alone and _is_among(core, [there]) and all(_is_among(own, moved) for own in phrases):
            return True
    return False


def _is_among(words: list[str], phrases: list[list[str]]) -> bool:
    """Whether a phrase has all the words in their order."""
    return any(LCSseq.similarity(words, one) == len(words) for one in phrases)


def _holds_more(sentence: str, moved: list[list[str]], phrases: list[list[str]]) -> bool:
    """Whether a sentence opens with a phrase that a claim of other ``phrases`` lacks, or turns behind a comma.

    "If the vote passes, it opens in May" does not say that it opens in May.
    """
    fronted = _FRONTED.match(sentence.strip())
    behind = (fronted["rest"] if fronted else sentence).partition(", ")[2]
    return may_turn(behind) or (fronted is not None and not any(one in phrases for one in moved[-1:]))


def _phrases(sentence: str, *, main: bool = False) -> tuple[list[str], list[list[str]]]:
    """The stems of a sentence in active voice up to its first preposition, and its phrases from each on.

    ``main``: without what stands behind a comma.
    """
    fronted = _FRONTED.match(sentence.strip())
    said = fronted["rest"] if fronted else sentence
    said = said.partition(", ")[0] if main else said
    words = in_active_voice(f"{said.rstrip(' .!?')} {fronted['phrase']}" if fronted else said)
    cuts = [at for at, word in enumerate(words) if at and word in _PREPOSITIONS]
    return words[: cuts[0] if cuts else None], [words[a:b] for a, b in pairwise([*cuts, len(words)])] if cuts else []


def _tears(gap: list[str], own: list[str]) -> bool:
    """Whether a claim may say another thing without what its source has in the gap between two of its words.

    "Printed daily" of what is "printed or sold daily", "tested in Linz" of what was "tested in Graz and built in Linz",
    "72 copies in print" of "72 copies online and in print", "the teacher was late" of "the teacher praised the pupil
    who was late": nobody knows. A further thing of several, with no comma behind it, and a qualifier may go, and an
    aside that surely adds, which is not asked about here.
    """
    words = [token for token in gap if token not in _MARKS]
    if gap[0] in ",(" and gap[-1] in ",)":
        return True
    if not _OTHERWISE.isdisjoint(words):
        return _FREE.isdisjoint(own) or not _NEITHER.isdisjoint(words)
    if not _BESIDES.isdisjoint(words):
        joined = words[0] in _BESIDES or words[-1] in _BESIDES
        return not joined or (_counts(own) and not any(word[0].isdigit() for word in words))
    return len(words) < len(gap) or any(word in _SAYING or word.endswith(_DONE) for word in words)


def _counts(words: list[str]) -> bool:
    """Whether there is a figure besides years."""
    return any(word[0].isdigit() and not _YEAR.fullmatch(word) for word in words)


def _tokens(text: str) -> list[str]:
    return _low(_written(text))


def _low(tokens: Iterable[str]) -> list[str]:
    return [token.lower() for token in tokens]


def _written(text: str) -> list[str]:
    """Its tokens, capitals and all."""
    for pattern, word in _PATTERNS:
        text = pattern.sub(word, text)
    return _TOKEN.findall(text)
