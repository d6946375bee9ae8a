"""What is alleged, doubted or planned beside what is so: the claim, the sentence, and what it says of the claim."""

import random

from training.made.hedges import hedges
from training.made.swaps import DENIED
from training.pairs import Target

CLAIM = "The car was stolen by the neighbour."


def every(claim, tries=300):
    return [one for seed in range(tries) for one in hedges(claim, random.Random(seed))]


def test_each_sentence_tells_of_the_claim_what_its_frame_does():
    found = {one.sentence: one for one in every(CLAIM) if one.claim == CLAIM}
    told = {sentence: one.target for sentence, one in found.items()}
    assert told["Police allege that the car was stolen by the neighbour."] is Target.NOT_ENOUGH
    assert told["It is not true that the car was stolen by the neighbour."] is Target.CONTRADICTED
    assert told["The ministry denied that the car was stolen by the neighbour."] is Target.UNSUPPORTED
    assert told["The records show that the car was stolen by the neighbour."] is Target.SUPPORTED
    assert told["The car may have been stolen by the neighbour."] is Target.NOT_ENOUGH


def test_frames_that_take_nothing_away_are_no_rarer_than_those_that_leave_it_open():
    told = [one.target for one in every("Hydrogen burns in a bright flame.", tries=2000) if one.claim.startswith("Hyd")]
    held = told.count(Target.SUPPORTED) / len(told)
    assert 0.3 < held < 0.55


def test_a_claim_hedged_like_its_source_is_supported():
    alike = [one for one in every(CLAIM) if one.claim != CLAIM]
    assert alike
    assert all(one.claim == one.sentence and one.target is Target.SUPPORTED for one in alike)


def test_a_name_keeps_its_capital_and_a_common_word_does_not():
    sentences = " ".join(one.sentence for one in every("Paris lies on the northern river."))
    assert "that Paris lies" in sentences
    assert "that the car" in " ".join(one.sentence for one in every(CLAIM))


def test_what_is_hedged_already_asked_or_short_is_left_alone():
    for claim in (
        "The car may be red today.",
        "Was the car stolen?",
        "It burns.",
        "He said that it was late.",
        "the car is red",
    ):
        assert every(claim, tries=20) == []


def test_what_denies_is_framed_and_not_turned():
    sentences = [one.sentence for one in every("The car was not stolen by the neighbour.")]
    assert sentences
    assert all(DENIED.search(one) for one in sentences)
