"""Verdicts against those that would have been right: precision, recall and who was taken for whom."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from apps.verification.types import Verdict

UNCHECKED = "unchecked"
EXPECTED = tuple(verdict.value for verdict in Verdict)
WIDTH = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class Confusion:
    """``counts``: (expected, given) → how often; what was given may also be ``unchecked``."""

    counts: Counter[tuple[str, str]]

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]]) -> "Confusion":
        """From (expected, given) pairs; nothing given is ``unchecked``."""
        return cls(counts=Counter((expected, given or UNCHECKED) for expected, given in pairs))

    @property
    def total(self) -> int:
        return self.counts.total()

    @property
    def right(self) -> int:
        return sum(self.counts[verdict, verdict] for verdict in EXPECTED)

    def expected(self, verdict: str) -> int:
        """How often it would have been right."""
        return sum(count for (wanted, _), count in self.counts.items() if wanted == verdict)

    def given(self, verdict: str) -> int:
        """How often it was given."""
        return sum(count for (_, given), count in self.counts.items() if given == verdict)

    def precision(self, verdict: str) -> float | None:
        """Of those given, the share that was right; None where it was never given."""
        return _share(self.counts[verdict, verdict], self.given(verdict))

    def recall(self, verdict: str) -> float | None:
        """Of those that would have been right, the share that was given; None where it never would have been."""
        return _share(self.counts[verdict, verdict], self.expected(verdict))

    def columns(self) -> tuple[str, ...]:
        """The verdicts, and ``unchecked`` where some were."""
        return (*EXPECTED, UNCHECKED) if self.given(UNCHECKED) else EXPECTED

    def as_dict(self) -> dict[str, Any]:
        """``matrix``: expected → given → how often."""
        return {
            "total": self.total,
            "accuracy": _share(self.right, self.total),
            "verdicts": {
                verdict: {
                    "precision": self.precision(verdict),
                    "recall": self.recall(verdict),
                    "expected": self.expected(verdict),
                    "given": self.given(verdict),
                }
                for verdict in EXPECTED
            },
            "matrix": {wanted: {given: self.counts[wanted, given] for given in self.columns()} for wanted in EXPECTED},
        }

    def as_text(self) -> str:
        """Two tables in fixed width: figures per verdict, and the matrix with a row per expected verdict."""
        figures = [("verdict", "precision", "recall", "expected", "given")]
        for verdict in EXPECTED:
            shares = (_percent(self.precision(verdict)), _percent(self.recall(verdict)))
            figures.append((verdict, *shares, str(self.expected(verdict)), str(self.given(verdict))))
        matrix = [("expected ↓ given →", *self.columns())]
        matrix += [(wanted, *(str(self.counts[wanted, given]) for given in self.columns())) for wanted in EXPECTED]
        right = f"right: {self.right} of {self.total} ({_percent(_share(self.right, self.total))})"
        return "\n\n".join((right, _table(figures), _table(matrix)))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


def _table(rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(f"  {row[0]:<20}" + "".join(f"{cell:>{WIDTH}}" for cell in row[1:]) for row in rows)
