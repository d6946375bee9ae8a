"""The built-in cast, measured.

    python -m tests.benchmarks.bench_cast judge [CLAIMS_PER_SET]    dev/: AUC, precision and recall at 0.8
    python -m tests.benchmarks.bench_cast copies [SENTENCES]        of real filings, copied and altered
    python -m tests.benchmarks.bench_cast writer [QUESTIONS]        xquad articles that nothing was fitted on

The Judge's figures are its own, before the deterministic checks.
"""

import argparse
import os
import random
import re
import time
from collections import defaultdict
from collections.abc import Callable
from itertools import chain

import django
import numpy as np
import pypdfium2

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "veritydraft.settings")
django.setup()

from apps.agents.contracts import WriterTask  # noqa: E402
from apps.agents.judge.builtin import findings_on  # noqa: E402
from apps.agents.judge.evidence import claimed_of  # noqa: E402
from apps.agents.judge.scoring import contradiction, support  # noqa: E402
from apps.agents.reading.context import Context, read_context  # noqa: E402
from apps.agents.reading.passages import Kind  # noqa: E402
from apps.agents.writer.builtin import BuiltinWriter  # noqa: E402
from apps.inference.embedders import get_embedder  # noqa: E402
from apps.inference.memory import SentenceMemory  # noqa: E402
from apps.verification.types import Stance, Thresholds  # noqa: E402
from tests.benchmarks.cast_data import DATA, claims_in, passage, xquad  # noqa: E402

CUT = Thresholds().supported
PAGE_PASSAGES = 6  # passages of a filing that a sentence is judged against


def auc(scores: list[float], labels: list[bool]) -> float:
    """The chance that a positive scores above a negative; ties count half."""
    positive = [score for score, label in zip(scores, labels, strict=True) if label]
    negative = [score for score, label in zip(scores, labels, strict=True) if not label]
    if not positive or not negative:
        return float("nan")
    pairs = np.subtract.outer(np.array(positive), np.array(negative))
    return float(((pairs > 0) + 0.5 * (pairs == 0)).mean())


def bench_judge(per_set: int) -> None:
    """Support against everything else, per set, and how often a contradiction is seen where the label has one."""
    memory = SentenceMemory(get_embedder("builtin"), capacity=20_000)
    begun = time.perf_counter()
    by_set = defaultdict(list)
    for claim in claims_in("dev", per_set=per_set, memory=memory):
        score = max((support(one) for one in claim.measures), default=0.0)
        against = max((contradiction(one) for one in claim.measures), default=0.0)
        by_set[claim.source].append((score, claim.supported, against > 0, claim.label))
    seconds = time.perf_counter() - begun
    print(f"{'set':26} {'n':>5} {'AUC':>6} {'said':>5} {'prec':>5} {'rec':>5} {'contra':>7} {'prec':>5}")
    by_set["all"] = list(chain.from_iterable(by_set.values()))
    for source, rows in by_set.items():
        said = [supported for score, supported, *_ in rows if score > CUT]
        against = [label == "contradicted" for *_, contra, label in rows if contra]
        positives = sum(supported for _, supported, *_ in rows)
        print(
            f"{source:26} {len(rows):5} {auc([row[0] for row in rows], [row[1] for row in rows]):6.3f} {len(said):5} "
            f"{_share(said):>5} {sum(said) / max(1, positives):5.2f} {len(against):7} {_share(against):>5}"
        )
    print(f"{seconds / len(by_set['all']) * 1000:.0f} ms a claim, evidence embedded with it")


def _share(hits: list[bool]) -> str:
    return f"{sum(hits) / len(hits):.2f}" if hits else "–"


Alteration = Callable[[str], str | None]


def other_figure(text: str) -> str | None:
    """The last figure of the sentence changed in its leading digit."""
    figures = list(re.finditer(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w])", text))
    if not figures:
        return None
    at = figures[-1].start()
    return f"{text[:at]}{(int(text[at]) + 3) % 9 + 1}{text[at + 1 :]}"


def denied(text: str) -> str | None:
    """The first auxiliary denied."""
    changed = re.sub(
        r"\b(is|are|was|were|will|has been|have been|may|must|shall|can)\b(?! not)", r"\1 not", text, count=1
    )
    return changed if changed != text and " not " not in text else None


def turned(text: str) -> str | None:
    """Increased for decreased, higher for lower, may for must."""
    pairs = ("increased/decreased", "decreased/increased", "higher/lower", "lower/higher", "must/may", "may/must")
    for pair in pairs:
        one, other = pair.split("/")
        if re.search(rf"\b{one}\b", text):
            return re.sub(rf"\b{one}\b", other, text, count=1)
    return None


ALTERATIONS: dict[str, Alteration] = {
    "copied": lambda text: text,
    "figure": other_figure,
    "denied": denied,
    "turned": turned,
}


def bench_copies(sentences: int) -> None:
    """What the Judge makes of sentences and rows of filings, as they stand and altered."""
    memory = SentenceMemory(get_embedder("builtin"), capacity=20_000)
    outcome = defaultdict(lambda: defaultdict(int))
    spent: list[float] = []
    for context, text in _sentences(sentences):
        for name, alter in ALTERATIONS.items():
            claim = alter(text)
            if claim is None:
                continue
            begun = time.perf_counter()
            findings = findings_on(claimed_of(claim), context, memory)
            spent.append(time.perf_counter() - begun)
            outcome[name]["claims"] += 1
            outcome[name]["supported"] += any(f.score > CUT and f.stance is Stance.SUPPORTS for f in findings)
            outcome[name]["contradicted"] += any(f.score > CUT and f.stance is Stance.CONTRADICTS for f in findings)
    for name, counts in outcome.items():
        print(name.ljust(8), dict(counts))
    print(f"median {np.median(spent) * 1000:.0f} ms, 95% under {np.quantile(spent, 0.95) * 1000:.0f} ms a claim")


def _sentences(count: int) -> list[tuple[Context, str]]:
    """Sentences and rows of random pages, each with the context of that page and those after it."""
    chance = random.Random(3)
    found = []
    for path in sorted((DATA / "documents" / "sec_filings").glob("*.pdf")):
        pdf = pypdfium2.PdfDocument(path, password="")
        pages = [pdf[number].get_textpage().get_text_range().replace("\r\n", "\n")[:2400] for number in range(len(pdf))]
        starts = range(max(1, len(pages) - PAGE_PASSAGES))
        for start in chance.sample(starts, min(4, len(starts))):
            chunks = [passage(text, path.stem) for text in pages[start : start + PAGE_PASSAGES]]
            context = read_context(tuple(chunk for chunk in chunks if chunk.content.strip()))
            places = [p for p in context.quotable() if p.unit.kind is Kind.ROW or len(p.text.split()) > 7]
            found += [(context, place.text) for place in chance.sample(places, min(8, len(places)))]
    return chance.sample(found, min(count, len(found)))


def bench_writer(questions: int) -> None:
    """How often the answer's sentence is written, or first, and a question without an answer refused."""
    paragraphs, asked = xquad()
    embedder = get_embedder("builtin")
    writer = BuiltinWriter(memory=SentenceMemory(embedder, capacity=20_000))
    vectors = embedder.embed_texts(paragraphs)
    chosen = [one for one in random.Random(2).sample(asked, len(asked)) if one.article % 2][:questions]
    written = first = refused = wrongly_refused = 0
    begun = time.perf_counter()
    for one in chosen:
        near = np.argsort(-(vectors @ embedder.embed_texts([one.question])[0])).tolist()[:7]
        right = [number for number in near if number == one.paragraph] or [one.paragraph]
        others = [number for number in near if number != one.paragraph]
        sentence = _sentence_at(paragraphs[one.paragraph], one.start)
        pieces = _answer(
            writer, one.question, [paragraphs[n] for n in sorted([*others[:5], *right], key=[*near, *right].index)]
        )
        written += any(sentence in piece for piece in pieces)
        first += sentence in pieces[0]
        wrongly_refused += pieces[0].startswith("The documents do not contain")
        blind = _answer(writer, one.question, [paragraphs[number] for number in others[:6]])
        refused += blind[0].startswith("The documents do not contain")
    count = len(chosen)
    print(f"answer's sentence written {written / count:.3f}, first {first / count:.3f}")
    print(f"refused {wrongly_refused / count:.3f}, without its paragraph {refused / count:.3f}")
    print(f"{(time.perf_counter() - begun) / count / 2:.3f} s an answer")


def _answer(writer: BuiltinWriter, question: str, contents: list[str]) -> list[str]:
    chunks = tuple(passage(content, f"p{number}") for number, content in enumerate(contents))
    return list(writer.write(WriterTask(query=question, chunks=chunks)))


def _sentence_at(paragraph: str, start: int) -> str:
    place = next(p for p in read_context((passage(paragraph),)).places if p.unit.start <= start < p.unit.end)
    return place.text.rstrip(".")


BENCHES: dict[str, Callable[[int], None]] = {"judge": bench_judge, "copies": bench_copies, "writer": bench_writer}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=BENCHES, default="judge")
    parser.add_argument("count", nargs="?", type=int, default=200)
    options = parser.parse_args()
    if not DATA.exists():
        raise SystemExit(f"no shared data at {DATA}")
    BENCHES[options.what](options.count)


if __name__ == "__main__":
    main()
