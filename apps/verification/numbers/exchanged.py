"""Two figures of one sentence of which each is told of the other's thing. Pure.

"Pay slips cover the last 30 days, wage statements the last two years" does not say two years of pay slips and 30 days
of wage statements. Read only where the claim tells both: of what parts its two shares, the source must have some of
each in the other's share and nothing in its own. Sentences that cannot be parted so, or that list their figures
"respectively", are passed over, and so are figures that only follow a name ("Smith (60%) and Jones (40%)").
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from apps.core.patterns import lazy_regex
from apps.verification.numbers.neighbours import Share, share_of
from apps.verification.numbers.quantities import Kind, Quantity
from apps.verification.numbers.respectively import lists_respectively

_MOST_COUNTS = 20  # of a claim
_MOST = 12  # figures of a claim, and places of each in the quotes: more are a table
# what is only said of the name before it: "Smith, holding 40%", "the lamp, which cost", "Headache ("
_OF_A_NAME = lazy_regex(r"\W*(?:(?:which|who|whose|with|of|at|in|on|by|born|aged|each|[a-z]+(?:ing|ed))\b[^,;]*)?\Z")
_Parted = tuple[Share, Sequence[Share]]  # the share of a figure, and all of its sentence


def exchanged_counts(own: Sequence[Quantity], quoted: Sequence[Quantity]) -> Iterator[tuple[Quantity, Quantity]]:
    """ "9 sites in 48 countries" where the source has 48 sites in 9 countries: pairs of the claim's counts."""
    told = {(one.value, one.noun) for one in quoted if one.kind is Kind.COUNT}
    counts = [one for one in own if one.kind is Kind.COUNT and one.noun]
    for one, other in permutations(counts[:_MOST_COUNTS], 2):
        swapped = {(one.value, other.noun), (other.value, one.noun)} <= told
        if swapped and one.noun != other.noun and (one.value, one.noun) not in told:
            yield one, other


def exchanged_figures(
    claim: str, own: Sequence[Quantity], quotes: Sequence[tuple[str, Sequence[Quantity]]]
) -> Iterator[tuple[Quantity, Quantity]]:
    """Pairs of the claim's figures that stand the other way round wherever the quotes have both in a sentence.

    ``own``: the quantities of the claim. ``quotes``: each with its own.
    """
    parted = [(one, found) for one in own[:_MOST] if (found := _parted(claim, own, one)) is not None]
    there = {id(one): _places(one, quotes) for one, _ in parted} if len(parted) > 1 else {}
    for (one, (mine, beside)), (other, (second, _)) in combinations(parted, 2):
        if all(share.figure is not other for share in beside):
            continue
        starts = {(text, share.figure.start) for text, (share, _) in there[id(other)]}
        both = [
            (first, share)
            for text, (first, shares) in there[id(one)]
            for share in shares
            if share is not first and (text, share.figure.start) in starts
        ]
        if both and all(_crosses((mine, second), theirs) for theirs in both):
            yield one, other


def _places(one: Quantity, quotes: Sequence[tuple[str, Sequence[Quantity]]]) -> list[tuple[int, _Parted]]:
    """Where the quotes have the figure, by the number of the quote; nothing where that is too often."""
    same = [(at, text, quoted, it) for at, (text, quoted) in enumerate(quotes) for it in quoted if _is_same(it, one)]
    found = [(at, _parted(text, quoted, it)) for at, text, quoted, it in same] if len(same) <= _MOST else []
    return [(at, shares) for at, shares in found if shares is not None]


def _parted(text: str, quantities: Sequence[Quantity], one: Quantity) -> _Parted | None:
    """What a sentence says around its figures; None where it is a list of them, or one only follows a name."""
    found = share_of(text, quantities, one)
    if found is None or lists_respectively(found[1][-1].behind):
        return None
    return None if any(_OF_A_NAME.match(share.before) for share in found[1][1:]) else found


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
