"""`manage.py evaluate judge`: labelled claims, judged and ruled on as in production."""

import gzip
import json
from dataclasses import replace

import pytest
from django.core.management import CommandError
from PIL import Image

from apps.agents.registry import judge_for
from apps.inference.contracts import ModelError
from apps.inference.embedders import get_embedder
from apps.verification.types import Finding, Judgement, Mode, Stance, Thresholds
from workers.evaluations.judge import JudgeEvaluation, judged, passages_of, report
from workers.evaluations.labelled import Example, Label, Unreadable, examples_in, sets_in

FEE = "The annual fee is 20 euros. It is due in May."
ROWS = [
    {"id": "1", "claim": "The annual fee is 20 euros.", "evidence": FEE, "label": "supported"},
    {"id": "2", "claim": "The annual fee is 25 euros.", "evidence": FEE, "label": "contradicted"},
    {"id": "3", "claim": "The harbour was built by monks.", "evidence": FEE, "label": "not_enough"},
    {"id": "4", "claim": "The fee is due in May and paid by card.", "evidence": FEE, "label": "partial"},
    {"id": "5", "claim": "Hello there.", "evidence": FEE, "label": "generic"},
]


@pytest.fixture
def folder(tmp_path):
    def write(rows, name="fees"):
        with gzip.open(tmp_path / f"{name}.jsonl.gz", "wt", encoding="utf-8") as file:
            file.writelines(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows)
        return tmp_path

    return write


def measured(folder, **options):
    return JudgeEvaluation().measure(
        {"data": str(folder), "judge": None, "verification": "strict", "limit": None, "pictures": None, **options}
    )


def test_each_set_is_measured_beside_the_baselines(folder):
    folder(ROWS)
    found = measured(folder([*ROWS[:2], ROWS[2] | {"label": "unsupported"}], "more"))

    fees, more = found.data["sets"]
    assert (fees["set"], fees["claims"], fees["supported"]) == ("fees", 4, 1)
    assert (more["set"], more["claims"]) == ("more", 3)
    assert fees["balanced_accuracy"]["judge"] == 1.0
    assert fees["balanced_accuracy"]["majority"] == 0.5
    assert 0 <= fees["balanced_accuracy"]["overlap"] <= 1
    assert (fees["precision"], fees["recall"], fees["contradicted_recall"], fees["macro_f1"]) == (1.0, 1.0, 1.0, 1.0)
    assert fees["strict"] == {"precision": 1.0, "recall": 1.0}
    assert found.data["all"]["claims"] == 7
    assert found.data["confusion"]["contradicted"]["contradicted"] == 2
    assert sum(found.data["confusion"]["partial"].values()) == 1
    assert "fees" in found.text
    assert "mean balanced accuracy of the sets: judge 100.0, majority 50.0" in found.text


def test_a_claim_is_ruled_on_by_the_judge_and_the_checks_of_production(folder):
    class Sure:
        """Says that whatever stands first supports every claim."""

        name, prompts, together, thresholds = "sure", {}, 1, Thresholds()

        def judge(self, *, claims, chunks):
            yield Judgement(
                findings=(Finding(key=chunks[0].key, quote=chunks[0].content, stance=Stance.SUPPORTS, score=0.99),),
                judge=self.name,
            )

    examples = examples_in(sets_in(folder(ROWS))[0])
    said = [one.decision.verdict.value for one in judged(examples, judge=Sure(), mode=Mode.STRICT, failures=[])]
    assert said[:2] == ["supported", "contradicted"]


def test_strict_mode_is_told_beside_whatever_mode_is_measured(folder):
    class Doubtful:
        """Holds a claim for likely, and no more."""

        name, prompts, together, thresholds = "doubtful", {}, 1, Thresholds()

        def judge(self, *, claims, chunks):
            quote = chunks[0].content
            yield Judgement(
                findings=(Finding(key=chunks[0].key, quote=quote, stance=Stance.SUPPORTS, score=0.7),), judge=self.name
            )

    (one,) = judged(examples_in(sets_in(folder(ROWS[:1]))[0]), judge=Doubtful(), mode=Mode.HELPFUL, failures=[])
    assert (one.is_supported, one.is_strict) == (True, False)
    assert measured(folder(ROWS), verification="helpful").data["all"]["strict"] == {"precision": 1.0, "recall": 1.0}


def test_pictures_are_drawn_where_they_are_asked_for(folder, tmp_path):
    drawn = tmp_path / "drawn"
    with pytest.raises(CommandError, match="is no folder that can be written to"):
        measured(folder(ROWS), pictures=drawn)
    drawn.mkdir()
    measured(folder(ROWS), pictures=drawn)
    for name in ("confusion.png", "reliability.png"):
        with Image.open(drawn / name) as picture:
            assert picture.format == "PNG"
            assert len(picture.getcolors(100_000)) > 3, "something is drawn"


@pytest.mark.parametrize("judge", ["builtin", "rules"])
def test_the_built_in_judge_is_measured_with_its_model_and_without(folder, judge):
    found = measured(folder(ROWS), judge=judge)
    assert found.data["judge"] == judge
    assert found.data["sets"][0]["balanced_accuracy"]["judge"] == 1.0


def test_a_model_that_fails_leaves_claims_unjudged_and_is_told_of(folder):
    class Fails:
        name, prompts, together, thresholds = "fails", {}, 1, Thresholds()

        def judge(self, *, claims, chunks):
            raise ModelError("timeout", "The model did not answer.", retryable=True)
            yield

    failures = []
    examples = examples_in(sets_in(folder(ROWS))[0])
    ruled = list(judged(examples, judge=Fails(), mode=Mode.STRICT, failures=failures))
    found = report(ruled, judge=Fails(), mode="strict", failures=failures)
    assert found.data["all"]["not_judged"] == 4
    assert found.data["failures"] == ["The model did not answer."]
    assert found.data["confusion"]["supported"]["unchecked"] == 1


def test_a_sample_is_the_same_every_time_and_in_order(folder):
    rows = [ROWS[0] | {"id": str(number)} for number in range(50)]
    path = sets_in(folder(rows))[0]
    sample = [one.id for one in examples_in(path, most=7)]
    assert sample == [one.id for one in examples_in(path, most=7)]
    assert (len(sample), sorted(sample, key=int)) == (7, sample)
    assert sample != [one.id for one in examples_in(path, most=7, seed=1)]


def test_long_evidence_is_cut_into_passages_that_are_slices_of_it():
    text = " ".join(
        f"The fee of branch {number} is {number} euros, due at the end of each month." for number in range(200)
    )
    passages = passages_of(text)
    assert len(passages) > 3
    assert all(text[one.start_offset : one.end_offset] == one.content for one in passages)
    assert passages_of("") == ()
    judge = judge_for("builtin", embedder=get_embedder("builtin"))
    far = Example(
        id="1", set_name="a", claim="The fee of branch 150 is 150 euros.", evidence=text, label=Label.SUPPORTED
    )
    (one,) = judged([far], judge=judge, mode=Mode.STRICT, failures=[])
    (none,) = judged([replace(far, evidence="")], judge=judge, mode=Mode.STRICT, failures=[])
    assert none.said == "not_enough"
    assert one.decision is not None


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("{", "fees.jsonl.gz, line 2: "),
        ("[]", "line 2: not an object"),
        ({"claim": "a", "evidence": "b"}, "line 2: no text under 'label'"),
        ({"claim": " ", "evidence": "b", "label": "supported"}, "line 2: no text under 'claim'"),
        ({"claim": "a", "evidence": "b", "label": "true"}, "line 2: unknown label 'true': known are supported, "),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(folder, row, told):
    with pytest.raises(CommandError) as caught:
        measured(folder([ROWS[0], row]))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_folder_without_sets_a_broken_file_and_a_wrong_limit_are_told(tmp_path, folder):
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(CommandError):
            measured(path)
    (tmp_path / "broken.jsonl.gz").write_bytes(b"\x1f\x8b no gzip")
    with pytest.raises(Unreadable, match="broken"):
        examples_in(tmp_path / "broken.jsonl.gz")
    (tmp_path / "broken.jsonl.gz").unlink()
    with pytest.raises(CommandError, match="limit"):
        measured(folder(ROWS), limit=0)
    with pytest.raises(CommandError, match="endpoint"):
        measured(folder(ROWS), judge="some-model")
    with pytest.raises(CommandError, match="without factual content"):
        measured(folder([ROWS[4]]))
