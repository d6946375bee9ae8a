"""Which of a row of figures is whose: "sales in Europe and Asia were $5 million and $4 million, respectively". Pure."""

import re

from apps.verification.lexicon import STOPWORDS, stem

_RESPECTIVELY = re.compile(r"\brespectively\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_AND = re.compile(r",?\s+and\s+", re.IGNORECASE)


def lists_respectively(behind: str) -> bool:
    """Whether what stands behind the last figure says so."""
    return bool(_RESPECTIVELY.search(behind))


def respective_labels(before: str, behind: str, count: int) -> tuple[set[str], ...]:
    """The word that tells each of ``count`` figures apart, from the list behind them, else from that before them."""
    text = _RESPECTIVELY.split(behind)[0]
    text = text if _AND.search(text) else before
    joints = list(_AND.finditer(text))
    if len(joints) != 1:
        return ()
    heads = text[: joints[0].start()].rsplit(",", count - 2)
    last = _WORD.match(text, joints[0].end())
    words = [(_WORD.findall(head) or [""])[-1] for head in heads] + [last[0] if last else ""]
    labels = tuple({stem(word)} for word in words)
    told = len(labels) == count and all(words) and not any(word.lower() in STOPWORDS for word in words)
    return labels if told and len(set(map(frozenset, labels))) == count else ()
