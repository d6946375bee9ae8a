"""`python -m training measure`: a run, or the graph that it was exported to, on sets that it was not trained on."""

import json
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray

from apps.inference.builtin.cross_encoder import INPUTS
from training.encoding import Batch
from training.figures import SetFigures, set_figures
from training.mistakes import Unusable
from training.reading import dev_examples
from training.scoring import TOKENS, Floats, Run, shares
from workers.evaluations.labelled import Example

CLASSES = ("supported", "contradicted", "not_enough")  # in the order of the graph's outputs


def measure(options: Namespace) -> list[SetFigures]:
    """The figures of every set of ``options.data``, or of those of some families. Raises Unreadable or Unusable.

    The cut of a set is the best of all other sets, whichever are told.
    """
    examples = dev_examples(options.data, most=options.limit)
    if options.model.suffix == ".onnx":
        run, tokens = onnx_runner(options.model, threads=options.threads), TOKENS
    else:
        run, tokens = _torch_runner(options)
    scored = shares(examples, run, most=options.windows, tokens=tokens)
    if options.scores is not None:
        _write(options.scores, examples, scored)
    figures = set_figures(examples, scored[:, 0])
    return [one for one in figures if not options.folds or one.family in options.folds]


def _write(path: Path, examples: Sequence[Example], scored: Floats) -> None:
    """A line of JSON for each claim: its set, its id, its label and the three probabilities."""
    if not path.parent.is_dir():
        raise Unusable(f"there is no folder {str(path.parent)!r}")
    with path.open("w", encoding="utf-8") as file:
        for example, own in zip(examples, scored, strict=True):
            told = {"set": example.set_name, "id": example.id, "label": example.label.value}
            shares = dict(zip(CLASSES, (round(float(share), 6) for share in own), strict=True))
            file.write(json.dumps({**told, **shares}) + "\n")


def onnx_runner(path: Path, *, threads: int) -> Run:
    """The graph as training.scoring wants it; one with eight bits, which depends on its batch, row by row."""
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    try:
        session = onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises kinds of its own
        raise Unusable(f"{str(path)!r} cannot be run: {error}".splitlines()[0]) from error

    def run(batch: Batch) -> NDArray[np.float32]:
        given = dict(zip(INPUTS, (batch.ids, batch.types, batch.mask), strict=True))
        return np.asarray(session.run(None, given)[0])

    return alone(run) if _is_small(path) else run


def alone(run: Run) -> Run:
    """The same with one row at a time and no padding."""

    def rows(batch: Batch) -> NDArray[np.float32]:
        lengths = batch.mask.sum(axis=1)
        return np.concatenate([run(_cut(batch, row, length)) for row, length in enumerate(lengths)])

    return rows


def _cut(batch: Batch, row: int, length: int) -> Batch:
    ids, types, mask = (one[row : row + 1, :length] for one in (batch.ids, batch.types, batch.mask))
    return Batch(ids=ids, types=types, mask=mask, owners=batch.owners[row : row + 1], bags=batch.bags)


def _is_small(path: Path) -> bool:
    return any(node.op_type == "DynamicQuantizeLinear" for node in onnx.load(path).graph.node)


def _torch_runner(options: Namespace) -> tuple[Run, int]:
    from training.checkpoints import load_weights  # a graph is measured without torch
    from training.devices import is_narrow, prepared, runner, tokens_of

    device = prepared(options.threads)
    model, _ = load_weights(options.model)
    return runner(model.to(device), device, narrow=is_narrow(options.precision, device)), tokens_of(device, model.shape)
