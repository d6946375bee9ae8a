"""What a chaos run does, and what came of it."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """``seconds``: over how long the work is handed in and processes are killed. The seed decides who dies when."""

    sessions: int
    uploads: int
    seconds: float
    seed: int
    kills_per_minute: float = 20.0
    tenants: int = 3
    ends_within: float = 300.0  # seconds after the last kill until everything must have ended


@dataclass(slots=True, kw_only=True)
class Report:
    """The figures of a run; ``violations`` is empty when everything held."""

    plan: Plan
    kills: Counter[str] = field(default_factory=Counter)
    states: Counter[str] = field(default_factory=Counter)  # "session completed", "document ready" …
    tries: int = 0  # requests that handed work in
    refused: Counter[str] = field(default_factory=Counter)  # why a try was no success: a status, or "no answer"
    replayed: int = 0  # tries that were told what an earlier one had done, whose answer was lost
    events: int = 0
    reconnects: int = 0
    lost_leases: int = 0
    left_files: int = 0  # stored by web processes that were killed before they wrote the row; upkeep removed them
    slowest: float = 0.0  # seconds from the first try to the end, of the slowest session
    settled: float = 0.0  # seconds from the last kill until all had ended
    violations: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """For a person to read."""
        plan = self.plan
        figures = {
            "work": f"{plan.sessions} sessions and {plan.uploads} uploads of {plan.tenants} tenants",
            "seed": str(plan.seed),
            "killed": ", ".join(f"{count} × {name}" for name, count in sorted(self.kills.items())) or "nothing",
            "handed in": f"{self.tries} tries, {self.replayed} of them answered as before"
            + "".join(f", {count} × {why}" for why, count in sorted(self.refused.items())),
            "ended": ", ".join(f"{count} × {state}" for state, count in sorted(self.states.items())),
            "events": f"{self.events} told without a gap, {self.reconnects} reconnects of those who listened",
            "leases lost": str(self.lost_leases),
            "files left": f"{self.left_files}, removed by upkeep",
            "slowest session": f"{self.slowest:.1f} s",
            "last kill to last end": f"{self.settled:.1f} s",
            "violations": str(len(self.violations)),
        }
        width = max(map(len, figures))
        return [*(f"{name:<{width}}  {value}" for name, value in figures.items()), *self.violations]
