"""What a model thinks aloud is not what it says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.contracts import WriterTask
from apps.agents.thinking import spoken
from apps.agents.writer.llm import LLMWriter

from .conftest import make_chunk
from .scripted import ScriptedChat, cut


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("<think>\nThe fee? [cite:x]\n</think>\n\nIt is 20.", "It is 20."),
        ("\n <think></think>It is </think> 20. ", "It is </think> 20. "),
        ("It is <think>20</think>.", "It is <think>20</think>."),
        ("<thinking is hard", "<thinking is hard"),
        ("<thi", "<thi"),
        ("<think>for ever", ""),
        ("<think>x</think> \n", ""),
        ("", ""),
    ],
)
@pytest.mark.parametrize("size", [1, 3, 100])
def test_thoughts_at_the_head_are_left_out(answer, said, size):
    assert "".join(spoken(iter(cut(answer, size)))) == said


@given(st.text(alphabet="<think>/ a", max_size=60), st.integers(1, 9))
def test_however_it_is_cut_the_same_is_said(answer, size):
    assert "".join(spoken(iter(cut(answer, size)))) == "".join(spoken(iter([answer])))


def test_what_is_no_thought_is_handed_on_at_once():
    said = spoken(iter(["It", AssertionError]))
    assert next(said) == "It"


def test_a_writer_tells_readers_no_thoughts():
    chat = ScriptedChat("<think>They want the fee.</think>\nThe fee is 20.")
    task = WriterTask(query="What is the fee?", chunks=(make_chunk("The fee is 20.", "Fees"),))
    assert "".join(LLMWriter(chat=chat).write(task)) == "The fee is 20."
