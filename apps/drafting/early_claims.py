"""Claims taken out of a text while it is being written, so that the Judge begins before the Writer has ended."""

from collections.abc import Callable

from apps.agents.contracts import Skeptic
from apps.drafting.verdicts import kept_events
from apps.runs.types import Data, EventDraft
from apps.verification.models import Ledger
from apps.verification.storage import claim_as_dict, claims_add, kept_of
from apps.verification.succession import Earlier
from apps.verification.types import ClaimDraft


class EarlyClaims:
    """Follows one text. ``read`` it, then ``store`` what is new, in the transaction that tells of the text.

    ``progress`` says how many claims are stored that have no verdict from the text before; the pipeline opens a batch
    of the Judge for every ``batch`` of them.
    """

    def __init__(
        self,
        *,
        skeptic: Skeptic,
        query: str,
        open_ledger: Callable[[], Ledger],
        earlier: Earlier,
        cycle: int,
        batch: int,
        start: int,
    ) -> None:
        self._skeptic, self._query, self._open_ledger, self._cycle = skeptic, query, open_ledger, cycle
        self._batch, self._start = batch, start
        self._ledger: Ledger | None = None
        self._earlier = earlier
        self._claims: tuple[ClaimDraft, ...] = ()
        self._stored = 0
        self._told_batches = 0

    @property
    def count(self) -> int:
        """Claims found so far, those to be stored next among them."""
        return len(self._claims)

    @property
    def kept(self) -> list[Data]:
        """Verdicts that claims found so far have from the text before."""
        return self._earlier.kept(self._claims)

    @property
    def pending(self) -> int:
        """How many of the claims found so far the Judge has to look at."""
        return self.count - len(self.kept)

    def read(self, text: str, *, final: bool = False) -> bool:
        """Look for new claims; False when this Skeptic reads whole texts only."""
        claims = self._skeptic.settled(query=self._query, text=text, final=final)
        self._claims = () if claims is None else claims
        return claims is not None

    def store(self, *, final: bool = False) -> list[EventDraft]:
        """Store the new claims; the events that tell of them. ``final``: there is a ledger even when it has none."""
        new = self._claims[self._stored :]
        if not new and not final:
            return []
        self._ledger = self._ledger or self._open_ledger()
        rows = claims_add(ledger=self._ledger, claims=new, position=self._stored)
        self._stored = self.count
        payloads = ({"cycle": self._cycle, "claim": claim_as_dict(row)} for row in rows)
        told = [EventDraft(type="claim_extracted", payload=payload) for payload in payloads]
        return told + kept_events(kept_of(rows) if self._cycle else (), self._ledger)

    def new_progress(self) -> Data | None:
        """What to tell the pipeline with the next commit: something as often as a batch is full, else None."""
        full = self.pending // self._batch
        if full == self._told_batches:
            return None
        self._told_batches = full
        return progress(start=self._start, claims=self.pending)


def progress(*, start: int, claims: int) -> Data:
    """How far a text is: ``start`` counts how often it was begun, ``claims`` those stored for the Judge."""
    return {"start": start, "claims": claims}
