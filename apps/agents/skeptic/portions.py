"""A long text in portions whose claims fit one answer each. Pure."""

from itertools import groupby, pairwise

from apps.agents.reading.cited import CitedSentence, read_cited

CLAIM_TOKENS = 45  # of a claim's object but for its words, with blanks and line breaks
CHARACTERS_A_TOKEN = 3.5  # of English prose with figures, on the safe side


def portions_of(text: str, *, room: int) -> tuple[str, ...]:
    """``text`` cut between paragraphs, and between sentences where a paragraph alone is too long; joined it is whole.

    ``room``: tokens that a portion's claims may take in an answer. A single sentence may take more.
    """
    starts: list[int] = []
    used = 0
    for group in _pieces(text, room):
        cost = sum(map(_cost, group))
        if starts and used + cost <= room:
            used += cost
        else:
            starts.append(group[0].start if starts else 0)
            used = cost
    edges = [*starts, len(text)]
    return tuple(text[low:high] for low, high in pairwise(edges))


def _pieces(text: str, room: int) -> list[list[CitedSentence]]:
    """What stays together: paragraphs, and the sentences of one that is too long by itself."""
    pieces: list[list[CitedSentence]] = []
    for _, grouped in groupby(read_cited(text), key=lambda sentence: sentence.paragraph):
        paragraph = list(grouped)
        whole = sum(map(_cost, paragraph)) <= room
        pieces += [paragraph] if whole else [[sentence] for sentence in paragraph]
    return pieces


def _cost(sentence: CitedSentence) -> int:
    """Tokens that the claims of a sentence take in an answer."""
    if sentence.heading:
        return 0
    return sum(CLAIM_TOKENS + round((high - low) / CHARACTERS_A_TOKEN) for low, high in sentence.bodies)
