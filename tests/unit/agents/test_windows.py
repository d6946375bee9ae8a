"""Windows of long evidence: the likeliest come first."""

from apps.agents.reading.windows import best_windows


def test_windows_that_share_more_with_the_claim_come_first_and_equals_in_their_order():
    windows = ("The sea is calm.", "Cats hunt mice.", "The harbour has a tower.", "Dogs bark.")
    assert best_windows("The tower of the harbour leans.", windows, most=3) == (windows[2], windows[0], windows[1])


def test_a_word_that_few_windows_have_says_more_of_which_is_meant_than_two_that_all_have():
    windows = ("The harbour company pays.", "The harbour company sails.", "The company has a lighthouse.")
    assert best_windows("The harbour company sold its lighthouse.", windows, most=1) == (windows[2],)
    assert best_windows("The harbour company sold its ships.", windows, most=1) == (windows[0],)


def test_copies_of_a_window_do_not_make_its_words_common():
    windows = (*["The harbour opened on Sunday."] * 6, "A festival is held in winter.")
    assert best_windows("The harbour was inaugurated on Sunday at a festival.", windows, most=1) == (windows[0],)
