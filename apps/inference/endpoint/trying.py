"""Tries of a call: how long to pause between them, and when to give up."""

import random
import time
from dataclasses import dataclass, field

from django.conf import settings

from apps.inference.calling import CallScope
from apps.inference.contracts import CallAborted, ModelError

LOOK_SECONDS = 0.2  # between two looks whether the answer is still wanted
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0  # seconds; doubled each time, as the SDK itself does


def pause_before(trial: int, *, retry_after: float | None, chance: float) -> float:
    """Seconds before the ``trial``-th try (from 2). ``chance``, 0 … 1, spreads callers that failed together.

    An endpoint that names a time is not asked before it, and at most a tenth later.
    """
    if retry_after is not None:
        return retry_after * (1 + chance / 10)
    return min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (trial - 2)) * (0.5 + chance / 2)


@dataclass(slots=True, kw_only=True)
class Tries:
    """The tries of one call. ``wall``: the time of the monotonic clock by which all of them are over."""

    scope: CallScope
    wall: float
    made: int = field(default=1)

    def get_over(self, error: ModelError) -> None:
        """Note the error and wait for the next try; the error is raised when there is none. Raises CallAborted."""
        if not error.retryable or self.made >= settings.MODEL_TRIES:
            raise error
        if (error.retry_after or 0) > settings.MODEL_RETRY_AFTER_SECONDS:
            raise error
        self.made += 1
        again_at = time.monotonic() + pause_before(self.made, retry_after=error.retry_after, chance=random.random())
        if again_at >= self.wall:
            raise error
        self.scope.note(error)
        while (left := again_at - time.monotonic()) > 0:
            leave_if_stopped(self.scope)
            time.sleep(min(left, LOOK_SECONDS))
        leave_if_stopped(self.scope)


def leave_if_stopped(scope: CallScope) -> None:
    """Raises CallAborted when nobody wants the answer any more."""
    if scope.stopped():
        raise CallAborted
