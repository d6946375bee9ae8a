"""Claims scored by a model, however it runs: windows of their evidence, then the pooled classes."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from apps.agents.reading.windows import MOST, best_windows
from apps.core.stretches import stretches_in
from apps.inference.builtin.pair_rows import rows_of
from training.encoding import Bag, Batch, padded, within_budget
from workers.evaluations.labelled import Example

TOKENS = 8192  # padded, of one pass

Floats = NDArray[np.float64]
Run = Callable[[Batch], NDArray[np.float32]]  # logits of its rows


def shares(examples: Sequence[Example], run: Run, *, most: int = MOST, tokens: int = TOKENS) -> Floats:
    """Probabilities (claims, 3) of supported, contradicted and not enough, from at most so many windows each."""
    windows = [best_windows(one.claim, stretches_in(one.evidence), most=most) for one in examples]
    bags = [Bag(rows=rows) for rows in rows_of([one.claim for one in examples], windows)]
    found = np.zeros((len(bags), 3))
    for places in within_budget(bags, range(len(bags)), tokens=tokens):
        batch = padded(bags, places)
        found[places] = pooled(run(batch), batch.owners, len(places))
    return found


def pooled(logits: NDArray[np.float32], owners: NDArray[np.int64], count: int) -> Floats:
    """The same as training.loss.pooled, as probabilities and without torch."""
    leads = np.full((count, 3), -np.inf)
    np.maximum.at(leads, owners, (logits - logits[:, 2:]).astype(np.float64))
    raised = np.exp(leads - leads.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))
