"""Tells readers of a text while it is written: only allowed citations, in few commits, the first words at once."""

import time
from collections.abc import Callable

from apps.drafting.early_claims import EarlyClaims
from apps.runs.context import PhaseContext
from apps.runs.storable import storable
from apps.runs.types import EventDraft
from apps.verification.citations import CitationFilter, citation_numbers, find_citations

COALESCE_SECONDS = 0.05  # at most one commit of text in this time


def told(before: str, delta: str, *, cycle: int = 0) -> list[EventDraft]:
    """The events of a piece of text and of the citations in it, numbered over the whole text."""
    chunk = {"delta": delta, "offset": len(before), "cycle": cycle}
    numbers = citation_numbers(before + delta)
    return [
        EventDraft(type="content_chunk", payload=chunk),
        *(
            EventDraft(
                type="citation_detected",
                payload={
                    "key": citation.key,
                    "number": numbers[citation.key],
                    "offset": len(before) + citation.start,
                    "cycle": cycle,
                },
            )
            for citation in find_citations(delta)
        ),
    ]


class Telling:
    """Takes pieces of text, filters their citations, and emits ``content_chunk`` and ``citation_detected`` events.

    Both name the ``cycle``: a revision that gives up leaves readers with the text of the cycle before it, which the
    turn's terminal event names. With ``claims``, those that the text holds so far are told and stored beside it.
    """

    def __init__(
        self,
        ctx: PhaseContext,
        *,
        allowed: frozenset[str],
        cycle: int = 0,
        claims: EarlyClaims | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ctx = ctx
        self._claims = claims
        self._cycle = cycle
        self._filter = CitationFilter(allowed)
        self._clock = clock
        self._told_at: float | None = None
        self._waiting = ""
        self.text = ""

    def feed(self, piece: str) -> None:
        """Take the next piece; tells it when it is the first or the last telling was long enough ago."""
        self._take(self._filter.feed(storable(piece)))
        if self._waiting and (self._told_at is None or self._clock() - self._told_at >= COALESCE_SECONDS):
            self._tell()

    def finish(self) -> str:
        """Tell what is left; returns the whole text."""
        self._take(self._filter.finish())
        if self._waiting:
            self._tell()
        return self.text

    @property
    def removed(self) -> tuple[str, ...]:
        """Anchors that named nothing in the context and were taken out."""
        return tuple(self._filter.removed)

    def _take(self, text: str) -> None:
        self.text += text
        self._waiting += text

    def _tell(self) -> None:
        drafts = told(self.text.removesuffix(self._waiting), self._waiting, cycle=self._cycle)
        if self._claims is None:
            self._ctx.emit(*drafts)
        else:
            self._claims.read(self.text)
            self._ctx.emit(*drafts, project=self._claims.store, progress=self._claims.new_progress())
        self._waiting = ""
        self._told_at = self._clock()
