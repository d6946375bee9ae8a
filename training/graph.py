"""The cross-encoder written down as an ONNX graph from its weights; the layers are those of the embedder's graph."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from onnx import ModelProto, TensorProto, numpy_helper

from apps.inference.builtin.cross_encoder import INPUTS
from apps.inference.builtin.minilm_graph import Graph, Weights, checked, encoded
from apps.inference.builtin.pair_rows import MOST_TOKENS
from training.distances import TABLE, distances

OUTPUT = "logits"
CLASSES = 3  # supported, contradicted, not enough
SMOOTHING = "_smoothing"  # behind a weight's name: what its rows have to be multiplied by to be as they were


def build_graph(weights: Weights, *, heads: int) -> ModelProto:
    """The checked model.

    In: INPUTS, int64 of shape (batch, tokens), rows of ``[CLS] claim [SEP] window [SEP]`` with types 0 and 1. Out:
    OUTPUT, float32 of shape (batch, 3). ``weights`` are the tensors of training.model.CrossEncoder by name; KeyError
    when one is missing.
    """
    graph = Graph()
    mask = graph.op("Cast", "attention_mask", to=TensorProto.FLOAT)
    layers = sum(name.endswith("intermediate.dense.weight") for name in weights)
    apart = _apart(graph, weights) if TABLE in weights else None
    hidden = encoded(graph, weights, _embedded(graph, weights), mask, layers=layers, heads=heads, apart=apart)
    _classified(graph, weights, hidden, mask)
    return checked(graph, "judge", inputs=INPUTS, output=OUTPUT, width=CLASSES)


def weights_of(model: ModelProto, like: Weights, *, heads: int) -> dict[str, NDArray[np.float32]]:
    """What ``build_graph`` was given, read back from its graph, be it smoothed or with weights of eight bits.

    ``like``: tensors of the same shapes. Raises ValueError where the graph is no such one.
    """
    tags = {name: np.full(value.shape, 1.5 + place, np.float32) for place, (name, value) in enumerate(like.items())}
    found, stored = {}, dict(_constants(model))
    for tagged in build_graph(tags, heads=heads).graph.initializer:
        where = numpy_helper.to_array(tagged)
        for name, tag in tags.items():
            own = where == tag.flat[0]
            if where.dtype != np.float32 or not own.any():
                continue
            value = stored.get(tagged.name)
            if value is None or value.shape != where.shape:
                raise ValueError(f"it has no {name!r} of the shape {tag.shape}")
            turned = where.ndim == 2 and not name.startswith("embeddings.")  # multiplied from the right
            found[name] = value[:, own[0]].T if turned else value[own].reshape(tag.shape)
    return found


def _constants(model: ModelProto) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """Name → value; of an integer matrix, which has a scale for all of it or for each column, in float32."""
    stored = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    for name, value in stored.items():
        whole = name.removesuffix("_quantized")
        if whole != name:
            value = (value.astype(np.float32) - stored[f"{whole}_zero_point"]) * stored[f"{whole}_scale"]
        if (smoothing := stored.get(whole + SMOOTHING)) is not None:
            value = value * smoothing[:, np.newaxis]
        yield whole, np.asarray(value, np.float32)


def _embedded(graph: Graph, weights: Weights) -> str:
    def table(name: str) -> str:
        return graph.constant(weights[f"embeddings.{name}_embeddings.weight"])

    words = graph.op("Gather", table("word"), "input_ids")
    types = graph.op("Gather", table("token_type"), "token_type_ids")
    length = _length(graph)
    places = graph.op("Range", graph.scalar(0, np.int64), length, graph.scalar(1, np.int64))
    placed = graph.op("Add", words, graph.op("Gather", table("position"), places))
    return graph.layer_norm(graph.op("Add", placed, types), weights, "embeddings.LayerNorm")


def _length(graph: Graph) -> str:
    """Tokens of a row."""
    return graph.op("Gather", graph.op("Shape", "input_ids"), graph.scalar(1, np.int64))


def _apart(graph: Graph, weights: Weights) -> str:
    """Of shape (heads, tokens, tokens): what each head thinks of the way from a token to another."""
    places = graph.constant(distances(MOST_TOKENS, buckets=len(weights[TABLE])).astype(np.int32))
    length = graph.op("Unsqueeze", _length(graph), graph.ints(0))
    both = graph.op("Concat", length, length, axis=0)
    cut = graph.op("Slice", places, graph.ints(0, 0), both, graph.ints(0, 1))
    return graph.op("Transpose", graph.op("Gather", graph.constant(weights[TABLE]), cut), perm=[2, 0, 1])


def _classified(graph: Graph, weights: Weights, hidden: str, mask: str) -> None:
    """The first token beside the mean over the claim's tokens, a layer, the classes."""
    axis = graph.ints(1)
    first = graph.op("Gather", hidden, graph.scalar(0, np.int64), axis=1)
    types = graph.op("Cast", "token_type_ids", to=TensorProto.FLOAT)
    claim = graph.op("Mul", graph.op("Sub", graph.scalar(1.0), types), mask)
    weighted = graph.op("Mul", hidden, graph.op("Unsqueeze", claim, graph.ints(2)))
    total = graph.op("ReduceSum", weighted, axis, keepdims=0)
    mean = graph.op("Div", total, graph.op("ReduceSum", claim, axis, keepdims=1))
    both = graph.op("Concat", first, mean, axis=-1)
    read = graph.op("Tanh", graph.linear(both, weights, ["head.dense"]))
    last = graph.op("MatMul", read, graph.constant(weights["head.classes.weight"].T))
    graph.op("Add", last, graph.constant(weights["head.classes.bias"]), output=OUTPUT)
