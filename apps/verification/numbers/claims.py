"""What is wrong with the numbers of a claim as a whole, whatever figure each is held against. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from apps.verification.lexicon import stem
from apps.verification.numbers.changes import turned_changes
from apps.verification.numbers.exchanged import exchanged_counts, exchanged_figures
from apps.verification.numbers.fault import NumberFault, NumberFinding
from apps.verification.numbers.flows import turned_flows
from apps.verification.numbers.quantified import parts_above_wholes, quantified_findings
from apps.verification.numbers.quantities import Kind, Quantity
from apps.verification.numbers.reading import parse_quantities
from apps.verification.numbers.references import other_references
from apps.verification.numbers.table_context import QuoteContext

Read = Sequence[tuple[str, Sequence[Quantity]]]
# where a name may stand, and hardly a figure
_NAMED_BEFORE = re.compile(r"(?:\A\W*|[,;:]\s+|\b(?:and|that|by|for|with|in|against)\s+)\Z", re.IGNORECASE)
_OWNS = re.compile(r"['’]s?(?!\w)")


def claimed_quantities(claim: str, quotes: Sequence[QuoteContext]) -> list[Quantity]:
    """The quantities of a claim, without what is the name in it of the company that the quotes' documents are on."""
    return [one for one in parse_quantities(claim) if not _names_company(one, claim, quotes)]


def _names_company(one: Quantity, claim: str, quotes: Sequence[QuoteContext]) -> bool:
    """Whether what reads like three million, "3M", opens the title of a document, and counts nothing there."""
    if one.kind is not Kind.COUNT or not one.scaled or not one.text.isalnum():
        return False
    if not (_NAMED_BEFORE.search(claim[: one.start]) or _OWNS.match(claim, one.end)):
        return False
    opening = re.compile(rf"{re.escape(one.text)}\b\s*(?P<next>[^\W\d_]*)")
    titles = [opening.match(line) for quote in quotes for line in quote.context.splitlines()]
    nouns = {stem(title["next"]) for title in titles if title}
    return bool(nouns) and not (one.noun and one.noun in nouns)


def claim_findings(claim: str, own: Sequence[Quantity], quotes: Read, *, around: str) -> Iterator[NumberFinding]:
    """Faults of a claim with the quantities ``own``. ``quotes``: each with its own; ``around``: all that is known."""
    for mine, theirs in other_references(claim, around):
        yield NumberFinding(fault=NumberFault.DIFFERS, claimed=mine, source=theirs)
    texts = [text for text, _ in quotes]
    for mine, theirs in turned_flows(claim, "\n".join(texts)):
        yield NumberFinding(fault=NumberFault.SIGN, claimed=mine, source=theirs)
    yield from quantified_findings(claim, own, texts)
    yield from parts_above_wholes(claim, own)
    yield from turned_changes(claim, own)
    counts = exchanged_counts(own, [one for _, quoted in quotes for one in quoted])
    for one, other in chain(counts, exchanged_figures(claim, own, quotes)):
        yield NumberFinding(fault=NumberFault.DIFFERS, claimed=one.text, source=other.text)
