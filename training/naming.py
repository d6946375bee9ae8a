"""What the names of tensors tell, which are BERT's for every base."""

import re
from collections.abc import Iterable

_LAYER = re.compile(r"encoder\.layer\.(\d+)\.")


def layer_of(name: str) -> int | None:
    """Which layer, from 0 below, the tensor belongs to; None: to what is embedded or to the head."""
    found = _LAYER.match(name)
    return int(found[1]) if found else None


def layer_count(names: Iterable[str]) -> int:
    """Layers that tensors of these names make."""
    return len({layer_of(name) for name in names} - {None})
