"""Labelled claims with everything the built-in Judge measures and reads of them, kept in a file to fit and measure by.

A set can be read by the model that was trained without its family: what is fitted and told then holds for what the
model has never seen.
"""

import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.agents.judge.builtin import said_verbatim
from apps.agents.judge.evidence import claimed_of
from apps.agents.judge.scoring import read_features_of
from apps.agents.judge.several import sentences_of
from apps.agents.judge.weighing import Weighed, weighed_on
from apps.agents.reading.context import read_context
from apps.inference.builtin.cross_encoder import CrossEncoder
from apps.inference.contracts import Entailment
from apps.inference.memory import SentenceMemory
from apps.verification.types import LONGEST_CLAIM
from training.mixture import rule_of, trained_on
from workers.evaluations.judge import passages_of
from workers.evaluations.labelled import Example, examples_in, sets_in
from workers.evaluations.scores import Bools, Floats

# whose claims people wrote; those of the others a model or a program made
BY_HAND = frozenset({
    "conjnli", "counterfactual_nli", "fever_symmetric", "feverous_s", "healthver", "infotabs", "lingnli",
    "negation_nli", "nli4ct", "wice",
})  # fmt: skip


BIASES = "biases.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighing:
    """One window: features by name, and what support is at least and at most.

    ``near``: a near copy of the claim; ``own``: a company's report says there of itself what the claim says of it.
    """

    features: dict[str, float]
    near: bool
    own: bool
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A claim, said word for word or weighed by its windows. ``evidence`` is left out: files stay small."""

    example: Example
    said: float
    weighings: tuple[Weighing, ...]


class Leaning:
    """A model with so much added to its log odds of supported, as if its last layer had that bias."""

    def __init__(self, model: Entailment, added: float) -> None:
        self._model = model
        self._added = np.array([added, 0.0, 0.0], dtype=np.float32)

    def logits(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        return self._model.logits(pairs) + self._added


def models_in(path: Path) -> Callable[[str], Entailment]:
    """The model that reads a set, by its name: one graph for all, or of a folder ``{family}.onnx``.

    Where the folder has ``all.onnx`` too, that one reads the sets of which it was trained on nothing. ``biases.json``
    there: {family: what is added to the log odds of its model}.
    """
    if path.is_file():
        only = CrossEncoder(path, threads=1)
        return lambda set_name: only
    biases = json.loads((path / BIASES).read_text("utf-8")) if (path / BIASES).is_file() else {}

    @cache
    def loaded(name: str) -> Entailment:
        return Leaning(CrossEncoder(path / f"{name}.onnx", threads=1), biases.get(name, 0.0))

    whole = (path / "all.onnx").is_file()
    return lambda set_name: loaded("all" if whole and not is_seen(set_name) else rule_of(set_name).family.value)


def is_seen(set_name: str) -> bool:
    """Whether anything of it is trained on: of "wice" it is where "wice_nonsupported_tokens" is."""
    return any(trained.startswith(set_name) or set_name.startswith(trained) for trained in trained_on())


def read_cases(
    data: Path,
    model_of: Callable[[str], Entailment],
    memory: SentenceMemory,
    *,
    most: int | None,
    seed: int = 0,
    unseen: bool = False,
) -> Iterator[Case]:
    """Every claim of one sentence of the folder's sets, or at most so many of each, the same every time.

    ``unseen``: only of sets of which nothing is trained on.

    Those of several are decided sentence by sentence, and of no sentence alone is it known whether it is supported.
    """
    for path in sets_in(data):
        for example in examples_in(path, most=most, seed=seed):
            if unseen and is_seen(example.set_name):
                break
            if len(example.claim) <= LONGEST_CLAIM and len(sentences_of(example.claim)) == 1:
                yield _case(example, model_of(example.set_name), memory)


def _case(example: Example, entailment: Entailment, memory: SentenceMemory) -> Case:
    context, claim = read_context(passages_of(example.evidence)), claimed_of(example.claim)
    said = said_verbatim(claim, context)
    weighed = weighed_on(claim, context, memory, entailment, said=[window for window, _ in said])
    return Case(
        example=replace(example, evidence=""),
        said=max((score for _, score in said), default=0.0),
        weighings=tuple(_weighing(one) for one in weighed),
    )


def _weighing(one: Weighed) -> Weighing:
    """Of a window whose reading counts for nothing the bounds are the score."""
    if one.heeded is None:
        return Weighing(features={}, near=False, own=False, low=one.support, high=one.support)
    features = read_features_of(one.measures, one.heeded)
    low, high = one.bounds
    return Weighing(features=features, near=one.is_near_copy, own=one.in_own_voice, low=low, high=high)


def balance(names: Sequence[str], true: Bools) -> Floats:
    """Weights by which every set, named for each claim, and in it each class, counts the same."""
    groups = list(zip(names, true.tolist(), strict=True))
    counts = Counter(groups)
    return np.array([1 / counts[group] for group in groups])


def save(cases: Sequence[Case], path: Path) -> None:
    path.write_bytes(pickle.dumps(list(cases)))


def load(path: Path) -> list[Case]:
    """Of a file that ``save`` wrote on this machine."""
    return list(pickle.loads(path.read_bytes()))


__all__ = ["BY_HAND", "Case", "Weighing", "balance", "is_seen", "load", "models_in", "read_cases", "save"]
