"""Whether the scheduler rings: ``python -m veritydraft.processes.ringing``; exit status 0 or 1.

It rings for a sweep every half minute and leaves a mark in DATA_DIR each time that Redis has taken a message. A
scheduler that waits behind another of the same DATA_DIR is as well as that one is.
"""

import sys
import time
from pathlib import Path

from veritydraft.env import read_environment

MARK = "scheduler.mark"
PATIENCE_SECONDS = 120.0  # four of its rounds


def leave_mark(data_dir: Path) -> None:
    """Somebody was rung for just now."""
    (data_dir / MARK).touch(mode=0o600)


def silent_for(data_dir: Path) -> float | None:
    """Seconds since somebody was rung for; None when nobody ever was."""
    try:
        return time.time() - (data_dir / MARK).stat().st_mtime
    except FileNotFoundError:
        return None


def main() -> int:
    """Says what is missing."""
    seconds = silent_for(read_environment().DATA_DIR)
    if seconds is not None and abs(seconds) <= PATIENCE_SECONDS:
        return 0
    told = "ever" if seconds is None else f"for {seconds:.0f} s"
    print(f"the scheduler has rung for nobody {told}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
