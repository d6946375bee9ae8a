"""``python -m tests.chaos --sessions 200 --uploads 40 --seconds 300``: prints a report; exit status 1 on violations."""

import argparse
import random
import shutil
import sys

from tests.chaos.plan import Plan
from tests.chaos.run import storm_through
from tests.scratch import scratch_folder


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--uploads", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=300.0, help="over how long work comes in and processes die")
    parser.add_argument("--kills-per-minute", type=float, default=20.0)
    parser.add_argument("--tenants", type=int, default=3, choices=range(2, 7))
    parser.add_argument("--seed", type=int, default=random.randrange(1, 10**6))
    parser.add_argument("--ends-within", type=float, default=600.0, help="seconds after the last kill")
    parser.add_argument("--keep", action="store_true", help="leave the stack's folder with its logs behind")
    given = vars(parser.parse_args())
    keep = given.pop("keep")
    folder = scratch_folder("chaos")
    report = storm_through(Plan(**given), folder / "data")
    print("\n".join(report.lines()))
    if keep or report.violations:
        print(f"the stack's folder is {folder}")
    else:
        shutil.rmtree(folder)
    return 1 if report.violations else 0


if __name__ == "__main__":
    sys.exit(main())
