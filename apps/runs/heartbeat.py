"""One pulse per process: it renews the leases of all phases under way here, and notices those that are lost.

While the database does not answer nothing can be renewed. A lease is taken for lost then once it has run out by our own
clock: others may hold the phase by now, and nobody shall pay for model calls whose answers could not be kept.
"""

import logging
import threading
import time
from collections.abc import Callable

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection

from apps.core.per_process import PerProcess
from apps.runs import leases
from apps.runs.claiming import Lease

logger = logging.getLogger(__name__)
LOOK_SECONDS = 1.0  # how soon a phase learns that it was cancelled


class Heartbeat:
    """Holds a lease while the phase works. ``lost`` is set when it is ours no longer, or ``until`` says to leave it.

    It is left then whatever the phase is at: that may take longer than this process has. ``left`` says that it was.
    """

    def __init__(self, lease: Lease, *, until: Callable[[], bool] = lambda: False) -> None:
        self.lease, self.until = lease, until
        self.lost, self.left = threading.Event(), False
        self.renewed_at = time.monotonic()

    def __enter__(self) -> "Heartbeat":
        _pulse().add(self)
        return self

    def __exit__(self, *_: object) -> None:
        _pulse().remove(self)


class Pulse:
    """What is kept alive, and two threads: one asks the database, the other counts while that does not answer.

    A connection is held only while there is something to keep.
    """

    def __init__(self) -> None:
        self._beats: set[Heartbeat] = set()
        self._lock = threading.Lock()
        self._any = threading.Event()
        self._unanswered_since: float | None = None  # the first look of those that brought no answer, or not yet
        for name, work in (("heartbeat", self._ask), ("lease clock", self._count)):
            threading.Thread(target=work, name=name, daemon=True).start()

    def add(self, beat: Heartbeat) -> None:
        with self._lock:
            self._beats.add(beat)
            self._any.set()

    def remove(self, beat: Heartbeat) -> None:
        with self._lock:
            self._beats.discard(beat)
            if not self._beats:
                self._any.clear()

    def _ask(self) -> None:
        while True:
            if not self._any.is_set():
                connection.close()
                self._unanswered_since = None
                self._any.wait()
            time.sleep(_pause())
            if beats := self._kept():
                self._unanswered_since = self._unanswered_since or time.monotonic()
                if self._look(beats):
                    self._unanswered_since = None

    def _count(self) -> None:
        """In a thread of its own: the other may wait for a server that stands still."""
        while True:
            self._any.wait()
            time.sleep(_pause())
            now, since = time.monotonic(), self._unanswered_since
            if since is None or now - since < settings.PHASE_LEASE_SECONDS / 3:
                continue  # a process that stood still itself may find its leases as they were
            for beat in self._kept():
                if now - beat.renewed_at >= settings.PHASE_LEASE_SECONDS:
                    logger.warning("%s is lost: its lease could not be renewed", beat.lease.key)
                    beat.lost.set()

    def _kept(self) -> list[Heartbeat]:
        with self._lock:
            return [beat for beat in self._beats if not beat.lost.is_set()]

    def _look(self, beats: list[Heartbeat]) -> bool:
        """Whether the database answered."""
        now = time.monotonic()
        due = [beat for beat in beats if now - beat.renewed_at >= settings.PHASE_LEASE_SECONDS / 3]
        try:
            held = leases.held([beat.lease for beat in beats])
            renewed = leases.renewed([beat.lease for beat in due]) if due else set()
        except DatabaseError as error:
            logger.warning("heartbeat: %s", error)
            connection.close()
            return False
        except Exception:  # without a pulse the process would lose all it holds
            logger.exception("heartbeat")
            connection.close()
            return False
        for beat in beats:
            if beat.lease.phase_id in renewed:
                beat.renewed_at = now
            if beat.lease.phase_id not in held:
                beat.lost.set()
            elif _asked(beat):
                _leave(beat)
        return True


def _pause() -> float:
    """Seconds from look to look."""
    return min(LOOK_SECONDS, settings.PHASE_LEASE_SECONDS / 3)


def _asked(beat: Heartbeat) -> bool:
    try:
        return beat.until()
    except Exception:
        logger.exception("heartbeat of %s", beat.lease.key)
        return False


def _leave(beat: Heartbeat) -> None:
    try:
        beat.left = leases.hand_back(beat.lease)
    except DatabaseError as error:  # tried again at the next look
        logger.warning("heartbeat: %s", error)
        connection.close()
        return
    except Exception:
        logger.exception("heartbeat of %s", beat.lease.key)
        connection.close()
    beat.lost.set()


_pulse = PerProcess(Pulse)
