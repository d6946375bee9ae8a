"""How much of a claim a passage says in the same order, and whether a near copy turns the sense. Pure."""

import re

from rapidfuzz.distance import LCSseq

from apps.verification.wording.standing import TURNING, Standing

NEAR_COPY = 0.75  # share of a claim's words in the passage's order
_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")
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


def aligned(claim: str, passage: str, held: Standing) -> tuple[float, float, bool]:
    """(share of the claim's words found in order, share of the passage's words left out between them, altered).

    ``held``: how the passage holds the claim's words where it has them in one piece.
    ``altered``: nearly a copy, but a figure was put in, or a word that turns the sense was put in or left out.
    """
    if held is Standing.TURNED or held >= Standing.BESIDE:
        return 1.0, 0.0, held is Standing.TURNED
    own, theirs = _words(claim), _words(passage)
    steps = LCSseq.opcodes(own, theirs)
    blocks = [step for step in steps if step.tag == "equal"]
    if not own or not blocks:
        return 0.0, 1.0, False
    matched = sum(block.src_end - block.src_start for block in blocks)
    first, last = blocks[0].dest_start, blocks[-1].dest_end
    put_in = [word for step in steps if step.tag != "equal" for word in own[step.src_start : step.src_end]]
    left_out = [
        word
        for step in steps
        if step.tag != "equal"
        for word in theirs[max(first, step.dest_start) : min(last, step.dest_end)]
    ]
    order = matched / len(own)
    turns = any(word in TURNING for word in (*put_in, *left_out)) or any(word[0].isdigit() for word in put_in)
    return order, 1.0 - matched / (last - first), order >= NEAR_COPY and turns


def _words(text: str) -> list[str]:
    for pattern, word in _PATTERNS:
        text = pattern.sub(word, text)
    return _WORD.findall(text.lower())
