"""The pairs of a run: the same for the same choices, held within their caps, weighed against shortcuts."""

import random

import pytest

from tests.unit.training.folder import small, write
from training.assembly import Choices, assembled, fingerprint
from training.balance import balanced
from training.mixture import MADE, SETS, Family, rule_of, trained_on
from training.pairs import GIVEN, Pair, Target, pair_of, sampled, target_of
from training.reading import dev_examples, read
from workers.evaluations.labelled import Example, Label, Unreadable


def example(label, number=0, set_name="lingnli"):
    return Example(id=str(number), set_name=set_name, claim=f"Claim {number}.", evidence="Text.", label=label)


def test_the_same_choices_give_the_same_pairs_and_another_seed_others(tmp_path):
    sets = read(small(tmp_path))
    first, again = (fingerprint(assembled(sets, Choices(seed=3))) for _ in range(2))
    assert first == again
    assert fingerprint(assembled(sets, Choices(seed=4))) != first


def test_pairs_are_given_and_made_and_none_is_without_a_window(tmp_path):
    pairs = assembled(read(small(tmp_path)), Choices())
    kinds = {pair.kind for pair in pairs}
    assert {GIVEN, "number", "sheet"} <= kinds
    assert kinds <= {GIVEN, "echo", "sentence", *MADE}
    assert all(pair.windows and pair.claim and pair.weight > 0 for pair in pairs)


def test_a_limit_takes_of_everything_alike(tmp_path):
    sets = read(small(tmp_path))
    assert len(assembled(sets, Choices(limit=60))) < len(assembled(sets, Choices())) / 2


def test_of_a_claim_one_window_is_not_told_two_things(tmp_path):
    filler = "The council met on the first Monday of the month and took note of the minutes of the meeting before. " * 4
    claim, told = "The tower of the harbour leans.", "The tower of the harbour leans a little. "
    whole = [
        Example(id=str(number), set_name="written", claim=claim, evidence=told + filler + last, label=label)
        for number, (last, label) in enumerate((("It fell.", Label.CONTRADICTED), ("It stands.", Label.SUPPORTED)))
    ]
    sets = read(small(tmp_path))
    for bag, there in ((1, 0), (2, 0), (9, 2)):
        pairs = assembled(sets, Choices(limit=20, bag=bag), whole)
        assert sum(pair.set_name == "written" for pair in pairs) == there
    assert sum(pair.set_name == "written" for pair in assembled(sets, Choices(limit=20, bag=1), whole[:1])) == 1


def test_a_fold_leaves_out_every_set_of_its_family(tmp_path):
    sets = read(small(tmp_path), folds=(Family.INFERENCE,))
    assert set(sets) == {"fever_pairs"}
    assert not {pair.set_name for pair in assembled(sets, Choices(folds=(Family.INFERENCE,)))} & {"lingnli"}
    for family in Family:
        assert all(rule_of(name).family is not family for name in trained_on((family,)))
        assert any(rule.family is family and rule.most for rule in SETS.values())
    assert not trained_on(tuple(Family))


def test_a_folder_without_known_sets_is_refused(tmp_path):
    with pytest.raises(Unreadable, match=r"training/mixture\.py"):
        read(write(tmp_path, {"train/unheard_of": []}))


def test_dev_sets_are_read_from_dev_or_from_the_folder_itself(tmp_path):
    small(tmp_path)
    assert [one.id for one in dev_examples(tmp_path, most=5)] == [
        one.id for one in dev_examples(tmp_path / "dev", most=5)
    ]


def test_a_sample_is_even_over_the_labels_as_far_as_they_go():
    examples = [example(Label.SUPPORTED, number) for number in range(30)]
    examples += [example(Label.CONTRADICTED, number) for number in range(30, 34)]
    labels = [one.label for one in sampled(examples, most=12, chance=random.Random(0))]
    assert labels.count(Label.CONTRADICTED) == 4
    assert len(labels) == 12


def test_partial_and_rough_labels_only_say_that_a_claim_is_not_supported():
    assert target_of(example(Label.PARTIAL)) is Target.UNSUPPORTED
    assert target_of(example(Label.NOT_ENOUGH)) is Target.NOT_ENOUGH
    assert target_of(example(Label.NOT_ENOUGH, set_name="fnc1_related")) is Target.UNSUPPORTED
    assert target_of(example(Label.SUPPORTED, set_name="fnc1_related")) is Target.SUPPORTED


def test_a_pair_has_the_best_windows_of_its_evidence():
    filler = " ".join("The mill ground grain all winter long for the farmers." for _ in range(60))
    one = Example(
        id="1", set_name="wice", claim="Ida painted it.", evidence=f"{filler} Ida painted.", label=Label.SUPPORTED
    )
    pair = pair_of(one, bag=2)
    assert len(pair.windows) == 2
    assert "Ida painted." in pair.windows[0]


def test_what_a_claim_gives_away_weighs_less():
    def pair(claim, target):
        return Pair(set_name="s", kind=GIVEN, claim=claim, windows=("",), target=target)

    told = [pair(f"Port {number} never shipped.", Target.CONTRADICTED) for number in range(40)]
    told += [pair(f"Port {number} shipped.", Target.SUPPORTED) for number in range(40)]
    told += [pair(f"Town {number} never paid.", Target.SUPPORTED) for number in range(4)]
    weighed = balanced(told)
    assert sum(one.weight for one in weighed) / len(weighed) == pytest.approx(1.0, abs=1e-3)
    assert min(one.weight for one in weighed[-4:]) > max(one.weight for one in weighed[:40])
