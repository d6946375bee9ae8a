"""What a closing chooses of all that may be told: what comes of a thing before how it stands and before its details."""

import pytest

from apps.agents.contracts import OutlineTask, SectionTask
from apps.agents.reading.context import read_context
from apps.agents.reading.question import read_question
from apps.agents.skeptic.claims import claims_of
from apps.agents.writer.parts.concluding import Degree, degree_of, is_detail

from .conftest import make_chunk

PAID = "Acme paid dividends of $4 million in 2022."


def closing(writer, query, content, *, told="", title="Acme 2022 10K"):
    chunk = make_chunk(content, title)
    outline = writer.outline(OutlineTask(query=query, chunks=(chunk,)))
    index = len(outline.sections) - 1
    text = f"{told} [cite:{chunk.key}]"
    return "".join(writer.section(SectionTask(query=query, outline=outline, index=index, chunks=(chunk,), text=text)))


@pytest.mark.parametrize(
    ("text", "degree"),
    [
        ("The board expects dividends to double next year.", Degree.AHEAD),
        ("Dividends are likely to fall in the coming year.", Degree.AHEAD),
        ("Dividends of the plan are expected to be recognized over three years.", Degree.PLAIN),
        ("All employees are expected to act with care.", Degree.PLAIN),
        ("The board expects its employees to act with care.", Degree.PLAIN),
        ("Dividends fell because of the flood in the mills.", Degree.COMES_OF),
        ("Dividends rose by 4% in that year.", Degree.COMES_OF),
        (PAID, Degree.STANDS),
        ("Our debt could be adversely affected by such a step.", Degree.STANDS),
        ("Our debt is subject to rules that could expose us to claims.", Degree.STANDS),
        ("Dividends must be approved by the board.", Degree.RULE),
        ("Our needs increase in the months of summer.", Degree.RULE),
        ("We serve markets that increase the safety of people.", Degree.PLAIN),
        ("Dividends depend on many things.", Degree.PLAIN),
    ],
)
def test_what_a_sentence_concludes(text, degree):
    assert degree_of(text) is degree


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("As of June 30, 2022, Acme owed dividends of $3 million.", True),
        ("Under the terms of the agreement, Corax may buy the mill.", True),
        ("In 2021 the board of Acme paid dividends of $3 million.", True),
        ("The mill was sold by Corax to Borealis and by them to us.", True),
        ("The loans of $1 million, $2 million, $3 million and $4 million were repaid.", True),
        ("The board of Acme paid dividends of $3 million in June 2022.", False),
        ("Our mills in Norway are the oldest.", False),
    ],
)
def test_a_detail_is_of_another_time_of_others_or_of_much_at_once(text, detail):
    (place,) = read_context((make_chunk(text, "Acme 2022 10K"),)).quotable()
    assert is_detail(place) is detail


@pytest.mark.parametrize(
    ("told", "left"),
    [
        ("Acme expects to pay dividends of $5 million in 2023.", PAID),
        ("Dividends of Acme rose due to the good year.", PAID),
        (PAID, "As of June 30, 2022, Acme owed dividends of $3 million."),
    ],
)
def test_a_closing_tells_what_is_expected_or_came_of_it_before_what_was_and_before_details(writer, told, left):
    text = closing(
        writer, "Write a report on dividends, debt and litigation", f"Dividends\n\n{left} {told}", told="Hm."
    )
    assert text.startswith(told)
    assert left not in text


def test_a_detail_that_concludes_nothing_is_left_out(writer):
    left = "Under the terms of the agreement, Corax may pay the dividends of Borealis."
    query = "Write a report on dividends, debt and litigation"
    text = closing(writer, query, f"Dividends\n\n{left}\n\nDebt\n\nOur debt fell by $2 million.")
    assert text.startswith("Our debt fell by $2 million.")
    assert left not in text


def test_a_sentence_on_two_topics_stands_for_both(writer):
    both = "Acme expects to pay its dividends and its debt out of the cash of 2023."
    query = "Write a report on dividends, debt and litigation"
    text = closing(writer, query, f"Cash\n\n{both} Acme expects its debt to fall.\n\nTax\n\nTax fell.")
    assert text.startswith(both)
    assert "debt to fall" not in text


def test_a_sentence_that_has_one_of_a_topics_two_words_is_told_for_want_of_any_other_alone(writer):
    beside, query = (
        "The profit of Acme rose by 5% to $6 million.",
        "Write a report on gross profit, debt and litigation",
    )
    lines = f"Results\n\n{beside}"
    assert closing(writer, query, lines, told="Hm.").startswith(beside)
    debt = "The debt of Acme fell by 3%."
    assert closing(writer, query, f"{lines}\n\nDebt\n\n{debt}", told="Hm.").startswith(debt)
    assert beside not in closing(writer, query, f"{lines}\n\nDebt\n\n{debt}", told="Hm.")


def test_what_is_left_open_for_a_company_with_a_figure_in_its_name_is_no_claim(writer):
    chunk = make_chunk("Dividends\n\n7K paid dividends of $4 million.\n\nDebt\n\nThe debt of 7K fell.", "7K 2022 10K")
    query = "Write a report on 7K: dividends, debt and company cars"
    outline = writer.outline(OutlineTask(query=query, chunks=(chunk,)))
    texts: list[str] = []
    for index in range(len(outline.sections)):
        task = SectionTask(query=query, outline=outline, index=index, chunks=(chunk,), text="\n\n".join(texts))
        texts.append("".join(writer.section(task)))
    assert texts[-1].endswith("The documents do not cover company cars for “7K”.")
    *_, last = claims_of(texts[-1], read_question(query))
    assert not last.requires_citation
