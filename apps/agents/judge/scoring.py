"""How surely a window supports or contradicts a claim, from what was measured between them and what the model reads.

Support is a logistic combination. The coefficients of SUPPORT are what ``python -m tests.benchmarks.fit_cast judge
250`` printed, fitted on labelled pairs, 250 a set, beginning from those of an earlier fit. Those of READ_SUPPORT were
chosen among thirty pairs by balanced accuracy and by what strict mode supports, on 200 claims of each development set
and 700 of training/written/dev, and of those as good the one that lets fewer of readers' false claims pass
(docs/judge.md): the likelihood alone, as ``fit_judge fit`` has it, leans on the rules.
CALIBRATION follows the isotonic regression (``fit_judge calibrate`` prints it) of whether they are supported on what
that says of the same claims, in a few straight lines through (.5, .5), so drawn that CUTS.supported falls on a
hundredth from which nine of ten of people's claims are right, and no reading is as sure as a copy of all of it.
The caps were set by hand.
"""

from bisect import bisect_right
from collections.abc import Mapping

from apps.agents.judge.entailment import Reading
from apps.agents.judge.evidence import SAME_WORDS, Denial, Measures, sigmoid
from apps.verification.types import Thresholds

SUPPORT = {
    "covered": 0.71, "returned": -0.45, "unbroken": -0.8, "verbatim": 1.15, "cosine": 2.15, "near": -0.31,
    "missing_names": -0.47, "numbers": -0.47, "modality": -1.03, "all": 0.71, "bias": -1.55,
}  # fmt: skip
READ_SUPPORT = {"odds": 0.5, "rules": 0.45, "bias": 0.0}
CALIBRATION = (
    (0.0, 0.15), (0.38, 0.18), (0.43, 0.34), (0.485, 0.4), (0.5, 0.5), (0.51, 0.59), (0.545, 0.63), (0.585, 0.75),
    (0.59, 0.8), (0.65, 0.88), (0.68, 0.94), (0.8, 0.97), (1.0, 0.97),
)  # fmt: skip
CUTS = Thresholds()  # docs/judge.md: above it nine of ten are right, checks behind
CAP_WITH_FAULT = 0.49  # a figure, denial or must that disagrees is never support
# lacks a name or may be bound: below what strict asks for; helpful then asks for more than closeness (``decide``)
CAP_BOUND = 0.79
# support with what the model reads: from there on strict mode goes by it in what is told otherwise (docs/judge.md)
CERTAIN = 0.85
CLOSE_COPY = 0.85  # share of the claim's words in the window's order from which a word more or less is what matters
SUMMARY = 0.5  # share of the window's words that the claim has, below which it sums it up
SAME_SUBJECT = 0.75  # share of the claim's words (and back 0.5) from which two sentences speak of the same
SAME_SUBJECT_BACK = 0.5
SAME_SUBJECT_COSINE = 0.7
SAME_WORDS_COSINE = 0.5  # with the same words both ways a lower cosine will do


def features_of(measures: Measures) -> dict[str, float]:
    """What the support score is a function of."""
    unbroken = measures.order * (1.0 - measures.inside)
    return {
        "covered": measures.covered,
        "returned": measures.returned,
        "unbroken": unbroken,
        "verbatim": max(0.0, unbroken - 0.8) * 5,
        "cosine": measures.cosine,
        "near": max(0.0, measures.cosine - 0.8) * 5,
        "all": float(measures.covered >= 0.999),
        "missing_names": measures.missing_names,
        "numbers": float(bool(measures.numbers)),
        "modality": float(bool(measures.modality)),
    }


def read_features_of(measures: Measures, reading: Reading) -> dict[str, float]:
    """The same where the model has read what stands around the window; ``rules``: what support is without it."""
    features = features_of(measures)
    read = {"supported": reading.supported, "contradicted": reading.contradicted, "odds": reading.odds}
    return {**features, **read, "rules": _logistic(SUPPORT, features)}


def support_in_part(measures: Measures, reading: Reading) -> float:
    """The same of the clause that is borne out most."""
    return calibrated(_logistic(READ_SUPPORT, {**read_features_of(measures, reading), "odds": reading.odds_in_part}))


def support(measures: Measures, reading: Reading | None = None) -> float:
    """0 … 1, a probability over labelled pairs, if nothing but ``most`` stands against it."""
    if reading is None:
        return _logistic(SUPPORT, features_of(measures))
    return calibrated(_logistic(READ_SUPPORT, read_features_of(measures, reading)))


def calibrated(support: float) -> float:
    """What share of claims so supported is, between the points of CALIBRATION."""
    at = min(max(1, bisect_right(CALIBRATION, (support, 2.0))), len(CALIBRATION) - 1)
    (low, first), (high, last) = CALIBRATION[at - 1 : at + 1]
    return first + (last - first) * (support - low) / (high - low)


def most(measures: Measures, read: float = 0.0) -> float:
    """What support can be at most: less than 1 where a figure, a denial or a name does not agree.

    ``read``: support with what the model reads, if it reads anything. Where that is certain, what sums a sentence up
    may leave out or exchange words, and a denial be put otherwise.
    """
    if measures.faulty or measures.limits_differ:
        return CAP_WITH_FAULT
    certain = read >= CERTAIN
    summed = measures.returned < SUMMARY and measures.order < CLOSE_COPY and measures.denial is Denial.NONE
    patched = measures.is_patched and not (certain and summed)
    unsettled = measures.denial is Denial.OPEN or (measures.denial is Denial.OTHERWISE and not certain)
    unread = measures.missing_names or measures.bound or measures.is_rearranged or patched or unsettled
    return CAP_BOUND if unread else 1.0


def of_one_subject(forth: float, back: float) -> bool:
    """Whether two sentences have enough of each other's subject (``evidence.subjects``) to gainsay one another."""
    return forth >= SAME_SUBJECT and back >= SAME_SUBJECT_BACK


def _logistic(weights: Mapping[str, float], features: Mapping[str, float]) -> float:
    return sigmoid(weights["bias"] + sum(weight * features[name] for name, weight in weights.items() if name != "bias"))


def contradiction(measures: Measures) -> float:
    """0 … 1; above 0 only where both speak of one subject and differ in a figure, a denial or a demand."""
    back_and_forth = min(measures.subject, measures.subject_back)
    same = (
        of_one_subject(measures.subject, measures.subject_back)
        and measures.cosine >= (SAME_WORDS_COSINE if back_and_forth >= SAME_WORDS else SAME_SUBJECT_COSINE)
        and not measures.missing_names
    )
    if not same or not measures.contrary:
        return 0.0
    return min(0.98, 0.55 + 0.45 * measures.subject * measures.cosine)
