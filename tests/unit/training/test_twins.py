"""Passages written for training: a claim is held against the passage and against its twin; what is there is sound."""

import json
from collections import Counter
from pathlib import Path

import pytest

from training.assembly import Choices, assembled
from training.cli import BAD_INPUT, main
from training.mistakes import Unusable
from training.pairs import GIVEN, Target
from training.twins import SET, drawn, twin_of, written
from workers.evaluations.labelled import Label, Unreadable, examples_in

WRITTEN = Path(__file__).resolve().parents[3] / "training" / "written"
PARTS = {"train": 20_000, "dev": 5_000, "later": 20_000, "forms": 40_000, "forms_dev": 3_000}  # at least so many pairs
ROW = {
    "id": "x-1",
    "passage": "Ada sold the mill to Ben in 1931.",
    "edits": [["Ada sold the mill to Ben", "Ben sold the mill to Ada"]],
    "claims": [["Ben bought the mill.", "s", "c", "roles"], ["The mill was of stone.", "n", "u", "not said"]],
}


def folder(tmp_path, *rows):
    (tmp_path / "law.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return tmp_path


def test_a_claim_is_held_against_the_passage_and_against_its_twin(tmp_path):
    first, second, third, fourth = written(folder(tmp_path, ROW))
    assert (first.claim, first.evidence, first.label) == ("Ben bought the mill.", ROW["passage"], Label.SUPPORTED)
    assert (second.evidence, second.label) == ("Ben sold the mill to Ada in 1931.", Label.CONTRADICTED)
    assert (third.label, fourth.label) == (Label.NOT_ENOUGH, Label.UNSUPPORTED)
    assert len({one.id for one in (first, second, third, fourth)}) == 4


def test_passages_are_drawn_with_all_their_claims(tmp_path):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    examples = written(*(folder(tmp_path / name, *[ROW] * 5) for name in ("one", "other")))
    found = drawn(examples, most=3, seed=1)
    assert Counter(one.id.rpartition("-")[0] for one in found).most_common()[-1][1] == len(found) / 3 == 4
    assert [one for one in examples if one in found] == found == drawn(examples, most=3, seed=1)
    assert found != drawn(examples, most=3, seed=2)
    assert drawn(examples, most=99, seed=1) == examples
    with pytest.raises(Unusable, match="given twice"):
        written(tmp_path / "one", tmp_path / "other" / ".." / "one")


def test_all_of_them_are_trained_on_whatever_the_limit(tmp_path):
    rows = [{**ROW, "claims": ROW["claims"] * 20}]
    pairs = assembled({}, Choices(limit=1), written(folder(tmp_path, *rows)))
    own = [pair for pair in pairs if pair.set_name == SET]
    assert Counter(pair.target for pair in own) == dict.fromkeys(Target, 20)
    assert {pair.kind for pair in own} == {GIVEN}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"edits": [["Ada paid", "Ada lent"]]}, "occurs 0 times"),
        ({"claims": [["Ben bought the mill.", "s", "maybe", "roles"]]}, "maybe"),
        ({"claims": [["Ben bought the mill.", "s", "roles"]]}, "strict|shorter|expected"),
        ({"claims": [[5, "s", "c", "roles"]]}, "claim 1 is no text"),
        ({"edits": [["Ada", "Ada"]]}, "the twin is the passage"),
        ({"passage": None}, "law.jsonl, line 2"),
    ],
)
def test_a_line_that_is_no_passage_is_told(tmp_path, change, told):
    with pytest.raises(Unreadable, match=told):
        written(folder(tmp_path, ROW, {**ROW, **change}))


def test_a_folder_of_no_use_is_told(tmp_path):
    with pytest.raises(Unreadable, match="no file"):
        written(tmp_path)
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(Unreadable, match=r"folder\.jsonl: .*directory"):
        written(tmp_path)
    (tmp_path / "a.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(Unreadable, match=r"a\.jsonl: .*utf-8"):
        written(tmp_path)


def test_an_edit_must_be_of_one_place():
    assert twin_of("A b c.", [["b", "d"]]) == "A d c."
    with pytest.raises(ValueError, match="2 times"):
        twin_of("A b b.", [["b", "d"]])


def test_they_can_be_measured_as_any_set_is(capsys, tmp_path):
    own = folder(tmp_path, ROW)
    assert main(["written", "--written", str(own), "--out", str(tmp_path / "sets")]) == 0
    assert "4 claims" in capsys.readouterr().err
    again = examples_in(tmp_path / "sets" / "written.jsonl.gz")
    assert [(one.claim, one.evidence, one.label) for one in again] == [
        (one.claim, one.evidence, one.label) for one in written(own)
    ]
    for folders in ((tmp_path / "none", tmp_path), (own, own / "law.jsonl")):
        assert main(["written", "--written", str(folders[0]), "--out", str(folders[1])]) == BAD_INPUT
        assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_no_passage_is_trained_on_and_held_out():
    parts = [{one.evidence for one in written(WRITTEN / part)} for part in PARTS]
    assert sum(len(part) for part in parts) == len(frozenset().union(*parts))


@pytest.mark.parametrize(("part", "least"), PARTS.items())
def test_of_what_is_written_a_claim_alone_gives_little_away(part, least):
    """Half of the claims have another label under the twin, and under either about half are supported."""
    examples = written(WRITTEN / part)
    labels = {}
    for one in examples:
        labels.setdefault(one.id[:-1], []).append(one.label)
    assert len(examples) > least
    assert sum(len(set(pair)) > 1 for pair in labels.values()) > 0.5 * len(labels)
    assert 0.45 < sum(one.is_supported for one in examples) / len(examples) < 0.55
