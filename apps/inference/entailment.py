"""The process's one model that holds a claim against a window; a child that was forked loads its own."""

from apps.core.per_process import PerProcess
from apps.inference.builtin.cross_encoder import CrossEncoder
from apps.inference.contracts import Entailment

__all__ = ["get_entailment"]

get_entailment: PerProcess[Entailment] = PerProcess(CrossEncoder, keep=True)
