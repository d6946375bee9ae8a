"""Stretches of a text: neighbouring sentences together, and nothing is lost."""

from itertools import pairwise

from apps.core.stretches import LONGEST, WORDS, stretches_in


def sentences(count, words=20):
    return [f"Sentence {number} " + "word " * (words - 3) + f"end{number}." for number in range(count)]


def test_stretches_hold_about_so_many_words_and_overlap_by_a_sentence():
    told = sentences(20)
    stretches = stretches_in(" ".join(told))
    assert all(len(stretch.split()) <= WORDS for stretch in stretches)
    assert stretches[0] == " ".join(" ".join(told[:3]).split())
    for before, behind in pairwise(stretches):
        last = before[before.rindex("Sentence") :]
        assert behind.startswith(last)


def test_every_sentence_stands_whole_in_a_stretch():
    told = [" ".join(one.split()) for one in sentences(37, words=33)]
    stretches = stretches_in("\n".join(told))
    assert all(any(one in stretch for stretch in stretches) for one in told)


def test_a_sentence_that_is_longer_than_a_stretch_stands_alone():
    short, long = "The lease ends in May.", "The tenant " + "word " * (LONGEST - 4) + "pays rent."
    assert stretches_in(f"{short} {long} {short}") == (short, long, short)


def test_a_sentence_that_is_far_longer_is_cut_and_nothing_of_it_lost():
    words = [f"w{number}" for number in range(500)]
    stretches = stretches_in(" ".join(words) + ".")
    assert [word for stretch in stretches for word in stretch.rstrip(".").split()] == words
    assert all(len(stretch.split()) <= LONGEST for stretch in stretches)


def test_short_and_empty_evidence_is_one_stretch():
    assert stretches_in("One.\n  Two.") == ("One. Two.",)
    assert stretches_in("") == ("",)
    assert stretches_in(" \n ") == ("",)
