"""The loop on a tiny model: it learns, and what was interrupted ends as what was not. Skipped without torch."""

from dataclasses import replace

import pytest

torch = pytest.importorskip("torch", reason="training needs requirements/train.txt; nothing at run time does")

from apps.inference.builtin.pair_rows import Row  # noqa: E402
from training.checkpoints import WEIGHTS, load_weights  # noqa: E402
from training.encoding import Bag  # noqa: E402
from training.loop import Plan, Training  # noqa: E402
from training.loss import masked_loss, pooled  # noqa: E402
from training.mistakes import Stopped, Unusable  # noqa: E402
from training.model import CrossEncoder, Shape  # noqa: E402
from training.pairs import Target  # noqa: E402

SHAPE = Shape(words=40, positions=32, hidden=16, inner=32, layers=2, heads=2)
PLAN = Plan(seed=5, epochs=2, batch=8, rate=3e-3, head_rate=3e-3, tokens=100, evaluations=3, train_words=True)


def tiny(seed=0, dropout=0.1):
    torch.manual_seed(seed)
    return CrossEncoder(SHAPE, dropout=dropout)


def bags(count=60):
    """Supported where the evidence repeats the claim's last word, by one window or the other."""
    found = []
    for number in range(count):
        word, other = 10 + number % 20, 10 + (number + 7) % 20
        held = number % 2 == 0
        rows = [(1, 5, word, 2, 6, word if held else other, 2), (1, 5, word, 2, *([7] * (number % 5)), 2)]
        target = Target.SUPPORTED if held else (Target.CONTRADICTED, Target.UNSUPPORTED)[number % 4 // 2]
        found.append(Bag(rows=tuple(Row(ids=ids, claim=4) for ids in rows[: 1 + number % 2]), target=int(target)))
    return found


def trained(folder, *, stop_at=None, plan=PLAN):
    run = Training(tiny(), bags(), plan, folder=folder, key="k")
    run.run(evaluate=lambda model, step: {}, stop=lambda: run.step == stop_at)
    return run


def tensors(run):
    return {name: value.clone() for name, value in run.model.state_dict().items()}


def same(one, other):
    return all(torch.equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize("stop_at", [1, 4, 8, 11])
def test_an_interrupted_run_that_goes_on_ends_with_the_very_weights(tmp_path, stop_at):
    whole = tensors(trained(tmp_path / "whole"))
    with pytest.raises(Stopped, match="--resume"):
        trained(tmp_path / "parts", stop_at=stop_at)
    again = Training(tiny(seed=99), bags(), PLAN, folder=tmp_path / "parts", key="k")
    again.resume()
    assert again.step == stop_at
    again.run(evaluate=lambda model, step: {})
    assert same(whole, tensors(again))


def test_one_seed_gives_one_result_and_another_seed_another(tmp_path):
    one, other = (tensors(trained(tmp_path / name)) for name in ("one", "other"))
    assert same(one, other)
    assert not same(one, tensors(trained(tmp_path / "third", plan=replace(PLAN, seed=6))))


def test_a_run_goes_on_with_the_same_data_and_plan_only(tmp_path):
    with pytest.raises(Stopped):
        trained(tmp_path, stop_at=3)
    with pytest.raises(Unusable, match="other data"):
        Training(tiny(), bags(), PLAN, folder=tmp_path, key="other").resume()
    with pytest.raises(Unusable, match="other plan"):
        Training(tiny(), bags(), replace(PLAN, rate=1.0), folder=tmp_path, key="k").resume()
    with pytest.raises(Unusable, match="no checkpoint"):
        Training(tiny(), bags(), PLAN, folder=tmp_path / "none", key="k").resume()


def test_the_head_learns_at_a_rate_of_its_own(tmp_path):
    run = Training(tiny(), bags(), replace(PLAN, rate=1e-3, head_rate=4e-3), folder=tmp_path, key="k")
    heights = {id(one): group["height"] for group in run.optimizer.param_groups for one in group["params"]}
    told = {name: heights[id(one)] for name, one in run.model.named_parameters() if id(one) in heights}
    assert {rate for name, rate in told.items() if name.startswith("head.")} == {4e-3}
    assert {rate for name, rate in told.items() if not name.startswith("head.")} == {1e-3}


def test_it_learns(tmp_path):
    told = []
    plan = replace(PLAN, epochs=25, dropout=0.0)
    run = Training(tiny(dropout=0.0), bags(), plan, folder=tmp_path, key="k")
    run.run(evaluate=lambda model, step: {}, tell=told.append)
    assert told[-1].loss < told[0].loss / 2
    assert told[-1].step == run.steps == 25 * 8


def test_the_weights_on_disk_are_those_of_the_last_evaluation(tmp_path):
    run = trained(tmp_path)
    model, told = load_weights(tmp_path)
    assert same(tensors(run), dict(model.state_dict()))
    assert told["figures"]["step"] == run.steps
    (tmp_path / WEIGHTS).write_bytes(b"no model")
    with pytest.raises(Unusable, match="no model of this recipe"):
        load_weights(tmp_path)


def test_passes_of_any_size_cost_the_same(tmp_path):
    told = []
    for tokens in (20, 10_000):
        plan = replace(PLAN, tokens=tokens, epochs=1, dropout=0.0)
        run = Training(tiny(dropout=0.0), bags(), plan, folder=tmp_path / str(tokens), key="k")
        run.run(evaluate=lambda model, step: {}, tell=told.append)
    assert told[0].loss == pytest.approx(told[1].loss, abs=1e-3)


def test_words_stay_as_the_base_has_them_unless_told_otherwise(tmp_path):
    run = Training(tiny(), bags(), replace(PLAN, train_words=False), folder=tmp_path, key="k")
    before = tensors(run)
    run.run(evaluate=lambda model, step: {})
    changed = {name for name, value in tensors(run).items() if not torch.equal(before[name], value)}
    assert set(before) - changed == {"embeddings.word_embeddings.weight"}


@pytest.mark.parametrize(("frozen", "kept"), [(0, ()), (1, ("embeddings.", "encoder.layer.0."))])
def test_what_is_frozen_stays_as_the_base_has_it(tmp_path, frozen, kept):
    model = CrossEncoder(replace(SHAPE, buckets=4))
    run = Training(model, bags(), replace(PLAN, frozen=frozen), folder=tmp_path, key="k")
    before = tensors(run)
    run.run(evaluate=lambda model, step: {})
    changed = {name for name, value in tensors(run).items() if not torch.equal(before[name], value)}
    assert set(before) - changed == {name for name in before if name.startswith(kept)}


def test_what_is_only_known_not_to_be_supported_costs_what_supported_takes():
    shares = torch.tensor([[0.7, 0.2, 0.1]] * 4).log()
    targets = torch.tensor([Target.SUPPORTED, Target.CONTRADICTED, Target.NOT_ENOUGH, Target.UNSUPPORTED])
    assert masked_loss(shares, targets).exp().tolist() == pytest.approx([1 / 0.7, 1 / 0.2, 1 / 0.1, 1 / 0.3])


def test_bags_are_pooled_by_the_greatest_leads():
    logits = torch.tensor([[0.0, 0.0, 4.0], [5.0, 0.0, 0.0], [0.0, 5.0, 0.0]])
    found = pooled(logits, torch.tensor([0, 0, 1]), 2).exp()
    assert found.argmax(dim=1).tolist() == [0, 1]
    assert found[1].tolist() == pytest.approx(torch.softmax(logits[2], 0).tolist())
