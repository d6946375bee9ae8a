"""Text of an environment variable to its value. Each parser raises ValueError with what is wrong."""

import math
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

BASE_DIR = Path(__file__).resolve().parent.parent


def boolean(text: str) -> bool:
    """1/true/yes/on and 0/false/no/off, in any case."""
    lowered = text.strip().lower()
    if lowered in {"1", "true", "yes", "on"}:
        return True
    if lowered in {"0", "false", "no", "off", ""}:
        return False
    raise ValueError("not a boolean (use 1 or 0)")


def words(text: str) -> list[str]:
    """Comma-separated words."""
    return [word.strip() for word in text.split(",") if word.strip()]


def whole(text: str) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError:
        raise ValueError("not a whole number") from None


def number(text: str) -> float:
    """A finite number."""
    try:
        value = float(text)
    except ValueError:
        raise ValueError("not a number") from None
    if not math.isfinite(value):
        raise ValueError("not a number")
    return value


def limit(text: str) -> float:
    """A number from 0 on; 0 stands for no limit."""
    value = number(text)
    if value < 0:
        raise ValueError("must not be below 0")
    return value


def whole_limit(text: str) -> int:
    """A whole number from 0 on; 0 stands for no limit."""
    value = whole(text)
    if value < 0:
        raise ValueError("must not be below 0")
    return value


def positive(text: str) -> int:
    """A whole number above 0."""
    value = whole(text)
    if value <= 0:
        raise ValueError("must be above 0")
    return value


def port(text: str) -> int:
    """A TCP port, 1 … 65535."""
    value = whole(text)
    if not 1 <= value <= 65535:
        raise ValueError("must lie between 1 and 65535")
    return value


def fraction(text: str) -> float:
    """A number from 0 to 1."""
    value = number(text)
    if not 0 <= value <= 1:
        raise ValueError("must lie between 0 and 1")
    return value


def seconds(text: str) -> float:
    """A number of seconds above 0."""
    value = number(text)
    if value <= 0:
        raise ValueError("must be above 0")
    return value


def floors(text: str) -> dict[str, float]:
    """``MODEL=0.3,OTHER=0.25`` → a cosine per model."""
    found = {}
    for word in words(text):
        model, equals, value = word.rpartition("=")
        if not equals or not model:
            raise ValueError("must look like MODEL=0.3,OTHER=0.25")
        found[model] = fraction(value)
    return found


def prices(text: str) -> dict[str, tuple[float, float]]:
    """``MODEL=0.15/0.60`` → US dollars per million input and output tokens; without the second, output is free."""
    found = {}
    for word in words(text):
        model, equals, value = word.rpartition("=")
        if not equals or not model:
            raise ValueError("must look like MODEL=0.15/0.60,OTHER=0.02")
        given, _, made = value.partition("/")
        found[model] = (limit(given), limit(made or "0"))
    return found


def level(text: str) -> str:
    """The name of a logging level."""
    name = text.strip().upper()
    if name not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
        raise ValueError("must be DEBUG, INFO, WARNING or ERROR")
    return name


def folder(text: str) -> Path:
    """An absolute path; a relative one is taken from the project's folder, wherever a command is run."""
    if not text.strip():
        raise ValueError("must name a folder")
    return (BASE_DIR / Path(text).expanduser()).absolute()


def url_of(*schemes: str) -> Callable[[str], str]:
    """Parses a URL of one of these schemes; empty stays empty."""

    def parse(text: str) -> str:
        if text and (urlsplit(text).scheme not in schemes or not urlsplit(text).netloc):
            raise ValueError("must be a URL that begins with " + " or ".join(f"{scheme}://" for scheme in schemes))
        return text

    return parse
