"""What is told twice in other words is told once, by the sentence that says all of it; what is not the same stays."""

import pytest

from apps.agents.reading.context import read_context
from apps.agents.writer.parts.repeated import without_retellings
from apps.agents.writer.sentences import retold
from apps.agents.writer.sentences.prose import Run
from apps.agents.writer.sentences.retold import tells_all_of, without_retold

from .conftest import make_chunk

SHARE = "On 4 May 2022, we announced the Board’s approval of a 5% increase in the yearly harbour fee to $42 per boat."
FIGURES = "On 4 May 2022, we announced an increase in our yearly harbour fee from $40 to $42 per boat."
EACH = "On 4 May 2022, we announced an increase in our yearly harbour fee from $40 per boat to $42 per boat."
SOLD = "We also ran three boat yards in Norway until their sale on May 23, 2022."
FOR_HOW_MUCH = SOLD.replace("2022.", "2022, for net cash proceeds of $365 million.")
FELL = "In 2022 the rent was reduced from $50 million to $45 million."


def places(*sentences, title="Acme 2022 10K"):
    """Each from a passage of its own."""
    chunks = tuple(make_chunk(f"Fees\n\n{one}", title, start_offset=900 * at) for at, one in enumerate(sentences))
    return [chunk[-1] for chunk in read_context(chunks).chunks]


def both_ways(one, other):
    first, second = places(one, other)
    return tells_all_of(first, second), tells_all_of(second, first)


def test_a_rise_that_is_told_by_its_figures_need_not_be_told_by_its_share():
    assert both_ways(EACH, SHARE) == (True, False)
    assert both_ways(FIGURES, SHARE) == (True, False)
    assert both_ways(FELL, FELL.replace("from $50 million", "by 10%")) == (True, False)


def test_a_figure_that_another_sentence_also_dates_is_told_by_that_one():
    bare = "Harbour fees rose by $6,374 million primarily driven by larger boats."
    dated = "Harbour fees rose by $6,374 million in 2022 compared with 2021 primarily due to larger boats in 2022."
    assert both_ways(dated, bare) == (True, False)


def test_a_sentence_goes_before_one_that_says_the_same_and_goes_on():
    assert both_ways(FOR_HOW_MUCH, SOLD) == (True, False)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (EACH, SHARE.replace("5%", "6%")),
        (EACH, SHARE.replace("$42", "$43")),
        (EACH, SHARE.replace("4 May 2022", "4 May 2021")),
        (EACH, SHARE.replace("4 May", "6 May")),
        (EACH, SHARE.replace("harbour", "mooring")),
        (EACH, SHARE.replace("increase", "decrease")),
        (EACH, SHARE.replace("yearly", "monthly")),
        (EACH, SHARE.replace("we announced", "we did not announce")),
        (EACH, SHARE.replace("harbour fee", "harbour fee for ferries")),
        (EACH, SHARE.replace(" per boat.", " per boat for two years.")),
        (EACH.replace("$40 per boat", "$40 per ferry"), SHARE),
        (EACH.replace("announced", "expect"), SHARE),
        ("Fees rose by $6,374 million in 2022 due to boats.", "Fees rose by $6,374 million due to boats and cranes."),
        ("Fees rose by $6,374 million in 2022 due to boats.", "Fees rose by $6,374 million, offset by boats."),
        ("Mooring fees rose by $6,374 million in 2022 due to boats.", "Fees rose by $6,374 million due to boats."),
        ("Fees rose by $6,374 million in 2022 due to boats.", "Fees fell by $6,374 million due to boats."),
        ("Fees rose by $6,374 million in 2022 despite storms.", "Fees rose by $6,374 million because of storms."),
        (
            "Fees rose by $6,374 million in 2022 due to lower wages and higher prices.",
            "Fees rose by $6,374 million due to higher wages and lower prices.",
        ),
        ("Fees rose by $6,374 million in 2022, excluding Norway.", "Fees rose by $6,374 million in Norway."),
        ("Fees rose by $64 million in 2022 due to boats.", "Fees rose by $64 million due to boats."),
        ("Sales in Norway rose by 4% in 2022.", "Sales rose by 4% in 2022."),
        ("Sales rose by 15.6% in the fourth quarter of 2022.", "Sales rose by 15.6% in 2022."),
        (FELL, FELL.replace("from $50 million", "by 10%").replace("rent", "fee")),
        (FELL, FELL.replace("from $50 million", "by 11%")),
        (FELL.replace("reduced", "raised"), FELL.replace("from $50 million", "by 10%")),
    ],
)  # fmt: skip
def test_two_facts_stay_two_whatever_figure_they_share(one, other):
    assert both_ways(one, other) == (False, False)


def test_another_document_says_nothing_needless():
    (first,), (second,) = places(EACH), places(SHARE, title="Zenith 2022 10K")
    assert not tells_all_of(first, second)


@pytest.mark.parametrize("order", [(SHARE, EACH), (EACH, SHARE)])
def test_the_fuller_of_two_tellings_is_kept_wherever_it_stands(order):
    told = places(*order)
    assert without_retold([Run(places=(place,)) for place in told]) == (Run(places=(told[order.index(EACH)],)),)


def test_what_was_told_before_is_not_told_again():
    share, each = places(SHARE, EACH)
    assert without_retold([Run(places=(share,))], told=[each]) == ()
    assert without_retold([Run(places=(each,))], told=[share]) == (Run(places=(each,)),)


def test_a_sentence_that_another_leans_on_is_kept():
    chunk = make_chunk(f"Fees\n\n{SHARE} This was the third in three years.", "Acme 2022 10K")
    other = make_chunk(f"Fees\n\n{EACH}", "Acme 2022 10K", start_offset=900)
    context = read_context((chunk, other))
    run = Run(places=tuple(place for place in context.chunks[0] if place.text != "Fees"))
    fuller = Run(places=context.chunks[1][-1:])
    assert without_retold([run, fuller]) == (run, fuller)


def test_of_two_sections_the_one_with_less_gives_way():
    chunks = tuple(make_chunk(f"Fees\n\n{one}", "Acme 2022 10K") for one in (SHARE, EACH))
    first = f"Boats are painted in May. [cite:{chunks[0].key}] {SHARE} [cite:{chunks[0].key}]"
    second = f"{EACH} [cite:{chunks[1].key}]"
    assert without_retellings([first, second], chunks) == [first.partition(" On 4")[0], second]
    assert without_retellings([second, first], chunks) == [second, first.partition(" On 4")[0]]
    leant_on = f"{first} This was new. [cite:{chunks[0].key}]"
    assert without_retellings([leant_on, second], chunks) == [leant_on, second]
    alone = f"{SHARE} [cite:{chunks[0].key}]"
    assert without_retellings([alone, second], chunks) == [alone, second]


def a_statement(number):
    """Each of another thing, so that none says what another does; all share some of their words."""
    return f"On 4 May 2022, we announced a fee of ${number + 100} per boat for berth{chr(97 + number % 26)}{number}."


@pytest.mark.parametrize("distance", [0, 100, 300])
def test_however_much_stands_between_two_tellings_the_fuller_is_found(distance):
    between = [a_statement(number) for number in range(distance)]
    told = places(*between, SHARE, EACH)
    kept = without_retold([Run(places=(place,)) for place in told])
    assert [run.places[0].text for run in kept] == [*between, EACH]


def test_a_row_that_a_sentence_far_behind_gives_is_needless():
    row = make_chunk("| | 2022 | 2021 |\n| --- | --- | --- |\n| Harbour fees | $6,374 | $5,120 |", "Acme 2022 10K")
    told = "Harbour fees were $6,374 in 2022 and $5,120 in 2021."
    others = [make_chunk(a_statement(at), "Acme 2022 10K", start_offset=900 * at + 900) for at in range(120)]
    context = read_context((row, *others, make_chunk(told, "Acme 2022 10K", start_offset=900_000)))
    runs = [Run(places=(place,)) for place in context.quotable()]
    assert runs[0].is_rows
    assert without_retold(runs) == tuple(runs[1:])


def test_each_statement_is_compared_only_with_what_could_say_all_of_it(monkeypatch):
    asked = []
    monkeypatch.setattr(retold, "tells_all_of", lambda other, place: bool(asked.append((other, place))))
    told = places(*map(a_statement, range(300)))
    without_retold([Run(places=(place,)) for place in told])
    assert len(asked) < 10 * len(told)
