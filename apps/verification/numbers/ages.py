"""Whose age a text tells: "Ann Lee, 26," and "the 26-year-old Ann Lee". Pure."""

from apps.core.patterns import lazy_regex

_NAME = r"[A-Z][\w’-]*+(?:\s[A-Z][\w’-]*+){1,3}"  # of a first name and a last one at least
_BEHIND_NAME = lazy_regex(rf"(?<![\w’-])(?P<name>{_NAME}),\s(?:aged\s)?(?P<age>\d{{1,3}})(?=[,.;](?!\d))")
_BEFORE_NAME = lazy_regex(rf"\b(?P<age>\d{{1,3}})[\s-]years?[\s-]old\s(?P<name>{_NAME})")


def ages_in(text: str) -> frozenset[tuple[str, str]]:
    """Each name, of two words at least, with the age that stands right behind it or before it."""
    return frozenset((one["name"], one["age"]) for form in (_BEHIND_NAME, _BEFORE_NAME) for one in form.finditer(text))
