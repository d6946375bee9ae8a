"""The cross-encoder: the base's layers over a claim and a window, and three classes on top.

What the head reads is the first token beside the mean over the claim's tokens. The base was trained by a mean over
tokens, so that a mean means something from the first step on; one over the whole row would thin out what a single word
of a short claim says the more, the longer the window is; and the first token alone was never read in the base.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from apps.inference.builtin.minilm_graph import Weights
from training.distances import TABLE, distances
from training.naming import layer_count

CLASSES = 3
EPSILON = 1e-12  # of a variance; layer_norm_eps of BERT's config.json
UNSEEN = -1e4  # added to the score of what is padding: e to the power of it is 0 in every precision
HEAD_SPREAD = 0.02  # of the head's first weights, as BERT's


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How large a BERT is. ``buckets``: of distances that attention heeds, as MPNet's does; 0 where it heeds none."""

    words: int
    positions: int
    hidden: int
    inner: int
    layers: int
    heads: int
    buckets: int = 0


def shape_of(weights: Weights, *, heads: int) -> Shape:
    """The shape that tensors under BERT's names have; how many heads there are they do not tell."""
    words, hidden = weights["embeddings.word_embeddings.weight"].shape
    return Shape(
        words=words,
        positions=len(weights["embeddings.position_embeddings.weight"]),
        hidden=hidden,
        inner=len(weights["encoder.layer.0.intermediate.dense.weight"]),
        layers=layer_count(weights),
        heads=heads,
        buckets=len(weights.get(TABLE, ())),
    )


def _attended(query: Tensor, key: Tensor, value: Tensor, added: Tensor) -> Tensor:
    """What each token takes of the others. ``added``: to the scores, broadcast over rows, heads, tokens and tokens.

    Written out: on processors torch's fused kernel took a quarter of a step.
    """
    scores = (query / math.sqrt(query.shape[-1])) @ key.transpose(-1, -2)
    return torch.softmax(scores + added.to(scores.dtype), dim=-1).to(value.dtype) @ value


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

    def forward(self, hidden: Tensor, added: Tensor) -> Tensor:
        rows, length, size = hidden.shape
        query, key, value = (
            self.self[part](hidden).view(rows, length, self.heads, size // self.heads).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        mixed = _attended(query, key, value, added)
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

    def forward(self, hidden: Tensor, added: Tensor) -> Tensor:
        hidden = self.attention(hidden, added)
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
        if shape.buckets:
            self.embeddings["distance_embeddings"] = nn.Embedding(shape.buckets, shape.heads)
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
        added = self._added(mask)
        for layer in self.encoder["layer"]:
            hidden = layer(hidden, added)
        claim = ((1 - types) * mask).unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * claim).sum(1) / claim.sum(1)
        read = torch.tanh(self.head["dense"](self.drop(torch.cat([hidden[:, 0], mean], dim=-1))))
        return self.head["classes"](self.drop(read)).float()

    def _added(self, mask: Tensor) -> Tensor:
        """To every score: next to nothing is left of padding, and of others as each head thinks of the distance."""
        unseen = torch.zeros(mask.shape, device=mask.device).masked_fill(mask == 0, UNSEEN)[:, None, None, :]
        if not self.shape.buckets:
            return unseen
        apart = torch.from_numpy(distances(mask.shape[1], buckets=self.shape.buckets)).to(mask.device)
        return unseen + self.embeddings["distance_embeddings"](apart).permute(2, 0, 1)


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
