"""How the wording of a claim may depart from its source's."""

from dataclasses import dataclass
from enum import StrEnum


class ModalityFault(StrEnum):
    """How a claim departs from its source."""

    NEGATION = "negation"  # one denies what the other says
    DENIAL = "denial"  # both deny, at different places or in different words
    UNDENIED = "undenied"  # the claim denies, and the source denies nothing
    DIRECTION = "direction"  # an opposite word: increase for decrease, before for after
    PERMISSION = "permission"  # allowed for forbidden, or the other way
    FORCE = "force"  # must for may, is for may be
    EXTENT = "extent"  # all for some, only where there is no only
    EXCEPTION = "exception"  # an exception or condition was dropped, or an exception added
    CHOICE = "choice"  # one of two for both of them, or both for one or the other
    FRAMING = "framing"  # stated where the source denies, doubts, alleges or plans it
    ORDER = "order"  # the same words with two parts exchanged: who did what to whom
    ROLE = "role"  # the source has another do it, or be it

    @property
    def is_plain(self) -> bool:
        """Whether the source says the contrary, rather than less."""
        return self in (
            ModalityFault.NEGATION,
            ModalityFault.DIRECTION,
            ModalityFault.PERMISSION,
            ModalityFault.ORDER,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModalityFinding:
    """Words of the claim and of the source that do not go together."""

    fault: ModalityFault
    claimed: str
    source: str

    @property
    def detail(self) -> str:
        """One sentence for the ledger."""
        told = {
            ModalityFault.NEGATION: "one of the two denies what the other says",
            ModalityFault.DENIAL: "the two deny at different places",
            ModalityFault.UNDENIED: "who denies nothing says nothing of what is not",
            ModalityFault.DIRECTION: "these are opposites",
            ModalityFault.PERMISSION: "one allows what the other forbids",
            ModalityFault.FORCE: "that is stronger or weaker than the source",
            ModalityFault.EXTENT: "that is wider or narrower than the source",
            ModalityFault.EXCEPTION: "an exception or condition stands on one side only",
            ModalityFault.CHOICE: "one of two is not both",
            ModalityFault.FRAMING: "the source does not state it",
            ModalityFault.ORDER: "the two have changed places",
            ModalityFault.ROLE: "that is another",
        }
        return f"The claim has “{self.claimed}”, the source “{self.source}”: {told[self.fault]}."
