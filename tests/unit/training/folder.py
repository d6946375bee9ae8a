"""A small folder of labelled claims, as the recipe reads it."""

import gzip
import json
from pathlib import Path

TOWNS = ("Aldra", "Borvik", "Cassel", "Dornau", "Elmira", "Farona", "Gildas", "Hovden", "Isola", "Jarna")
TRADES = ("tin", "salt", "wool", "amber", "glass", "timber", "copper", "linen", "leather", "grain")


def rows_of(set_name, count=40):
    """Claims by turns supported, contradicted and not decided, each of a town of its own."""
    found = []
    for number in range(count):
        town, trade = TOWNS[number % 10], TRADES[(number // 10 + number) % 10]
        year, ships = 1700 + number, 20 + 3 * number
        evidence = f"The port of {town} shipped {trade} since {year}. It had {ships} ships and a lighthouse of stone."
        claims = {
            "supported": f"The port of {town} had {ships} ships and shipped {trade}.",
            "contradicted": f"The port of {town} had {ships + 7} ships.",
            "not_enough": f"The port of {town} was ruled by a queen.",
        }
        label = list(claims)[number % 3]
        found.append({"id": f"{set_name}-{number}", "claim": claims[label], "evidence": evidence, "label": label})
    return found


def write(folder: Path, sets) -> Path:
    """``sets``: "train/lingnli" → rows."""
    for name, rows in sets.items():
        path = folder / f"{name}.jsonl.gz"
        path.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(path, "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
    return folder


def small(folder: Path) -> Path:
    """Two families to train on, two sets to measure."""
    return write(
        folder,
        {
            "train/lingnli": rows_of("lingnli"),
            "train/fever_pairs": rows_of("fever_pairs"),
            "dev/lingnli": rows_of("lingnli", 12),
            "dev/fever_symmetric": rows_of("fever_symmetric", 12),
        },
    )
