"""Regular expressions that are compiled at first use behave as those that are compiled at once."""

import re
from importlib import import_module

import pytest

from apps.core import patterns
from apps.core.patterns import compile_all, lazy_regex


@pytest.fixture
def none_of_the_others(monkeypatch):
    monkeypatch.setattr("apps.core.patterns._waiting", [])


def test_it_does_what_the_compiled_one_does():
    lazy, plain = lazy_regex(r"(?P<a>x+)", re.IGNORECASE), re.compile(r"(?P<a>x+)", re.IGNORECASE)
    assert lazy.sub("y", "aXXb") == plain.sub("y", "aXXb")
    assert [one["a"] for one in lazy.finditer("xxXy x")] == [one["a"] for one in plain.finditer("xxXy x")]
    assert (lazy.pattern, lazy.flags, lazy.groupindex) == (plain.pattern, plain.flags, plain.groupindex)
    assert lazy.search("ab") is None


@pytest.mark.usefixtures("none_of_the_others")
def test_its_pattern_can_be_a_part_of_another_before_it_is_compiled():
    part = lazy_regex("(")
    assert part.pattern == "("
    with pytest.raises(re.error):
        part.search("x")


@pytest.mark.usefixtures("none_of_the_others")
def test_all_that_wait_are_compiled_at_once(monkeypatch):
    lazy = lazy_regex("x")
    assert (compile_all(), compile_all()) == (1, 0)
    monkeypatch.setattr(re, "compile", None)
    assert lazy.match("x")


def test_what_it_does_not_have_it_does_not_have():
    assert not hasattr(lazy_regex("x"), "found")


def test_every_one_of_the_project_compiles():
    import_module("workers.phases")
    for one in patterns._waiting:
        assert one.compiled.pattern == one.pattern
