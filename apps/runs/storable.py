"""What PostgreSQL can hold: its texts and JSON take neither NUL nor lone surrogates."""

import re
from typing import Any

_REFUSED = re.compile("[\x00\ud800-\udfff]")


def storable(value: Any) -> Any:
    """The text, or the JSON value with all its texts, without NUL and lone surrogates."""
    if isinstance(value, str):
        return _REFUSED.sub("", value)
    if isinstance(value, dict):
        return {storable(name): storable(held) for name, held in value.items()}
    if isinstance(value, list | tuple):
        return [storable(held) for held in value]
    return value
