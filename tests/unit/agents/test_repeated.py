"""No section says again what one before it has said."""

from apps.agents.writer.parts.repeated import without_repeats

A, B, C = ("[cite:" + letter * 12 + "]" for letter in "abc")
DOCUMENTS = {"a" * 12: "one", "b" * 12: "one", "c" * 12: "two"}
FIRST = f"The fee is $40. {A} Rents rose in May. {A}"


def told(*bodies):
    return without_repeats(bodies, DOCUMENTS)


def test_a_sentence_of_one_document_is_told_by_the_first_section_that_has_it():
    second = f"Depots are in Norway. {B} Rents rose in May. {B} Staff grew. {B}"
    assert told(FIRST, second) == [FIRST, f"Depots are in Norway. {B} Staff grew. {B}"]


def test_another_document_may_say_the_same():
    second = f"Rents rose in May. {C} Depots are in Norway. {C}"
    assert told(FIRST, second) == [FIRST, second]


def test_what_leans_on_a_sentence_goes_with_it():
    second = f"Rents rose in May. {B} This was due to storms. {B} It was a surprise. {B} Depots are in Norway. {B}"
    assert told(FIRST, second)[1] == f"Depots are in Norway. {B}"


def test_a_list_that_is_gone_leaves_nothing_that_announces_it():
    first = f"Reported figures:\n\n- Fees: $4 million in 2022. {A}"
    second = f"### Acme\n\nDepots are in Norway. {B}\n\nReported figures:\n\n- Fees: $4 million in 2022. {B}"
    assert told(first, second)[1] == f"### Acme\n\nDepots are in Norway. {B}"
    third = f"### Acme\n\nReported figures:\n\n- Fees: $4 million in 2022. {B}\n\n### Borealis\n\nIt snows. {C}"
    assert told(first, third)[1] == f"### Borealis\n\nIt snows. {C}"


def test_a_list_under_a_cited_sentence_stays_whole():
    both = f"Depots are in Norway. {B}\n\nStaff may not: {B}\n\n- accept gifts of any kind {B}\n- smoke in depots {B}"
    assert told(f"- accept gifts of any kind {A}", both)[1] == both


def test_no_section_is_left_with_nothing():
    assert told(FIRST, f"Rents rose in May. {B}") == [FIRST, f"Rents rose in May. {B}"]


def test_what_is_not_repeated_stays_to_the_letter():
    bodies = ["", f"This memo covers:\n\n- Fees\n- Rents\n\n\nOdd  spaces. {A}", "The documents do not cover tax."]
    assert told(*bodies, bodies[2]) == [*bodies, bodies[2]]


def test_what_another_document_bears_out_too_is_no_repeat():
    second = f"Rents rose in May. {B} {C} Depots are in Norway. {B}"
    assert told(FIRST, second) == [FIRST, second]
    assert told(FIRST, second, f"Rents rose in May. {A} {C} Staff grew. {A}")[2] == f"Staff grew. {A}"
