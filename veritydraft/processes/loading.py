"""How the modules of a process are loaded."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Nothing is collected up to the end of the block, and what there is then never looked through again.

    Next to nothing of what is loaded is garbage: to look for some takes a tenth of the time. What a pool forks shares
    the pages of what the collector leaves alone.
    """
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.enable()
