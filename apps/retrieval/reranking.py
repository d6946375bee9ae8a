"""The best passages of a search in order once more, by what a model reads in them.

The Judge's model holds the question against each stretch of a passage as if it were a claim: where the answer stands,
it leans from "not enough" to "supported". That it does so is measured, not taught: no question was among its claims.
docs/judge.md has what it is worth and costs. Of a question the model reads the first hundred words or so.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from apps.core.stretches import stretches_in
from apps.inference.contracts import Entailment
from apps.retrieval.passages import Scored
from apps.retrieval.ranking import best_apart

READ = 3  # passages
BEHIND = 0.2  # of a logit, for each place that a passage stood behind
SUPPORTED, NOT_ENOUGH = 0, 2  # columns of the logits


def reranked(scored: Sequence[Scored], *, query: str, reader: Entailment, overlap: float) -> list[Scored]:
    """The first ``READ`` that say something of their own (``best_apart``) in their new order, then all others.

    The scores of these stay where they are: the first has the best of them.
    """
    first = best_apart(scored, k=READ, overlap=overlap)
    stretches = [stretches_in(item.candidate.content) for item in first]
    logits = reader.logits([(query, one) for own in stretches for one in own])
    each = iter(logits[:, SUPPORTED] - logits[:, NOT_ENOUGH])
    leads = [max(islice(each, len(own))) for own in stretches]
    order = sorted(range(len(first)), key=lambda place: BEHIND * place - leads[place])
    moved = [replace(first[place], score=item.score) for place, item in zip(order, first, strict=True)]
    ids = {item.candidate.chunk_id for item in first}
    return [*moved, *(item for item in scored if item.candidate.chunk_id not in ids)]
