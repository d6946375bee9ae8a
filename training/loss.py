"""From the logits of windows to one answer a claim, and what that answer costs."""

import torch
from torch import Tensor
from torch.nn import functional

from training.pairs import Target


def pooled(logits: Tensor, owners: Tensor, count: int) -> Tensor:
    """Log probabilities (count, 3) of bags from the logits (rows, 3) of their windows.

    Supported and contradicted each count by their lead over not enough in the window where that is greatest: one
    window that bears a claim out is enough, and those that are silent take nothing away. A single window is a plain
    softmax.
    """
    leads = logits[:, :2] - logits[:, 2:]
    lowest = torch.full((count, 2), -torch.inf, dtype=leads.dtype, device=leads.device)
    best = lowest.scatter_reduce(0, owners[:, None].expand(-1, 2), leads, "amax")
    return functional.log_softmax(torch.cat([best, torch.zeros_like(best[:, :1])], dim=-1), dim=-1)


def masked_loss(log_shares: Tensor, targets: Tensor) -> Tensor:
    """The cost of each bag: cross-entropy where the class is known, -log(1 - p of supported) where only that is not."""
    known = targets != Target.UNSUPPORTED
    of_class = -log_shares.gather(1, torch.where(known, targets, 0)[:, None])[:, 0]
    of_rest = -torch.logsumexp(log_shares[:, 1:], dim=-1)
    return torch.where(known, of_class, of_rest)
