"""The figures of an evaluation, against values worked out by hand."""

import numpy as np
import pytest

from workers.evaluations.scores import (
    area_under_curve,
    balanced_accuracy,
    best_cut,
    bootstrap,
    expected_calibration_error,
    macro_f1,
    precision,
    recall,
    reliability_bins,
)

TRUE = np.array([True, True, True, True, False, False])


def test_balanced_accuracy_weighs_both_kinds_alike():
    said = np.array([True, True, True, False, True, False])
    assert balanced_accuracy(said, TRUE) == pytest.approx((3 / 4 + 1 / 2) / 2)
    assert balanced_accuracy(np.ones(6, dtype=bool), TRUE) == 0.5
    assert balanced_accuracy(said, np.ones(6, dtype=bool)) is None


def test_precision_and_recall_are_none_where_there_is_nothing_to_share():
    said = np.array([True, False, False, False, True, False])
    assert (precision(said, TRUE), recall(said, TRUE)) == (0.5, 0.25)
    assert precision(np.zeros(6, dtype=bool), TRUE) is None
    assert recall(said, np.zeros(6, dtype=bool)) is None


def test_macro_f1_is_over_the_classes_that_are_among_the_labels():
    true, said = ["a", "a", "b", "b"], ["a", "b", "b", "c"]
    assert macro_f1(said, true, ("a", "b", "c")) == pytest.approx((2 / 3 + 1 / 2) / 2)
    assert macro_f1(["a"], ["a"], ("a", "b")) is None


def test_ece_is_zero_for_a_probability_that_holds_and_large_for_one_that_does_not():
    sure = np.array([0.8] * 10)
    assert expected_calibration_error(sure, np.array([True] * 8 + [False] * 2)) == pytest.approx(0.0)
    assert expected_calibration_error(sure, np.zeros(10, dtype=bool)) == pytest.approx(0.8)
    assert expected_calibration_error(np.array([1.0, 0.0]), np.array([True, False])) == 0.0
    assert expected_calibration_error(np.array([]), np.array([], dtype=bool)) is None


def test_auc_counts_ties_half():
    assert area_under_curve(np.array([0.9, 0.8, 0.7, 0.6, 0.2, 0.1]), TRUE) == 1.0
    assert area_under_curve(np.array([0.5] * 6), TRUE) == 0.5
    assert area_under_curve(np.array([0.9, 0.4, 0.9, 0.9, 0.4, 0.1]), TRUE) == pytest.approx(7.5 / 8)
    assert area_under_curve(np.array([0.5] * 6), np.ones(6, dtype=bool)) is None


def test_the_best_cut_is_where_balanced_accuracy_is_highest():
    score = np.array([0.9, 0.8, 0.5, 0.5, 0.5, 0.1])
    assert best_cut(score, TRUE) == 0.5 or balanced_accuracy(score >= best_cut(score, TRUE), TRUE) == 0.75
    assert best_cut(np.array([0.2, 0.9]), np.array([True, True])) == float("inf")


def test_a_bootstrap_draws_within_strata_and_repeats_itself():
    said = np.array([True, False] * 50)
    true = np.array([True] * 50 + [False] * 50)
    strata = [list(range(50)), list(range(50, 100))]
    found = bootstrap(lambda drawn: balanced_accuracy(said[drawn], true[drawn]), strata)
    assert found == bootstrap(lambda drawn: balanced_accuracy(said[drawn], true[drawn]), strata)
    assert found is not None
    low, high = found
    assert 0.35 < low < 0.5 < high < 0.65
    assert bootstrap(lambda drawn: None, strata) is None


def test_bins_tell_what_is_sure_what_is_so_and_how_much_there_is():
    told, true = np.array([0.12, 0.18, 0.95, 1.0]), np.array([False, True, True, True])
    low, high = reliability_bins(told, true)
    assert low == pytest.approx((0.15, 0.5, 0.5))
    assert high == pytest.approx((0.975, 1.0, 0.5))
    (weighed, _) = reliability_bins(told, true, weights=np.array([3.0, 1.0, 2.0, 2.0]))
    assert weighed == pytest.approx((0.135, 0.25, 0.5))
