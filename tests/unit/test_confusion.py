"""Precision, recall and the matrix, against figures that are worked out by hand."""

import pytest

from workers.evaluations.confusion import Confusion

PAIRS = [
    *[("supported", "supported")] * 6,
    *[("supported", "weak")] * 2,
    ("weak", "supported"),
    *[("weak", "weak")] * 3,
    ("contradicted", ""),
    ("not_found", "supported"),
]


def test_figures_are_those_of_the_definitions() -> None:
    found = Confusion.of(PAIRS).as_dict()
    assert (found["total"], found["accuracy"]) == (14, pytest.approx(9 / 14))
    assert found["verdicts"]["supported"] == {"precision": 6 / 8, "recall": 6 / 8, "expected": 8, "given": 8}
    assert found["verdicts"]["weak"] == {"precision": 3 / 5, "recall": 3 / 4, "expected": 4, "given": 5}
    assert found["verdicts"]["contradicted"] == {"precision": None, "recall": 0.0, "expected": 1, "given": 0}
    assert found["verdicts"]["not_found"] == {"precision": None, "recall": 0.0, "expected": 1, "given": 0}


def test_every_pair_is_in_the_matrix_also_those_nobody_judged() -> None:
    matrix = Confusion.of(PAIRS).as_dict()["matrix"]
    assert sum(count for row in matrix.values() for count in row.values()) == len(PAIRS)
    assert matrix["supported"] == {"supported": 6, "weak": 2, "contradicted": 0, "not_found": 0, "unchecked": 0}
    assert matrix["contradicted"]["unchecked"] == 1
    assert "unchecked" not in Confusion.of(PAIRS[:3]).as_dict()["matrix"]["supported"]


def test_a_person_reads_the_same_figures() -> None:
    lines = [line.split() for line in Confusion.of(PAIRS).as_text().splitlines()]
    assert ["right:", "9", "of", "14", "(64.3%)"] in lines
    assert ["weak", "60.0%", "75.0%", "4", "5"] in lines
    assert ["contradicted", "-", "0.0%", "1", "0"] in lines
    assert ["supported", "6", "2", "0", "0", "0"] in lines


def test_without_any_there_are_no_shares() -> None:
    found = Confusion.of([]).as_dict()
    assert (found["total"], found["accuracy"], found["verdicts"]["weak"]["recall"]) == (0, None, None)
