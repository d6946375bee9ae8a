"""The parts of a document that a reader is told of, by its own headings."""

import pytest

from apps.agents.writer.plan.contents import Part, chosen, parts_of
from apps.agents.writer.plan.contents_reading import Headed
from apps.agents.writer.plan.limits import MOST

SAYS = "The depots were open all year and the crews went out in any weather, whatever it took to reach them. "
SEE = "See Note 4, Harbour Claims, of the notes to the financial statements for all that is known of these cases.\n"
ELSEWHERE = "What is asked for here is incorporated by reference to the letter that goes to the members in spring.\n"


def document(*parts, title="Borealis 2022 report", filename=""):
    """A text and its parts: (level, heading, what stands under it); a number stands for so many sentences."""
    text, headings = "", []
    for level, heading, says in parts:
        start = len(text)
        text += f"{heading}\n"
        headings.append(Headed(title=heading, level=level, start=start, end=len(text) - 1))
        text += "".join(f"{SAYS}\n" for _ in range(says)) if isinstance(says, int) else says
    return parts_of(text, headings, title=title, filename=filename)


def named(*parts, **options):
    return [part.heading for part in document(*parts, **options)]


def test_a_heading_that_only_holds_others_makes_room_for_them():
    parts = [(1, "Part I", 0), (2, "Item 1. Fleet", 4), (2, "Item 2. Crews", 4), (1, "Part II", 0), (2, "Depots", 4)]
    assert named(*parts) == ["Fleet", "Crews", "Depots"]


def test_a_part_is_told_whole_however_many_it_has_itself():
    parts = [(1, "Fleet", 2), (2, "Ferries", 6), (2, "Tugs", 6), (1, "Crews", 4), (1, "Depots", 4)]
    assert named(*parts) == ["Fleet", "Crews", "Depots"]


def test_one_that_holds_nearly_everything_makes_room_too():
    parts = [(1, "Seafaring", 1), (2, "Ferries", 6), (2, "Tugs", 6), (2, "Barges", 3)]
    assert named(*parts) == ["Ferries", "Tugs", "Barges"]
    assert named((1, "Seafaring", 1), (2, "Ferries", 6)) == ["Seafaring"]


def test_the_title_of_a_document_is_no_part_of_it():
    parts = [(1, "Borealis Inc.", 0), (2, "Fleet", 4), (2, "Crews", 4)]
    assert named(*parts, title="BOREALIS INC") == ["Fleet", "Crews"]


def test_nor_is_the_cover_that_stands_under_its_name_though_the_title_abbreviates_it():
    parts = [(1, "BOREALIS INC.", 3), (1, "Fleet", 4), (1, "Crews", 4), (1, "Depots", 4)]
    assert named(*parts, title="BRLS 10-K FY22", filename="BOREALIS_2022_10K.pdf") == ["Fleet", "Crews", "Depots"]


def test_nor_is_one_that_only_says_what_it_is():
    parts = [(1, "Employee Handbook", 4), (1, "Leave", 4), (1, "Wages", 4), (1, "Conduct", 4)]
    assert named(*parts, title="Larkmoor Bank and Trust Employee Handbook") == ["Leave", "Wages", "Conduct"]


def test_small_parts_go_together_under_the_heading_that_holds_them():
    small = [(1, "Information Security", 0), (2, "Passwords", 2), (2, "Screens", 2)]
    parts = [(1, "Fleet", 6), *small, (1, "Crews", 6), (1, "Depots", 6)]
    assert named(*parts) == ["Fleet", "Information Security", "Crews", "Depots"]


def test_where_there_are_few_a_heading_that_says_little_will_do():
    parts = [(1, "Introduction", 4), (1, "Fleet", 4), (1, "Schedule", 4), (1, "Open Questions", 4)]
    assert named(*parts) == ["Fleet", "Schedule", "Open Questions"]
    assert named(*parts, (1, "Crews", 4)) == ["Fleet", "Open Questions", "Crews"]


def test_what_says_nothing_of_the_matter_is_left_out():
    parts = [
        (1, "Table of Contents", 3),
        (1, "Fleet", 4),
        (1, "Report of the Independent Registered Public Accounting Firm", 4),
        (1, "Crews", 4),
        (1, "Forward-Looking Statements", 4),
        (1, "Depots", 4),
        (1, "Strikes", "None.\n"),
        (1, "Pay of Directors", ELSEWHERE),
    ]
    assert named(*parts) == ["Fleet", "Crews", "Depots"]


def test_what_is_attached_to_a_document_is_no_part_of_it():
    parts = [(1, "Fleet", 4), (1, "Crews", 4), (1, "Depots", 4), (1, "Exhibits", 1), (1, "Deed of Trust", 9)]
    assert named(*parts) == ["Fleet", "Crews", "Depots"]
    below = [(1, "Fleet", 4), (1, "Crews", 4), (1, "Part IV", 0), (2, "Exhibits", 1), (1, "Deed of Trust", 9)]
    assert named(*below) == ["Fleet", "Crews"]


def test_a_table_is_no_part_but_a_list_of_values_is():
    table = "".join(f"{name}   40%   41%   42%\n" for name in ("Ferries", "Tugs", "Barges", "Buoys")) * 3
    values = "".join(f"{name}   about 40 hulls\n" for name in ("Ferries", "Tugs", "Barges", "Buoys")) * 6
    parts = [(1, "Fleet", 4), (1, "Hulls by Class", table), (1, "Crews", 4), (1, "Orders", values)]
    assert named(*parts) == ["Fleet", "Crews", "Orders"]


def test_notes_to_statements_are_told_only_where_there_is_little_else():
    notes = [(1, "Financial Statements", 0), (2, "Note 1. Leases", 6), (2, "Note 2. Debt", 6), (2, "Note 3. Taxes", 6)]
    assert named((1, "Fleet", 4), (1, "Crews", 4), (1, "Depots", 4), *notes) == ["Fleet", "Crews", "Depots"]
    assert named((1, "Fleet", 4), *notes) == ["Fleet", "Leases", "Debt", "Taxes"]


def test_results_of_operations_hold_what_stands_behind_them_at_their_level():
    parts = [
        (1, "Item 7. Management's Discussion and Analysis of Financial Condition and Results of Operations", 0),
        (2, "Results of Operations", 0),
        (2, "Ferries", 5),
        (2, "Tugs", 5),
        (2, "Liquidity and Capital Resources", 2),
        (2, "Loans", 5),
        (1, "Item 8. Moorings", 4),
    ]
    found = document(*parts)
    assert [part.heading for part in found] == ["Results of Operations", "Liquidity and Capital Resources", "Moorings"]
    assert found[0].end - found[0].start > 8 * len(SAYS)


def test_elsewhere_they_hold_nothing_but_their_own():
    parts = [(1, "Results of Operations", 4), (1, "Liquidity and Capital Resources", 4), (1, "Crews", 4)]
    assert named(*parts) == ["Results of Operations", "Liquidity and Capital Resources", "Crews"]


def test_a_discussion_without_parts_of_its_own_is_one():
    parts = [(1, "Management's Discussion and Analysis of Financial Condition and Results of Operations", 9)]
    assert named(*parts, (1, "Fleet", 4)) == ["Financial Condition and Results of Operations", "Fleet"]


def test_a_year_may_stand_in_a_heading_but_no_other_figure():
    parts = [(1, "For the Full Year of Fiscal 2022", 4), (1, "Sales of $3.2 Billion", 4), (1, "Outlook for 2023", 4)]
    assert named(*parts, title="Borealis results") == ["Full Year of Fiscal 2022", "Outlook for 2023"]


def test_two_parts_under_one_heading_are_one():
    assert named((1, "Fleet", 4), (1, "Crews", 4), (1, "Fleet", 9), (1, "Depots", 4)) == ["Fleet", "Crews", "Depots"]


@pytest.mark.parametrize("parts", [(), ((1, "1.", 3),), ((1, "a line that is no heading but goes on for long", 3),)])
def test_without_headings_there_are_no_parts(parts):
    assert named(*parts) == []


def test_a_short_part_only_says_where_to_read_on():
    found = document((1, "Fleet", 6), (1, "Harbour Claims", SEE), (1, "Crews", 6))
    assert [part.tells for part in found] == [True, False, True]


def test_the_parts_of_most_worth_are_chosen_in_the_order_of_the_document():
    names = ["Fleet", "Crews", "Depots", "Moorings", "Cranes", "Ropes", "Lamps", "Buoys", "Flags", "Paint"]
    parts = document(*((1, name, 3 if name in ("Crews", "Ropes") else 12) for name in names))
    headed = [heading for heading, _ in chosen({"one": parts})]
    assert headed == [name for name in names if name not in ("Crews", "Ropes")]
    assert len(headed) == MOST


def test_what_a_document_refers_to_is_worth_more_than_its_size():
    refers = "Read Harbour Claims, Harbour Claims and Harbour Claims as well, on which more is said there than here.\n"
    parts = [(1, name, 5) for name in ("Crews", "Depots", "Moorings", "Cranes", "Ropes", "Lamps", "Buoys", "Flags")]
    found = document((1, "Fleet", refers * 3), *parts, (1, "Harbour Claims", SEE))
    assert "Harbour Claims" in [heading for heading, _ in chosen({"one": found})]


def test_of_several_documents_the_parts_that_all_have_are_enough():
    one = document(*((1, name, 4) for name in ("Fleet", "Crews", "Depots", "Moorings")))
    other = document(*((1, name, 4) for name in ("Crews", "Cranes", "Moorings", "Fleet")))
    assert [heading for heading, _ in chosen({"one": one, "other": other})] == ["Fleet", "Crews", "Moorings"]


def test_parts_of_several_documents_go_together_under_one_heading():
    one = document((1, "Fleet", 4), (1, "Crews", 4))
    other = document((1, "Item 4. Crews", 4), (1, "Depots", 4))
    headed = chosen({"one": one, "other": other}, most=2)
    assert [(heading, sorted(of)) for heading, of in headed] == [("Fleet", ["one"]), ("Crews", ["one", "other"])]


def test_each_of_several_documents_has_a_part():
    names = ["Fleet", "Crews", "Depots", "Moorings", "Cranes", "Ropes", "Lamps", "Buoys", "Flags", "Paint"]
    large = document(*((1, name, 12) for name in names))
    small = document((1, "Rooms", 2), (1, "Meals", 2), (1, "Linen", 2))
    letter = (Part(heading="Main Points", start=0, end=9, worth=1.0),)
    headed = chosen({"one": large, "other": large, "small": small, "letter": letter})
    assert len(headed) == MOST
    assert sum("small" in of for _, of in headed) == 1
    assert headed[-1] == ("Main Points", {"letter": letter[0]})


def test_one_word_that_another_heading_has_among_others_is_not_the_same_part():
    one = document(*((1, name, 4) for name in ("Properties", "Overview and Results of Operations", "Crews")))
    other = document(*((1, name, 4) for name in ("Property and Appraisal", "Results of Operations", "Depots")))
    headed = {heading: sorted(of) for heading, of in chosen({"one": one, "other": other})}
    assert headed["Properties"] == ["one"]
    assert headed["Property and Appraisal"] == ["other"]
    assert headed["Overview and Results of Operations"] == ["one", "other"]
