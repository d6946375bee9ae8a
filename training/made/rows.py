"""Tables of "key: value" rows: a value taken from another row, and several such tables put beside each other. Pure."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from training.made.swaps import Swap
from training.pairs import Target

_ROW = re.compile(r"(?:^|(?<=\. ))(?P<key>[A-Z][\w ()/'-]{1,30}): (?P<value>.*?)(?=\. [A-Z][\w ()/'-]{1,30}: |\.?$)")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_DATED = re.compile(
    r"\b(?:released|born|died|founded|established|opened|formed|dates?|years?|incorporated|built|first)\b", re.I
)
_LEAST_ROWS = 3
_LONGEST_VALUE = 8  # words that still read as one cell
_COLUMNS, _ENTRIES = (1, 4), (3, 6)  # of a table put together
_CLAIMS = (
    "The {key} of {title} is {value}.",
    "{title}'s {key} is {value}.",
    "For {title}, the {key} is {value}.",
    "{value} is the {key} of {title}.",
    "The table gives {value} as the {key} of {title}.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What is told of one thing: key and value of each row."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A claim and evidence both made by code."""

    claim: str
    evidence: str
    target: Target


def table_of(evidence: str) -> Table | None:
    """The table that a text is, written "Title. Key: value. Key: value."; None where it is none."""
    title, dot, rest = evidence.partition(". ")
    rows = tuple((match["key"], match["value"].strip()) for match in _ROW.finditer(rest))
    return Table(title=title.strip(), rows=rows) if dot and len(rows) >= _LEAST_ROWS and ":" not in title else None


def row_swaps(claim: str, evidence: str, chance: random.Random) -> Sequence[Swap]:
    """A value of the claim exchanged for that of another row of the same form."""
    table = table_of(evidence)
    rows = table.rows if table else ()
    cells = [(key, item) for key, value in rows for item in _items(value)]
    held = [(key, item) for key, item in cells if len(item) > 2 and claim.count(item) == 1]
    chance.shuffle(held)
    for key, item in held:
        own = " ".join(value for name, value in rows if name == key)
        others = [
            other
            for name, other in cells
            if name != key
            and other not in claim
            and other not in own
            and item not in other
            and _form(other) == _form(item)
        ]
        if others:
            new = claim.replace(item, chance.choice(others))
            return (Swap(kind="row", claim=new, target=Target.UNSUPPORTED, mirrors=False),)
    return ()


def _items(value: str) -> list[str]:
    """The value, or what it lists; a date is one."""
    whole = [value] if len(value.split()) <= _LONGEST_VALUE else []
    return whole if any(sign.isdigit() for sign in value) else whole + [one.strip() for one in value.split(",")[:4]]


def _form(value: str) -> tuple[bool, bool, int]:
    """What two values must have in common to stand in for each other."""
    return any(sign.isdigit() for sign in value), bool(_YEAR.search(value)), min(3, len(value.split()))


def side_by_side(tables: Sequence[Table], chance: random.Random) -> Iterator[Told]:
    """Endless: some tables with the same keys as one, and a claim of one cell, a wrong cell or two years compared."""
    by_key: dict[str, list[Table]] = {}
    for table in tables:
        for key, value in table.rows:
            if 0 < len(value.split()) <= _LONGEST_VALUE and "|" not in value:
                by_key.setdefault(key, []).append(table)
    common = sorted(key for key, found in by_key.items() if len({one.title for one in found}) >= _ENTRIES[1])
    while common:
        key = chance.choice(common)
        entries = {one.title: dict(one.rows) for one in chance.sample(by_key[key], chance.randint(*_ENTRIES))}
        others = sorted(set.intersection(*(set(rows) for rows in entries.values())) - {key})
        keys = [*chance.sample(others, min(len(others), chance.randint(*_COLUMNS))), key]
        chance.shuffle(keys)
        if len(entries) >= _ENTRIES[0]:
            yield from _claims(entries, keys, key, chance)


def _claims(
    entries: Mapping[str, Mapping[str, str]], keys: Sequence[str], key: str, chance: random.Random
) -> Iterator[Told]:
    """A true and a false claim of one table."""
    evidence = _written(entries, keys, chance)
    title, neighbour = chance.sample(sorted(entries), 2)
    true, false = entries[title][key], entries[neighbour][key]
    if true == false or true in false or false in true:
        return
    if chance.random() < 0.5 and _DATED.search(key):
        years = [_YEAR.findall(value) for value in (true, false)]
        if all(len(found) == 1 for found in years) and years[0] != years[1]:
            earlier = years[0][0] < years[1][0]
            for word, holds in (("earlier", earlier), ("later", not earlier)):
                claim = f"The {key.lower()} of {title} is {word} than that of {neighbour}."
                yield Told(claim=claim, evidence=evidence, target=Target.SUPPORTED if holds else Target.CONTRADICTED)
            return
    target = Target.CONTRADICTED
    beside = [name for name in keys if name != key and _form(entries[title][name]) == _form(true)]
    if beside and chance.random() < 0.4:
        false, target = entries[title][chance.choice(beside)], Target.UNSUPPORTED
    form = chance.choice(_CLAIMS)
    for value, said in ((true, Target.SUPPORTED), (false, target)):
        if said is Target.SUPPORTED or (value not in true and true not in value):
            claim = form.format(key=key.lower(), title=title, value=value)
            yield Told(claim=claim[:1].upper() + claim[1:], evidence=evidence, target=said)


def _written(entries: Mapping[str, Mapping[str, str]], keys: Sequence[str], chance: random.Random) -> str:
    """The table in one of the forms that extraction gives."""
    form = chance.choice(("pipes", "pipes", "told", "bare"))
    if form == "told":
        return "\n".join(
            f"{title}. " + ". ".join(f"{key}: {rows[key]}" for key in keys) for title, rows in entries.items()
        )
    lines = [["Name", *keys], *([title, *(rows[key] for key in keys)] for title, rows in entries.items())]
    if form == "pipes":
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return "\n".join("   ".join(line) for line in lines)
