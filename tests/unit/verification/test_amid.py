"""Words amid others of their sentence: stated by themselves, or turned, bound or torn by what stands around."""

import pytest

from apps.verification.wording.standing import Standing, spelled, standing


def held(claim: str, sentence: str) -> Standing:
    return standing(spelled(claim), sentence)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The mill was sold to a trust after two dry summers.", Standing.AMID),
        ("The owners of the yard say the mill was sold to a trust after two dry summers.", Standing.TURNED),
        ("In the novel, the mill was sold to a trust after two dry summers.", Standing.BOUND),
        ("The mill was sold to a trust or to a bank.", Standing.BOUND),
        ("The mill was sold to a trust in none of the cases.", Standing.BOUND),
        ("The owner of the house at the mill was sold to a trust after two dry summers.", Standing.BOUND),
        ("She dreamed the mill was sold to a trust after two dry summers.", Standing.BOUND),
        ("Because the mill was sold to a trust, the yard stood empty.", Standing.PART),
        ("Overall, the mill was sold to a trust at a fair price.", Standing.AMID),
        ("On 3 May 1921, the mill was sold to a trust at a fair price.", Standing.AMID),
        ("Although the mill was sold to a trust, the court undid it.", Standing.BOUND),
        ("Although the mill was sold to a trust, the court annulled that.", Standing.BOUND),
        ("Although the mill was sold to a trust, the sales were annulled.", Standing.BOUND),
        ("Although the mill was sold to a trust, the yard stayed empty for years.", Standing.AMID),
        ("The bell sounded when the mill was sold to a trust.", Standing.AMID),
        ("It was a lie that the bell sounded when the mill was sold to a trust.", Standing.TURNED),
        ("They waited for the day when the mill was sold to a trust.", Standing.TURNED),
        ("The engineers tested a case where the mill was sold to a trust.", Standing.TURNED),
        ("The village moved to the coast, where the mill was sold to a trust.", Standing.AMID),
        ("The note was misread as the mill was sold to a trust.", Standing.BOUND),
        ("The village emptied, as the mill was sold to a trust.", Standing.AMID),
        ("Unlike in reality, the mill was sold to a trust in the end.", Standing.BOUND),
        ("The mill was sold to a trust, so that the miller moved away.", Standing.PART),
        ("The mill was sold to a trust, a boast that nobody took seriously.", Standing.BOUND),
        ("The bell may ring when the mill was sold to a trust.", Standing.TURNED),
        ("The bell always sounded when the mill was sold to a trust.", Standing.TURNED),
        ("The village emptied after the mill was sold to a trust.", Standing.AMID),
        ("A boat was named after the mill was sold to a trust.", Standing.BOUND),
        ("Unlike the bakery, the mill was sold to a trust at a fair price.", Standing.AMID),
        ("The mill was sold to a trust, after which the miller said he was glad.", Standing.BOUND),
        ("The mill was sold to a trust, a tale that nobody believes.", Standing.TURNED),
        ("The mill was sold to a trust, a regional governor told the press.", Standing.BOUND),
        ("The mill was sold to a trust after an inquiry into the alleged leaks.", Standing.TURNED),
        ("The mill was sold to a trust, more than a year after the leaks were denied.", Standing.TURNED),
        ("In the old register, the mill was sold to a trust at a fair price.", Standing.BOUND),
        ("A jury found the mill was sold to a trust at a fair price.", Standing.BOUND),
        ("It looked as though the mill was sold to a trust at a fair price.", Standing.BOUND),
        ("The firm for running the mill was sold to a trust at a fair price.", Standing.BOUND),
        ("The mill was sold to a trust in the closing chapter.", Standing.BOUND),
        ("The mill was sold to a trust in June, but nobody paid.", Standing.BOUND),
        ("The mill was sold to a trust, the judge had held, in good faith.", Standing.BOUND),
        ("The mill was sold to a trust in the forecasts of the bank.", Standing.LIMITED),
        ("The mill was sold to a trust in June, and members took evidence on the bill.", Standing.AMID),
        ("The man who shot the mill was sold to a trust at a fair price.", Standing.BOUND),
        ("Police are certain the mill was sold to a trust at a fair price.", Standing.BOUND),
        ("In the 2019 pilot, the mill was sold to a trust at a fair price.", Standing.BOUND),
        ("Before the merger the mill was sold to a trust at a fair price.", Standing.BOUND),
        ("The mill was sold to a trust housing estate.", Standing.BOUND),
        ("The mill was sold to a trust-like body.", Standing.BOUND),
        ("The mill was sold to a trust relating to the town.", Standing.AMID),
        ("The mill was sold to a trust in the season finale.", Standing.BOUND),
        ("The road between the town and the mill was sold to a trust.", Standing.BOUND),
        ("The loan was meant to ensure that the mill was sold to a trust.", Standing.TURNED),
        ("It is common ground that the mill was sold to a trust.", Standing.PART),
        ("The jury was asked to find that the mill was sold to a trust.", Standing.TURNED),
        ("The forged minutes record that the mill was sold to a trust.", Standing.TURNED),
        ("The minutes record that the mill was sold to a trust.", Standing.PART),
        ("The mill was sold to a trust, which the court of appeal quashed in 2019.", Standing.LIMITED),
        ("The mill was sold to a trust under the bills of exchange due in May.", Standing.AMID),
        ("The farm the mill was sold to a trust with burned down.", Standing.BOUND),
        ("Pursuant to an order the mill was sold to a trust at a fair price.", Standing.BOUND),
        ("A well-known blogger wrote that the mill was sold to a trust.", Standing.TURNED),
        ("It is far from evident that the mill was sold to a trust.", Standing.TURNED),
        ("As a matter of fact he told the court that the mill was sold to a trust.", Standing.TURNED),
        ("In an apparent hoax a caller said that the mill was sold to a trust.", Standing.TURNED),
        ("It would be common ground in a sane world that the mill was sold to a trust.", Standing.TURNED),
        ("It remains to be shown that the mill was sold to a trust.", Standing.TURNED),
        ("Screens were put up so that the mill was sold to a trust.", Standing.TURNED),
    ],
)
def test_words_amid_others_are_told_from_those_that_are_denied_or_torn(sentence: str, expected: Standing) -> None:
    assert held("the mill was sold to a trust", sentence) is expected


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("Liverpool manager ", Standing.AMID),
        ("Reality star ", Standing.AMID),
        ("Former mayor ", Standing.BOUND),
        ("Investors in ", Standing.BOUND),
        ("She dreamed ", Standing.BOUND),
        ("A boat named after ", Standing.BOUND),
    ],
)
def test_what_names_an_office_and_no_other_one_may_be_left_out(before: str, expected: Standing) -> None:
    assert held("June Shannon won a prize", f"{before}June Shannon won a prize on a cold night.") is expected


def test_a_heading_that_runs_into_a_sentence_tears_nothing_and_a_verb_of_saying_does() -> None:
    said = "the lower deck gives room to the crew"
    assert held(said, "A new design for cabins The lower deck gives room to the crew as they rest.") is Standing.AMID
    assert held(said, "Papers report The lower deck gives room to the crew as they rest.") is Standing.BOUND


def test_a_rule_holds_in_the_draft_alone_that_its_sentence_ends_with() -> None:
    growth = "Traffic on the road grows by 4% a year"
    ends = "and tolls rise with prices, in the forecasts on which the test is based."
    assert held(growth, f"{growth}, {ends}") is Standing.LIMITED
    assert held(growth, f"{growth}; the minister took questions in the proposals.") > Standing.LIMITED


def test_a_rule_is_never_amid_what_may_restrict_it() -> None:
    assert held("Staff may work from home", "Staff may work from home to care for a child.") is Standing.BOUND


def test_of_the_same_words_in_one_sentence_the_first_places_are_looked_at() -> None:
    said = "the mill was sold by Kerr to Acme"
    assert Standing.ABSENT < held(said, " ".join([said] * 2000) + ".") <= Standing.AMID


@pytest.mark.parametrize(
    ("claim", "sentence", "expected"),
    [
        ("The guarantor is liable for the debts.",
         "The guarantor is liable for the debts that arose before May.", Standing.BOUND),
        ("The fungus does not attack oak.", "The fungus does not attack oak, nor does it attack beech.", Standing.AMID),
        ("The judge said the clerk was asleep.", "The judge, said the clerk, was asleep.", Standing.TURNED),
        ("The judge said the clerk was asleep.", "The judge said the clerk was asleep.", Standing.WHOLE),
        ("Police say protesters threw stones.", "Police, say protesters, threw stones.", Standing.TURNED),
        ("The church, thought to be old, was sold.", "The church, thought to be old, was sold.", Standing.WHOLE),
        ("The hall, said to be haunted, was sold.", "The hall, said to be haunted, was sold.", Standing.WHOLE),
        ("The firm paid its staff in May.",
         "The firm paid its staff in May, while the union says they got it in June.", Standing.TURNED),
        ("The clerk stole the ring.", "The clerk stole the ring; the alleged theft was made up.", Standing.TURNED),
        ("She studied at Trinity College.", "She studied at Trinity College of Music, where she sang.", Standing.BOUND),
        ("A tanker struck the pier.",
         "In the exercise, which ministers watched, a tanker struck the pier at noon.", Standing.BOUND),
        ("There were no fatal accidents.", "The Chilean mines apart, there were no fatal accidents.", Standing.BOUND),
        ("The fungus attacks oak.", "The fungus attacks oak, nor does it spare beech.", Standing.BOUND),
    ],
)  # fmt: skip
def test_which_of_several_binds_and_another_denial_does_not(claim: str, sentence: str, expected: Standing) -> None:
    assert held(claim, sentence) is expected
