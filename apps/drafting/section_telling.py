"""Tells readers of a draft whose sections are written side by side: in the order of the draft, and nothing twice.

A section is told live once all before it are whole, else with the commit of the last of those.
"""

import time
from collections.abc import Callable

from apps.drafting.composition import lead
from apps.drafting.telling import COALESCE_SECONDS, told
from apps.runs.context import PhaseContext
from apps.runs.storable import storable
from apps.runs.types import Data, EventDraft
from apps.verification.citations import CitationFilter

LOOK_SECONDS = 0.25  # between two looks whether the sections before are whole


class SectionTelling:
    """Takes pieces of one section. ``before``: the draft up to here, None while a section before is not whole.

    ``progress``: what is kept of the phase from the first words on that readers were told.
    """

    def __init__(
        self,
        ctx: PhaseContext,
        *,
        heading: str,
        allowed: frozenset[str],
        before: Callable[[], str | None],
        progress: Data,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ctx, self._lead, self._before, self._progress = ctx, lead(heading), before, progress
        self._filter = CitationFilter(allowed)
        self._clock = clock
        self._text = ""  # with the white space around it
        self._at: str | None = None  # the draft up to here, once it is whole
        self._told = 0  # characters of the body
        self._told_at = self._looked_at = float("-inf")

    @property
    def body(self) -> str:
        """The section without the white space around it."""
        return self._text.strip()

    @property
    def removed(self) -> tuple[str, ...]:
        """Anchors that named nothing in the context and were taken out."""
        return tuple(self._filter.removed)

    def feed(self, piece: str) -> None:
        """Take the next piece; tell what can be told when the last telling was long enough ago."""
        self._text += self._filter.feed(storable(piece))
        now = self._clock()
        if now - self._told_at < COALESCE_SECONDS or not self._is_next(now):
            return
        if events := self._news():
            self._ctx.emit(*events, progress=self._progress if not self._told else None)
            self._told, self._told_at = len(self.body), self._clock()

    def finish(self) -> str:
        """The section is whole; what of it was not told yet is for the commit to tell."""
        self._text += self._filter.finish()
        return self.body

    def rest(self, before: str) -> list[EventDraft]:
        """What readers were not told yet; asked inside the commit, when the sections before are whole."""
        self._at = before
        return self._news()

    def _is_next(self, now: float) -> bool:
        if self._at is None and now - self._looked_at >= LOOK_SECONDS:
            self._looked_at = now
            self._at = self._before()
        return self._at is not None

    def _news(self) -> list[EventDraft]:
        body = self.body
        if self._at is None or len(body) <= self._told:
            return []
        head = self._at + self._lead
        if not self._told:
            return told(self._at, self._lead + body)
        return told(head + body[: self._told], body[self._told :])
