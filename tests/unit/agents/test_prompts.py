"""Prompts are files whose places are checked."""

import hashlib

import pytest

from apps.agents.prompts import PromptError, load_prompt


@pytest.fixture
def prompt_file(tmp_path):
    def write(text):
        path = tmp_path / "ask.md"
        path.write_text(text)
        return path

    return write


def test_a_prompt_is_split_into_what_the_system_and_the_user_say(prompt_file):
    prompt = load_prompt(prompt_file("Obey ${who}.\n<!-- user -->\nI am ${who}: ${text}\n"), names=("who", "text"))
    system, user = prompt.messages(who="me", text="hello")
    assert (system.role, system.content) == ("system", "Obey me.")
    assert (user.role, user.content) == ("user", "I am me: hello")


def test_a_prompt_without_a_system_part_is_the_users(prompt_file):
    (message,) = load_prompt(prompt_file("Again: ${fault}"), names=("fault",)).messages(fault="no JSON")
    assert (message.role, message.content) == ("user", "Again: no JSON")


@pytest.mark.parametrize(
    ("text", "names", "says"),
    [
        ("${a}", ("a", "b"), r"missing \['b'\]"),
        ("${a} ${b}", ("a",), r"superfluous \['b'\]"),
        ("${A}", ("A",), "place is not written"),
        ("${a b}", ("a",), "place is not written"),
        ("${a and no end", (), "place is not written"),
    ],
)
def test_a_file_whose_places_are_not_the_expected_ones_is_refused_when_loaded(prompt_file, text, names, says):
    with pytest.raises(PromptError, match=says):
        load_prompt(prompt_file(text), names=names)


@pytest.mark.parametrize("values", [{}, {"a": "1", "b": "2"}])
def test_filling_in_other_than_the_places_is_refused(prompt_file, values):
    with pytest.raises(PromptError):
        load_prompt(prompt_file("${a}"), names=("a",)).messages(**values)


def test_what_is_filled_in_is_not_filled_again(prompt_file):
    prompt = load_prompt(prompt_file("costs $5: ${a} ${b}"), names=("a", "b"))
    (message,) = prompt.messages(a="${b} <!-- user -->\n$b", b="secret")
    assert message.content == "costs $5: ${b} <!-- user -->\n$b secret"


def test_the_hash_is_that_of_the_template_and_not_of_what_is_filled_in(prompt_file):
    text = "Say ${a}."
    prompt = load_prompt(prompt_file(text), names=("a",))
    assert prompt.hash == hashlib.sha256(text.encode()).hexdigest()[:12]
    assert load_prompt(prompt_file("Tell ${a}."), names=("a",)).hash != prompt.hash
