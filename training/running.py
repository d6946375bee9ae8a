"""`python -m training judge`: data, model and loop put together."""

import json
import signal
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from training.assembly import Choices, assembled, fingerprint
from training.beginning import begun, digest_of
from training.checkpoints import CHECKPOINT
from training.devices import is_narrow, prepared, runner, tokens_of
from training.encoding import bags_of
from training.figures import means, set_figures, short
from training.loop import Plan, Step, Training
from training.mistakes import Unusable
from training.mixture import Family
from training.model import BASE_HEADS, CrossEncoder, base_weights, fresh
from training.reading import dev_examples, read
from training.scoring import shares
from training.twins import written
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
    choices = Choices(seed=options.seed, fold=options.fold, limit=options.limit, bag=options.bag)
    since = time.monotonic()
    whole = written(options.written) if options.written else ()
    pairs = assembled(read(options.data, fold=choices.fold), choices, whole)
    key = fingerprint(pairs)
    dev = dev_examples(options.data, most=options.dev_limit)
    rates = {"rate": options.rate, "head_rate": options.rate} if options.rate else {}
    plan = Plan(seed=options.seed, epochs=options.epochs, until=options.until, evaluations=options.evaluations,
                tokens=tokens_of(device), **rates)  # fmt: skip
    model = fresh(base_weights(), heads=BASE_HEADS, dropout=plan.dropout, seed=plan.seed)
    if options.begin_with:
        model = begun(options.begin_with, model)
        plan = replace(plan, start=digest_of(model))
    run = Training(model, bags_of(pairs), plan, folder=folder, key=key)
    if options.resume:
        run.resume()
    told = {"choices": asdict(choices), "plan": asdict(plan), "key": key, "precision": "bf16" if narrow else "fp32"}
    _write(folder / "run.json", {**told, "pairs": _counts(pairs), "device": device.type, "threads": options.threads})
    tell(f"{len(pairs)} pairs ({key}) in {time.monotonic() - since:.0f} s; step {run.step} of {run.steps}, "
         f"{device.type}, {told['precision']}, {options.threads} threads")  # fmt: skip
    with _asked_to_stop() as stop, (folder / LOG).open("a", encoding="utf-8") as log:
        run.run(
            evaluate=_evaluation(dev, choices.fold, narrow, log, tell),
            tell=lambda step: _progress(step, log, tell),
            narrow=narrow,
            stop=stop,
        )
    tell(f"done: {str(folder)!r}")


def _evaluation(
    dev: list[Example], fold: Family | None, narrow: bool, log: Any, tell: Tell
) -> Callable[[CrossEncoder, int], Mapping[str, Any]]:
    def evaluate(model: CrossEncoder, step: int) -> Mapping[str, Any]:
        device = next(model.parameters()).device
        scored = shares(dev, runner(model, device, narrow=narrow), tokens=tokens_of(device))
        figures = set_figures(dev, scored[:, 0], rounds=False)
        found = {"all": means(figures), "sets": {one.name: one.auc for one in figures}}
        tell(f"step {step}: all sets: {short(found['all'])}")
        if fold is not None:
            found["held_out"] = means(figures, family=fold)
            tell(f"step {step}: {fold.value}, held out: {short(found['held_out'])}")
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
