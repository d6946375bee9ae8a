"""Which processor computes, and in which precision."""

import ctypes
import os

import torch

from training.encoding import Batch
from training.model import CrossEncoder, Shape
from training.scoring import Run

# padded tokens of one pass of a model of 6 layers of 384: about 300 kB each in training, and caches are small
_GPU_TOKENS, _CPU_TOKENS, _OF = 65_536, 2_048, 6 * 384
_KEPT = {-4: 0, -1: 2**31 - 1, -2: 2**28}  # mallopt: M_MMAP_MAX, M_TRIM_THRESHOLD and M_TOP_PAD of malloc.h


def prepared(threads: int) -> torch.device:
    """The device of this process, set up so that one seed gives one result on it."""
    torch.set_num_threads(threads)
    _keep_memory()
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # cuBLAS is deterministic with it alone
    torch.use_deterministic_algorithms(True, warn_only=True)
    torch.utils.deterministic.fill_uninitialized_memory = False  # nothing reads what it has not written
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def _keep_memory() -> None:
    """Let glibc keep what is freed: fetched anew from the system at each step, it costs up to half of the time."""
    allocator = ctypes.CDLL(None) if os.name == "posix" else None
    if hasattr(allocator, "mallopt"):
        for parameter, value in _KEPT.items():
            allocator.mallopt(parameter, value)


def is_narrow(precision: str, device: torch.device) -> bool:
    """Whether matrices are multiplied in bfloat16. ``auto``: where the processor has instructions for it."""
    if precision != "auto":
        return precision == "bf16"
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported()
    found = torch.cpu.get_capabilities()
    return bool(found.get("avx512_bf16") or found.get("amx_bf16"))


def tokens_of(device: torch.device, shape: Shape) -> int:
    """Padded tokens of one pass. On a GPU the fewer the larger the model is, which has to fit beside them."""
    return _GPU_TOKENS * _OF // max(_OF, shape.layers * shape.hidden) if device.type == "cuda" else _CPU_TOKENS


def runner(model: CrossEncoder, device: torch.device, *, narrow: bool) -> Run:
    """The model as training.scoring wants it. It must be in eval mode."""

    def run(batch: Batch):
        with torch.inference_mode(), torch.autocast(device.type, dtype=torch.bfloat16, enabled=narrow):
            ids, types, mask = (torch.from_numpy(one).to(device) for one in (batch.ids, batch.types, batch.mask))
            return model(ids, types, mask).cpu().numpy()

    return run
