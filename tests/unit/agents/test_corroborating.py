"""What may be cited beside a sentence: only a place that says all of it, whatever else it says."""

import pytest

from apps.agents.reading.context import read_context
from apps.agents.writer.sentences.corroborating import bears_out, says_the_same
from apps.agents.writer.sentences.prose import Run
from apps.agents.writer.sentences.telling import MOST_SOURCES, paragraphs_of
from apps.verification.citations import cited_keys
from apps.verification.decide import decide
from apps.verification.types import Mode, Thresholds, Verdict
from tests.unit.agents.conftest import make_chunk, make_claim

REPORT = "Acme 2023 10-K"
HEAD = "($ in millions) 2023 2022\n"


def place_of(text, *, title=REPORT, among=""):
    """The place that says ``text`` in a passage of its own; ``among``: the passage, where it says more."""
    places = read_context((make_chunk(among or text, title),)).quotable()
    wanted = text.split("\n")[-1][:30]
    return next(place for place in places if place.unit.text.startswith(wanted) or place.unit.row)


def borne_out(claim, source, **where):
    """Whether ``source`` bears out ``claim``."""
    return bears_out(place_of(source, **where), place_of(claim))


SAYS_IT = {
    "the company's name for we": (
        "In May 2023, we sold the Leeds plant for $45.5 million.",
        "In May 2023, the Company sold the Leeds plant for $45.5 million.",
    ),
    "our for its": (
        "The Company keeps its cash with several large banks in order to spread its credit risk.",
        "We keep our cash with several large banks in order to spread our credit risk.",
    ),
    "a clause that only adds": (
        "In May 2023, we sold the Leeds plant.",
        "In May 2023, we sold the Leeds plant, which made pumps.",
    ),
    "what came of it": (
        "In May 2023, we sold the Leeds plant.",
        "In May 2023, we sold the Leeds plant and recorded a gain of $4 million.",
    ),
    "for how much": (
        "In May 2023, we sold the Leeds plant.",
        "In May 2023, we sold the Leeds plant, for net cash proceeds of $45 million.",
    ),
    "to whom": (
        "In May 2023, we sold the Leeds plant.",
        "In May 2023, we sold the Leeds plant to Borealis Pumps.",
    ),
    "a word that leads over": (
        "In May 2023, we repurchased notes of $305 million.",
        "In addition, in May 2023, we repurchased notes of $305 million.",
    ),
    "a note referred to": (
        "In May 2023, we bought all shares of Delta Valves.",
        "As discussed in Note 3, in May 2023, we bought all shares of Delta Valves.",
    ),
    "the time at the other end": (
        "At June 30, 2023, our remaining authorization was approximately $5.3 billion.",
        "Our remaining authorization was approximately $5.3 billion at June 30, 2023.",
    ),
    "a more exact day": (
        "In May 2023, our Board declared a dividend of $0.25 per share.",
        "On May 4, 2023, our Board declared a dividend of $0.25 per share.",
    ),
    "the end of the month": (
        "In October 2022, we entered into swap contracts for a total amount of $1.25 billion.",
        "At the end of October 2022, the Company entered into two swap contracts for a total amount of $1.25 billion.",
    ),
    "one date more where no figure is told": (
        "As of June 30, 2023, the Company was in compliance with all covenants.",
        "As of June 30, 2023 and June 30, 2022, the Company was in compliance with all covenants.",
    ),
    "how many of what is only named": (
        "In March 2023, we entered into swap contracts for a total amount of $1.2 billion.",
        "In March 2023, we entered into two additional swap contracts for a total amount of $1.2 billion.",
    ),
    "about for exactly": (
        "In May 2023, we recorded a gain of approximately $494 million.",
        "In May 2023, we recorded a gain of $494 million.",
    ),
    "a new one": (
        "On May 4, 2023, our Board approved a new $5.0 billion repurchase program.",
        "On May 4, 2023, our Board approved a $5.0 billion repurchase program.",
    ),
    "a number in words": (
        "During fiscal 2023, we opened twelve stores.",
        "During fiscal year 2023, we opened 12 stores.",
    ),
    "the clause beside another": (
        "Beginning in the fourth quarter of 2023, the results of Delta are shown as discontinued.",
        "On May 4, 2023, we sold Delta, and beginning in the fourth quarter of 2023, the results of Delta are shown as"
        " discontinued.",
    ),
    "a rule of the company in both voices": (
        "Our bank facilities are unsecured and limit the secured debt we can incur to 10.0% of our total assets.",
        "The Company's bank facilities are unsecured and limit the secured debt the Company can incur to 10.0% of its"
        " total assets.",
    ),
    "a row over more years": (
        f"{HEAD}Operating income 1,508 1,239",
        "($ in millions) 2023 2022 2021\nOperating income 1,508 1,239 1,321",
    ),
    "a total": (f"{HEAD}Short-term debt 80 136", f"{HEAD}Total short-term debt 80 136"),
    "a row that is added": (f"{HEAD}Income tax expense 193 300", f"{HEAD}Add: Income tax expense 193 300"),
    "a row whose scale its table's announcement gives": (
        f"{HEAD}Net earnings 1,419 2,454",
        "Earnings per share were computed as follows ($ in millions):\n\n2023 2022\nNet earnings $1,419 $2,454",
    ),
    "a row for a sentence": (
        "Refund liabilities were $106 million and $128 million as of June 30, 2023 and 2022, respectively.",
        f"{HEAD}Refund liabilities 106 128",
    ),
    "a sentence for a row": (
        f"{HEAD}Interest income 131 124",
        "Interest income was $131 million in fiscal 2023, compared to $124 million in fiscal 2022.",
    ),
    "a row for one year": ("In fiscal 2023, interest income was $131 million.", f"{HEAD}Interest income 131 124"),
}  # fmt: skip


@pytest.mark.parametrize(("claim", "source"), SAYS_IT.values(), ids=SAYS_IT)
def test_what_says_it_bears_it_out(claim, source):
    assert borne_out(claim, source)


def test_another_document_bears_out_nothing():
    claim, source = SAYS_IT["the company's name for we"]
    assert not borne_out(claim, source, title="Borealis 2023 10-K")
    assert not borne_out("In May 2023, the Leeds plant made 450 pumps.", claim, title="Borealis 2023 10-K")


def test_in_a_contract_the_company_is_not_who_writes():
    claim = place_of("In May 2023, we sold the Leeds plant for $45.5 million.")
    contract = place_of(
        "In May 2023, the Company sold the Leeds plant for $45.5 million.",
        among="The Buyer agrees hereby as follows.\n\nIn May 2023, the Company sold the Leeds plant for $45.5 million.",
    )
    assert contract.text.startswith("In May")
    assert not bears_out(contract, claim)


def test_what_the_next_sentence_takes_back_bears_out_nothing():
    claim = place_of("In May 2023, we sold the Leeds plant for $45.5 million.")
    said = "In May 2023, we sold the Leeds plant for $45.5 million, which made pumps."
    assert bears_out(place_of(said), claim)
    assert not bears_out(place_of(said, among=f"{said} That statement was false."), claim)


def test_an_item_is_read_under_the_head_of_its_list():
    claim = place_of("In May 2023, we sold the Leeds plant for $45.5 million.")
    item = "In May 2023, we sold the Leeds plant for $45.5 million, which made pumps."
    neutral = place_of(item, among=f"Events of the year:\n\n- {item}\n- In June 2023, we paid a dividend.")
    denied = place_of(item, among=f"None of the following is true:\n\n- {item}\n- In June 2023, we paid a dividend.")
    assert bears_out(neutral, claim)
    assert not bears_out(denied, claim)


def told_with(claim, *sources):
    """The keys cited behind ``claim`` where passages of its document say ``sources``; each stands by itself there."""
    chunks = [make_chunk(text, REPORT, start_offset=10_000 * at) for at, text in enumerate((claim, *sources))]
    places = read_context(tuple(chunks)).quotable()
    own = next(place for place in places if place.rank == 0)
    (paragraph,) = paragraphs_of((Run(places=(own,)),), places)
    keys = {chunk.key: at for at, chunk in enumerate(chunks)}
    return [keys[key] for key in cited_keys(paragraph)]


def test_a_sentence_cites_what_bears_it_out_behind_what_says_it_in_the_same_words():
    claim, source = SAYS_IT["the company's name for we"]
    assert told_with(claim, source) == [0, 1]
    assert told_with(claim, source, claim.upper()) == [0, 2, 1]
    assert told_with(claim, "In May 2023, the Company sold the York plant for $45.5 million.") == [0]
    assert len(told_with(claim, source, f"{source} ", f"{source}  ")) == MOST_SOURCES


def test_a_piece_that_two_passages_share_is_one_source():
    claim, source = SAYS_IT["a clause that only adds"]
    chunks = (make_chunk(claim, REPORT, start_offset=50), make_chunk(source, REPORT, start_offset=50))
    places = read_context(chunks).quotable()
    (paragraph,) = paragraphs_of((Run(places=(places[0],)),), places)
    assert cited_keys(paragraph) == (chunks[0].key,)


@pytest.mark.parametrize(("claim", "source"), SAYS_IT.values(), ids=SAYS_IT)
def test_a_second_source_leaves_the_verdict_as_it_is(judge, claim, source):
    chunks = (make_chunk(claim, REPORT), make_chunk(source, REPORT, start_offset=10_000))
    told = place_of(claim).text
    for keys in ((chunks[0].key,), (chunks[0].key, chunks[1].key)):
        drafted = make_claim(told, keys)
        (judgement,) = judge.judge(claims=(drafted,), chunks=chunks)
        decision = decide(claim=drafted, judgement=judgement, context=chunks, mode=Mode.STRICT, thresholds=Thresholds())
        assert decision.verdict is Verdict.SUPPORTED


def same_words(sentence, before, other_before):
    """Whether a sentence behind one sentence says what its copy in another passage says behind another."""
    first, second = (
        place_of(sentence, among=f"{one}\n\n{sentence}" if one.startswith("#") else f"{one} {sentence}")
        for one in (before, other_before)
    )
    return says_the_same(second, first)


def test_the_same_words_say_the_same_where_they_need_no_other_sentence():
    assert same_words("We sell pumps to water works in Ohio.", "We are small.", "We have competitors.")
    assert same_words("We have two reportable segments.", "We are small.", "We have competitors.")
    assert same_words("We offer cards issued by two banks.", "We are small.", "We have competitors.")
    assert not same_words("We offered cards issued by two banks.", "In 2023, we grew.", "In 2022, we grew.")
    assert not same_words("We have issued cards of two banks.", "In 2023, we grew.", "In 2022, we grew.")
    assert same_words("On May 4, 2023, we sold the Leeds plant.", "We are small.", "We have competitors.")


def test_the_same_words_behind_another_sentence_may_speak_of_another_thing():
    goodwill = "Goodwill is not deductible for tax purposes."
    assert not same_words(goodwill, "We bought Delta.", "We bought Borealis.")
    assert same_words(goodwill, "We bought Delta.", "We bought Delta.")
    assert not same_words("We met all related covenants.", "The notes fall due in 2030.", "The loan falls due in 2025.")
    assert not same_words("Sales growth was led by pumps and valves.", "In 2022, sales rose.", "In 2021, sales rose.")


def test_the_same_words_under_another_head_say_something_else():
    allowed, forbidden = (
        place_of("accept gifts from suppliers of pumps;", among=f"{head}\n\n- accept gifts from suppliers of pumps;\n")
        for head in ("Employees may:", "Employees may not:")
    )
    assert not says_the_same(forbidden, allowed)
    assert says_the_same(allowed, allowed)
