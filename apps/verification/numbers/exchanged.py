"""Two figures of one sentence of which each is told of the other's thing. Pure.

"Pay slips cover the last 30 days, wage statements the last two years" does not say two years of pay slips and 30 days
of wage statements. Read only where the claim tells both: of what parts its two shares, the source must have some of
each in the other's share and nothing in its own.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from apps.verification.numbers.neighbours import Share, share_of
from apps.verification.numbers.quantities import Quantity
from apps.verification.numbers.respectively import lists_respectively

_MOST = 12  # figures of a claim: more are a table


def exchanged_figures(
    claim: str, own: Sequence[Quantity], quotes: Sequence[tuple[str, Sequence[Quantity]]]
) -> Iterator[tuple[Quantity, Quantity]]:
    """Pairs of the claim's figures that stand the other way round in every sentence of the quotes that has both.

    ``own``: the quantities of the claim. ``quotes``: each with its own.
    """
    for one, other in combinations(own[:_MOST], 2):
        mine = _shares_of(claim, own, one, other)
        if mine is None:
            continue
        places = [
            shares
            for text, quoted in quotes
            for first in quoted
            for second in quoted
            if _is_same(first, one) and _is_same(second, other)
            if (shares := _shares_of(text, quoted, first, second)) is not None
        ]
        if places and all(_crosses(mine, theirs) for theirs in places):
            yield one, other


def _shares_of(text: str, quantities: Sequence[Quantity], one: Quantity, other: Quantity) -> tuple[Share, Share] | None:
    """What one sentence says around two of its figures; None where they stand apart, or as in a list."""
    found = share_of(text, quantities, one)
    if found is None or lists_respectively(found[1][-1].behind):
        return None
    beside = next((share for share in found[1] if share.figure.start == other.start), None)
    return (found[0], beside) if beside and beside is not found[0] else None


def _is_same(one: Quantity, other: Quantity) -> bool:
    return one.kind is other.kind and one.value == other.value and one.unit == other.unit and one.date == other.date


def _crosses(mine: tuple[Share, Share], theirs: tuple[Share, Share]) -> bool:
    """Whether each share has words that are the other's alone in the source, and neither any of its own there."""
    first, second = _apart(*mine)
    own, other = _apart(*theirs)
    return bool(first & other and second & own) and not (first & own or second & other)


def _apart(one: Share, other: Share) -> tuple[set[str], set[str]]:
    labels, others = one.labels, other.labels
    return labels - others, others - labels
