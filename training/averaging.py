"""`python -m training average`: one model with weights between those of two of one base.

Of two runs that differ by their seeds half-way is better than either (Wortsman and others, "Model soups", 2022). Of two
of which one went on from the other it keeps most of what both know (the same, "Robust fine-tuning of zero-shot
models", 2022).
"""

from pathlib import Path

from training.bases import HEADS, base_weights
from training.beginning import begun, digest_of
from training.checkpoints import WEIGHTS, save_weights
from training.encoders import Base
from training.mistakes import Unusable
from training.model import fresh


def average(
    first: Path, second: Path, out: Path, *, share: float, base: Base = Base.MINILM, layers: int | None = None
) -> str:
    """Writes (1 - ``share``) of the first and ``share`` of the second as a run; a line about it. Raises Unusable.

    Each is a run, or an .onnx file that one on ``base`` was exported to, of so many ``layers`` where given. What
    is in ``out`` already stays as it is.
    """
    if out.exists():
        raise Unusable(f"{str(out)!r} is there already")
    weights = base_weights(base, layers=layers)
    models = [begun(path, fresh(weights, heads=HEADS, dropout=0.0, seed=0)) for path in (first, second)]
    if models[0].shape != models[1].shape:
        raise Unusable(f"{str(first)!r} and {str(second)!r} are models of two shapes")
    ones, others = (model.state_dict() for model in models)
    mixed = {name: (1 - share) * value + share * others[name] for name, value in ones.items()}
    told = {"average of": [digest_of(model) for model in models], "share": share}
    models[0].load_state_dict(mixed)
    save_weights(out, models[0], told)
    return f"{out / WEIGHTS}: {1 - share:g} of {first}, {share:g} of {second}"
