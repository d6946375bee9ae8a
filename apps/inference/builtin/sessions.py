"""How a built-in model's graph is run."""

import os
from pathlib import Path

import onnxruntime


def default_threads() -> int:
    """The processors this process may use."""
    return max(1, len(os.sched_getaffinity(0)))


def session_of(path: Path, *, threads: int | None = None) -> onnxruntime.InferenceSession:
    """``threads`` of one calculation: all unless told."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or default_threads()
    options.inter_op_num_threads = 1
    # threads that wait actively keep what comes next from a processor: a question took twice as long on two
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
