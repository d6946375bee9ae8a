"""The built-in Judge, with its model and by rules alone, beside simpler baselines, as a table and a picture.

    python -m tests.benchmarks.judge_table rule --models GRAPH --out RULED [--limit N] [--data DIR]
    python -m tests.benchmarks.judge_table tell RULED [RULED …] [--docs docs]

``rule`` judges every claim of the dev sets that have both supported claims and others, by the code that judges in
production, with the model and without it, in both modes (GRAPH as for fit_judge). ``tell`` prints the table in
Markdown, and writes ``confusion.png``. Cuts of the baselines are the best of all *other* sets; intervals are 95% of a
bootstrap, of differences a paired one.
"""

import argparse
import os
import pickle
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import django
import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "veritydraft.settings")
django.setup()

from apps.agents.contracts import Judge  # noqa: E402
from apps.agents.judge.builtin import BuiltinJudge  # noqa: E402
from apps.inference.contracts import Entailment  # noqa: E402
from apps.inference.embedders import get_embedder  # noqa: E402
from apps.inference.memory import SentenceMemory  # noqa: E402
from apps.verification.decide import decide  # noqa: E402
from apps.verification.types import Decision, Mode, Verdict  # noqa: E402
from tests.benchmarks.cast_data import DATA  # noqa: E402
from tests.benchmarks.fit_cast import logistic  # noqa: E402
from tests.benchmarks.judge_cases import BY_HAND, balance, models_in  # noqa: E402
from training.mixture import rule_of  # noqa: E402
from workers.evaluations.baselines import cosine, overlap, said_by  # noqa: E402
from workers.evaluations.judge import claim_of, passages_of  # noqa: E402
from workers.evaluations.labelled import Example, Label, by_set, examples_in, sets_in  # noqa: E402
from workers.evaluations.pictures import confusion  # noqa: E402
from workers.evaluations.scores import (  # noqa: E402
    Bools,
    Floats,
    balanced_accuracy,
    best_cut,
    bootstrap,
    expected_calibration_error,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A decision in short."""

    verdict: str
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A claim (its evidence left out), what the baselines score it, and what both Judges say in both modes."""

    set_name: str
    label: Label
    overlap: float
    cosine: float
    told: dict[tuple[str, str], Told]  # (judge, mode)
    seconds: float


def ruled(
    data: Path, model_of: Callable[[str], Entailment], memory: SentenceMemory, *, most: int | None
) -> Iterator[Line]:
    for path in sets_in(data):
        examples = examples_in(path, most=most)
        if len({example.is_supported for example in examples}) < 2:
            print(path.name, "left out: all of one class", file=sys.stderr, flush=True)
            continue
        shared, near = overlap(examples), cosine(examples, memory)
        judges = {
            "builtin": BuiltinJudge(memory=memory, entailment=partial(model_of, examples[0].set_name)),
            "rules": BuiltinJudge(memory=memory),
        }
        for example, words, meaning in zip(examples, shared, near, strict=True):
            begun = time.perf_counter()
            told = dict(_told(judges["builtin"], example))
            spent = time.perf_counter() - begun
            told |= dict(_told(judges["rules"], example))
            yield Line(set_name=example.set_name, label=example.label, overlap=words, cosine=meaning, told=told,
                       seconds=spent)  # fmt: skip
        print(path.name, file=sys.stderr, flush=True)


def _told(judge: Judge, example: Example) -> Iterator[tuple[tuple[str, str], Told]]:
    passages, claim = passages_of(example.evidence), claim_of(example.claim)
    (judgement,) = judge.judge(claims=(claim,), chunks=passages)
    for mode in Mode:
        decision = decide(
            claim=claim, judgement=judgement, context=passages, mode=mode, thresholds=judge.thresholds,
            cited_counts_all=True,
        )  # fmt: skip
        yield (judge.name, mode.value), Told(verdict=decision.verdict.value, confidence=_probability(decision))


def _probability(decision: Decision) -> float:
    return decision.confidence if decision.verdict in (Verdict.SUPPORTED, Verdict.WEAK) else 0.0


class Table:
    """Everything ``tell`` needs, as arrays over the lines."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.true = np.array([line.label is Label.SUPPORTED for line in lines])
        examples = [Example(id="", set_name=one.set_name, claim="", evidence="", label=one.label) for one in lines]
        self.sets = by_set(examples)
        self.weights = balance([line.set_name for line in lines], self.true)
        scores = {
            "overlap": np.array([line.overlap for line in lines]),
            "cosine": np.array([line.cosine for line in lines]),
        }
        self.said = {name: said_by(one, examples, self.true) for name, one in scores.items()}
        self.said["stack"] = self._stacked(np.c_[scores["overlap"], scores["cosine"]])
        for judge in ("rules", "builtin"):
            self.said[judge] = self._is(judge, Mode.HELPFUL, Verdict.SUPPORTED)
            self.said[f"{judge}, strict"] = self._is(judge, Mode.STRICT, Verdict.SUPPORTED)
        self.sure = np.array([line.told["builtin", "helpful"].confidence for line in lines])
        self.by_hand = np.array([line.set_name in BY_HAND for line in lines])

    def _is(self, judge: str, mode: Mode, verdict: Verdict) -> Bools:
        return np.array([line.told[judge, mode.value].verdict == verdict.value for line in self.lines])

    def _stacked(self, features: Floats) -> Bools:
        """A logistic regression of shared words and nearness in meaning, fitted and cut on all other sets."""
        said, weights = np.zeros(len(self.lines), dtype=np.bool_), self.weights
        for places in self.sets.values():
            own = np.zeros(len(self.lines), dtype=np.bool_)
            own[places] = True
            found = logistic(
                features[~own], self.true[~own].astype(float), weights[~own] / weights[~own].mean(), steps=1500
            )
            odds = features @ found[:-1]
            said[own] = odds[own] >= best_cut(odds[~own], self.true[~own])
        return said

    def accuracy(self, name: str, places: Sequence[int]) -> float:
        return balanced_accuracy(self.said[name][places], self.true[places]) or 0.0

    def interval(self, name: str, places: Sequence[int], *, beside: str = "") -> tuple[float, float]:
        def figure(drawn: NDArray[np.int64]) -> float | None:
            own = balanced_accuracy(self.said[name][drawn], self.true[drawn])
            other = balanced_accuracy(self.said[beside][drawn], self.true[drawn]) if beside else 0.0
            return None if own is None or other is None else own - other

        sides = [[place for place in places if self.true[place] == side] for side in (True, False)]
        return bootstrap(figure, sides) or (0.0, 0.0)


def markdown(table: Table) -> str:
    names = ("overlap", "cosine", "stack", "rules", "builtin")
    head = ("set", "claims", *names[:-1], "built in", "95%", "gain on the rules", "gain on the stack")
    rows = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    sums = dict.fromkeys(names, 0.0)
    beside = {peer: Counter[str]() for peer in ("rules", "stack")}
    for name, places in sorted(table.sets.items(), key=lambda one: (rule_of(one[0]).family, one[0])):
        own = {one: table.accuracy(one, places) for one in names}
        gains = []
        for peer, counts in beside.items():
            low, high = table.interval("builtin", places, beside=peer)
            gain = own["builtin"] - own[peer]
            gains.append(f"{100 * gain:+.1f} ({100 * low:+.1f} … {100 * high:+.1f})")
            counts.update({"better": gain > 0, "surely better": low > 0, "surely worse": high < 0})
        for one in names:
            sums[one] += own[one]
        low, high = table.interval("builtin", places)
        cells = " | ".join(f"{100 * own[one]:.1f}" for one in names)
        rows.append(f"| {name} | {len(places)} | {cells} | {100 * low:.1f}–{100 * high:.1f} | {' | '.join(gains)} |")
    means = {one: 100 * sums[one] / len(table.sets) for one in names}
    cells = " | ".join(f"{mean:.1f}" for mean in means.values())
    gains = [f"{means['builtin'] - means[peer]:+.1f}" for peer in beside]
    rows.append(f"| **mean** | {len(table.lines)} | {cells} | | {' | '.join(gains)} |")
    rows += [
        f"\nof {len(table.sets)} sets beside {peer}: "
        + ", ".join(f"{what} on {count}" for what, count in counts.items())
        for peer, counts in beside.items()
    ]
    return "\n".join(rows)


def figures(table: Table) -> str:
    weights, hand = table.weights, table.by_hand
    rows = [f"ECE, sets and classes weighing the same: "
            f"{expected_calibration_error(table.sure, table.true, weights=weights):.3f}"]  # fmt: skip
    for name in ("rules", "builtin", "rules, strict", "builtin, strict"):
        said = table.said[name]
        held = f"{name}: right {_share(weights[said & table.true], weights[said])}, "
        held += f"recall {_share(weights[said & table.true], weights[table.true])}; by hand right "
        held += f"{_share(weights[said & table.true & hand], weights[said & hand])}, recall "
        rows.append(held + _share(weights[said & table.true & hand], weights[table.true & hand]))
    against = np.array([line.label is Label.CONTRADICTED for line in table.lines])
    for judge in ("rules", "builtin") if against.any() else ():
        told = table._is(judge, Mode.STRICT, Verdict.CONTRADICTED)
        rows.append(
            f"contradicted, {judge}: recall {100 * told[against].mean():.1f}, "
            f"of supported claims taken {100 * told[table.true].mean():.1f}, right {100 * against[told].mean():.1f}"
        )
    spent = np.array([line.seconds for line in table.lines])
    rows.append(f"ms a claim: median {1000 * np.median(spent):.0f}, 95% under {1000 * np.quantile(spent, 0.95):.0f}")
    return "\n".join(rows)


def _share(part: Floats, whole: Floats) -> str:
    return f"{100 * part.sum() / max(1e-9, whole.sum()):.1f}"


def draw(table: Table, folder: Path) -> None:
    """Labels against verdicts in strict mode; the diagram of reliability is ``fit_judge``'s."""
    counts = Counter((line.label.value, line.told["builtin", "strict"].verdict) for line in table.lines)
    labels = [label.value for label in Label if any(line.label is label for line in table.lines)]
    matrix = {label: {verdict.value: counts[label, verdict.value] for verdict in Verdict} for label in labels}
    confusion(matrix, folder / "confusion.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="what", required=True)
    ruling = kinds.add_parser("rule")
    ruling.add_argument("--models", type=Path, required=True)
    ruling.add_argument("--out", type=Path, required=True)
    ruling.add_argument("--limit", type=int)
    ruling.add_argument("--data", type=Path, default=DATA / "verification" / "dev")
    telling = kinds.add_parser("tell")
    telling.add_argument("ruled", type=Path, nargs="+", help="what rule has written; all together")
    telling.add_argument("--docs", type=Path, help="folder for the picture")
    options = parser.parse_args()
    if options.what == "rule":
        memory = SentenceMemory(get_embedder("builtin"), capacity=50_000)
        lines = list(ruled(options.data, models_in(options.models), memory, most=options.limit))
        options.out.write_bytes(pickle.dumps(lines))
        return
    table = Table([line for path in options.ruled for line in pickle.loads(path.read_bytes())])
    print(markdown(table), figures(table), sep="\n\n")
    if options.docs:
        draw(table, options.docs)


if __name__ == "__main__":
    main()
