"""`python -m training judge`: data, model and loop put together."""

import json
import signal
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch

from training.assembly import Choices, assembled, fingerprint
from training.bases import HEADS, base_weights
from training.beginning import begun, digest_of
from training.checkpoints import CHECKPOINT
from training.devices import is_narrow, prepared, runner, tokens_of
from training.encoders import RATES, Base
from training.encoding import bags_of
from training.figures import means, set_figures, short
from training.loop import Plan, Step, Training
from training.mistakes import Unusable
from training.mixture import Family
from training.model import CrossEncoder, fresh
from training.reading import dev_examples, read
from training.scoring import shares
from training.twins import drawn, written
from workers.evaluations.labelled import Example

LOG = "log.jsonl"
Tell = Callable[[str], None]


def train(options: Namespace, *, tell: Tell) -> None:
    """Trains to the end. Raises Unreadable or Unusable of bad input, Stopped when it is interrupted."""
    folder: Path = options.out
    if (folder / CHECKPOINT).exists() != options.resume:
        verb = "has a run already: --resume goes on with it" if not options.resume else "has no run to go on with"
        raise Unusable(f"{str(folder)!r} {verb}")
    device = prepared(options.threads)
    narrow = is_narrow(options.precision, device)
    plan, model = _begun(options, device)
    choices = Choices(seed=options.seed, folds=tuple(options.folds), limit=options.limit, bag=options.bag)
    since = time.monotonic()
    pairs = assembled(read(options.data, folds=choices.folds), choices, _written(options))
    key = fingerprint(pairs)
    dev = dev_examples(options.data, most=options.dev_limit)
    run = Training(model, bags_of(pairs), plan, folder=folder, key=key)
    if options.resume:
        run.resume()
    told = {"choices": asdict(choices), "plan": asdict(plan), "key": key, "precision": "bf16" if narrow else "fp32"}
    _write(folder / "run.json", {**told, "pairs": _counts(pairs), "device": device.type, "threads": options.threads})
    tell(f"{len(pairs)} pairs ({key}) in {time.monotonic() - since:.0f} s; step {run.step} of {run.steps}, "
         f"{device.type}, {told['precision']}, {options.threads} threads")  # fmt: skip
    with _asked_to_stop() as stop, (folder / LOG).open("a", encoding="utf-8") as log:
        run.run(
            evaluate=_evaluation(dev, choices.folds, narrow, log, tell),
            tell=lambda step: _progress(step, log, tell),
            narrow=narrow,
            stop=stop,
        )
    tell(f"done: {str(folder)!r}")


def _begun(options: Namespace, device: torch.device) -> tuple[Plan, CrossEncoder]:
    """What the run does, and the model that it begins with. Raises Unusable."""
    base: Base = options.base
    plan = Plan(
        seed=options.seed,
        start=base.value if options.layers is None else f"{base.value}, {options.layers} layers",
        epochs=options.epochs,
        until=options.until,
        batch=options.batch,
        rate=options.rate or RATES[base].body,
        head_rate=options.head_rate or options.rate or RATES[base].head,
        frozen=options.frozen,
        evaluations=options.evaluations,
    )
    model = fresh(base_weights(base, layers=options.layers), heads=HEADS, dropout=plan.dropout, seed=plan.seed)
    plan = replace(plan, tokens=tokens_of(device, model.shape))
    if options.begin_with:
        shape, model = model.shape, begun(options.begin_with, model)
        if model.shape != shape:
            raise Unusable(f"{str(options.begin_with)!r} did not begin with {plan.start}: name its --base and --layers")
        plan = replace(plan, start=digest_of(model))
    if plan.frozen >= model.shape.layers:
        raise Unusable(f"the model has {model.shape.layers} layers, of which one at least has to be trained")
    return plan, model


def _written(options: Namespace) -> list[Example]:
    """The claims on passages that are written for training. Raises Unreadable or Unusable."""
    if options.passages and not options.written:
        raise Unusable("--passages are drawn of those that --written names, and it names none")
    found = written(*options.written)
    return drawn(found, most=options.passages, seed=options.seed) if options.passages else found


def _evaluation(
    dev: list[Example], folds: Sequence[Family], narrow: bool, log: Any, tell: Tell
) -> Callable[[CrossEncoder, int], Mapping[str, Any]]:
    def evaluate(model: CrossEncoder, step: int) -> Mapping[str, Any]:
        device = next(model.parameters()).device
        scored = shares(dev, runner(model, device, narrow=narrow), tokens=tokens_of(device, model.shape))
        figures = set_figures(dev, scored[:, 0], rounds=False)
        found = {"all": means(figures), "sets": {one.name: one.auc for one in figures}}
        tell(f"step {step}: all sets: {short(found['all'])}")
        if folds:
            found["held_out"] = means(figures, families=folds)
            tell(f"step {step}: {', '.join(folds)}, held out: {short(found['held_out'])}")
        log.write(json.dumps({"step": step, "dev": found}) + "\n")
        log.flush()
        return found

    return evaluate


def _progress(step: Step, log: Any, tell: Tell) -> None:
    log.write(json.dumps(asdict(step)) + "\n")
    log.flush()
    tell(f"step {step.step} of {step.steps}: loss {step.loss:.4f}, rate {step.rate:.2e}, "
         f"{step.examples_a_second:.1f} examples/s")  # fmt: skip


@contextmanager
def _asked_to_stop() -> Iterator[Callable[[], bool]]:
    """Whether an interrupt or SIGTERM came: the loop ends behind the step it is at, its checkpoint written."""
    asked: list[int] = []
    before = {
        one: signal.signal(one, lambda number, frame: asked.append(number)) for one in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _counts(pairs: Any) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for pair in pairs:
        own = found.setdefault(pair.set_name if pair.kind == "given" else f"made: {pair.kind}", {})
        own[pair.target.name.lower()] = own.get(pair.target.name.lower(), 0) + 1
    return found


def _write(path: Path, data: Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=2, default=str) + "\n", encoding="utf-8")
