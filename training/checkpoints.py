"""What a run keeps on disk: everything to go on from where it stopped, and the weights as they are."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open
from safetensors.torch import save_file

from training.mistakes import Unusable
from training.model import CrossEncoder, shape_of

CHECKPOINT = "checkpoint.pt"
WEIGHTS = "model.safetensors"


def save_state(folder: Path, state: Mapping[str, Any]) -> None:
    """All or nothing: a run killed while it writes leaves the checkpoint before."""
    _replacing(folder / CHECKPOINT, lambda path: torch.save(dict(state), path))


def load_state(folder: Path) -> dict[str, Any]:
    """What ``save_state`` kept. Raises Unusable."""
    path = folder / CHECKPOINT
    if not path.is_file():
        raise Unusable(f"there is no {CHECKPOINT} in {str(folder)!r} to go on from")
    try:
        found: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:  # torch raises many kinds
        raise Unusable(f"{str(path)!r} cannot be read: {type(error).__name__}") from error
    return found


def save_weights(folder: Path, model: CrossEncoder, told: Mapping[str, Any]) -> None:
    """The tensors under their names; ``told`` and the number of heads go into the file's metadata."""
    tensors = {name: value.detach().cpu().contiguous().clone() for name, value in model.state_dict().items()}
    metadata = {"heads": str(model.shape.heads), "told": json.dumps(told)}
    _replacing(folder / WEIGHTS, lambda path: save_file(tensors, path, metadata=metadata))


def load_weights(path: Path) -> tuple[CrossEncoder, dict[str, Any]]:
    """The model and what was told of it. ``path``: the file or its folder. Raises Unusable."""
    file = path / WEIGHTS if path.is_dir() else path
    if not file.is_file():
        raise Unusable(f"there is no {str(file)!r}")
    try:
        with safe_open(str(file), "pt") as opened:
            tensors = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118 - no mapping
            metadata = opened.metadata()
        model = CrossEncoder(shape_of({k: v.numpy() for k, v in tensors.items()}, heads=int(metadata["heads"])))
        model.load_state_dict(tensors)
    except Exception as error:
        raise Unusable(f"{str(file)!r} is no model of this recipe: {error}".splitlines()[0]) from error
    return model.eval(), json.loads(metadata["told"])


def _replacing(path: Path, write: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    half_written = path.with_name(f".{path.name}.part")
    write(half_written)
    os.replace(half_written, path)
