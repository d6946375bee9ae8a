"""The readers' claims: each about a passage that stands where it is said to, half of them borne out."""

import json
from collections import Counter

import pytest

from apps.verification.wording.additions import DENIED
from tests.benchmarks.cast_data import DATA
from tests.benchmarks.reader_claims import CLAIMS, Place, main
from tests.unit.extraction_files import needs_filings
from workers.evaluations.labelled import Label, examples_in, sets_in


@needs_filings
def test_every_set_has_its_passages_and_as_many_true_claims_as_false_ones(tmp_path):
    assert main(["--out", str(tmp_path)]) == 0
    sets = [examples_in(path) for path in sets_in(tmp_path)]

    fewest = {"readers_first": 80, "readers_second": 80, "readers_third": 70}  # words of a passage
    assert [examples[0].set_name for examples in sets] == list(fewest)
    for examples in sets:
        assert len(examples) == len({one.claim for one in examples}) == 480
        assert Counter(one.is_supported for one in examples) == {True: 240, False: 240}
        assert {one.label for one in examples} == {Label.SUPPORTED, Label.CONTRADICTED, Label.NOT_ENOUGH}
        assert all(len(one.evidence.split()) > fewest[one.set_name] for one in examples)


def test_of_the_claims_on_invented_passages_half_are_borne_out_and_those_of_denials_deny(tmp_path):
    assert main(["--out", str(tmp_path), "--invented"]) == 0
    arranged, denied = [examples_in(path) for path in sets_in(tmp_path)]

    for examples in (arranged, denied):
        assert len(examples) == len({one.claim for one in examples}) == 280
        assert Counter(one.is_supported for one in examples) == {True: 140, False: 140}
    assert [examples[0].set_name for examples in (arranged, denied)] == ["arranged", "denied"]
    without = [one.claim for one in denied if not DENIED.search(one.claim)]
    assert len(without) < 14, without


@needs_filings
def test_another_text_than_the_readers_saw_is_told():
    place = Place(**json.loads(CLAIMS.read_text("utf-8").splitlines()[0])["place"])
    moved = Place(source=place.source, page=place.page, start=place.start + 1, length=place.length, digest=place.digest)

    assert place.passage(DATA)
    with pytest.raises(ValueError, match=place.source):
        moved.passage(DATA)
