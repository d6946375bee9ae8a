"""How much of a claim a passage says in the same order, and what that leaves open. Pure."""

import re
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz.distance import LCSseq

from apps.core.words import word_set
from apps.verification.lexicon import STOPWORDS
from apps.verification.wording.standing import TURNING, Standing

NEAR_COPY = 0.75  # share of a claim's words in the passage's order
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
_FREE = word_set("may could")  # who may do this or that may do this
_BESIDES = word_set("and but")
# words with which something else may be said of something else
_SAYING = word_set("""
    is was were are be been being has have had do does did will would who which that whose whom while when where if
    unless because as although though than whether
""")
_DONE = ("ed", "ing")  # endings of a verb that is none of these


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """A claim's words beside a passage's in the same order. Shares are 0 … 1."""

    order: float  # of the claim's words that the passage has
    inside: float = 0.0  # of the passage's words between the first and last of them, that the claim leaves out
    altered: bool = False  # nearly a copy, but a figure was put in, or a word that turns the sense put in or left out
    torn: bool = False  # nearly a copy, but a word was moved, or what is left out may have parted what is left


def aligned(claim: str, passage: str, held: Standing) -> Alignment:
    """``held``: how the passage holds the claim's words where it has them in one piece."""
    if held is Standing.TURNED or held >= Standing.BESIDE:
        return Alignment(order=1.0, altered=held is Standing.TURNED)
    tokens = _tokens(passage)
    places = [place for place, token in enumerate(tokens) if token not in _MARKS]
    own, theirs = [token for token in _tokens(claim) if token not in _MARKS], [tokens[place] for place in places]
    steps = LCSseq.opcodes(own, theirs)
    blocks = [step for step in steps if step.tag == "equal"]
    if not own or not blocks:
        return Alignment(order=0.0, inside=1.0)
    matched = sum(block.src_end - block.src_start for block in blocks)
    put_in = [word for step in steps if step.tag != "equal" for word in own[step.src_start : step.src_end]]
    gaps = [
        tokens[places[before.dest_end - 1] + 1 : places[behind.dest_start]]
        for before, behind in pairwise(blocks)
        if before.dest_end < behind.dest_start
    ]
    left_out = [token for gap in gaps for token in gap if token not in _MARKS]
    order = matched / len(own)
    turns = any(word in TURNING for word in (*put_in, *left_out)) or any(word[0].isdigit() for word in put_in)
    moved = set(put_in).intersection(left_out) - STOPWORDS  # to another place of the sentence
    near = order >= NEAR_COPY
    return Alignment(
        order=order,
        inside=1.0 - matched / (blocks[-1].dest_end - blocks[0].dest_start),
        altered=near and turns,
        torn=near and (bool(moved) or any(_tears(gap, own) for gap in gaps)),
    )


def _tears(gap: list[str], claim: list[str]) -> bool:
    """Whether a claim may say another thing without what its source has in the gap between two of its words.

    "Printed daily" of what is "printed or sold daily", "tested in Linz" of what was "tested in Graz and built in Linz",
    "72 copies in print" of "72 copies online and in print", "the teacher was late" of "the teacher praised the pupil
    who was late": nobody knows. An aside between commas or brackets, a further thing of several and a qualifier may go.
    """
    words = [token for token in gap if token not in _MARKS]
    if not _OTHERWISE.isdisjoint(words):
        return _FREE.isdisjoint(claim)
    if gap[0] in ",(" and gap[-1] in ",)":
        return False
    if not _BESIDES.isdisjoint(words):
        joined = words[0] in _BESIDES or words[-1] in _BESIDES
        return not joined or (_counts(claim) and not any(word[0].isdigit() for word in words))
    return len(words) < len(gap) or any(word in _SAYING or word.endswith(_DONE) for word in words)


def _counts(words: list[str]) -> bool:
    """Whether there is a figure besides years."""
    return any(word[0].isdigit() and not _YEAR.fullmatch(word) for word in words)


def _tokens(text: str) -> list[str]:
    for pattern, word in _PATTERNS:
        text = pattern.sub(word, text)
    return _TOKEN.findall(text.lower())
