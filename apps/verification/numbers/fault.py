"""What can be wrong with a quantity of a claim, and how a ledger tells it."""

from dataclasses import dataclass
from enum import StrEnum


class NumberFault(StrEnum):
    """What is wrong with a quantity of a claim."""

    DIFFERS = "differs"  # the source has another value of the same kind in its place
    UNIT = "unit"  # the same figure with another unit or currency
    BOUND = "bound"  # at least for at most, more than for exactly
    SIGN = "sign"  # a loss for a gain
    PERIOD = "period"  # the figure or the date of another period
    CALENDAR = "calendar"  # the year of a period that the source names by its last day or its length
    ROUNDED = "rounded"  # rounded without saying so
    PRECISION = "precision"  # more exact than the source
    MISSING = "missing"  # nothing of the kind in the source
    ELSEWHERE = "elsewhere"  # in a sentence of the quote that speaks of something else

    CHANGE = "change"  # by how much for how much
    TURNED = "turned"  # the claim's own figures do not go the way that it says

    @property
    def is_plain(self) -> bool:
        """Whether the source says something else, rather than nothing or less."""
        return self in (NumberFault.DIFFERS, NumberFault.UNIT, NumberFault.BOUND, NumberFault.SIGN, NumberFault.PERIOD)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberFinding:
    """A quantity of the claim that the quotes do not bear out; ``source`` is what they have instead, if anything."""

    fault: NumberFault
    claimed: str
    source: str = ""
    dated: bool = False  # the quantity is a date

    @property
    def detail(self) -> str:
        """One sentence for the ledger."""
        told = {
            NumberFault.DIFFERS: f"The claim says “{self.claimed}”, the source “{self.source}”.",
            NumberFault.UNIT: f"The claim says “{self.claimed}”, the source “{self.source}”: another unit.",
            NumberFault.BOUND: f"The claim bounds “{self.claimed}” another way than the source does (“{self.source}”).",
            NumberFault.SIGN: f"The claim says “{self.claimed}”, the source “{self.source}” with the opposite sign.",
            NumberFault.PERIOD: f"“{self.claimed}” belongs to another period in the source (“{self.source}”).",
            NumberFault.CALENDAR: f"The source gives “{self.source}” and does not say that it is the claim's period.",
            NumberFault.ROUNDED: f"“{self.claimed}” is rounded from “{self.source}” without saying so.",
            NumberFault.PRECISION: f"“{self.claimed}” is more exact than the source (“{self.source}”).",
            NumberFault.MISSING: f"“{self.claimed}” is not in the quoted source.",
            NumberFault.ELSEWHERE: f"“{self.claimed}” may belong to something else; beside it stands “{self.source}”.",
            NumberFault.CHANGE: f"The source has “{self.source}” as another part of a change or as a difference.",
            NumberFault.TURNED: f"The claim says it went the other way than “{self.claimed}” and “{self.source}” do.",
        }
        return told[self.fault]
