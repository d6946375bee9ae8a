"""How the built-in Judge's confidence was fitted to what its model reads.

    python -m tests.benchmarks.fit_judge read --models GRAPH --out CASES [--limit 350] [--unseen] [--data DIR]
    python -m tests.benchmarks.fit_judge lean CASES [CASES …]
    python -m tests.benchmarks.fit_judge fit CASES [CASES …]
    python -m tests.benchmarks.fit_judge calibrate CASES [CASES …] [--docs docs]

``read`` measures and reads the claims of the dev sets once (GRAPH: one for all sets, or a folder with a graph for each
family, trained without it, and, if it has ``all.onnx`` too, that for the sets of which it was trained on nothing).
``lean`` prints what added to a model's log odds gives the best balanced accuracy in helpful mode, all else as it is: of
a model trained without a family, on claims of the others, for the ``biases.json`` of such a folder. ``fit`` prints
READ_SUPPORT of apps/agents/judge/scoring.py, what it is worth on a set that it was not fitted on, beside the rules
alone, how far the probability is off, and how much of what is called supported is right from each threshold on;
``calibrate`` how far it is off, and would be after an isotonic regression, and prints that curve; ``--docs`` draws
``reliability.png``.

Every set and each of its two classes weighs the same: the probability is meant for claims of which one half is
supported.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import django
import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "veritydraft.settings")
django.setup()

from apps.agents.judge.scoring import CALIBRATION, CAP_BOUND, CUTS, READ_SUPPORT  # noqa: E402
from apps.inference.embedders import get_embedder  # noqa: E402
from apps.inference.memory import SentenceMemory  # noqa: E402
from tests.benchmarks.cast_data import DATA  # noqa: E402
from tests.benchmarks.fit_cast import ROUNDS, logistic  # noqa: E402
from tests.benchmarks.judge_cases import BY_HAND, Case, balance, load, models_in, read_cases, save  # noqa: E402
from workers.evaluations.labelled import by_set  # noqa: E402
from workers.evaluations.pictures import reliability  # noqa: E402
from workers.evaluations.scores import (  # noqa: E402
    Bools,
    Floats,
    area_under_curve,
    balanced_accuracy,
    expected_calibration_error,
    reliability_bins,
)

POINTS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.72, 0.74, 0.76, 0.78, 0.8, 0.82, 0.85, 0.9)
AIM = 0.9  # of what strict calls supported
LEANINGS = np.arange(-3.0, 3.01, 0.1)
SURELY = 1e-3  # no probability costs more than one so far from the truth
FINE = 0.004
SPLITS = 10


class Fit:
    """A logistic combination of ``names`` over the window that speaks clearest."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)

    def fitted(self, cases: Sequence[Case], true: Bools, start: Floats) -> Floats:
        """Weights and bias; a claim without a window, or said word for word, teaches nothing."""
        tables = [self._table(case) for case in cases]
        used = [place for place, table in enumerate(tables) if len(table) and not cases[place].said]
        learned = [cases[place] for place in used]
        weights = weighed(learned, true[used])
        found = start
        for _ in range(ROUNDS):
            best = np.array([tables[place][np.argmax(tables[place] @ found[:-1])] for place in used])
            found = logistic(best, true[used].astype(float), weights / weights.mean(), steps=1500)
        return _through_the_bounds(self.windows(learned), true[used], weights / weights.sum(), found)

    def windows(self, cases: Sequence[Case]) -> "Windows":
        read = [(place, one) for place, case in enumerate(cases) for one in case.weighings if one.features]
        table = [[one.features[name] for name in self.names] for _, one in read]
        return Windows(
            table=np.array(table, dtype=np.float64).reshape(len(read), len(self.names)),
            owners=np.array([place for place, _ in read], dtype=np.int64),
            ruled=np.array([one.features["rules"] for _, one in read]),
            near=np.array([one.near for _, one in read], dtype=np.bool_),
            own=np.array([one.own for _, one in read], dtype=np.bool_),
            low=np.array([one.low for _, one in read]),
            high=np.array([one.high for _, one in read]),
            least=np.array([
                max([case.said, *(one.low for one in case.weighings if not one.features)]) for case in cases
            ]),
        )  # fmt: skip

    def probabilities(self, cases: Sequence[Case], weights: Floats) -> Floats:
        return self.windows(cases).probabilities(weights)

    def _table(self, case: Case) -> Floats:
        return np.array([[one.features[name] for name in self.names] for one in case.weighings if one.features])


@dataclass(frozen=True, slots=True, kw_only=True)
class Windows:
    """The windows of many claims that a reading counts for, as arrays over them; ``least``: over the claims."""

    table: Floats
    owners: NDArray[np.int64]
    ruled: Floats
    near: Bools
    own: Bools
    low: Floats
    high: Floats
    least: Floats

    def probabilities(self, weights: Floats) -> Floats:
        """Of each claim, as the Judge tells it: by its best window, bounds and what is said word for word besides."""
        combined = 1 / (1 + np.exp(-(self.table @ weights[:-1] + weights[-1])))
        scores = np.interp(combined, *zip(*CALIBRATION, strict=True))
        lowered = np.where(self.near & self.own, np.minimum(np.minimum(self.ruled, scores), CAP_BOUND), scores)
        return self._of_claims(np.where(self.near & (self.ruled > CUTS.supported), self.ruled, lowered))

    def by_rules(self) -> Floats:
        """The same of the rules alone."""
        return self._of_claims(self.ruled)

    def _of_claims(self, scores: Floats) -> Floats:
        found = self.least.copy()
        np.maximum.at(found, self.owners, np.maximum(self.low, np.minimum(self.high, scores)))
        return found


def _through_the_bounds(windows: Windows, true: Bools, weights: Floats, found: Floats) -> Floats:
    """``found`` with the scale and the bias by which the probabilities that the Judge tells have the least log loss.

    The logistic fit knows nothing of what bounds a score: what is told would be too low without this. The search is
    over a grid around the best so far that is halved until it is fine.
    """

    def loss(scale: float, bias: float) -> float:
        told = windows.probabilities(np.r_[found[:-1] * scale, bias]).clip(SURELY, 1 - SURELY)
        return -float((weights * np.log(np.where(true, told, 1 - told))).sum())

    best, step = (1.0, float(found[-1])), 0.2
    while step > FINE:
        around = [(best[0] + i * step, best[1] + j * step) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        nearer = min(around, key=lambda one: loss(*one))
        best, step = nearer, step if nearer != best else step / 2
    return np.r_[found[:-1] * best[0], best[1]]


def isotonic(told: Floats, true: Bools, weights: Floats) -> tuple[Floats, Floats]:
    """The points of the isotonic regression of ``true`` on ``told`` (pool adjacent violators), lines between them."""
    blocks: list[list[float]] = []  # supported, all, from, to
    for place in np.argsort(told, kind="stable"):
        blocks.append([weights[place] * true[place], weights[place], told[place], told[place]])
        while len(blocks) > 1 and blocks[-2][0] * blocks[-1][1] >= blocks[-1][0] * blocks[-2][1]:
            upper = blocks.pop()
            blocks[-1] = [blocks[-1][0] + upper[0], blocks[-1][1] + upper[1], blocks[-1][2], upper[3]]
    points = [(at, block[0] / block[1]) for block in blocks for at in block[2:]]
    return np.array([at for at, _ in points]), np.array([share for _, share in points])


def calibrate(cases: Sequence[Case], true: Bools, told: Floats) -> None:
    """How far ``told`` is off, and how far it would be after an isotonic regression on other claims, or other sets."""
    names, chance = np.array([case.example.set_name for case in cases]), np.random.default_rng(0)
    print(f"ECE as told: {_off(cases, true, told, np.ones(len(cases), dtype=np.bool_)):.3f}")
    halves = [chance.random(len(cases)) < 0.5 for _ in range(SPLITS)]
    across = np.mean([_off_beside(cases, true, told, one) for one in halves])
    print(f"isotonic on half of the claims, on the other half: {across:.3f}")
    left = np.zeros(len(cases))
    for name in np.unique(names):
        own = names == name
        learned = [case for case, there in zip(cases, ~own, strict=True) if there]
        left[own] = np.interp(told[own], *isotonic(told[~own], true[~own], weighed(learned, true[~own])))
    print(f"isotonic on all other sets: {_off(cases, true, left, np.ones(len(cases), dtype=np.bool_)):.3f}")
    for at, share in zip(*isotonic(told, true, weighed(cases, true)), strict=True):
        print(f"{at:.3f} → {share:.3f}")


def _off(cases: Sequence[Case], true: Bools, told: Floats, among: Bools) -> float:
    taken = [case for case, there in zip(cases, among, strict=True) if there]
    return expected_calibration_error(told[among], true[among], weights=weighed(taken, true[among]))


def _off_beside(cases: Sequence[Case], true: Bools, told: Floats, fitted: Bools) -> float:
    learned = [case for case, there in zip(cases, fitted, strict=True) if there]
    curve = isotonic(told[fitted], true[fitted], weighed(learned, true[fitted]))
    return _off(cases, true, np.interp(told, *curve), ~fitted)


def weighed(cases: Sequence[Case], true: Bools) -> Floats:
    return balance([case.example.set_name for case in cases], true)


def leaning(cases: Sequence[Case], true: Bools) -> tuple[float, float, float]:
    """What to add to the log odds, the balanced accuracy with it and without, each set weighing the same.

    The mean over a step to either side is compared, so that no claim at the very cut decides. Bounds that hang on the
    odds are left as they were read, so what a model that leans by as much comes to is about that.
    """
    fit = Fit([name for name in READ_SUPPORT if name != "bias"])
    windows, weights = fit.windows(cases), np.array(list(READ_SUPPORT.values()))
    sets = [one for one in by_set([case.example for case in cases]).values() if len(set(true[one].tolist())) > 1]
    slope = READ_SUPPORT["odds"]

    def accuracy(added: float) -> float:
        held = windows.probabilities(np.r_[weights[:-1], weights[-1] + slope * added]) >= CUTS.weak
        return float(np.mean([balanced_accuracy(held[places], true[places]) or 0.0 for places in sets]))

    all_of_them = np.array([accuracy(added) for added in LEANINGS])
    smooth = np.convolve(all_of_them, np.ones(3) / 3, mode="valid")
    best = int(np.argmax(smooth)) + 1
    return float(LEANINGS[best]), float(all_of_them[best]), accuracy(0.0)


def left_out(fit: Fit, cases: Sequence[Case], true: Bools, start: Floats) -> Floats:
    """The probability of each claim by a fit on all other sets."""
    found = np.zeros(len(cases))
    for places in by_set([case.example for case in cases]).values():
        own = np.zeros(len(cases), dtype=np.bool_)
        own[places] = True
        others = [case for case, here in zip(cases, own, strict=True) if not here]
        weights = fit.fitted(others, true[~own], start)
        found[own] = fit.probabilities([cases[place] for place in places], weights)
    return found


def tell(cases: Sequence[Case], true: Bools, told: Floats) -> None:
    sets = by_set([case.example for case in cases])
    ruled = Fit(()).windows(cases).by_rules()
    print(f"{'set':20} claims  rules' AUC, BA    AUC   BA.5  recall  taken    ECE")
    rows = []
    for name, places in sets.items():
        own, there = told[places], true[places]
        if there.all() or not there.any():
            continue
        weights = weighed([cases[place] for place in places], there)
        row = (
            area_under_curve(ruled[places], there), balanced_accuracy(ruled[places] >= 0.5, there),
            area_under_curve(own, there), balanced_accuracy(own >= 0.5, there), (own[there] >= 0.5).mean(),
            (own[~there] >= 0.5).mean(), expected_calibration_error(own, there, weights=weights),
        )  # fmt: skip
        rows.append(row)
        print(f"{name:20} {len(places):6} " + " ".join(f"{100 * (value or 0):6.1f}" for value in row))
    print(f"{'mean':20} {len(cases):6} " + " ".join(f"{100 * value:6.1f}" for value in np.mean(rows, axis=0)))
    weights = weighed(cases, true)
    print(f"ECE of all together: {expected_calibration_error(told, true, weights=weights):.3f}")
    hand = np.array([case.example.set_name in BY_HAND for case in cases])
    print("from  right  recall  of claims that people wrote, half of them supported")
    for cut in POINTS:
        right, recall = _precision(told[hand], true[hand], weights[hand], cut)
        print(f"{cut:.2f}  {100 * right:5.1f}  {100 * recall:6.1f}")
    print("lowest threshold that reaches", AIM, ":", lowest(told[hand], true[hand], weights[hand]))


def draw(cases: Sequence[Case], true: Bools, told: Floats, folder: Path) -> None:
    """The reliability diagram over ten bins."""
    reliability(reliability_bins(told, true, weights=weighed(cases, true)), folder / "reliability.png")


def _precision(told: Floats, true: Bools, weights: Floats, cut: float) -> tuple[float, float]:
    said = told >= cut
    right = float(weights[said & true].sum() / max(1e-9, weights[said].sum()))
    return right, float(weights[said & true].sum() / weights[true].sum())


def lowest(told: Floats, true: Bools, weights: Floats) -> float:
    """The lowest cut from which on, and from every higher one, AIM of what is called supported is right."""
    order = np.argsort(-told, kind="stable")
    right = np.cumsum((weights * true)[order]) / np.cumsum(weights[order])
    enough = np.flatnonzero(right >= AIM)
    return float(told[order][enough[-1]]) if len(enough) else 1.0


def _named(fit: Fit, weights: Floats) -> dict[str, float]:
    return dict(zip([*fit.names, "bias"], weights.round(2).tolist(), strict=True))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="what", required=True)
    reading = kinds.add_parser("read")
    reading.add_argument("--models", type=Path, required=True)
    reading.add_argument("--out", type=Path, required=True)
    reading.add_argument("--limit", type=int, default=350)
    reading.add_argument("--data", type=Path, default=DATA / "verification" / "dev")
    reading.add_argument("--seed", type=int, default=0, help="of which claims are taken")
    reading.add_argument("--unseen", action="store_true", help="leave out sets of which the shipped model has seen any")
    leaning_on = kinds.add_parser("lean")
    leaning_on.add_argument("cases", type=Path, nargs="+", help="what read has written; the claims of all together")
    fitting = kinds.add_parser("fit")
    fitting.add_argument("cases", type=Path, nargs="+", help="as for lean")
    fitting.add_argument("--names", help="features of the fit, by commas; left out: those that are in use")
    calibrating = kinds.add_parser("calibrate")
    calibrating.add_argument("cases", type=Path, nargs="+", help="as for lean")
    calibrating.add_argument("--docs", type=Path, help="folder for the picture")
    return parser


def _read(options: argparse.Namespace) -> None:
    memory = SentenceMemory(get_embedder("builtin"), capacity=50_000)
    found = []
    models = models_in(options.models)
    chosen = {"most": options.limit, "seed": options.seed, "unseen": options.unseen}
    for case in read_cases(options.data, models, memory, **chosen):
        found.append(case)
        if len(found) % 250 == 0:
            print(len(found), case.example.set_name, file=sys.stderr, flush=True)
    save(found, options.out)


def main() -> None:
    options = _parser().parse_args()
    if options.what == "read":
        _read(options)
        return
    cases = [case for path in options.cases for case in load(path)]
    true = np.array([case.example.is_supported for case in cases])
    used = [name for name in READ_SUPPORT if name != "bias"]
    if options.what == "lean":
        added, best, as_is = leaning(cases, true)
        print(f"added to the log odds: {added:.1f}, balanced accuracy {100 * best:.1f} ({100 * as_is:.1f} without)")
        return
    if options.what == "calibrate":
        told = Fit(used).probabilities(cases, np.array(list(READ_SUPPORT.values())))
        tell(cases, true, told)
        calibrate(cases, true, told)
        if options.docs:
            draw(cases, true, told, options.docs)
        return
    names = options.names.split(",") if options.names else used
    fit = Fit(names)
    start = np.array([READ_SUPPORT.get(name, 0.0) for name in [*names, "bias"]])
    told = left_out(fit, cases, true, start)
    tell(cases, true, told)
    print("READ_SUPPORT =", _named(fit, fit.fitted(cases, true, start)))


if __name__ == "__main__":
    main()
