"""Moves what a few dimensions of the activations reach into the weights, before both are cut to eight bits.

A handful of dimensions of a hidden state are ten to twenty times as large as the others, and one scale for all leaves
the others few of the 256 steps. Each divided by about what it reaches, and its weights multiplied by that, the product
is the same (SmoothQuant: Xiao and others, 2023, equation 4).
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnx import ModelProto, TensorProto, helper, numpy_helper

from apps.inference.builtin.cross_encoder import inputs_of
from apps.inference.builtin.pair_rows import Row, rows_of
from training.graph import SMOOTHING
from training.pairs import pair_of
from training.twins import written

SHARE = 0.8  # the paper's alpha: how much of what makes it hard is moved; docs/training.md has others
ROWS = 120
LEAST = 1e-5
FARTHEST = 64  # a dimension that is dead on those rows may not be on others
PASSAGES = Path(__file__).parent / "written" / "train"


def usual_rows() -> list[Row]:
    """Claims and windows of passages that were written for training, the same every time."""
    examples = written(PASSAGES)
    pairs = [pair_of(one, bag=1) for one in examples[:: len(examples) // ROWS][:ROWS]]
    return [row for (row,) in rows_of([pair.claim for pair in pairs], [pair.windows for pair in pairs])]


def smoothed(model: ModelProto, rows: Sequence[Row]) -> ModelProto:
    """A model that says the same, its products with constants scaled by what they come to on ``rows``."""
    found = ModelProto()
    found.CopyFrom(model)
    stored = {one.name: one for one in found.graph.initializer}
    products = [one for one in found.graph.node if one.op_type == "MatMul" and one.input[1] in stored]
    reached = _reached(model, sorted({one.input[0] for one in products}), rows)
    nodes = []
    for node in found.graph.node:
        if node in products:
            taken, weight = node.input
            matrix = numpy_helper.to_array(stored[weight])
            scale = _scale(reached[taken], np.abs(matrix).max(axis=1))
            stored[weight].CopyFrom(numpy_helper.from_array(matrix * scale[:, np.newaxis], weight))
            found.graph.initializer.append(numpy_helper.from_array(1 / scale, weight + SMOOTHING))
            node.input[0] = f"{weight}_smoothed"
            nodes.append(helper.make_node("Mul", [taken, weight + SMOOTHING], [node.input[0]]))
        nodes.append(node)
    del found.graph.node[:]
    found.graph.node.extend(nodes)
    return found


def _scale(reached: NDArray[np.float32], weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """By what each dimension is divided; 1 in the geometric mean, and no more than ``FARTHEST`` from it."""
    logs = SHARE * np.log(reached.clip(LEAST)) - (1 - SHARE) * np.log(weights.clip(LEAST))
    return np.asarray(np.exp(logs - logs.mean()).clip(1 / FARTHEST, FARTHEST), np.float32)


def _reached(model: ModelProto, names: Sequence[str], rows: Sequence[Row]) -> dict[str, NDArray[np.float32]]:
    """The greatest absolute value of each dimension of the named tensors."""
    shown = ModelProto()
    shown.CopyFrom(model)
    shown.graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in names)
    session = onnxruntime.InferenceSession(shown.SerializeToString(), providers=["CPUExecutionProvider"])
    most: dict[str, NDArray[np.float32]] = {}
    for row in rows:
        told = session.run(list(names), inputs_of(np.array(row.ids, np.int64), row.claim))
        for name, values in zip(names, told, strict=True):
            own = np.abs(values).reshape(-1, values.shape[-1]).max(axis=0)
            most[name] = np.maximum(most.get(name, own), own)
    return most
