"""all-MiniLM-L6-v2 written down as an ONNX graph from its published weights, so that no torch is needed to run it.

The network is BERT (Devlin et al. 2019) with 6 layers of 12 heads, followed by the mean over the tokens that are no
padding and a division by the length. In float32 it agrees with the original within 4e-7.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, TensorProto, checker, helper, numpy_helper

from apps.inference.builtin.minilm_shape import HEADS, HIDDEN, LAYERS, OPSET

IR_VERSION = 9
EPSILON = 1e-12  # layer_norm_eps of the model's config.json
MASKED = -1e9  # added to the score of a padding token before the softmax

Weights = Mapping[str, NDArray[np.float32]]


class Graph:
    """Nodes and constants under names that never collide."""

    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []

    def constant(self, value: NDArray[np.generic]) -> str:
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.array(value, order="C"), name))
        return name

    def ints(self, *values: int) -> str:
        return self.constant(np.array(values, np.int64))

    def scalar(self, value: float, kind: type[np.generic] = np.float32) -> str:
        return self.constant(np.array(value, kind))

    def op(self, kind: str, *inputs: str, output: str | None = None, **attributes: object) -> str:
        name = output or f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def linear(self, x: str, weights: Weights, prefixes: Sequence[str]) -> str:
        """x·Wᵀ + b; several layers side by side are one multiplication."""
        matrix = np.concatenate([weights[f"{prefix}.weight"] for prefix in prefixes]).T
        bias = np.concatenate([weights[f"{prefix}.bias"] for prefix in prefixes])
        return self.op("Add", self.op("MatMul", x, self.constant(matrix)), self.constant(bias))

    def layer_norm(self, x: str, weights: Weights, prefix: str) -> str:
        scale, shift = self.constant(weights[f"{prefix}.weight"]), self.constant(weights[f"{prefix}.bias"])
        return self.op("LayerNormalization", x, scale, shift, axis=-1, epsilon=EPSILON)


def build_graph(weights: Weights) -> ModelProto:
    """The checked model.

    In: ``input_ids`` and ``attention_mask``, int64 of shape (batch, tokens ≤ 512). Out: ``embedding``, float32 of
    shape (batch, 384), rows of unit length. ``weights`` are the tensors of the published ``model.safetensors`` by
    name; KeyError when one is missing.
    """
    graph = Graph()
    mask = graph.op("Cast", "attention_mask", to=TensorProto.FLOAT)
    hidden = encoded(graph, weights, _embed_tokens(graph, weights), mask, layers=LAYERS, heads=HEADS)
    _pool(graph, hidden, mask)
    return checked(graph, "minilm", inputs=("input_ids", "attention_mask"), output="embedding", width=HIDDEN)


def checked(graph: Graph, name: str, *, inputs: Sequence[str], output: str, width: int) -> ModelProto:
    """The model of a graph. ``inputs``: int64 of shape (batch, tokens); ``output``: float32 of shape (batch, width)."""
    given = [helper.make_tensor_value_info(one, TensorProto.INT64, ["batch", "tokens"]) for one in inputs]
    told = [helper.make_tensor_value_info(output, TensorProto.FLOAT, ["batch", width])]
    model = helper.make_model(
        helper.make_graph(graph.nodes, name, given, told, graph.constants),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
    )
    checker.check_model(model)
    return model


def encoded(
    graph: Graph, weights: Weights, hidden: str, mask: str, *, layers: int, heads: int, apart: str | None = None
) -> str:
    """What the layers of BERT make of embedded tokens.

    ``mask``: float32, 0 for padding, which no token attends to. ``apart``: float32 of shape (heads, tokens, tokens),
    added to the scores of every layer.
    """
    masked = graph.op("Sub", graph.scalar(1.0), graph.op("Unsqueeze", mask, graph.ints(1, 2)))
    added = graph.op("Mul", masked, graph.scalar(MASKED))
    if apart is not None:
        added = graph.op("Add", added, apart)
    for layer in range(layers):
        hidden = _layer(graph, weights, f"encoder.layer.{layer}", hidden, added, heads)
    return hidden


def _embed_tokens(graph: Graph, weights: Weights) -> str:
    words = graph.op("Gather", graph.constant(weights["embeddings.word_embeddings.weight"]), "input_ids")
    length = graph.op("Gather", graph.op("Shape", "input_ids"), graph.scalar(1, np.int64))
    positions = graph.op("Range", graph.scalar(0, np.int64), length, graph.scalar(1, np.int64))
    # every token is of the first sentence, so its type is part of the position
    place = weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0]
    total = graph.op("Add", words, graph.op("Gather", graph.constant(place), positions))
    return graph.layer_norm(total, weights, "embeddings.LayerNorm")


def _layer(graph: Graph, weights: Weights, prefix: str, hidden: str, added: str, heads: int) -> str:
    attention = f"{prefix}.attention"
    size = len(weights[f"{attention}.output.dense.bias"])
    projected = graph.linear(hidden, weights, [f"{attention}.self.{part}" for part in ("query", "key", "value")])
    apart = graph.op("Reshape", projected, graph.ints(0, 0, 3, heads, size // heads))
    parts = graph.op("Transpose", apart, perm=[2, 0, 3, 1, 4])  # part, batch, head, token, size
    query, key, value = (graph.op("Gather", parts, graph.scalar(part, np.int64), axis=0) for part in range(3))
    scores = graph.op("MatMul", query, graph.op("Transpose", key, perm=[0, 1, 3, 2]))
    scaled = graph.op("Mul", scores, graph.scalar((size // heads) ** -0.5))
    shares = graph.op("Softmax", graph.op("Add", scaled, added), axis=-1)
    mixed = graph.op("Transpose", graph.op("MatMul", shares, value), perm=[0, 2, 1, 3])
    together = graph.op("Reshape", mixed, graph.ints(0, 0, size))
    attended = graph.linear(together, weights, [f"{attention}.output.dense"])
    hidden = graph.layer_norm(graph.op("Add", attended, hidden), weights, f"{attention}.output.LayerNorm")
    inner = graph.op("Gelu", graph.linear(hidden, weights, [f"{prefix}.intermediate.dense"]))
    outer = graph.linear(inner, weights, [f"{prefix}.output.dense"])
    return graph.layer_norm(graph.op("Add", outer, hidden), weights, f"{prefix}.output.LayerNorm")


def _pool(graph: Graph, hidden: str, mask: str) -> str:
    axis = graph.ints(1)
    weighted = graph.op("Mul", hidden, graph.op("Unsqueeze", mask, graph.ints(2)))
    total = graph.op("ReduceSum", weighted, axis, keepdims=0)
    mean = graph.op("Div", total, graph.op("ReduceSum", mask, axis, keepdims=1))
    length = graph.op("ReduceL2", mean, axis, keepdims=1)
    return graph.op("Div", mean, length, output="embedding")
