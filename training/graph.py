"""The cross-encoder written down as an ONNX graph from its weights; the layers are those of the embedder's graph."""

import numpy as np
from onnx import ModelProto, TensorProto

from apps.inference.builtin.cross_encoder import INPUTS
from apps.inference.builtin.minilm_graph import Graph, Weights, checked, encoded

OUTPUT = "logits"
CLASSES = 3  # supported, contradicted, not enough


def build_graph(weights: Weights, *, heads: int) -> ModelProto:
    """The checked model.

    In: INPUTS, int64 of shape (batch, tokens), rows of ``[CLS] claim [SEP] window [SEP]`` with types 0 and 1. Out:
    OUTPUT, float32 of shape (batch, 3). ``weights`` are the tensors of training.model.CrossEncoder by name; KeyError
    when one is missing.
    """
    graph = Graph()
    mask = graph.op("Cast", "attention_mask", to=TensorProto.FLOAT)
    layers = sum(name.endswith("intermediate.dense.weight") for name in weights)
    hidden = encoded(graph, weights, _embedded(graph, weights), mask, layers=layers, heads=heads)
    _classified(graph, weights, hidden, mask)
    return checked(graph, "judge", inputs=INPUTS, output=OUTPUT, width=CLASSES)


def _embedded(graph: Graph, weights: Weights) -> str:
    def table(name: str) -> str:
        return graph.constant(weights[f"embeddings.{name}_embeddings.weight"])

    words = graph.op("Gather", table("word"), "input_ids")
    types = graph.op("Gather", table("token_type"), "token_type_ids")
    length = graph.op("Gather", graph.op("Shape", "input_ids"), graph.scalar(1, np.int64))
    places = graph.op("Range", graph.scalar(0, np.int64), length, graph.scalar(1, np.int64))
    placed = graph.op("Add", words, graph.op("Gather", table("position"), places))
    return graph.layer_norm(graph.op("Add", placed, types), weights, "embeddings.LayerNorm")


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
