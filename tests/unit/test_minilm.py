"""The built-in embedder: what its vectors mean, and that they depend on nothing but the text."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from apps.core.registry import UnknownKindError
from apps.inference.builtin import minilm
from apps.inference.builtin.minilm import CONTEXT_HEAD, CONTEXT_TAIL, WINDOW, MiniLM, batches, split_windows
from apps.inference.contracts import Passage
from apps.inference.embedders import count_tokens, get_embedder

TOLERANCE = 1e-5
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def embedder(cache: Path) -> MiniLM:
    return MiniLM(cache=cache, threads=1)


def test_vectors_are_of_unit_length_and_384_dimensions(embedder: MiniLM) -> None:
    vectors = embedder.embed_texts(["The rate is 4 percent.", "Cats sleep.", ""])
    assert vectors.shape == (3, 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(3), abs=TOLERANCE)


def test_nothing_to_embed_gives_no_rows(embedder: MiniLM) -> None:
    assert embedder.embed_texts([]).shape == (0, 384)
    assert embedder.embed_passages([]).shape == (0, 384)


def test_meaning_brings_sentences_together(embedder: MiniLM) -> None:
    question = embedder.embed_texts(["How much money did the firm spend on new machines?"])[0]
    answer, other = embedder.embed_texts(
        ["Capital expenditures for equipment were 12 million dollars.", "The orchestra played Mozart in the park."]
    )
    assert question @ answer > question @ other + 0.2


def test_a_known_pair_keeps_its_cosine(embedder: MiniLM) -> None:
    # the original model's value; a change of the graph, the tokenizer or the pooling would move it
    one, other = embedder.embed_texts(["A man is eating food.", "A man is eating a piece of bread."])
    assert float(one @ other) == pytest.approx(0.7553, abs=1e-3)


def test_vectors_do_not_depend_on_the_company_they_are_embedded_in(embedder: MiniLM) -> None:
    passages = [
        Passage(context_line="Policy › Limits", content="The limit is forty percent of the collateral. " * times)
        for times in (1, 90, 3, 40, 12)
    ]
    together = embedder.embed_passages(passages)
    alone = np.vstack([embedder.embed_passages([passage]) for passage in passages])
    assert np.abs(together - alone).max() <= TOLERANCE


def test_the_end_of_a_long_passage_is_read_too(embedder: MiniLM) -> None:
    filler = "The committee met and took note of the report. " * 45
    ending = "Penguins breed on the ice of Antarctica."
    with_ending, without = embedder.embed_passages(
        [Passage(context_line="", content=filler + ending * 8), Passage(context_line="", content=filler)]
    )
    question = embedder.embed_texts(["Where do penguins breed?"])[0]
    assert len(split_windows(context=[], content=[0] * count_tokens([filler])[0])) > 1
    assert question @ with_ending > question @ without + 0.1


def test_the_context_line_is_part_of_what_a_passage_means(embedder: MiniLM) -> None:
    content = "The total was 5,363 in the first year and 4,869 in the second."
    named, bare = embedder.embed_passages(
        [
            Passage(context_line="Acme › Statement of cash flows", content=content),
            Passage(context_line="", content=content),
        ]
    )
    question = embedder.embed_texts(["cash flow statement of Acme"])[0]
    assert question @ named > question @ bare + 0.1


def test_windows_cover_the_content_once_under_the_context() -> None:
    content = list(range(1000, 1700))
    windows = split_windows(context=[1, 2, 3], content=content)
    assert [token for window in windows for token in window[3:]] == content
    assert all(window[:3] == [1, 2, 3] and len(window) + 2 <= WINDOW for window in windows)
    assert max(map(len, windows)) - min(map(len, windows)) <= 1


def test_a_long_context_line_keeps_its_title_and_its_last_heading() -> None:
    context = list(range(200))
    (window,) = split_windows(context=context, content=[999])
    assert window == [*context[:CONTEXT_HEAD], *context[-CONTEXT_TAIL:], 999]


def test_an_empty_passage_has_one_window() -> None:
    assert split_windows(context=[], content=[]) == [[]]


def test_batches_take_every_row_once_and_keep_lengths_together() -> None:
    lengths = [250, 3, 250, 9, 3, 120] * 20
    groups = list(batches(lengths))
    assert sorted(row for group in groups for row in group) == list(range(len(lengths)))
    assert all(len(group) * max(lengths[row] for row in group) <= minilm.BATCH_TOKENS for group in groups)


def test_tokens_are_counted_without_the_models_own_marks() -> None:
    assert count_tokens(["hello world", "", "unaffordable"]) == [2, 0, 4]


def test_counting_tokens_loads_no_model() -> None:
    code = (
        "import sys; from apps.inference.builtin.wordpieces import count_tokens; count_tokens(['a']);"
        "sys.exit('onnxruntime' in sys.modules or 'torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_several_processes_may_build_the_graph_at_once(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from apps.inference.builtin.minilm import cached_graph;"
        "print(cached_graph(Path(sys.argv[1])))"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    builders = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    paths = {builder.communicate()[0].strip() for builder in builders}
    assert [builder.returncode for builder in builders] == [0, 0]
    assert len(paths) == 1
    assert [str(path) for path in tmp_path.iterdir()] == list(paths)  # and no half-written file beside it
    MiniLM(cache=tmp_path, threads=1)


def test_the_registry_gives_one_embedder_per_process_and_names_what_there_is() -> None:
    assert get_embedder("builtin") is get_embedder("builtin")
    with pytest.raises(UnknownKindError, match="builtin"):
        get_embedder("no-such-model")
