"""What a verdict of the built-in Judge costs, by how many claims and passages there are, and what the time goes into.

    OMP_NUM_THREADS=1 python -m tests.benchmarks.bench_judge [--claims 10,100,1000] [--passages 6,15] [--rules]

In process, on the sample documents: claims are sentences of theirs, every other one altered, each held against so many
passages (a section's are fifteen), eight claims at a time, the deterministic checks after the Judge included. A copied
sentence needs no reading by a model; `--altered` measures altered ones alone, the dearest there are, `--rules` the
Judge without its model. Cold: nothing of the passages or claims was read before. Warm: all of it was, as after a
revision. The models are loaded in both. Given in ms a claim, as warm against cold, and as shares of the time when cold:
the Judge's model, the embedder, all else.
"""

import argparse
import os
import re
import statistics
import time
from collections.abc import Sequence
from itertools import cycle, islice, product
from typing import Any
from uuid import uuid4

import django

BATCH = 8
SHORTEST = 6  # words of a sentence that is claimed
FIGURE = re.compile(r"\d+")


def sample_passages() -> list[Any]:
    """The samples' chunks as a Judge gets them."""
    from apps.documents.chunking import chunk
    from apps.documents.extraction.contract import Limits
    from apps.documents.extraction.sandbox import extract
    from apps.inference.embedders import count_tokens
    from apps.verification.types import ContextChunk
    from tests.acceptance.test_answers import FILES, SAMPLES

    found = []
    for name in FILES:
        extracted = extract(SAMPLES / name, filename=name, limits=Limits())
        about = {"document_id": str(uuid4()), "filename": name, "title": extracted.title}
        for draft in chunk(extracted, count_tokens=count_tokens):
            where = {"start_offset": draft.start_offset, "end_offset": draft.end_offset, "page": draft.page_number}
            key, path = f"{len(found):012x}", draft.heading_path
            found.append(
                ContextChunk(
                    chunk_id=str(uuid4()), key=key, content=draft.content, heading_path=path, **where, **about
                )
            )  # fmt: skip
    return found


class Timed:
    """A model, and the seconds spent in one of its methods."""

    def __init__(self, model: Any, method: str) -> None:
        self._model, self._method, self.seconds = model, method, 0.0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._model, name)
        if name != self._method:
            return found

        def timed(asked: Any) -> Any:
            begun = time.perf_counter()
            told = found(asked)
            self.seconds += time.perf_counter() - begun
            return told

        return timed


def claims_on(passages: Sequence[Any], count: int, *, altered: bool) -> list[tuple[Any, Any]]:
    """(passage, claim): sentences of the passages over and over, every other one or all altered, none twice."""
    from apps.core.sentences import split_sentences
    from apps.verification.types import ClaimDraft, ClaimType, Importance

    told = [(each, each.content[span.start : span.end]) for each in passages for span in split_sentences(each.content)]
    told = [(passage, sentence) for passage, sentence in told if len(sentence.split()) >= SHORTEST]
    claims = []
    for number, (passage, sentence) in enumerate(islice(cycle(told), count)):
        again = number // len(told)
        text = _altered(sentence) if altered or number % 2 else sentence
        text = f"In case {again}, {text}" if again else text
        claim = ClaimDraft(
            claim_text=text, claim_type=ClaimType.FACT, importance=Importance.MATERIAL, requires_citation=True,
            start_offset=0, end_offset=len(text), citations=(passage.key,),
        )  # fmt: skip
        claims.append((passage, claim))
    return claims


def _altered(sentence: str) -> str:
    """Another figure, or a word less: in any case not what the source says word for word."""
    other = FIGURE.sub(lambda found: str(int(found[0]) + 1), sentence)
    words = other.split()
    return other if other != sentence else " ".join(words[: len(words) // 2] + words[len(words) // 2 + 1 :])


def measured(embedder: Any, passages: Sequence[Any], count: int, most: int, options: argparse.Namespace) -> list[float]:
    """Seconds for all claims: cold, warm, and of the cold ones in the Judge's model and in the embedder."""
    from apps.agents.judge.builtin import BuiltinJudge
    from apps.inference.builtin.cross_encoder import CrossEncoder
    from apps.inference.memory import SentenceMemory
    from apps.verification.decide import decide
    from apps.verification.types import Mode, Thresholds

    reading, embedding = Timed(CrossEncoder(), "logits"), Timed(embedder, "embed_texts")
    judge = BuiltinJudge(memory=SentenceMemory(embedding), entailment=None if options.rules else lambda: reading)
    claims = claims_on(passages, count, altered=options.altered)
    spent, parts = [], []
    for _ in range(2):
        begun = time.perf_counter()
        for first in range(0, count, BATCH):
            group = claims[first : first + BATCH]
            cited = {passage.key: passage for passage, _ in group}
            context = tuple({**cited, **{each.key: each for each in passages}}.values())[:most]
            drafts = tuple(claim for _, claim in group)
            for claim, judgement in zip(drafts, judge.judge(claims=drafts, chunks=context), strict=True):
                decide(claim=claim, judgement=judgement, context=context, mode=Mode.STRICT, thresholds=Thresholds())
        spent.append(time.perf_counter() - begun)
        parts = parts or [reading.seconds, embedding.seconds]
    return spent + parts


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=lambda told: [int(one) for one in told.split(",")], default=[10, 100, 1000])
    parser.add_argument("--passages", type=lambda told: [int(one) for one in told.split(",")], default=[6, 15])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--altered", action="store_true", help="every claim altered")
    parser.add_argument("--rules", action="store_true", help="without the Judge's model")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "veritydraft.settings")
    django.setup()
    from apps.inference.embedders import get_embedder

    embedder = get_embedder("builtin")
    embedder.embed_texts(["loads the model"])
    passages = sample_passages()
    for count, most in product(options.claims, options.passages):
        rounds = [measured(embedder, passages, count, most, options) for _ in range(options.rounds)]
        cold, warm, read, embedded = (statistics.median(one) * 1000 / count for one in zip(*rounds, strict=True))
        rest = 1 - (read + embedded) / cold
        print(
            f"{count:5} claims, {most:2} passages: cold {cold:6.1f} ms a claim, warm {warm:6.1f} ms, "
            f"{warm / cold:.2f} of it; model {read / cold:.2f}, embedder {embedded / cold:.2f}, else {rest:.2f}"
        )


if __name__ == "__main__":
    main()
