"""Words that several rooms look for, and sets of words written as a line or several."""

AUXILIARY = "is|are|was|were|has|have|had|may|might|could|would|will|must|shall|should|can|cannot"  # as alternatives


def word_set(*lines: str) -> frozenset[str]:
    """The words of the lines as a set."""
    return frozenset(" ".join(lines).split())
