"""Which documents a later one of their series has overtaken, read from what they are called. Pure.

A name is read as a **series** and a **period**: in ``3M_2018_10K`` the period is 2018 and the series is what remains,
"3m 10k". The name is the filename without its ending; the title only where the filename has no period, since strangers
title their reports alike. A period is a year (2018, FY2018, FY18), a quarter (2022Q4, Q4 2022), a day (2023-08-30) or a
version (v2, version 2.1, rev 3). Two documents are of one series when what remains of their names is the same words;
the later period overtakes the earlier one.

Nothing is guessed where the name does not say it: a name with two years has no period, a year is not later than a
quarter of it, a version is neither earlier nor later than a year, and when a file was uploaded says nothing. What
reports an event of its day (an 8-K, a press release, minutes) is not overtaken by the next one.

A claim rests on a **stale** source when every document that bears it out has been overtaken by one that was searched,
unless the reader asked for it: the question calls such a document by its whole name, or names its version, or a year up
to its own.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from apps.retrieval.names import DocumentName
from apps.retrieval.question import ask
from apps.verification.risks import Ruled, supporting

_ENDING = re.compile(r"\.[A-Za-z]{1,5}$")
_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_. ]?(0[1-9]|1[0-2])[-_. ]?(0[1-9]|[12]\d|3[01])(?!\d)")
_QUARTER = re.compile(r"(?<!\d)(?:((?:19|20)\d\d)[-_ ]?Q([1-4])|Q([1-4])[-_ ]?(?:FY)?((?:19|20)\d\d))(?!\d)", re.I)
_YEAR = re.compile(r"(?<!\d)(?:FY[-_ ]?)?((?:19|20)\d\d)(?!\d)|(?<![A-Za-z0-9])FY[-_ ]?(\d\d)(?!\d)", re.I)
_VERSION = re.compile(
    r"(?<![A-Za-z0-9])(?:v|ver|version|rev|revision|edition)[-_. ]?(\d{1,3}(?:\.\d{1,3}){0,2})(?!\d)", re.I
)
_WORD = re.compile(r"[^\W_]+")
_FILLERS = frozenset(["dated", "fiscal", "year", "ended", "ending", "fy"])
_EVENTS = frozenset(["8k", "6k", "press", "release", "releases", "minutes", "letter", "memo", "invoice"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A name taken apart. ``kind``: ``date`` (year[, quarter | month, day]) or ``version``, which do not compare."""

    series: tuple[str, ...]
    kind: str
    period: tuple[int, ...]


def reading_of(document: DocumentName) -> Reading | None:
    """What the filename says, else the title; None where neither has a period."""
    return next(filter(None, map(_reading, _names(document))), None)


def _names(document: DocumentName) -> tuple[str, str]:
    return _ENDING.sub("", document.filename), document.title


def _reading(name: str) -> Reading | None:
    kind, period, rest = _period(name)
    words = [word.casefold() for word in _WORD.findall(rest)]
    series = [word for word in words if word not in _FILLERS]
    joined = {*series, *(one + two for one, two in pairwise(series))}
    if not period or not any(len(word) > 1 and not word.isdigit() for word in series) or _EVENTS & joined:
        return None
    return Reading(series=tuple(sorted(series)), kind=kind, period=period)


def _period(name: str) -> tuple[str, tuple[int, ...], str]:
    """Kind, period (empty where there is none, or more than one) and the name without it."""
    rest, dates = name, set[tuple[int, ...]]()
    for pattern in (_DAY, _QUARTER, _YEAR):
        for found in pattern.findall(rest):
            dates.add(_date(pattern, found))
        rest = pattern.sub(" ", rest)
    if dates:
        finest = max(dates, key=len)
        agree = all(date == finest[: len(date)] for date in dates)
        return "date", finest if agree else (), rest
    versions = _versions(rest)
    return "version", versions.pop() if len(versions) == 1 else (), _VERSION.sub(" ", rest)


def _versions(text: str) -> set[tuple[int, ...]]:
    return {tuple(int(part) for part in found.split(".")) for found in _VERSION.findall(text)}


def _date(pattern: re.Pattern[str], found: Sequence[str]) -> tuple[int, ...]:
    if pattern is _DAY:
        return tuple(int(part) for part in found)
    if pattern is _QUARTER:
        return int(found[0] or found[3]), int(found[1] or found[2])
    return (int(found[0] or f"20{found[1]}"),)


def overtaken(documents: Iterable[DocumentName]) -> dict[str, str]:
    """Id of each document that has been overtaken → id of the latest of its series."""
    groups: dict[tuple[str, ...], list[tuple[str, Reading]]] = {}
    for document in documents:
        if reading := reading_of(document):
            groups.setdefault((reading.kind, *reading.series), []).append((document.document_id, reading))
    latest: dict[str, str] = {}
    for group in groups.values():
        for document_id, one in group:
            later = [(other.period, id_) for id_, other in group if _later(other, one)]
            if later:
                latest[document_id] = max(later)[1]
    return latest


def _later(other: Reading, one: Reading) -> bool:
    """Later in the first part of their periods that tells: 2023 is later than 2022Q4, and 2022 is not."""
    if one.kind == "version":
        pairs = zip_longest(other.period, one.period, fillvalue=0)
    elif other.period[0] != one.period[0] and len(other.period) != len(one.period):
        return other.period[0] > one.period[0]
    elif len(other.period) != len(one.period):
        return False
    else:
        pairs = zip(other.period, one.period, strict=True)
    return next((later > earlier for later, earlier in pairs if later != earlier), False)


def stale_claims(
    ruled: Iterable[Ruled], *, documents: Sequence[DocumentName], question: str | None
) -> Mapping[str, tuple[str, str]]:
    """Claim id → (what it rests on, the latest of that series): filenames of a stale source and its successor.

    ``question``: what the reader asked; None where nothing was asked (a text written elsewhere): then a claim
    says itself what it is about.
    """
    later = overtaken(documents)
    known = {document.document_id: document for document in documents}
    periods = {id_: reading.period for id_, document in known.items() if (reading := reading_of(document))}
    stale: dict[str, tuple[str, str]] = {}
    for one in ruled:
        sources = supporting(one.decision) if one.decision else frozenset()
        if not sources or not sources <= later.keys():
            continue
        asked = one.claim_text if question is None else question
        if not any(_asked_for(known[source], asked) for source in sources):
            cited = max(sources, key=lambda source: (periods[source], known[source].filename))
            stale[one.claim_id] = (known[cited].filename, known[later[cited]].filename)
    return stale


def _asked_for(document: DocumentName, text: str) -> bool:
    """Whether a text calls the document by its whole name, or names its version or a time that it knows of."""
    return any(_means(text, name, reading) for name in _names(document) if (reading := _reading(name)))


def _means(text: str, name: str, reading: Reading) -> bool:
    if f" {_words(name)} " in f" {_words(text)} ":
        return True
    if reading.kind == "version":
        return any(_same(version, reading.period) for version in _versions(text))
    return any(int(year) <= reading.period[0] for year in ask(text).years)


def _same(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two versions are one: 2 is 2.0."""
    return all(left == right for left, right in zip_longest(one, other, fillvalue=0))


def _words(text: str) -> str:
    return " ".join(word.casefold() for word in _WORD.findall(text))
