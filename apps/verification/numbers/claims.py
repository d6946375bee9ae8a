"""What is wrong with the numbers of a claim as a whole, whatever figure each is held against. Pure."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from apps.verification.numbers.changes import turned_changes
from apps.verification.numbers.fault import NumberFault, NumberFinding
from apps.verification.numbers.flows import turned_flows
from apps.verification.numbers.quantified import quantified_findings
from apps.verification.numbers.quantities import Kind, Quantity
from apps.verification.numbers.references import other_references

Read = Sequence[tuple[str, Sequence[Quantity]]]


def claim_findings(claim: str, own: Sequence[Quantity], quotes: Read, *, around: str) -> Iterator[NumberFinding]:
    """Faults of a claim with the quantities ``own``. ``quotes``: each with its own; ``around``: all that is known."""
    for mine, theirs in other_references(claim, around):
        yield NumberFinding(fault=NumberFault.DIFFERS, claimed=mine, source=theirs)
    texts = [text for text, _ in quotes]
    for mine, theirs in turned_flows(claim, "\n".join(texts)):
        yield NumberFinding(fault=NumberFault.SIGN, claimed=mine, source=theirs)
    yield from quantified_findings(claim, own, texts)
    yield from turned_changes(claim, own)
    yield from _exchanged(own, [one for _, quoted in quotes for one in quoted])


def _exchanged(own: Sequence[Quantity], quoted: Sequence[Quantity]) -> Iterator[NumberFinding]:
    """ "9 sites in 48 countries" where the source has 48 sites in 9 countries."""
    told = {(one.value, one.noun) for one in quoted if one.kind is Kind.COUNT}
    counts = [one for one in own if one.kind is Kind.COUNT and one.noun]
    for one, other in permutations(counts[:20], 2):
        swapped = {(one.value, other.noun), (other.value, one.noun)} <= told
        if swapped and one.noun != other.noun and (one.value, one.noun) not in told:
            yield NumberFinding(fault=NumberFault.DIFFERS, claimed=one.text, source=other.text)
