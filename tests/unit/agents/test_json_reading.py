"""Objects out of an answer that is still coming."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.json_reading import ObjectReader, find_object

from .scripted import cut

TEXT = st.text(alphabet='ab"\\{}[]:, \né\u2028', max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
NUMBERS = st.integers(1, 9).map(lambda number: {"claim": number})
OBJECTS = st.lists(st.builds(lambda rest, number: rest | number, st.dictionaries(TEXT, VALUES), NUMBERS))
PROSE = st.sampled_from(["", "Sure, it's here: ", "```json\n", 'As {asked}, "see" [1]:\n', "<think>“so”</think>\n"])


@given(OBJECTS, PROSE, st.booleans(), st.lists(st.integers(0, 400), max_size=12), st.booleans())
def test_however_an_answer_is_cut_the_objects_are_those_it_holds(objects, prose, escaped, places, indented):
    body = json.dumps({"verdicts": objects}, ensure_ascii=escaped, indent=1 if indented else None)
    answer = prose + body + "\n```\nThat is {all}."
    edges = sorted({0, *(place for place in places if place < len(answer)), len(answer)})
    reader = ObjectReader("claim")
    found = [one for low, high in pairwise(edges) for one in reader.feed(answer[low:high])]
    assert found == objects
    letter_by_letter = ObjectReader("claim")
    assert [one for piece in answer for one in letter_by_letter.feed(piece)] == found


@given(st.text(alphabet='{}[]"\\: ,claim1\n', max_size=80), st.integers(1, 7))
def test_whatever_comes_is_read_alike_in_pieces_and_at_once(answer, size):
    whole, pieces = ObjectReader("claim"), ObjectReader("claim")
    assert [one for piece in cut(answer, size) for one in pieces.feed(piece)] == list(whole.feed(answer))


def test_an_object_comes_out_with_the_brace_that_closes_it():
    reader = ObjectReader("claim")
    assert list(reader.feed('{"verdicts": [{"claim": 1, "notes": "}"')) == []
    assert list(reader.feed("}")) == [{"claim": 1, "notes": "}"}]
    assert list(reader.feed(', {"claim": 2')) == []


def test_a_broken_object_does_not_take_the_next_one_with_it():
    answer = '{"verdicts": [{"claim": 1,}, {"claim": 2 "x"}, {"claim": 3}]}'
    assert [one["claim"] for one in ObjectReader("claim").feed(answer)] == [3]


@pytest.mark.parametrize("open_close", ["{}", "[]", '{"claim":}'])
def test_hostile_nesting_is_read_in_time_and_yields_nothing(open_close):
    deep = open_close[:-1] * 100_000 + "1" + open_close[-1] * 100_000
    assert list(ObjectReader("claim").feed(deep)) == []


def test_a_huge_string_is_one_string():
    (found,) = ObjectReader("claim").feed(json.dumps({"claim": 1, "notes": "[{" * 200_000}))
    assert len(found["notes"]) == 400_000
    assert list(ObjectReader("claim").feed(json.dumps({"claim": 1, "notes": "x" * 2_000_000}))) == []


def test_what_is_wrong_with_an_answer_is_said_without_its_words():
    secret = "INJECTED"
    for answer, says in (
        (f"I am sorry, {secret}.", "no JSON object"),
        (f'{{"claims": ["{secret}",]}}', "not valid JSON"),
        (f'{{"claims": ["{secret}"', "not valid JSON"),
        (f'{{"{secret}": []}}', 'no field "claims"'),
    ):
        found, fault = find_object(answer, "claims")
        assert found is None
        assert says in fault
        assert secret not in fault


def test_a_draft_in_a_models_thoughts_is_not_its_answer():
    found, _ = find_object('<think>{"claims": ["draft"]}</think>```json\n{"claims": ["last"]}\n```', "claims")
    assert found == {"claims": ["last"]}
