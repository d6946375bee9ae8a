"""How the built-in cast's coefficients were fitted.

    python -m tests.benchmarks.fit_cast judge [CLAIMS_PER_SET]
    python -m tests.benchmarks.fit_cast writer [QUESTIONS]

Prints the constants of ``apps/agents/judge/scoring.py`` and ``apps/agents/writer/sentences/ranking.py``. The Judge is
fitted on ``train/`` alone; the Writer on xquad articles with an even number, the odd ones are held out.

The Judge's sets and their licences: begin (CDLA-Sharing, CC BY), conjnli and factcg_doc (MIT), counterfactual_nli, fm2,
infotabs and summacoz (Apache-2.0), falke_pairs (MIT), fever_pairs (CC BY-SA), lingnli and mnli3000 (public release of
MNLI), covidfact, healthver and nli4ct (none stated). The Writer's: xquad (CC BY-SA 4.0), and by hand ``NOT_IN_XQUAD``.
"""

import os
import random
import sys

import django
import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "veritydraft.settings")
django.setup()

from apps.agents.judge.scoring import SUPPORT, features_of  # noqa: E402
from apps.agents.reading.context import read_context  # noqa: E402
from apps.agents.reading.question import read_question  # noqa: E402
from apps.agents.writer.sentences.ranking import ANSWERED, FEATURES, measure  # noqa: E402
from apps.inference.embedders import get_embedder  # noqa: E402
from apps.inference.memory import SentenceMemory  # noqa: E402
from tests.benchmarks.cast_data import Asked, Labelled, claims_in, passage, xquad  # noqa: E402

# Binary or noisy at sentence level, or without any positive: they would only move the intercept.
LEFT_OUT = frozenset({"fnc1_related", "factcg_musique", "wice_nonsupported_tokens"})
RIDGE = 1e-3
ROUNDS = 6  # of choosing each claim's best window and fitting again
DISTRACTORS = 5
NOT_IN_XQUAD = ("year", "row", "label", "passage", "titled", "kin", "hint")  # set by hand

Matrix = NDArray[np.float64]


def logistic(rows: Matrix, labels: Matrix, weights: Matrix, *, steps: int = 4000) -> Matrix:
    """Ridge logistic regression by gradient descent on standardised columns; the last coefficient is the bias."""
    mean, spread = rows.mean(0), rows.std(0) + 1e-9
    scaled = np.c_[(rows - mean) / spread, np.ones(len(rows))]
    found = np.zeros(scaled.shape[1])
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-scaled @ found))
        found -= 0.5 * (scaled.T @ (weights * (chance - labels)) / len(labels) + RIDGE * np.r_[found[:-1], 0])
    raw = found[:-1] / spread
    return np.r_[raw, found[-1] - raw @ mean]


def fit_judge(claims: list[Labelled]) -> dict[str, float]:
    """Coefficients of SUPPORT; every set and label weighs the same, each claim is its best window."""
    used = [claim for claim in claims if claim.measures and claim.source not in LEFT_OUT]
    names = [name for name in SUPPORT if name != "bias"]
    tables = [np.array([[features_of(one)[name] for name in names] for one in claim.measures]) for claim in used]
    labels = np.array([float(claim.supported) for claim in used])
    groups = [(claim.source, claim.supported) for claim in used]
    weights = np.array([1 / groups.count(group) for group in groups])
    weights = np.minimum(weights / weights.mean(), 4)
    found = np.array([SUPPORT[name] for name in names] + [SUPPORT["bias"]])
    for _ in range(ROUNDS):
        best = np.array([table[np.argmax(table @ found[:-1])] for table in tables])
        found = logistic(best, labels, weights)
    return dict(zip([*names, "bias"], found.round(2).tolist(), strict=True))


def fit_writer(questions: int) -> tuple[dict[str, float], dict[str, float]]:
    """(WEIGHTS, ANSWERED): the first by a softmax over a context's sentences, the second answerable against not."""
    paragraphs, asked = xquad()
    embedder = get_embedder("builtin")
    memory = SentenceMemory(embedder, capacity=100_000)
    vectors = embedder.embed_texts(paragraphs)
    chosen = [one for one in random.Random(1).sample(asked, questions) if one.article % 2 == 0]
    with_answer = [_table(one, True, paragraphs, vectors, memory) for one in chosen]
    without = [_table(one, False, paragraphs, vectors, memory)[0] for one in chosen]
    ranking = _softmax([(table, right) for table, right in with_answer if right.any()])
    names = [name for name in ANSWERED if name not in ("bias", "year", "row", "label", "titled", "kin", "hint")]
    columns = [FEATURES.index(name) for name in names]
    rows = [table[right.argmax(), columns] for table, right in with_answer if right.any()]
    labels = [1.0] * len(rows) + [0.0] * len(without)
    rows += [table[np.argmax(table @ ranking), columns] for table in without]
    answered = logistic(np.array(rows), np.array(labels), np.ones(len(labels)))
    return (
        dict(zip(FEATURES, ranking.round(2).tolist(), strict=True)),
        dict(zip([*names, "bias"], answered.round(2).tolist(), strict=True)),
    )


def _table(
    one: Asked, with_answer: bool, paragraphs: list[str], vectors: Matrix, memory: SentenceMemory
) -> tuple[Matrix, NDArray[np.bool_]]:
    """Features of every sentence of a question's context, and which of them hold the answer."""
    near = np.argsort(-(vectors @ memory.vectors([one.question])[0])).tolist()
    others = [number for number in near if number != one.paragraph][: DISTRACTORS + (not with_answer)]
    used = sorted([*others, one.paragraph], key=near.index) if with_answer else others
    context = read_context(tuple(passage(paragraphs[number], f"p{number}") for number in used), asked=one.question)
    places = context.quotable()
    right = [
        place.chunk.title == f"p{one.paragraph}" and place.unit.start <= one.start < place.unit.end for place in places
    ]
    return measure(read_question(one.question), context, places, memory), np.array(right)


def _softmax(tables: list[tuple[Matrix, NDArray[np.bool_]]], *, steps: int = 600) -> Matrix:
    found = np.zeros(len(FEATURES))
    fitted = np.array([float(name not in NOT_IN_XQUAD) for name in FEATURES])
    for _ in range(steps):
        slope = 0.01 * found
        for table, right in tables:
            odds = table @ found
            chance = np.exp(odds - odds.max())
            chance /= chance.sum()
            target = chance * right / (chance * right).sum()
            slope -= (target - chance) @ table / len(tables)
        found -= slope * fitted
    return found


def main() -> None:
    what = sys.argv[1] if len(sys.argv) > 1 else "judge"
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 250
    if what == "judge":
        memory = SentenceMemory(get_embedder("builtin"), capacity=20_000)
        print("SUPPORT =", fit_judge(list(claims_in("train", per_set=count, memory=memory))))
    else:
        weights, answered = fit_writer(count)
        print("WEIGHTS =", weights)
        print("ANSWERED =", answered)


if __name__ == "__main__":
    main()
