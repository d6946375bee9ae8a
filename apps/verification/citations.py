"""The grammar of citation anchors: ``[cite:KEY]``, KEY being 12 lower-case hex digits.

A model does not always keep to it. ``[cite: KEY]``, ``[Cite:KEY1, KEY2]`` and upper-case keys are brought into the form
above; what names no allowed key is taken out and recorded. Offsets count Unicode code points.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

KEY_LENGTH = 12
MAX_BODY = 200  # characters between "[cite:" and "]" before it stops looking like an anchor

_STRIDE = 4096
_KEY = re.compile(rf"[0-9a-f]{{{KEY_LENGTH}}}")
_ANCHOR = re.compile(rf"\[cite:([0-9a-f]{{{KEY_LENGTH}}})\]")
_OPENING = re.compile(r"\[[ \t]{0,2}cite[ \t]{0,2}:", re.IGNORECASE)
_MAX_OPENING = len("[  cite  :")
_OPENING_PREFIX = re.compile(r"\[[ \t]{0,2}(?:c(?:i(?:t(?:e[ \t]{0,2})?)?)?)?$", re.IGNORECASE)
_BODY_END = re.compile(r"[\[\]\n]")
# what of an anchor that is never closed belongs to it: the keys right behind the colon
_UNCLOSED_KEYS = re.compile(r"[ \t]*(?:[0-9a-f]{12}(?![0-9a-z])[ \t]*[,;]?[ \t]*)*", re.IGNORECASE)
_CUT_OFF_KEY = re.compile(r"[ \t]*[0-9a-f]{0,12}", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s,;|&+]+")


class CitationStyle(StrEnum):
    """How anchors are shown to a reader; stored text always has ``cite``."""

    CITE = "cite"  # [cite:KEY]
    C = "C"  # [C1], in order of first appearance
    S = "S"  # [S1], with an ordered list of sources


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """An anchor: text[start:end] == f"[cite:{key}]"."""

    key: str
    start: int
    end: int


def is_key(text: str) -> bool:
    """Whether ``text`` is a well-formed citation key."""
    return _KEY.fullmatch(text) is not None


def anchor(key: str) -> str:
    """``[cite:KEY]``; raises ValueError for something that is no key."""
    if not is_key(key):
        raise ValueError(f"not a citation key: {key!r}")
    return f"[cite:{key}]"


def find_citations(text: str) -> tuple[Citation, ...]:
    """Every well-formed anchor of ``text``, in order."""
    return tuple(Citation(key=found[1], start=found.start(), end=found.end()) for found in _ANCHOR.finditer(text))


def cited_keys(text: str) -> tuple[str, ...]:
    """The distinct keys of ``text`` in order of first appearance."""
    return tuple(dict.fromkeys(found.key for found in find_citations(text)))


def citation_numbers(text: str) -> dict[str, int]:
    """Key → number, counted from 1 in order of first appearance."""
    return {key: number for number, key in enumerate(cited_keys(text), start=1)}


def strip_citations(text: str) -> str:
    """``text`` without its anchors and without the blank before each."""
    return re.sub(rf"[ \t]*{_ANCHOR.pattern}", "", text)


def render_citations(text: str, style: CitationStyle) -> str:
    """``text`` with its anchors as ``style`` shows them."""
    if style is CitationStyle.CITE:
        return text
    numbers = citation_numbers(text)
    return _ANCHOR.sub(lambda found: f"[{style.value}{numbers[found[1]]}]", text)


def source_list(text: str, sources: Mapping[str, tuple[str, str]]) -> list[dict[str, str]]:
    """Style ``S``'s ordered list ``[{id, title, url}]``; ``sources`` maps key → (title, url)."""
    listed = []
    for key, number in citation_numbers(text).items():
        title, url = sources.get(key, ("", ""))
        listed.append({"id": f"S{number}", "title": title, "url": url})
    return listed


def filter_citations(text: str, allowed: Collection[str]) -> tuple[str, tuple[Citation, ...], tuple[str, ...]]:
    """A whole text at once through :class:`CitationFilter`: (text, citations, removed)."""
    stream = CitationFilter(allowed)
    shown = stream.feed(text) + stream.finish()
    return shown, tuple(stream.citations), tuple(stream.removed)


class CitationFilter:
    """Lets through only citations of ``allowed`` keys while a text streams.

    It holds back from a possible ``[cite:`` to its ``]``, at most ``MAX_BODY`` characters. However a text is cut into
    pieces, the joined output, ``citations`` (offsets in the whole output) and ``removed`` (as written) are the same.
    """

    def __init__(self, allowed: Collection[str]) -> None:
        self._allowed = frozenset(allowed)
        self._pending = ""
        self._offset = 0  # length of what was given out
        self._owed = ""  # the blank before an anchor that fell: given out only if a word follows
        self._tail = ""  # the last characters given out
        self.citations: list[Citation] = []
        self.removed: list[str] = []

    def feed(self, piece: str) -> str:
        """Take the next piece; give back what can be shown by now."""
        shown = []
        for start in range(0, len(piece), _STRIDE):  # a long piece in steps: what is pending stays short
            self._pending += piece[start : start + _STRIDE]
            shown.append(self._drain(final=False))
        return "".join(shown)

    def finish(self) -> str:
        """The text is over: give back the rest. An anchor that was cut off is removed."""
        return self._drain(final=True)

    def _drain(self, *, final: bool) -> str:
        parts: list[str] = []
        while self._pending:
            bracket = self._pending.find("[")
            plain = self._pending if bracket < 0 else self._pending[:bracket]
            blank = "" if final and bracket < 0 else plain[len(plain.rstrip(" \t")) :]
            self._emit(plain[: len(plain) - len(blank)], parts)
            self._pending = self._pending[len(plain) - len(blank) :]
            if bracket < 0 or not self._take_bracket(blank, parts, final=final):
                break
        return "".join(parts)

    def _emit(self, text: str, parts: list[str]) -> None:
        if not text:
            return
        if self._owed:
            text = self._owed + text if text[0].isalnum() else text
            self._owed = ""
        parts.append(text)
        self._offset += len(text)
        self._tail = (self._tail + text)[-_MAX_OPENING:]

    def _take_bracket(self, blank: str, parts: list[str], *, final: bool) -> bool:
        """Deal with the bracket behind ``blank``; False when more text is needed to tell what it is."""
        text = self._pending[len(blank) :]
        opening = _OPENING.match(text)
        if opening is None:
            if not final and len(text) < _MAX_OPENING and _OPENING_PREFIX.match(text):
                return False
            self._emit(blank + "[", parts)
            self._pending = text[1:]
            return True
        window = text[opening.end() : opening.end() + MAX_BODY]
        end = _BODY_END.search(window)
        if end is None and len(window) < MAX_BODY and not final:
            return False
        body, taken = _body(window, end)
        raw = text[: opening.end() + taken]
        self._pending = text[len(raw) :]
        self._replace(blank, raw, body, parts)
        return True

    def _replace(self, blank: str, raw: str, body: str, parts: list[str]) -> None:
        """Give out the anchors that ``body`` stands for; record what of it may not stand."""
        keys, wrong = _keys_of(body, self._allowed)
        self.removed += wrong if keys or wrong else [raw]
        if keys:
            self._emit(blank, parts)
            for key in keys:
                self.citations.append(Citation(key=key, start=self._offset, end=self._offset + len(anchor(key))))
                self._emit(anchor(key), parts)
        elif _OPENING_PREFIX.search(self._tail):
            self._emit(" ", parts)  # "[ci[cite:x]te:KEY]" must not close up into an anchor
        else:
            self._owed = self._owed or blank


def _body(window: str, end: re.Match[str] | None) -> tuple[str, int]:
    """What stands in the anchor, and how many characters of ``window`` belong to it."""
    if end is not None and end[0] == "]":
        return window[: end.start()], end.end()
    limit = len(window) if end is None else end.start()
    keys = _UNCLOSED_KEYS.match(window, 0, limit)
    taken = keys.end() if keys else 0
    if end is None and limit < MAX_BODY:  # the text broke off: a half-written key goes too
        rest = _CUT_OFF_KEY.match(window, taken, limit)
        if rest is not None and rest.end() == limit:
            return window[:taken], limit
    body = window[:taken]
    return body, len(body.rstrip(" \t"))


def _keys_of(body: str, allowed: frozenset[str]) -> tuple[list[str], list[str]]:
    """(allowed keys without doubles, words that are no allowed key) of an anchor's inside."""
    keys: list[str] = []
    wrong: list[str] = []
    for word in _SEPARATORS.split(body.strip()):
        plain = re.sub(r"^cite:", "", word.lower().strip("`'\"#<>()"))
        if not plain or plain == "and":
            continue
        if plain not in allowed or not is_key(plain):
            wrong.append(word)
        elif plain not in keys:
            keys.append(plain)
    return keys, wrong
