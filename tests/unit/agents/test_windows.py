"""Windows of long evidence: nothing is lost, and the likeliest come first."""

from itertools import pairwise

from apps.agents.reading.windows import best_windows
from apps.core.stretches import LONGEST, WORDS, stretches_in


def sentences(count, words=20):
    return [f"Sentence {number} " + "word " * (words - 3) + f"end{number}." for number in range(count)]


def test_windows_hold_about_so_many_words_and_overlap_by_a_sentence():
    told = sentences(20)
    windows = stretches_in(" ".join(told))
    assert all(len(window.split()) <= WORDS for window in windows)
    assert windows[0] == " ".join(" ".join(told[:3]).split())
    for before, behind in pairwise(windows):
        last = before[before.rindex("Sentence") :]
        assert behind.startswith(last)


def test_every_sentence_stands_whole_in_a_window():
    told = [" ".join(one.split()) for one in sentences(37, words=33)]
    windows = stretches_in("\n".join(told))
    assert all(any(one in window for window in windows) for one in told)


def test_a_sentence_that_is_longer_than_a_window_stands_alone():
    short, long = "The lease ends in May.", "The tenant " + "word " * (LONGEST - 4) + "pays rent."
    assert stretches_in(f"{short} {long} {short}") == (short, long, short)


def test_a_sentence_that_is_far_longer_is_cut_and_nothing_of_it_lost():
    words = [f"w{number}" for number in range(500)]
    windows = stretches_in(" ".join(words) + ".")
    assert [word for window in windows for word in window.rstrip(".").split()] == words
    assert all(len(window.split()) <= LONGEST for window in windows)


def test_short_and_empty_evidence_is_one_window():
    assert stretches_in("One.\n  Two.") == ("One. Two.",)
    assert stretches_in("") == ("",)
    assert stretches_in(" \n ") == ("",)


def test_windows_that_share_more_with_the_claim_come_first_and_equals_in_their_order():
    windows = ("The sea is calm.", "Cats hunt mice.", "The harbour has a tower.", "Dogs bark.")
    assert best_windows("The tower of the harbour leans.", windows, most=3) == (windows[2], windows[0], windows[1])


def test_a_word_that_few_windows_have_says_more_of_which_is_meant_than_two_that_all_have():
    windows = ("The harbour company pays.", "The harbour company sails.", "The company has a lighthouse.")
    assert best_windows("The harbour company sold its lighthouse.", windows, most=1) == (windows[2],)
    assert best_windows("The harbour company sold its ships.", windows, most=1) == (windows[0],)
