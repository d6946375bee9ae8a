"""Which of a row of figures is whose: "sales in Europe and Asia were $5 million and $4 million, respectively". Pure."""

import re
from collections.abc import Iterable
from itertools import dropwhile, takewhile

from apps.verification.lexicon import STOPWORDS, stem

_RESPECTIVELY = re.compile(r"\brespectively\b", re.IGNORECASE)
_PIECE = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d(?:[\d.,/-]*\d)?|[,;:()]")
_AND = re.compile(r",?\s+and\s+", re.IGNORECASE)
_IN_DATE = re.compile(r"(?:(?<=\s\d)|(?<=\s\d\d)),(?=\s+(?:19|20)\d\d\b)")  # "March 3, 2021"


def lists_respectively(behind: str) -> bool:
    """Whether what stands behind the last figure says so."""
    return bool(_RESPECTIVELY.search(behind))


def respective_labels(before: str, behind: str, count: int) -> tuple[set[str], ...]:
    """What tells each of ``count`` figures apart, stems and figures, by the list behind them, else by that before."""
    listed, led = (_IN_DATE.sub("", text) for text in (_RESPECTIVELY.split(behind)[0], before))
    text = listed if _AND.search(listed) else led
    joints = list(_AND.finditer(text))
    if len(joints) != 1:
        return ()
    first, *others = text[: joints[0].start()].rsplit(",", count - 2)
    others.append(text[joints[0].end() :])
    runs = [_words(reversed(_PIECE.findall(first)), owner_last=True), *(_words(_PIECE.findall(one)) for one in others)]
    return _apart(runs) if len(runs) == count else ()


def _words(pieces: Iterable[str], *, owner_last: bool = False) -> list[str]:
    """Stems of the words that stand together; ``owner_last``: read from the end, up to whose it is."""
    said = dropwhile(lambda piece: piece.lower() in STOPWORDS, pieces)
    run = list(takewhile(lambda piece: piece[0].isalnum() and piece.lower() not in STOPWORDS, said))
    owner = next((at for at, piece in enumerate(run) if at and piece.lower().endswith(("'s", "’s"))), len(run))
    return [stem(piece) for piece in (run[:owner] if owner_last else run) if len(piece) > 1 or piece.isdigit()]


def _apart(runs: list[list[str]]) -> tuple[set[str], ...]:
    """What each has alone; of the last, which goes on with what is said of all, the first word of that."""
    shared = [set().union(*(other for other in runs if other is not run)) for run in runs]
    alone = [[word for word in run if word not in others] for run, others in zip(runs, shared, strict=True)]
    figures = [{word for word in words if word[0].isdigit()} for words in alone]
    if all(figures):
        return tuple(figures)
    labels = (*map(set, alone[:-1]), set(alone[-1][:1]))
    return labels if all(labels) else ()
