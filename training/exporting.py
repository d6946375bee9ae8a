"""`python -m training export`: the weights of a run as an ONNX file that needs no torch."""

import json
import os
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic

from apps.inference.builtin.pair_rows import Row
from training.checkpoints import load_weights
from training.graph import build_graph
from training.mistakes import Unusable
from training.smoothing import smoothed


def export(run: Path, out: Path, *, rows: Sequence[Row] = ()) -> str:
    """Writes the file, with what was told of the run in its metadata; a line about it. Raises Unusable.

    ``rows``: the graph is smoothed by them and its weights are cut to eight bits; without any it is in float32. What a
    graph of eight bits computes depends on the whole batch, since the scale of its sums is that of the largest one
    among all rows and their padding: run it with one row at a time.
    """
    model, told = load_weights(run)
    weights = {name: value.numpy() for name, value in model.state_dict().items()}
    graph = build_graph(weights, heads=model.shape.heads)
    if not out.parent.is_dir():
        raise Unusable(f"there is no folder {str(out.parent)!r}")
    with tempfile.TemporaryDirectory(dir=out.parent) as folder:
        wide, small = Path(folder) / "wide.onnx", Path(folder) / "small.onnx"
        if rows:
            onnx.save(smoothed(graph, rows), wide)
            # of seven bits in truth: with eight, processors without VNNI saturate, and verdicts would depend on them
            quantize_dynamic(wide, small, per_channel=True, weight_type=QuantType.QInt8, reduce_range=True)
            graph = onnx.load(small)
        onnx.helper.set_model_props(graph, {"recipe": json.dumps(told)})
        onnx.save(graph, wide)
        os.replace(wide, out)
    content = out.read_bytes()
    return f"{out}: {len(content) / 1e6:.1f} MB, sha256 {sha256(content).hexdigest()}"
