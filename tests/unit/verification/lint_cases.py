"""What the number lint finds in one claim beside one quote."""

from apps.verification.numbers.lint import NumberFault, QuoteContext, number_findings


def faults(claim: str, quote: str, **around: str) -> set[NumberFault]:
    """The kinds of faults; ``around``: what else a QuoteContext has."""
    return {found.fault for found in number_findings(claim, [QuoteContext(text=quote, **around)])}
