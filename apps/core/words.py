"""Sets of words, written as a line or several."""


def word_set(*lines: str) -> frozenset[str]:
    """The words of the lines as a set."""
    return frozenset(" ".join(lines).split())
