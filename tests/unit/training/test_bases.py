"""What a model begins with: the tensors of a published encoder, under one set of names and for one vocabulary."""

import io
import zipfile
from hashlib import sha256
from importlib.metadata import PackageNotFoundError
from itertools import product
from math import erf
from types import SimpleNamespace

import numpy as np
import pytest
from onnxruntime import InferenceSession
from safetensors.numpy import save

from apps.inference.builtin.cross_encoder import INPUTS
from apps.inference.builtin.wordpieces import wordpiece_tokenizer
from training import bases
from training.bases import HEADS, base_weights
from training.distances import distances
from training.encoders import Base
from training.graph import build_graph
from training.mistakes import Unusable

WORDS, OWN, HIDDEN, INNER = 30_527, 4, 12, 20  # words of MPNet, of which so many stand before BERT's
LAYER = "encoder.layer.0."
LINEAR = {"attn.q": "self.query", "attn.k": "self.key", "attn.v": "self.value", "attn.o": "output.dense"}


def published():
    """Tensors of MPNet's names, one layer, small but for the vocabulary: the first number of a word is its id."""
    chance = np.random.default_rng(4)
    shapes = {
        "embeddings.word_embeddings.weight": (WORDS, HIDDEN),
        "embeddings.position_embeddings.weight": (40, HIDDEN),
        "encoder.relative_attention_bias.weight": (32, HEADS),
        "pooler.dense.weight": (HIDDEN, HIDDEN),
        f"{LAYER}intermediate.dense.weight": (INNER, HIDDEN),
        f"{LAYER}intermediate.dense.bias": (INNER,),
        f"{LAYER}output.dense.weight": (HIDDEN, INNER),
        f"{LAYER}output.dense.bias": (HIDDEN,),
        **{f"{LAYER}attention.{part}.weight": (HIDDEN, HIDDEN) for part in LINEAR},
        **{f"{LAYER}attention.{part}.bias": (HIDDEN,) for part in LINEAR},
        **{
            f"{norm}LayerNorm.{part}": (HIDDEN,)
            for norm in ("embeddings.", f"{LAYER}attention.", f"{LAYER}output.")
            for part in ("weight", "bias")
        },
    }
    tensors = {name: chance.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    tensors["embeddings.word_embeddings.weight"][:, 0] = np.arange(WORDS) / WORDS
    return {**tensors, "embeddings.position_ids": np.arange(40)}


@pytest.fixture
def installed(monkeypatch):
    """Five packages that hold these bytes in slices of one archive; the digest told is of the first content."""

    def installed(content, digest=None):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("all-mpnet-base-v2/model.safetensors", content)
        whole = packed.getvalue()
        size = -(-len(whole) // 5)
        monkeypatch.setattr(bases, "_part", lambda name: whole[(int(name[-1]) - 1) * size :][:size])
        monkeypatch.setattr(bases, "_MPNET_SHA256", digest or sha256(content).hexdigest())

    return installed


def test_mpnet_is_read_under_berts_names_for_berts_ids(installed):
    installed(save(published()))
    found = base_weights(Base.MPNET)
    words = np.round(found["embeddings.word_embeddings.weight"][:, 0] * WORDS)
    tokenizer = wordpiece_tokenizer()
    assert len(words) == tokenizer.get_vocab_size() == WORDS - OWN - 1
    assert {name: words[tokenizer.token_to_id(name)] for name in ("[CLS]", "[PAD]", "[SEP]")} == {
        "[CLS]": 0, "[PAD]": 1, "[SEP]": 2,
    }  # fmt: skip
    for word in ("[UNK]", "the", "##ing"):
        assert words[tokenizer.token_to_id(word)] == tokenizer.token_to_id(word) + OWN
    assert not [name for name in found if name.startswith("pooler") or "position_ids" in name]


def test_its_graph_says_what_the_published_encoder_says(installed):
    tensors = published()
    installed(save(tensors))
    chance = np.random.default_rng(5)
    sizes = {"dense": (HIDDEN, 2 * HIDDEN), "classes": (3, HIDDEN)}
    head = {f"head.{name}.weight": chance.normal(size=size).astype(np.float32) for name, size in sizes.items()}
    head |= {f"head.{name}.bias": chance.normal(size=size[0]).astype(np.float32) for name, size in sizes.items()}
    graph = build_graph({**base_weights(Base.MPNET), **head}, heads=HEADS)
    session = InferenceSession(graph.SerializeToString(), providers=["CPUExecutionProvider"])
    ids = np.array([[101, 1996, 4937, 102, 2067, 1999, 2008, 2003, 1998, 2017, 2040, 2031, 102, 0, 0]])
    types, mask = np.array([[0] * 4 + [1] * 11]), np.array([[1] * 13 + [0] * 2])
    told = session.run(None, dict(zip(INPUTS, (ids, types, mask), strict=True)))[0][0]
    hidden = as_published(tensors, [0, *ids[0, 1:3] + OWN, 2, *ids[0, 4:12] + OWN, 2])
    read = np.concatenate([hidden[0], hidden[:4].mean(0)])
    for name in sizes:
        read = np.tanh(read) if name == "classes" else read
        read = read @ head[f"head.{name}.weight"].T + head[f"head.{name}.bias"]
    assert told == pytest.approx(read, abs=1e-4)


def as_published(tensors, ids):
    """MPNet (Song et al. 2020) of one layer, written from its description: what it makes of each token."""

    def norm(x, name):
        apart = x - x.mean(-1, keepdims=True)
        scale, shift = tensors[f"{name}LayerNorm.weight"], tensors[f"{name}LayerNorm.bias"]
        return apart / np.sqrt((apart**2).mean(-1, keepdims=True) + 1e-5) * scale + shift

    def linear(x, name):
        return x @ tensors[f"{LAYER}{name}.weight"].T + tensors[f"{LAYER}{name}.bias"]

    def head_of(x, head):
        return x[:, head * size : (head + 1) * size]

    count, size = len(ids), HIDDEN // HEADS
    places = tensors["embeddings.position_embeddings.weight"][2 : 2 + count]  # behind that of padding, as RoBERTa's
    hidden = norm(tensors["embeddings.word_embeddings.weight"][ids] + places, "embeddings.")
    query, key, value = (linear(hidden, f"attention.attn.{one}") for one in "qkv")
    mixed = []
    for head in range(HEADS):
        scores = head_of(query, head) @ head_of(key, head).T / np.sqrt(size)
        for row, column in product(range(count), range(count)):
            way = column - row  # under eight tokens a bucket each, from 16 on of those behind
            far = abs(way) if abs(way) < 8 else 8 + int(np.log(abs(way) / 8) / np.log(16) * 8)
            scores[row, column] += tensors["encoder.relative_attention_bias.weight"][far + 16 * (way > 0), head]
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        mixed.append(shares / shares.sum(-1, keepdims=True) @ head_of(value, head))
    hidden = norm(linear(np.concatenate(mixed, -1), "attention.attn.o") + hidden, f"{LAYER}attention.")
    inner = linear(hidden, "intermediate.dense")
    inner *= 0.5 * (1 + np.vectorize(erf)(inner / np.sqrt(2)))
    return norm(linear(inner, "output.dense") + hidden, f"{LAYER}output.")


@pytest.mark.parametrize("content", [b"", b"no archive", None], ids=["nothing", "no archive", "another archive"])
def test_a_package_that_is_damaged_is_told_of(monkeypatch, content):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("readme", "nothing else")
    whole = packed.getvalue() if content is None else content
    monkeypatch.setattr(bases, "_part", lambda name: whole if name.endswith("1") else b"")
    with pytest.raises(Unusable, match="cannot be read"):
        base_weights(Base.MPNET)


def test_a_slice_is_the_only_one_in_its_package(monkeypatch, tmp_path):
    (tmp_path / "all-mpnet-base-v2.zip.003").write_bytes(b"slice")
    told = [SimpleNamespace(name="__init__.py"), SlicePath(tmp_path / "all-mpnet-base-v2.zip.003")]
    monkeypatch.setattr(bases, "distribution", lambda name: SimpleNamespace(files=told))
    assert bases._part("any") == b"slice"
    told.pop()
    with pytest.raises(Unusable, match="cannot be read"):
        base_weights(Base.MPNET)


class SlicePath:
    """As importlib.metadata tells of a file."""

    def __init__(self, path):
        self.name, self.read_binary = path.name, path.read_bytes


def test_other_weights_than_the_published_ones_are_refused(installed):
    installed(save(published()), digest="0" * 64)
    with pytest.raises(Unusable, match="not the published ones"):
        base_weights(Base.MPNET)


def test_a_base_that_is_not_installed_is_told_of(monkeypatch):
    def missing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(bases, "distribution", missing)
    with pytest.raises(Unusable, match="part-001 is not installed"):
        base_weights(Base.MPNET)


def test_a_distance_is_a_bucket_the_coarser_the_farther():
    apart = distances(300, buckets=32)
    assert apart[0, :9].tolist() == [0, 17, 18, 19, 20, 21, 22, 23, 24]  # of what follows
    assert apart[8, :9].tolist() == [8, 7, 6, 5, 4, 3, 2, 1, 0]  # of what stands before
    assert apart[0, 15] == 24 + 1  # 8 + log(15 / 8) / log(16) · 8 = 9.8
    assert apart[0, 127] == apart[0, 299] == 31
    assert apart[299, 0] == 15
    assert (apart[:50, :50] == distances(50, buckets=32)).all()  # whatever stands beside
