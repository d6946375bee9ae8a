"""Engines by name."""

import numpy as np
import pytest

from apps.agents.judge.llm import LLMJudge
from apps.agents.registry import judge_for, skeptic_for, writer_for
from apps.agents.skeptic.llm import LLMSkeptic
from apps.agents.writer.llm import LLMWriter
from apps.inference.memory import SentenceMemory, memory_of


class CountingEmbedder:
    """Vectors by length of text; remembers what it was asked."""

    name, dimensions, similarity_floor = "counting", 2, 0.3

    def __init__(self):
        self.asked = []

    def embed_texts(self, texts):
        self.asked += texts
        return np.array([[1.0, len(text)] for text in texts], np.float32)


@pytest.mark.parametrize(("find", "side"), [(writer_for, LLMWriter), (skeptic_for, LLMSkeptic), (judge_for, LLMJudge)])
def test_a_name_that_no_engine_registered_is_a_model_at_the_endpoint(find, side):
    played = find("gpt-9", embedder=CountingEmbedder())
    assert isinstance(played, side)
    assert played.name == "gpt-9"
    assert played.prompts


@pytest.mark.parametrize("find", [writer_for, skeptic_for, judge_for])
def test_a_built_in_side_has_no_prompts(find):
    played = find("builtin", embedder=CountingEmbedder())
    assert (played.name, dict(played.prompts)) == ("builtin", {})


def test_a_sentence_is_embedded_once_while_it_is_remembered():
    embedder = CountingEmbedder()
    memory = SentenceMemory(embedder, capacity=2)
    memory.vectors(["a", "bb"])
    assert memory.vectors(["bb", "a", "bb"])[:, 1].tolist() == [2.0, 1.0, 2.0]
    assert embedder.asked == ["a", "bb"]
    memory.vectors(["ccc"])
    memory.vectors(["bb"])
    assert embedder.asked == ["a", "bb", "ccc", "bb"]
    assert len(memory) == 2


def test_the_cast_shares_one_memory_per_embedder():
    one, other = CountingEmbedder(), CountingEmbedder()
    assert memory_of(one) is memory_of(one)
    assert memory_of(one) is not memory_of(other)
    kept = memory_of(one)
    memory_of(CountingEmbedder())  # takes the place of the one that was not asked for longest
    assert memory_of(one) is kept
