"""Rows, batches and pooling: what goes through the model, and what comes of it, without torch."""

import numpy as np
import pytest

from apps.inference.builtin.pair_rows import MOST_TOKENS, Row, rows_of
from training.encoding import Bag, bags_of, batches_of_epoch, padded, within_budget
from training.figures import as_text, means, set_figures
from training.pairs import GIVEN, Pair, Target
from training.scoring import pooled, shares
from workers.evaluations.labelled import Example, Label


def bag(*lengths, first=1):
    return Bag(rows=tuple(Row(ids=(first, *range(2, length + 1)), claim=2) for length in lengths))


def test_a_row_is_claim_and_window_between_the_marks_of_the_base():
    ((row, _),) = rows_of(["The fee is due."], [["The fee is due. In May.", ""]])
    assert (row.ids[0], row.ids[row.claim - 1], row.ids[-1]) == (101, 102, 102)
    assert row.ids[1 : row.claim - 1] == row.ids[row.claim : row.claim + 5]


def test_a_long_claim_leaves_room_for_its_window():
    ((row,),) = rows_of(["word " * 500], [["window " * 500]])
    assert len(row.ids) == MOST_TOKENS
    assert row.claim < MOST_TOKENS / 2


def test_rows_are_padded_and_know_their_bag():
    batch = padded([bag(4), bag(3, 6)], [1, 0])
    assert batch.ids.shape == (3, 6)
    assert batch.owners.tolist() == [0, 0, 1]
    assert batch.mask.sum(axis=1).tolist() == [3, 6, 4]
    assert batch.types[1].tolist() == [0, 0, 1, 1, 1, 1]
    assert batch.types[0].tolist() == [0, 0, 1, 0, 0, 0]


def test_an_epoch_has_everything_once_in_an_order_of_its_seed():
    bags = [bag(number % 17 + 3, first=number) for number in range(1000)]
    batches = batches_of_epoch(bags, size=8, seed=1, epoch=0)
    assert sorted(place for one in batches for place in one) == list(range(1000))
    assert len(batches) == 125
    assert batches == batches_of_epoch(bags, size=8, seed=1, epoch=0)
    assert batches != batches_of_epoch(bags, size=8, seed=1, epoch=1)
    spreads = sorted(len({bags[place].tokens for place in one}) for one in batches)
    assert spreads[-4] <= 3  # all but those at the seams of the four pools


def test_what_is_asked_of_one_claim_is_learnt_in_one_step():
    bags = [bag(number % 17 + 3 + number % 2, first=number % 500) for number in range(1000)]
    batches = batches_of_epoch(bags, size=8, seed=1, epoch=0)
    step = {place: number for number, one in enumerate(batches) for place in one}
    assert all(step[place] == step[place + 500] for place in range(500))


def test_groups_keep_to_the_budget_and_leave_nothing_out():
    bags = [bag(*[5 + number % 9] * (1 + number % 3)) for number in range(50)] + [bag(*[60] * 5)]
    groups = list(within_budget(bags, range(51), tokens=100))
    assert sorted(place for group in groups for place in group) == list(range(51))
    assert all(padded(bags, group).ids.size <= 100 or len(group) == 1 for group in groups)


def test_one_window_that_bears_a_claim_out_is_enough():
    silent, bears_out, denies = [0.0, 0.0, 4.0], [5.0, 0.0, 0.0], [0.0, 5.0, 0.0]
    logits = np.array([silent, bears_out, silent, silent, denies], np.float32)
    found = pooled(logits, np.array([0, 0, 0, 1, 2]), 3)
    assert found.argmax(axis=1).tolist() == [0, 2, 1]
    assert found.sum(axis=1) == pytest.approx(np.ones(3))
    alone = np.exp(bears_out) / np.exp(bears_out).sum()
    assert pooled(np.array([bears_out], np.float32), np.array([0]), 1)[0] == pytest.approx(alone)


def test_scores_come_in_the_order_of_the_claims_whatever_the_batches():
    def run(batch):
        return np.stack([batch.mask.sum(axis=1), batch.types.sum(axis=1), 0 * batch.owners], axis=1) / 10

    examples = [
        Example(
            id=str(number), set_name="wice", claim="Claim.", evidence="Text of it. " * number, label=Label.SUPPORTED
        )
        for number in (90, 1, 40, 7, 0)
    ]
    together, apart = shares(examples, run), np.concatenate([shares([one], run) for one in examples])
    assert together == pytest.approx(apart)
    assert shares(examples, run, tokens=1) == pytest.approx(apart)


def test_pairs_become_bags_with_what_is_known_of_them():
    pair = Pair(set_name="s", kind=GIVEN, claim="A.", windows=("B.", "C."), target=Target.UNSUPPORTED, weight=0.5)
    (found,) = bags_of([pair])
    assert (len(found.rows), found.target, found.weight) == (2, 3, 0.5)


def test_figures_stand_beside_those_of_shared_words():
    examples = [
        Example(
            id=str(number),
            set_name=name,
            claim="The fee is due.",
            evidence="The fee is due." if number % 3 else "Nothing.",
            label=Label.SUPPORTED if number % 2 else Label.CONTRADICTED,
        )
        for name in ("lingnli", "wice")
        for number in range(40)
    ]
    score = np.array([float(one.is_supported) for one in examples])
    found = set_figures(examples, score)
    assert [(one.name, one.family, one.accuracy, one.auc) for one in found] == [
        ("lingnli", "inference", 1.0, 1.0),
        ("wice", "documents", 1.0, 1.0),
    ]
    assert 0.4 < found[0].overlap_auc < 0.6
    assert found[0].auc_interval == (1.0, 1.0)
    assert found[0].auc_gain_interval[0] > 0.2
    assert means(found)["auc"] == 1.0
    assert "lingnli" in as_text(found)
