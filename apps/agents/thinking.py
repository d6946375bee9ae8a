"""What a model says, without what it thinks aloud first.

Endpoints that know a model's reasoning send it apart; others leave it at the head of the answer as <think>…</think>.
"""

from collections.abc import Iterator

OPENING, CLOSING = "<think>", "</think>"


def spoken(pieces: Iterator[str]) -> Iterator[str]:
    """The pieces without a block of thoughts at their head; one that never ends leaves nothing.

    Only what may still be its first mark is held back.
    """
    head = ""
    for piece in pieces:
        head = (head + piece).lstrip()
        if head.startswith(OPENING):
            yield from _behind(head, pieces)
            return
        if head and not OPENING.startswith(head):
            yield head
            yield from pieces
            return
    if head:
        yield head


def _behind(head: str, pieces: Iterator[str]) -> Iterator[str]:
    """What follows the closing mark, from its first word on."""
    tail = head
    while CLOSING not in tail:
        piece = next(pieces, None)
        if piece is None:
            return
        tail = tail[-len(CLOSING) :] + piece
    rest = tail.partition(CLOSING)[2].lstrip()
    while not rest:
        piece = next(pieces, None)
        if piece is None:
            return
        rest = piece.lstrip()
    yield rest
    yield from pieces
