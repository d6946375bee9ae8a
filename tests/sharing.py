"""Several processes of pytest: which files one of them takes one after another, and the order in which they begin."""

from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

# the modules that share the stack of their folder's conftest.py: they only ask it, or hurt it in ways that heal
SHARED = {
    "tests/acceptance": ("answers", "drafts", "feedback", "following_up", "ledger_extras", "verify_filings"),
    "tests/faults": ("following_up", "services", "verify", "workers"),
}
UNIT_OF = {f"{folder}/test_{name}.py": folder for folder, names in SHARED.items() for name in names}


class FilesInOrder(LoadFileScheduling):
    """A file, or the files that share a stack, at a time; in the order of the folders.

    The first folders' files take longest: where they begin first, no process is left alone with one at the end.
    """

    def __init__(self, config: pytest.Config, log: Any = None) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return UNIT_OF.get(file, file)
