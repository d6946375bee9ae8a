"""What the checks find: the number lint in a claim beside a quote, and what takes a claim back behind it."""

from apps.verification.numbers.lint import NumberFault, QuoteContext, number_findings
from apps.verification.wording.taken_back import taken_back


def faults(claim: str, quote: str, **around: str) -> set[NumberFault]:
    """The kinds of faults; ``around``: what else a QuoteContext has."""
    return {found.fault for found in number_findings(claim, [QuoteContext(text=quote, **around)])}


def back(claim: str, behind: str) -> str:
    """What takes back a claim that the source says word for word, ``behind`` it."""
    return taken_back(f"{claim} {behind}", len(claim), start=0, claim=claim)
