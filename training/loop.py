"""The training loop: deterministic by seed, and continued after an interruption as if there had been none."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn

from training.checkpoints import load_state, save_state, save_weights
from training.encoding import Bag, batches_of_epoch, padded, within_budget
from training.loss import masked_loss, pooled
from training.mistakes import Stopped, Unusable
from training.model import CrossEncoder
from training.naming import layer_of

_LOG_EVERY = 20  # steps
_WORDS = "embeddings.word_embeddings.weight"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How it is trained. ``tokens``: padded tokens of one pass; a batch is cut into several where it has more."""

    seed: int = 0
    start: str = "minilm"  # the base, or the digest of the model that it began with
    epochs: int = 1
    until: int | None = None  # steps after which it ends, if there are more; the rate falls to 0 by then
    batch: int = 32  # pairs of a step
    rate: float = 1.5e-4  # at its height, behind the warm-up; from there it falls to 0 in a line
    head_rate: float = 5e-4
    warmup: float = 0.06  # of all steps
    decay: float = 0.01
    clip: float = 1.0
    dropout: float = 0.0  # one pass over the pairs learns none by heart, and drawing costs an eighth of the time
    train_words: bool = False  # left as they are, rare words keep what the base knows of them
    frozen: int = 0  # layers from below that stay as the base has them, with all that is embedded
    tokens: int = 2048
    evaluations: int = 4
    save_seconds: float = 180.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """How far a run is."""

    step: int
    steps: int
    loss: float  # mean since the last one told
    rate: float
    examples_a_second: float


Evaluate = Callable[[CrossEncoder, int], Mapping[str, Any]]  # model, step → figures


class Training:
    """One run. ``folder`` keeps its checkpoint; ``key`` is of the data: a run goes on with the same data only."""

    def __init__(self, model: CrossEncoder, bags: Sequence[Bag], plan: Plan, *, folder: Path, key: str) -> None:
        self.model, self.bags, self.plan, self.folder, self.key = model, bags, plan, folder, key
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        model.to(self.device)
        for name, tensor in model.named_parameters():
            tensor.requires_grad_(_is_trained(name, plan))
        self.optimizer = torch.optim.AdamW(_groups(model, plan), betas=(0.9, 0.999), eps=1e-8)
        self.per_epoch = -(-len(bags) // plan.batch)
        whole = self.per_epoch * plan.epochs
        self.steps = min(whole, plan.until or whole)
        self.step = 0
        self.history: list[dict[str, Any]] = []
        torch.manual_seed(plan.seed)

    def resume(self) -> None:
        """Goes on from the checkpoint. Raises Unusable where that is of other data or another plan."""
        state = load_state(self.folder)
        bound = _binding(state["plan"])
        for name, found, own in (("key", state["key"], self.key), ("plan", bound, _binding(asdict(self.plan)))):
            if found != own:
                raise Unusable(
                    f"the checkpoint in {str(self.folder)!r} is of another {'data' if name == 'key' else name}"
                )
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.history = state["step"], state["history"]
        torch.set_rng_state(state["chance"])
        if self.device.type == "cuda" and state["device_chance"] is not None:
            torch.cuda.set_rng_state(state["device_chance"])

    def save(self) -> None:
        on_gpu = self.device.type == "cuda"
        state = {
            "key": self.key, "plan": asdict(self.plan), "step": self.step, "history": self.history,
            "model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(),
            "chance": torch.get_rng_state(), "device_chance": torch.cuda.get_rng_state() if on_gpu else None,
        }  # fmt: skip
        save_state(self.folder, state)

    def run(
        self,
        *,
        evaluate: Evaluate,
        tell: Callable[[Step], None] = lambda step: None,
        narrow: bool = False,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """To the end. ``narrow``: multiply in bfloat16. Raises Stopped, after saving, once ``stop`` says so."""
        due = {round(self.steps * part / self.plan.evaluations) for part in range(1, self.plan.evaluations + 1)}
        saved = told = time.monotonic()
        losses: list[float] = []
        seen = 0
        while self.step < self.steps:
            epoch, place = divmod(self.step, self.per_epoch)
            batches = batches_of_epoch(self.bags, size=self.plan.batch, seed=self.plan.seed, epoch=epoch)
            for batch in batches[place : place + self.steps - self.step]:
                losses.append(self._update(batch, narrow))
                self.step += 1
                seen += len(batch)
                now = time.monotonic()
                if self.step % _LOG_EVERY == 0 or self.step == self.steps:
                    rate = seen / max(1e-9, now - told)
                    mean = sum(losses) / len(losses)
                    tell(Step(step=self.step, steps=self.steps, loss=mean, rate=self._rate(), examples_a_second=rate))
                    losses, seen, told = [], 0, now
                if self.step in due:
                    self._evaluate(evaluate)
                    told = time.monotonic()
                if stop():
                    self.save()
                    raise Stopped(f"stopped behind step {self.step} of {self.steps}; --resume goes on from there")
                if time.monotonic() - saved > self.plan.save_seconds:
                    self.save()
                    saved = time.monotonic()
        self.save()

    def _evaluate(self, evaluate: Evaluate) -> None:
        """Without a trace in the run: chance goes on as if nothing had been asked."""
        self.model.eval()
        figures = {"step": self.step, **evaluate(self.model, self.step)}
        self.model.train()
        self.history.append(figures)
        save_weights(self.folder, self.model, {"key": self.key, "plan": asdict(self.plan), "figures": figures})
        self.save()

    def _update(self, places: Sequence[int], narrow: bool) -> float:
        """One step of the optimizer over one batch; its mean loss."""
        self.model.train()
        self.optimizer.zero_grad(set_to_none=True)
        total = 0.0
        for group in within_budget(self.bags, places, tokens=self.plan.tokens):
            with narrowed(self.device, narrow):
                loss = self._loss(group) / len(places)
            loss.backward()
            total += loss.item()
        nn.utils.clip_grad_norm_([one for one in self.model.parameters() if one.requires_grad], self.plan.clip)
        share = _share(self.step, self.steps, self.plan.warmup)
        for group in self.optimizer.param_groups:
            group["lr"] = group["height"] * share
        self.optimizer.step()
        return total

    def _loss(self, places: Sequence[int]) -> torch.Tensor:
        batch = padded(self.bags, places)
        ids, types, mask, owners = (
            torch.from_numpy(one).to(self.device) for one in (batch.ids, batch.types, batch.mask, batch.owners)
        )
        targets = torch.tensor([self.bags[place].target for place in places], device=self.device)
        weights = torch.tensor([self.bags[place].weight for place in places], device=self.device)
        shares = pooled(self.model(ids, types, mask), owners, len(places))
        return (masked_loss(shares, targets) * weights).sum()

    def _rate(self) -> float:
        return float(self.optimizer.param_groups[0]["lr"])


def narrowed(device: torch.device, on: bool) -> AbstractContextManager[Any]:
    """Matrices multiplied in bfloat16, sums and norms in float32."""
    return torch.autocast(device.type, dtype=torch.bfloat16, enabled=on)


def _is_trained(name: str, plan: Plan) -> bool:
    if plan.frozen:
        layer = layer_of(name)
        return not name.startswith("embeddings.") if layer is None else layer >= plan.frozen
    return plan.train_words or name != _WORDS


def _binding(plan: Mapping[str, Any]) -> dict[str, Any]:
    """What a run must go on with unchanged: all but where it ends, how often it is saved and how much a pass takes."""
    return {name: value for name, value in plan.items() if name not in ("until", "save_seconds", "tokens")}


def _share(step: int, steps: int, warmup: float) -> float:
    """Of the height of the rate: up in a line, down in a line to 0."""
    up = max(1, round(steps * warmup))
    return (step + 1) / up if step < up else max(0.0, (steps - step) / max(1, steps - up))


def _groups(model: CrossEncoder, plan: Plan) -> list[dict[str, Any]]:
    """Weights by rate and by whether they decay: norms and biases do not."""
    found: dict[tuple[bool, bool], list[nn.Parameter]] = {}
    for name, tensor in model.named_parameters():
        if tensor.requires_grad:
            found.setdefault((name.startswith("head."), tensor.ndim > 1), []).append(tensor)
    return [
        {
            "params": tensors,
            "lr": 0.0,
            "height": plan.head_rate if head else plan.rate,
            "weight_decay": plan.decay if decays else 0.0,
        }
        for (head, decays), tensors in sorted(found.items(), key=lambda item: item[0])
    ]
