"""Figures as a person reads them in a terminal. Pure."""

from collections.abc import Sequence


def table(rows: Sequence[Sequence[str]], *, texts: int = 1) -> str:
    """Columns as wide as they must be: the first ``texts`` flush left, figures flush right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if at < texts else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def percent(share: float | None) -> str:
    """With one digit behind the point, without the sign; a dash for none."""
    return "-" if share is None else f"{100 * share:.1f}"


def between(interval: tuple[float, float] | None) -> str:
    """Both ends of an interval of shares."""
    return f"{percent(interval[0])}–{percent(interval[1])}" if interval else "-"
