"""The sets of a folder: ``train/`` to train on, ``dev/`` to choose by."""

from collections.abc import Collection
from pathlib import Path

from training.mixture import Family, trained_on
from workers.evaluations.labelled import SUFFIX, Example, Unreadable, examples_in, sets_in


def read(folder: Path, *, folds: Collection[Family] = ()) -> dict[str, tuple[Example, ...]]:
    """Every set of ``folder``/train that the mixture names, whole. Raises Unreadable where there is none."""
    files = {name: folder / "train" / f"{name}{SUFFIX}" for name in trained_on(folds)}
    found = {name: examples_in(path) for name, path in files.items() if path.is_file()}
    if not found:
        raise Unreadable(f"{str(folder / 'train')!r} has none of the sets that training/mixture.py names")
    return found


def dev_examples(folder: Path, *, most: int | None) -> list[Example]:
    """Of every set of ``folder``/dev, or of ``folder`` itself where it has no dev."""
    files = sets_in(folder / "dev" if (folder / "dev").is_dir() else folder)
    return [example for path in files for example in examples_in(path, most=most)]
