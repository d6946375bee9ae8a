"""The exported graph says what the model says, whatever stands beside it in a batch. Skipped without torch."""

from dataclasses import replace

import numpy as np
import onnxruntime
import pytest
from onnx import numpy_helper

from apps.inference.builtin.cross_encoder import inputs_of
from apps.inference.builtin.pair_rows import MOST_TOKENS, Row
from training.graph import SMOOTHING, build_graph, weights_of
from training.smoothing import FARTHEST, ROWS, smoothed, usual_rows

torch = pytest.importorskip("torch", reason="exporting needs requirements/train.txt; running the graph does not")

from training.averaging import average  # noqa: E402
from training.bases import HEADS, base_weights  # noqa: E402
from training.beginning import begun  # noqa: E402
from training.checkpoints import load_weights, save_weights  # noqa: E402
from training.devices import runner  # noqa: E402
from training.encoders import Base  # noqa: E402
from training.encoding import Bag, padded  # noqa: E402
from training.exporting import export  # noqa: E402
from training.loss import pooled as pooled_by_torch  # noqa: E402
from training.measuring import onnx_runner  # noqa: E402
from training.mistakes import Unusable  # noqa: E402
from training.model import CrossEncoder, Shape, fresh  # noqa: E402
from training.scoring import pooled  # noqa: E402

SHAPE = Shape(words=60, positions=40, hidden=24, inner=48, layers=3, heads=3)


@pytest.fixture(params=[0, 8], ids=["no distances", "distances"])
def model(request):
    torch.manual_seed(3)
    found = CrossEncoder(replace(SHAPE, buckets=request.param))
    for tensor in found.parameters():  # far from the small values of a fresh model
        torch.nn.init.normal_(tensor, std=0.3)
    return found.eval()


@pytest.fixture
def graph(model, tmp_path):
    def exported(*, narrow=False):
        save_weights(tmp_path, model, {"key": "k"})
        told = export(tmp_path, tmp_path / "judge.onnx", rows=shown() if narrow else ())
        assert "sha256" in told
        return onnx_runner(tmp_path / "judge.onnx", threads=1)

    return exported


def bags(count=9):
    chance = np.random.default_rng(0)
    lengths = [5 + 4 * number % 31 for number in range(count)]
    rows = [tuple(int(one) for one in chance.integers(1, 60, length)) for length in lengths]
    return [Bag(rows=(Row(ids=ids, claim=3 + len(ids) % 2),)) for ids in rows]


def shown():
    return [one.rows[0] for one in bags()]


def test_torch_and_onnxruntime_agree(model, graph):
    batch = padded(bags(), range(9))
    expected = runner(model, torch.device("cpu"), narrow=False)(batch)
    assert expected.std() > 0.1
    assert np.abs(graph()(batch) - expected).max() < 1e-4


def test_the_base_under_a_new_head_agrees_too(tmp_path):
    model = fresh(base_weights(Base.MINILM), heads=HEADS, dropout=0.1, seed=1).eval()
    save_weights(tmp_path, model, {})
    export(tmp_path, tmp_path / "judge.onnx")
    batch = padded(bags(3), range(3))
    expected = runner(model, torch.device("cpu"), narrow=False)(batch)
    assert np.abs(onnx_runner(tmp_path / "judge.onnx", threads=1)(batch) - expected).max() < 1e-4


def test_a_row_gets_the_same_answer_in_any_company(graph):
    run, rows = graph(), bags()
    alone = np.concatenate([run(padded(rows, [place])) for place in range(9)])
    assert np.abs(run(padded(rows, range(9))) - alone).max() < 1e-5
    assert np.abs(run(padded(rows, [8, 0, 3]))[1] - alone[0]).max() < 1e-5


@pytest.mark.parametrize(("narrow", "off"), [(False, 1e-4), (True, 0.3)])
def test_what_was_exported_can_be_gone_on_from(model, graph, tmp_path, narrow, off):
    expected = graph(narrow=narrow)(padded(bags(), range(9)))
    base = CrossEncoder(model.shape).eval()
    base.embeddings["word_embeddings"].load_state_dict(model.embeddings["word_embeddings"].state_dict())
    again = begun(tmp_path / "judge.onnx", base)
    assert np.abs(runner(again, torch.device("cpu"), narrow=False)(padded(bags(), range(9))) - expected).max() < off
    assert same_weights(begun(tmp_path, base), model)


def same_weights(one, other):
    return all(torch.equal(value, other.state_dict()[name]) for name, value in one.state_dict().items())


def test_between_two_models_lie_the_weights_of_their_average(model, tmp_path):
    other = CrossEncoder(model.shape).eval()
    save_weights(tmp_path / "one", model, {})
    save_weights(tmp_path / "other", other, {})
    average(tmp_path / "one", tmp_path / "other", tmp_path / "between", share=0.25)
    found, told = load_weights(tmp_path / "between")
    assert told["share"] == 0.25
    for name, value in found.state_dict().items():
        assert torch.allclose(value, 0.75 * model.state_dict()[name] + 0.25 * other.state_dict()[name])


def test_models_of_two_shapes_have_no_average(model, tmp_path):
    save_weights(tmp_path / "one", model, {})
    save_weights(tmp_path / "other", CrossEncoder(replace(SHAPE, inner=32)), {})
    save_weights(tmp_path / "heads", CrossEncoder(replace(SHAPE, heads=6)), {})
    for other in ("other", "heads"):
        with pytest.raises(Unusable, match="two shapes"):
            average(tmp_path / "one", tmp_path / other, tmp_path / "between", share=0.5)
    assert not (tmp_path / "between").exists()
    with pytest.raises(Unusable, match="is there already"):
        average(tmp_path / "one", tmp_path / "one", tmp_path / "other", share=0.5)


def test_a_graph_of_another_shape_is_refused(graph, tmp_path):
    graph()
    with pytest.raises(Unusable, match="no graph of this recipe"):
        begun(tmp_path / "judge.onnx", CrossEncoder(replace(SHAPE, inner=32)))
    (tmp_path / "text.onnx").write_text("no graph")
    with pytest.raises(Unusable, match="no graph of this recipe"):
        begun(tmp_path / "text.onnx", CrossEncoder(SHAPE))


def test_a_smoothed_graph_says_the_same(model):
    plain = plain_graph(model)
    again = smoothed(plain, shown())
    found = [session_of(graph) for graph in (plain, again)]
    for row in shown():
        one, other = (run.run(None, inputs_of(np.array(row.ids), row.claim))[0] for run in found)
        assert np.abs(one - other).max() < 1e-4
    weights = weights_in(model)
    for name, value in weights_of(again, weights, heads=model.shape.heads).items():
        assert np.abs(value - weights[name]).max() < 1e-5


def test_a_dimension_that_is_dead_where_it_was_looked_at_is_not_blown_up(model):
    with torch.no_grad():
        for name, tensor in model.named_parameters():
            if name.endswith(("LayerNorm.weight", "LayerNorm.bias")):
                tensor[0] = 0
    found = smoothed(plain_graph(model), shown()).graph.initializer
    scales = [numpy_helper.to_array(one) for one in found if one.name.endswith(SMOOTHING)]
    assert scales
    assert all(scale.min() >= 1 / FARTHEST and scale.max() <= FARTHEST for scale in scales)


def plain_graph(model):
    return build_graph(weights_in(model), heads=model.shape.heads)


def weights_in(model):
    return {name: value.numpy() for name, value in model.state_dict().items()}


def session_of(graph):
    return onnxruntime.InferenceSession(graph.SerializeToString(), providers=["CPUExecutionProvider"])


def test_eight_bits_are_nearer_where_some_dimensions_are_far_larger(model, graph, monkeypatch):
    rows = bags()
    with torch.no_grad():
        for name, tensor in model.named_parameters():
            if name.endswith("LayerNorm.weight"):
                tensor[:2] *= 40
            if name.endswith(("query.weight", "key.weight", "value.weight", "intermediate.dense.weight")):
                tensor[:, :2] /= 40  # they say no more than others
    expected = runner(model, torch.device("cpu"), narrow=False)(padded(rows, range(9)))
    smooth = np.abs(graph(narrow=True)(padded(rows, range(9))) - expected).mean()
    monkeypatch.setattr("training.exporting.smoothed", lambda found, shown: found)
    assert smooth < 0.75 * np.abs(graph(narrow=True)(padded(rows, range(9))) - expected).mean()


def test_the_rows_that_it_is_smoothed_by_are_those_of_written_passages():
    rows = usual_rows()
    assert len(rows) == ROWS
    assert all(20 < len(row.ids) <= MOST_TOKENS and 4 < row.claim < len(row.ids) for row in rows)
    assert rows == usual_rows()


def test_eight_bits_are_near_and_depend_on_no_company_either(model, graph):
    run, rows = graph(narrow=True), bags()
    together = run(padded(rows, range(9)))
    expected = runner(model, torch.device("cpu"), narrow=False)(padded(rows, range(9)))
    assert np.corrcoef(together.ravel(), expected.ravel())[0, 1] > 0.9
    assert np.abs(run(padded(rows, [8, 0, 3]))[1] - together[0]).max() < 1e-5


def test_pooling_is_the_same_with_and_without_torch():
    logits = np.random.default_rng(1).normal(size=(7, 3)).astype(np.float32)
    owners = np.array([0, 0, 1, 2, 2, 2, 3])
    ours = pooled_by_torch(torch.from_numpy(logits), torch.from_numpy(owners), 4).exp().numpy()
    assert pooled(logits, owners, 4) == pytest.approx(ours, abs=1e-6)


def test_nothing_to_export_and_nowhere_to_are_told(model, tmp_path):
    with pytest.raises(Unusable, match="there is no"):
        export(tmp_path, tmp_path / "judge.onnx")
    save_weights(tmp_path, model, {})
    with pytest.raises(Unusable, match="no folder"):
        export(tmp_path, tmp_path / "none" / "judge.onnx")
