"""How often the passage that a follow-up asks for is among the six of its context, on the shared filings.

    python -m tests.benchmarks.bench_conversations [--vectors FILE]

The conversations of ``tests/conversations.jsonl`` over the ten filings in one workspace: as they are asked, rewritten
to stand alone, and rewritten with what the turn before had found. ``--vectors`` keeps the passages' vectors between
runs.
"""

import argparse
from pathlib import Path

from tests.benchmarks.database import own_database
from tests.benchmarks.filings import FILINGS, KeptVectors, store_filings


def measure(vectors: Path | None) -> None:
    from apps.drafting.asking_on import names_in
    from apps.drafting.models import Session
    from apps.inference.embedders import get_embedder
    from tests.conversations import conversations, measured

    embedder = KeptVectors(get_embedder("builtin"), vectors)
    workspace = store_filings(embedder)
    names = names_in(Session(workspace=workspace), ())
    for stands_alone in (False, True):
        asked = [each for each in conversations("filings") if each.stands_alone is stands_alone]
        ways = measured(workspace.pk, embedder, asked, names)
        for way, hits in ways.items():
            print(f"{'stand alone' if stands_alone else 'lean'} {way:9} {sum(hits)}/{len(hits)}")
        for each, hit in zip(asked, ways["merged"], strict=True):
            if not hit:
                print("  missed:", each.earlier[-1], "|", each.question, "->", each.standalone(names)[1])


def main() -> None:
    """Prints a line for each way to ask."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vectors", type=Path)
    vectors = parser.parse_args().vectors
    if not FILINGS.is_dir():
        print(f"no data in {FILINGS}: nothing measured")
        return
    with own_database():
        measure(vectors)


if __name__ == "__main__":
    main()
