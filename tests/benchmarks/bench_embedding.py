"""Chunks embedded a second: our embedder against bare onnxruntime on the same windows.

    python -m tests.benchmarks.bench_embedding [--chunks N] [--threads N]

Bare onnxruntime is given the padded windows ready-made and does nothing but run the model; ours also tokenizes, cuts
windows, sorts, pads and combines. Both in turn, the ratio of the medians. Aim: 0.85. Beside it: one question, and how
far a vector moves with the company it is embedded in.
"""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnxruntime

from apps.inference.builtin.minilm import MiniLM, batches, cached_graph, split_windows
from apps.inference.builtin.sessions import default_threads
from apps.inference.builtin.wordpieces import encode, wordpiece_tokenizer
from apps.inference.contracts import Passage

ROUNDS = 5
WORDS = (
    "the company recognised revenue of million dollars in fiscal year for its segment and property plant equipment "
    "decreased net income taxes interest lease liability percent compared with prior period because customers ordered"
)


def made_up(number: int) -> list[Passage]:
    """Passages of 120 to 420 common words under a heading, as a report's are."""
    chooser = random.Random(11)
    return [
        Passage(
            context_line="Acme 2022 10-K › Item 7 › Results of operations",
            content=" ".join(chooser.choices(WORDS.split(), k=chooser.randint(120, 420))),
        )
        for _ in range(number)
    ]


def ready_windows(passages: list[Passage]) -> list[dict[str, np.ndarray]]:
    """The padded input of every batch, as our embedder makes it."""
    tokenizer = wordpiece_tokenizer()
    first, last = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    contexts = encode([passage.context_line for passage in passages])
    contents = encode([passage.content for passage in passages])
    windows = [
        [first, *window, last]
        for context, content in zip(contexts, contents, strict=True)
        for window in split_windows(context=context.ids, content=content.ids)
    ]
    made = []
    for rows in batches([len(window) for window in windows]):
        length = max(len(windows[row]) for row in rows)
        ids = np.zeros((len(rows), length), np.int64)
        for place, row in enumerate(rows):
            ids[place, : len(windows[row])] = windows[row]
        made.append({"input_ids": ids, "attention_mask": (ids > 0).astype(np.int64)})
    return made


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> None:
    """Prints chunks a second of both and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=48)
    parser.add_argument("--threads", type=int, default=default_threads())
    wanted = parser.parse_args()
    passages = made_up(wanted.chunks)
    with tempfile.TemporaryDirectory() as folder:
        embedder = MiniLM(cache=Path(folder), threads=wanted.threads)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = wanted.threads
        options.inter_op_num_threads = 1
        graph = str(cached_graph(Path(folder)))
        session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    inputs = ready_windows(passages)
    ways = {
        "bare onnxruntime": lambda: [session.run(None, batch) for batch in inputs],
        "MiniLM": lambda: embedder.embed_passages(passages),
    }
    spent: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, work in ways.items():
            spent[name].append(seconds(work))
    median = {name: statistics.median(each) for name, each in spent.items()}
    for name, value in median.items():
        print(f"{name:18} {len(passages) / value:6.1f} chunks/s, {wanted.threads} threads")
    print(f"ratio              {median['bare onnxruntime'] / median['MiniLM']:6.2f}")
    alone = np.vstack([embedder.embed_passages([passage]) for passage in passages[:8]])
    print(f"moves with company {np.abs(alone - embedder.embed_passages(passages)[:8]).max():.1e}")
    asked = [seconds(lambda: embedder.embed_texts(["What was the operating margin in 2022?"])) for _ in range(20)]
    print(f"one question       {1000 * statistics.median(asked):6.1f} ms")


if __name__ == "__main__":
    main()
