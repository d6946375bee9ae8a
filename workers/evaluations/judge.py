"""`manage.py evaluate judge`: the Judge against labelled claims, by the code that judges in production."""

import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from apps.agents.contracts import Judge
from apps.core.engines import BUILTIN, RULES
from apps.documents.chunking import chunk
from apps.documents.types import Extracted
from apps.inference.calling import CallScope, calls_for, closed_when_left
from apps.inference.contracts import ModelError
from apps.inference.embedders import count_tokens, get_embedder
from apps.inference.memory import SentenceMemory
from apps.verification.decide import decide
from apps.verification.types import (
    ClaimDraft,
    ClaimType,
    ContextChunk,
    Decision,
    Importance,
    Judgement,
    Mode,
    Thresholds,
    Verdict,
)
from workers.evaluations.baselines import cosine, overlap, said_by
from workers.evaluations.contract import EVALUATIONS, Report
from workers.evaluations.judges import judge_named
from workers.evaluations.labelled import Example, Label, Unreadable, by_set, examples_in, sets_in
from workers.evaluations.pictures import confusion, reliability
from workers.evaluations.scores import (
    Bools,
    area_under_curve,
    balanced_accuracy,
    bootstrap,
    expected_calibration_error,
    macro_f1,
    precision,
    recall,
    reliability_bins,
)
from workers.evaluations.tables import between, percent, table

LLM = "llm"
CLASSES = (Label.SUPPORTED.value, Label.CONTRADICTED.value, Label.NOT_ENOUGH.value)
REMEMBERED = 50_000  # sentences whose vectors are kept
UNCHECKED = "unchecked"
VERDICTS = (*(verdict.value for verdict in Verdict), UNCHECKED)
MEASURED = tuple(label.value for label in Label if label is not Label.GENERIC)
MAJORITY = 0.5  # balanced accuracy of the commonest answer, whatever it is


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """An example and what came of it; ``decision`` is None where the Judge gave no usable answer.

    ``is_strict``: whether strict mode calls it supported, whatever mode ``decision`` is of.
    """

    example: Example
    decision: Decision | None
    is_strict: bool
    seconds: float

    @property
    def is_supported(self) -> bool:
        return self.decision is not None and self.decision.verdict is Verdict.SUPPORTED

    @property
    def said(self) -> str:
        """The verdict as one of the three classes of labels; what is weak or not judged is not enough."""
        verdict = self.decision.verdict if self.decision else None
        return verdict.value if verdict in (Verdict.SUPPORTED, Verdict.CONTRADICTED) else Label.NOT_ENOUGH.value

    @property
    def probability(self) -> float:
        """Of being supported, as the ledger shows it: 0 unless the verdict is supported or weak."""
        held = self.decision is not None and self.decision.verdict in (Verdict.SUPPORTED, Verdict.WEAK)
        return self.decision.confidence if held and self.decision else 0.0


class JudgeEvaluation:
    """Each claim is judged by its evidence alone, cut into passages as a document is; all of it counts as cited."""

    help = "the Judge against labelled claims: any folder of *.jsonl.gz"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--data", required=True, help="folder of *.jsonl.gz with claim, evidence and label")
        known = f"{BUILTIN}, {RULES} (that one without its model), {LLM} or a model at the endpoint"
        parser.add_argument("--judge", help=f"{known}; left out: JUDGE_MODEL")
        parser.add_argument("--verification", choices=[mode.value for mode in Mode], default=Mode.HELPFUL.value)
        parser.add_argument("--limit", type=int, help="at most so many claims of each set, the same every time")
        parser.add_argument("--pictures", type=Path, help="folder to write confusion.png and reliability.png to")

    def measure(self, options: dict[str, Any]) -> Report:
        if options["limit"] is not None and options["limit"] < 1:
            raise CommandError("--limit must be at least 1")
        folder: Path | None = options["pictures"]
        if folder is not None and not (folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)):
            raise CommandError(f"--pictures: {str(folder)!r} is no folder that can be written to")
        judge = _judge(options["judge"])
        try:
            files = sets_in(Path(options["data"]))
            examples = [one for path in files for one in examples_in(path, most=options["limit"])]
        except Unreadable as error:
            raise CommandError(str(error)) from error
        if not examples:
            raise CommandError("there is no claim to measure: all are without factual content")
        failures: list[str] = []
        ruled = list(judged(examples, judge=judge, mode=Mode(options["verification"]), failures=failures))
        found = report(ruled, judge=judge, mode=options["verification"], failures=failures)
        if folder is not None:
            _draw(ruled, found.data["confusion"], folder)
        return found


def _judge(named: str | None) -> Judge:
    model = settings.JUDGE_MODEL if named in (None, LLM) else named
    if named == LLM and model in (BUILTIN, RULES):
        raise CommandError("JUDGE_MODEL names no model at an endpoint")
    return judge_named(model)


def judged(examples: Sequence[Example], *, judge: Judge, mode: Mode, failures: list[str]) -> Iterator[Ruled]:
    """Every example ruled on, in order; what a model said that failed is added to ``failures``."""
    for example in examples:
        passages, claim = passages_of(example.evidence), claim_of(example.claim)
        begun = time.perf_counter()
        judgement = decision = None
        strict = False
        try:
            with (
                calls_for(CallScope(phase="evaluate")),
                closed_when_left(judge.judge(claims=(claim,), chunks=passages)) as judgements,
            ):
                judgement = next(iter(judgements), None)
            if judgement is not None:
                decision = _decided(claim, judgement, passages, mode, judge.thresholds)
        except ModelError as error:
            failures.append(error.message)
        seconds = time.perf_counter() - begun
        if judgement is not None:
            strict = _decided(claim, judgement, passages, Mode.STRICT, judge.thresholds).verdict is Verdict.SUPPORTED
        yield Ruled(example=example, decision=decision, is_strict=strict, seconds=seconds)


def _decided(
    claim: ClaimDraft, judgement: Judgement, passages: tuple[ContextChunk, ...], mode: Mode, cuts: Thresholds
) -> Decision:
    return decide(claim=claim, judgement=judgement, context=passages, mode=mode, thresholds=cuts, cited_counts_all=True)


def passages_of(evidence: str) -> tuple[ContextChunk, ...]:
    """The evidence as the passages of one document, cut as ingestion cuts; none of empty evidence."""
    document = sha256(evidence.encode()).hexdigest()
    return tuple(
        ContextChunk(
            chunk_id=draft.chunk_hash,
            key=draft.chunk_hash[:12],
            document_id=document,
            title="",
            filename="evidence",
            content=draft.content,
            heading_path=draft.heading_path,
            start_offset=draft.start_offset,
            end_offset=draft.end_offset,
        )
        for draft in chunk(Extracted(text=evidence), count_tokens=count_tokens)
    )


def claim_of(text: str) -> ClaimDraft:
    """A claim that is its whole text and cites nothing."""
    return ClaimDraft(
        claim_text=text, claim_type=ClaimType.FACT, importance=Importance.MATERIAL, requires_citation=True,
        start_offset=0, end_offset=len(text), citations=(),
    )  # fmt: skip


def report(ruled: Sequence[Ruled], *, judge: Judge, mode: str, failures: Sequence[str] = ()) -> Report:
    """Figures of each set and of all of them, the baselines beside them, and who was taken for whom."""
    examples = [one.example for one in ruled]
    true = np.array([example.is_supported for example in examples], dtype=np.bool_)
    memory = SentenceMemory(get_embedder(BUILTIN), capacity=REMEMBERED)
    rivals = {"overlap": overlap(examples), "cosine": cosine(examples, memory)}
    table = _Table(ruled=ruled, true=true, rivals={name: said_by(one, examples, true) for name, one in rivals.items()})
    sets = by_set(examples)
    rows = [table.row(name, [places]) for name, places in sets.items()]
    given = Counter((one.example.label.value, _verdict(one)) for one in ruled)
    data = {
        "judge": judge.name,
        "verification": mode,
        "thresholds": asdict(judge.thresholds),
        "failures": list(dict.fromkeys(failures)),
        "sets": rows,
        "all": table.row("all", list(sets.values())),
        "mean_balanced_accuracy": {
            name: _mean([row["balanced_accuracy"][name] for row in rows]) for name in ("judge", "majority", *rivals)
        },
        "confusion": {label: {verdict: given[label, verdict] for verdict in VERDICTS} for label in MEASURED},
    }
    return Report(text=text_of(data), data=data)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """``true``: which examples are supported; ``rivals``: which each baseline calls so."""

    ruled: Sequence[Ruled]
    true: Bools
    rivals: Mapping[str, Bools]

    def row(self, name: str, strata: Sequence[Sequence[int]]) -> dict[str, Any]:
        """The figures of the examples at the places of ``strata``, which a bootstrap draws from one by one."""
        places = np.array([place for each in strata for place in each])
        own = [self.ruled[place] for place in places]
        said = np.array([one.is_supported for one in self.ruled], dtype=np.bool_)
        strict = np.array([one.is_strict for one in own], dtype=np.bool_)
        sure = np.array([one.probability for one in own], dtype=np.float64)
        true = self.true[places]
        three = [one for one in own if one.example.label.value in CLASSES]
        interval = bootstrap(lambda drawn: balanced_accuracy(said[drawn], self.true[drawn]), strata)
        both = bool(true.any() and not true.all())
        return {
            "set": name,
            "claims": len(own),
            "supported": int(true.sum()),
            "balanced_accuracy": {
                "judge": balanced_accuracy(said[places], true),
                "interval": interval,
                "majority": MAJORITY if both else None,
                **{rival: balanced_accuracy(one[places], true) for rival, one in self.rivals.items()},
            },
            "macro_f1": macro_f1([one.said for one in three], [one.example.label.value for one in three], CLASSES),
            "precision": precision(said[places], true),
            "recall": recall(said[places], true),
            "strict": {"precision": precision(strict, true), "recall": recall(strict, true)},
            "contradicted_recall": _contradicted(own),
            "auc": area_under_curve(sure, true),
            "ece": expected_calibration_error(sure, true),
            "not_judged": sum(one.decision is None for one in own),
            "ms_per_claim": 1000 * sum(one.seconds for one in own) / len(own),
        }


def _contradicted(own: Sequence[Ruled]) -> float | None:
    """The share found contradicted of those that are."""
    return _mean([float(one.said == Label.CONTRADICTED) for one in own if one.example.label is Label.CONTRADICTED])


def _draw(ruled: Sequence[Ruled], given: Mapping[str, Mapping[str, int]], folder: Path) -> None:
    """Who was taken for whom, of the labels that there are, and the confidence against what is supported."""
    sure = np.array([one.probability for one in ruled], dtype=np.float64)
    true = np.array([one.example.is_supported for one in ruled], dtype=np.bool_)
    try:
        confusion({label: dict(row) for label, row in given.items() if sum(row.values())}, folder / "confusion.png")
        reliability(reliability_bins(sure, true), folder / "reliability.png")
    except OSError as error:
        raise CommandError(f"--pictures: {error}") from error


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _verdict(one: Ruled) -> str:
    return one.decision.verdict.value if one.decision else UNCHECKED


def text_of(data: Mapping[str, Any]) -> str:
    """The same for a person."""
    head = (
        "set",
        "claims",
        "bal. acc.",
        "95%",
        "overlap",
        "cosine",
        "F1",
        "precision",
        "recall",
        "strict: prec.",
        "recall",
        "contra.",
        "ECE",
        "ms",
    )
    rows = [head, *(_line(row) for row in (*data["sets"], data["all"]))]
    means = ", ".join(f"{name} {percent(value)}" for name, value in data["mean_balanced_accuracy"].items())
    matrix = [("label ↓ verdict →", *VERDICTS)]
    matrix += [(label, *(str(count) for count in data["confusion"][label].values())) for label in MEASURED]
    parts = [
        f"{data['all']['claims']} claims, {data['judge']}, {data['verification']}",
        table(rows),
        f"mean balanced accuracy of the sets: {means}",
        "\n".join(f"  {row[0]:<18}" + "".join(f"{cell:>14}" for cell in row[1:]) for row in matrix),
        *(f"! {message}" for message in data["failures"]),
    ]
    return "\n\n".join(parts)


def _line(row: Mapping[str, Any]) -> tuple[str, ...]:
    accuracy = row["balanced_accuracy"]
    shares = (
        accuracy["overlap"],
        accuracy["cosine"],
        row["macro_f1"],
        row["precision"],
        row["recall"],
        row["strict"]["precision"],
        row["strict"]["recall"],
        row["contradicted_recall"],
        row["ece"],
    )
    return (
        row["set"],
        str(row["claims"]),
        percent(accuracy["judge"]),
        between(accuracy["interval"]),
        *map(percent, shares),
        f"{row['ms_per_claim']:.0f}",
    )


EVALUATIONS.add("judge", JudgeEvaluation())
