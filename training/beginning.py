"""A model to go on from: a run, or a graph that was exported, weights of eight bits taken for what they stand for."""

from hashlib import sha256
from pathlib import Path

import onnx
import torch

from training.checkpoints import load_weights
from training.graph import weights_of
from training.mistakes import Unusable
from training.model import CrossEncoder

WORDS = "embeddings.word_embeddings.weight"


def begun(path: Path, base: CrossEncoder) -> CrossEncoder:
    """The model in ``path``: a run's, or an .onnx file's on the word embeddings of ``base``, which are not trained.

    Raises Unusable.
    """
    if path.suffix != ".onnx":
        return load_weights(path)[0]
    like = {name: value.numpy() for name, value in base.state_dict().items()}
    try:
        found = weights_of(onnx.load(path), like, heads=base.shape.heads) | {WORDS: like[WORDS]}
        base.load_state_dict({name: torch.from_numpy(value.copy()) for name, value in found.items()})
    except Exception as error:  # onnx raises kinds of its own
        raise Unusable(
            f"{str(path)!r} is no graph of this recipe, or of another --base or --layers: {error}".splitlines()[0]
        ) from error
    return base


def digest_of(model: CrossEncoder) -> str:
    """Of all weights: a run is continued from the same beginning or not at all."""
    digest = sha256()
    for name, value in model.state_dict().items():
        digest.update(name.encode() + value.numpy().tobytes())
    return digest.hexdigest()[:16]
