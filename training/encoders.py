"""The published encoders that a model can begin with, and how fast each of them learns."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Base(StrEnum):
    """A published encoder."""

    MINILM = "minilm"  # all-MiniLM-L6-v2: 6 layers of 384, 22 million weights
    MPNET = "mpnet"  # all-mpnet-base-v2: 12 layers of 768, 109 million


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """Of learning at their height: of the encoder, and of the head on it, which is new."""

    body: float
    head: float


# mpnet's lies among those that Devlin et al. (2019, A.3) use for BERT of that size; others were not tried
RATES: Mapping[Base, Rates] = MappingProxyType(
    {Base.MINILM: Rates(body=1.5e-4, head=5e-4), Base.MPNET: Rates(body=4e-5, head=2e-4)}
)
