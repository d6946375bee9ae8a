"""What scores are worth on sets that were not trained on, beside shared words. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from training.mixture import Family, rule_of
from workers.evaluations.baselines import overlap, said_by
from workers.evaluations.labelled import Example, by_set
from workers.evaluations.scores import Bools, Floats, area_under_curve, balanced_accuracy, bootstrap

Interval = tuple[float, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetFigures:
    """Of one set. Accuracies are balanced, with the cut best on the other sets; None where a kind is missing."""

    name: str
    family: str
    claims: int
    supported: int
    accuracy: float | None
    accuracy_interval: Interval
    auc: float | None
    auc_interval: Interval
    overlap_accuracy: float | None
    overlap_auc: float | None
    auc_gain_interval: Interval  # of the model's AUC over that of shared words, drawn in pairs


def set_figures(examples: Sequence[Example], score: Floats, *, rounds: bool = True) -> list[SetFigures]:
    """Of each set, in order. ``score``: how far each example is supported; ``rounds``: with intervals."""
    true = np.array([one.is_supported for one in examples], dtype=np.bool_)
    shared = overlap(examples)
    said, rival = said_by(score, examples, true), said_by(shared, examples, true)
    return [
        _figures(name, np.array(places), true, (score, said), (shared, rival), rounds)
        for name, places in by_set(examples).items()
    ]


def _figures(
    name: str, places: np.ndarray, true: Bools, own: tuple[Floats, Bools], shared: tuple[Floats, Bools], rounds: bool
) -> SetFigures:
    held = true[places]
    (score, said), (rival_score, rival) = own, shared
    kinds = [places[held], places[~held]]  # drawn apart, so that every draw has both

    def interval(figure: Any) -> Interval:
        return bootstrap(figure, [list(kind) for kind in kinds]) if rounds and all(map(len, kinds)) else None

    return SetFigures(
        name=name,
        family=rule_of(name).family.value,
        claims=len(places),
        supported=int(held.sum()),
        accuracy=balanced_accuracy(said[places], held),
        accuracy_interval=interval(lambda at: balanced_accuracy(said[at], true[at])),
        auc=area_under_curve(score[places], held),
        auc_interval=interval(lambda at: area_under_curve(score[at], true[at])),
        overlap_accuracy=balanced_accuracy(rival[places], held),
        overlap_auc=area_under_curve(rival_score[places], held),
        auc_gain_interval=interval(
            lambda at: (area_under_curve(score[at], true[at]) or 0) - (area_under_curve(rival_score[at], true[at]) or 0)
        ),
    )


def means(figures: Sequence[SetFigures], *, families: Collection[Family] = tuple(Family)) -> dict[str, float]:
    """Over the sets of these families that have both kinds."""
    chosen = [one for one in figures if one.accuracy is not None and one.family in families]
    names = ("accuracy", "auc", "overlap_accuracy", "overlap_auc")
    return {name: sum(getattr(one, name) for one in chosen) / len(chosen) for name in names} if chosen else {}


def as_data(figures: Sequence[SetFigures]) -> dict[str, Any]:
    """For JSON: every set and the means."""
    return {"sets": [asdict(one) for one in figures], "mean": means(figures)}


def as_text(figures: Sequence[SetFigures]) -> str:
    """A table for a person, in per cent."""
    head = ("set", "claims", "acc.", "95%", "overlap", "AUC", "95%", "overlap", "gain 95%")
    rows = [head, *(_line(one) for one in figures)]
    average = means(figures)
    if average:
        both = [f"{100 * average[name]:.1f}" for name in ("accuracy", "overlap_accuracy", "auc", "overlap_auc")]
        rows.append(("mean of sets", "", both[0], "", both[1], both[2], "", both[3], ""))
    widths = [max(len(row[at]) for row in rows) for at in range(len(head))]
    return "\n".join(
        "  ".join(cell.rjust(w) if at else cell.ljust(w) for at, (cell, w) in enumerate(zip(row, widths, strict=True)))
        for row in rows
    )


def _line(one: SetFigures) -> tuple[str, ...]:
    return (
        one.name,
        str(one.claims),
        _percent(one.accuracy),
        _between(one.accuracy_interval),
        _percent(one.overlap_accuracy),
        _percent(one.auc),
        _between(one.auc_interval),
        _percent(one.overlap_auc),
        _between(one.auc_gain_interval),
    )


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"


def _between(interval: Interval) -> str:
    return f"{100 * interval[0]:.1f} – {100 * interval[1]:.1f}" if interval else "-"


def short(data: Mapping[str, float]) -> str:
    """Means in one line."""
    return ", ".join(f"{name.replace('_', ' ')} {100 * value:.1f}" for name, value in data.items())
