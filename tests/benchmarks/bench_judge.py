"""What a verdict of the built-in Judge costs, by how many claims there are.

    python -m tests.benchmarks.bench_judge [--claims 10,100,1000] [--rounds 3]

In process, on the sample documents: claims are sentences of theirs, every other one with its figures altered, each held
against fifteen passages as a section's are, eight claims at a time, the deterministic checks after the Judge included.
Cold: nothing of the passages or claims was read before. Warm: all of it was, as after a revision. The model is loaded
in both. Given in ms a claim, and as warm against cold.
"""

import argparse
import os
import re
import statistics
import time
from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any
from uuid import uuid4

import django

BATCH, PASSAGES = 8, 15
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


def claims_on(passages: Sequence[Any], count: int) -> list[tuple[Any, Any]]:
    """(passage, claim): sentences of the passages over and over, every other one altered, none the same twice."""
    from apps.core.sentences import split_sentences
    from apps.verification.types import ClaimDraft, ClaimType, Importance

    told = [(each, each.content[span.start : span.end]) for each in passages for span in split_sentences(each.content)]
    told = [(passage, sentence) for passage, sentence in told if len(sentence.split()) >= SHORTEST]
    claims = []
    for number, (passage, sentence) in enumerate(islice(cycle(told), count)):
        again = number // len(told)
        text = FIGURE.sub(lambda found: str(int(found[0]) + 1), sentence) if number % 2 else sentence
        text = f"In case {again}, {text}" if again else text
        claim = ClaimDraft(
            claim_text=text, claim_type=ClaimType.FACT, importance=Importance.MATERIAL, requires_citation=True,
            start_offset=0, end_offset=len(text), citations=(passage.key,),
        )  # fmt: skip
        claims.append((passage, claim))
    return claims


def measured(embedder: Any, passages: Sequence[Any], count: int) -> tuple[float, float]:
    """(cold, warm) seconds for all claims."""
    from apps.agents.judge.builtin import BuiltinJudge
    from apps.inference.memory import SentenceMemory
    from apps.verification.decide import decide
    from apps.verification.types import Mode, Thresholds

    judge = BuiltinJudge(memory=SentenceMemory(embedder))
    claims = claims_on(passages, count)
    spent = []
    for _ in range(2):
        begun = time.perf_counter()
        for first in range(0, count, BATCH):
            group = claims[first : first + BATCH]
            cited = {passage.key: passage for passage, _ in group}
            context = tuple({**cited, **{each.key: each for each in passages}}.values())[:PASSAGES]
            drafts = tuple(claim for _, claim in group)
            for claim, judgement in zip(drafts, judge.judge(claims=drafts, chunks=context), strict=True):
                decide(claim=claim, judgement=judgement, context=context, mode=Mode.STRICT, thresholds=Thresholds())
        spent.append(time.perf_counter() - begun)
    return spent[0], spent[1]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=lambda told: [int(one) for one in told.split(",")], default=[10, 100, 1000])
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "veritydraft.settings")
    django.setup()
    from apps.inference.embedders import get_embedder

    embedder = get_embedder("builtin")
    embedder.embed_texts(["loads the model"])
    passages = sample_passages()
    for count in options.claims:
        rounds = [measured(embedder, passages, count) for _ in range(options.rounds)]
        cold, warm = (statistics.median(column) * 1000 / count for column in zip(*rounds, strict=True))
        print(f"{count:5} claims: cold {cold:6.1f} ms a claim, warm {warm:6.1f} ms, {warm / cold:.2f} of it")


if __name__ == "__main__":
    main()
