"""Layers of a sentence that have no bearing on a statement in it, and those that look like them and have."""

import pytest

from apps.verification.wording.standing import Standing, spelled, standing

EVENT = "the mill was sold to a trust"
RULE = "the lock is checked by two wardens"
FREE = [  # without these the statement is as true
    "It emerged that {event}.",
    "It emerged from the inquiry that {event}, and the papers were handed over.",
    "It emerged from the engineer's inquiry that {event}.",
    "The steward learned only in June that {event}.",
    "The fact that {event} has long been known from the tax rolls.",
    "Nobody disputes that {event}.",
    "There is no doubt that {event}.",
    "The heirs did not know that {event}.",
    "Your readers may not be aware that {event}.",
    "What surprised the council was that {event}.",
    "It was in 1887 that {event}.",
    "So deep was the debt that {event}.",
    "No sooner had the miller died than {event}.",
    "Bear in mind that {rule}.",
    "You will be glad to learn that {rule}.",
    "As both courts noted, {event}.",
    "For the avoidance of doubt, {rule}.",
    "Contrary to what the old guide said, {rule}.",
    "Because the dam had leaked, {rule}.",
    "In the summer of 1921, {event}.",
    "During the drought, {event}.",
    "Once the widow had withdrawn her objection, {event}.",
    "When the line reached the valley, {event}.",
    "To pay for the war, {event}.",
    "Having failed to let it, the widow wept: nobody came. By the end of the year, {event}.",
    "Since {event}, no rent has been paid.",
    "{event}, a step first discussed in 1998.",
    "{event}, and the money went to the parish.",
    "{event}, after which the miller moved away.",
    "{event} (now run by volunteers).",
    "{event} at a cost of three million.",
    "{event} – two years later than intended.",
    "{rule}, so that nobody is trapped.",
    "{rule}, whether the boat is large or small.",
    "{rule}, since one of them was once deceived.",
    "Up 5 per cent on the year before in all three valleys {event} They agreed to meet in May.",
]
LIKELY = [  # so the model is asked besides, and strict mode does without them
    "She was dismayed to learn that {event}.",
    "But {event}.",
    "By contrast, {rule}.",
    "Even if the water is low, {rule}.",
    "So that no boat is lost, {rule}.",
    "As part of the settlement, {event}.",
    "Nobody was hurt, since {event}.",
    "The village emptied, as {event}.",
    "An expert report proves that {event}.",
    "She reminded the court that {event}.",
    "With two new wheels, {event}.",
    "Three weeks after {event}, the wheel broke.",
    "Although {event}, the yard stayed empty for years.",
    "The pump stood still by June, when {event}.",
    "The yard stood empty because {event}.",
    "Two days before {event}, the wheel broke.",
    "{event}, first in part and then as a whole.",
]
BOUND = [  # without these it may not be so
    "It applies where the miller has demonstrated that {event}.",
    "Time runs from the day on which he learned that {event}.",
    "In the clerk's mind, it was clear that {event}.",
    "Nothing in the file establishes that {event}.",
    "In order to get the discount, {rule}.",
    "As the load is raised, {rule}.",
    "Stripping out two orders, {event}.",
    "With one exception, {rule}.",
    "After adjustment for rent, {event}.",
    "{event}, mostly in the north.",
    "{event}, the union pointed out.",
    "{event}, where the owners were asked.",
    "{event}, judging by the ledger.",
    "{event} (the miller's version).",
    "{event} (England and Wales).",
    "The rent is due when the wheel turns, and {event}.",
    "{rule}, or 3 for large boats.",
    "{rule} regardless of size if the gate is open.",
    "{rule} regardless of the reason within 30 days.",
    "Regardless of age if the lake is open, {rule}.",
    "Contrary to the claimant's case, {event}.",
    "To all appearances, {event}.",
    "The police discovered evidence that {event}.",
    "The auditors did not know of the possibility that {event}.",
    "It was on the understanding that {event}.",
    "So great was the concern that {event}.",
    "The applicant relies on the fact that {event}.",
    "As critics have noted, {event}.",
    "{event}, as the draft accounts show.",
    "Common myths about the new lock {rule}.",
    "{event}, ignoring one buyer.",
    "{event}, after which the trust said it had made it up.",
    "{event}, a step chalked off by the council.",
    "After minority interests, {event}.",
    "By some accounts of the time, {event}.",
    "{rule}, not in August.",
    "It has yet to emerge that {event}.",
    "If it emerged that {event}, the trust would sue.",
    "It has not been established that {event}.",
    "The seller is not aware that {event}.",
    "She learned from a rumour that {event}.",
    "Their heroine learns that {event}.",
    "The supposed fact that {event} was printed twice.",
    "The press behaved as though it had been established that {event}.",
    "It is only partly true that {event}.",
    "Under torture the clerk admitted that {event}.",
    "What the prospectus implied was that {event}.",
    "The auditor must now show that {event}.",
    "Before Galen it was counted a known fact that {event}.",
    "It had been recorded that {event}, whereas it was let.",
    "Regardless of the season, if the wind exceeds forty knots, {rule}.",
    "Despite the silence of the palace, according to the press, {event}.",
    "Given two months' notice, {rule}.",
    "To keep the early discount, {rule}.",
    "As far as the auditors were able to see, {event}.",
    "As the maker's leaflet explains, {rule}.",
    "During last week's exercise, {event}.",
    "In the third season, {event}.",
    "As part of the deception, {event}.",
    "Together with its partners, {rule}.",
    "Kept in captivity, {rule}.",
    "While the alarm sounds, {rule}.",
    "The bishop was made regent until {event}.",
    "Before {event}, the buyer walked away.",
    "The bonus fell due once {event}.",
    "The guests waited for the day when {event}.",
    "He talks as though {event}.",
    "The foundation named after {event}.",
    "The underwriters declined to pay, since {event}.",
    "Perhaps because {event}, the yard was shut.",
    "Although {event}, the court annulled that.",
    "As {rule}, the value falls.",
    "Although {rule}, batteries are left out.",
    "{event}, a claim that its rival denies.",
    "{event}, a finding the appeal court did not share.",
    "{event}, one newspaper joked on 1 April.",
    "{event}, his publisher used to insist.",
    "{event}, so the gossip ran.",
    "{event}, bar the survey.",
    "{event} (not completed).",
    "{event} (a slip for the mine).",
    "{event} only on paper.",
    "{event}, the judge would have held in dissent.",
    "{rule}, for the first two years.",
    "{rule}, as a last resort.",
    "{rule}, whether old or new, so long as the lake is open.",
    "{rule}, so that patients can bathe, on Tuesdays.",
    "{rule}, the owner having first been asked.",
    "An article about mills in The Times said {event}.",
    "Her answer was short; {event}.",
]


def held(frame: str) -> Standing:
    sentence = frame.format(event=EVENT, rule=RULE)
    sentence = sentence.replace("valleys the mill", "valleys The mill").replace("lock the lock", "lock The lock")
    said = EVENT if "{event}" in frame else RULE
    return standing(spelled(said), sentence.rpartition("came. ")[2])


@pytest.mark.parametrize("frame", FREE)
def test_what_does_not_bear_on_a_statement_is_taken_off(frame):
    assert held(frame) >= Standing.PART


@pytest.mark.parametrize("frame", LIKELY)
def test_what_likely_has_no_bearing_is_left_to_the_model(frame):
    assert held(frame) is Standing.AMID


@pytest.mark.parametrize("frame", BOUND)
def test_what_bears_on_a_statement_is_not_taken_off(frame):
    assert held(frame) < Standing.PART


def test_in_a_quotation_nothing_is_taken_off():
    said = "the mill was sold to a trust"
    assert (
        standing(spelled(said), '"The yard is empty, since the mill was sold to a trust," he wrote.') is Standing.TURNED
    )


def test_a_very_long_sentence_is_left_as_it_is():
    before = "It was a long year, and " + "the rain fell and " * 150
    assert standing(spelled(EVENT), f"{before}it emerged that {EVENT}.") < Standing.PART


def test_what_is_denied_for_one_reason_may_be_so_for_another():
    assert standing(spelled("No jobs were lost"), "No jobs were lost because of the merger.") is Standing.LIMITED
    assert standing(spelled("No jobs were lost"), "No jobs were lost, because the owners agreed.") > Standing.LIMITED
