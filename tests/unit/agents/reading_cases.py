"""A stand-in for the Judge's model that answers as a test wants, and what the Judge makes of it."""

import numpy as np

from apps.agents.judge.builtin import BuiltinJudge
from apps.agents.judge.entailment import readings
from apps.agents.judge.evidence import claimed_of
from apps.agents.reading.context import read_context
from apps.inference.embedders import get_embedder
from apps.inference.memory import memory_of
from apps.verification.decide import decide
from apps.verification.types import Mode

from .conftest import make_claim

SURE, SILENT, AGAINST = (6.0, -6.0, 0.0), (-6.0, -6.0, 0.0), (-6.0, 6.0, 0.0)
CERTAIN = (0.7, -6.0, 0.0)  # just so, see scoring.CERTAIN
LIKELY = (0.3, -6.0, 0.0)  # enough for strict mode where nothing bounds it
FILLER = "The committee met on the first Monday of the month and took note of the minutes. " * 30


class Stub:
    """Answers by a function of claim and window, and remembers what it was asked."""

    def __init__(self, answer):
        self.answer, self.asked = answer, []

    def logits(self, pairs):
        self.asked += pairs
        return np.array([self.answer(claim, window) for claim, window in pairs], np.float32).reshape(-1, 3)


def always(*logits):
    return Stub(lambda claim, window: logits)


def judged(claim, *chunks, stub, mode=Mode.STRICT):
    """(verdict, findings) of a claim that cites all the passages."""
    judge = BuiltinJudge(memory=memory_of(get_embedder("builtin")), entailment=lambda: stub)
    draft = make_claim(claim, citations=tuple(chunk.key for chunk in chunks))
    (judgement,) = judge.judge(claims=(draft,), chunks=chunks)
    decision = decide(claim=draft, judgement=judgement, context=chunks, mode=mode, thresholds=judge.thresholds)
    return decision.verdict, judgement.findings


def read(claim, *chunks, stub, cited=()):
    return readings(claimed_of(claim), read_context(chunks), stub, cited=frozenset(cited))
