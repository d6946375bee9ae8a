"""`manage.py evaluate answers`: questions with known answers, asked and verified as in production."""

import re
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from apps.drafting.models import SessionStatus
from apps.drafting.selectors import session_as_dict
from apps.drafting.services import session_create
from apps.inference.usage import ROLES
from apps.verification.citations import strip_citations
from apps.verification.numbers.quantities import Kind, Quantity
from apps.verification.numbers.reading import parse_quantities
from apps.verification.types import Mode
from apps.workspaces.models import Workspace
from workers import local
from workers.evaluations.contract import EVALUATIONS, Report
from workers.evaluations.corpora import add_options, corpora, sets_of
from workers.evaluations.questions import Asked, QuestionSet, Source, pages_of
from workers.evaluations.scores import bootstrap
from workers.evaluations.tables import between, percent, table
from workers.management.commands.ask import finished

HEAD = ("set", "asked", "answered", "right", "95%", "cited", "claims", "supported", "coverage", "s")
SCALES = tuple(
    Decimal(1000) ** power for power in range(-3, 4)
)  # "$1577" of "$1,577 million": published answers leave it out
FIGURES = frozenset((Kind.MONEY, Kind.PERCENT, Kind.COUNT))  # of a free answer that can be looked for
NEAR = Decimal("0.005")
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_MARKS = re.compile(r"[^\w\s]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """``right``: the share of what was to be said that was said; None where that is not known."""

    answered: bool
    right: float | None
    cited: bool
    claims: int
    supported: int
    coverage: float | None
    seconds: float


class AnswersEvaluation:
    """Every question is a session of its own, in a workspace that holds the documents of its set and no others."""

    help = "whole answers against known ones: answered, right, cited from the evidence, claims supported"

    def add_arguments(self, parser: CommandParser) -> None:
        add_options(parser)
        parser.add_argument("--verification", choices=[mode.value for mode in Mode], default=Mode.STRICT.value)

    def measure(self, options: dict[str, Any]) -> Report:
        sets = sets_of(options)
        mode = options["verification"]
        with ExitStack() as held:
            spaces = corpora(sets, keep=options["keep"], held=held)
            rows = [_row(one, spaces[one.name], mode) for one in sets]
            strange = [
                {"questions": one.name, "documents": where, "answered": _share_answered(one, spaces[where], mode)}
                for one in sets
                for where in spaces
                if where != one.name
            ]
        return report(rows, strange, mode=mode)


def _row(of: QuestionSet, workspace: Workspace, mode: str) -> dict[str, Any]:
    """What came of the questions of a set, asked where the answers are."""
    found = [answered(asked, workspace, quoted=of.quoted, mode=mode) for asked in of.questions]
    known = [one.right for one in found if one.right is not None]
    claims = sum(one.claims for one in found)

    def right(drawn: Any) -> float:
        return sum(known[place] for place in drawn) / len(known)

    return {
        "set": of.name,
        "questions": len(found),
        "answered": sum(one.answered for one in found) / len(found),
        "right": sum(known) / len(known) if known else None,
        "right_interval": bootstrap(right, [range(len(known))]) if known else None,
        "right_known": len(known),
        "cited_evidence": sum(one.cited for one in found) / len(found),
        "claims": claims,
        "claims_supported": sum(one.supported for one in found) / claims if claims else None,
        "mean_coverage": _mean([one.coverage for one in found if one.coverage is not None]),
        "seconds_per_answer": sum(one.seconds for one in found) / len(found),
    }


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _share_answered(of: QuestionSet, workspace: Workspace, mode: str) -> float:
    """How often questions are answered by documents on something else: best never."""
    found = [answered(asked, workspace, quoted=of.quoted, mode=mode) for asked in of.questions]
    return sum(one.answered for one in found) / len(found)


def answered(asked: Asked, workspace: Workspace, *, quoted: bool, mode: str) -> Answered:
    """What came of one question. An answer without a claim says that the documents have none."""
    begun = time.perf_counter()
    with local.clear_errors():
        session = session_create(
            workspace=workspace, author=local.local_owner(), query=asked.text, mode="answer", verification=mode
        )
    session = finished(session)
    seconds = time.perf_counter() - begun
    shown = session_as_dict(session)
    text = strip_citations(shown["response"] or "")
    summary = (shown["ledger"] or {}).get("summary") or {}
    claims = summary.get("total_claims", 0)
    return Answered(
        answered=session.status == SessionStatus.COMPLETED and claims > 0,
        right=told(asked, text) if quoted else figures_told(asked, text),
        cited=not asked.sources.isdisjoint(_cited(shown["citations"])),
        claims=claims,
        supported=summary.get("supported", 0),
        coverage=summary.get("evidence_coverage"),
        seconds=seconds,
    )


def _cited(citations: Sequence[dict[str, Any]]) -> set[Source]:
    """The documents of which quotes are, and the pages on which these stand."""
    found: set[Source] = {(place["filename"], 0) for each in citations for place in each["places"]}
    for each in citations:
        found |= {(each["filename"], page) for page in pages_of(each["page"], each["page_end"])}
    return found


def told(asked: Asked, text: str) -> float:
    """1 where a text has one of the answers in its words, as SQuAD compares them (Rajpurkar et al. 2016), else 0."""
    words = f" {_plain(text)} "
    return float(any(f" {_plain(answer)} " in words for answer in asked.answers))


def _plain(text: str) -> str:
    """Small letters without marks and articles."""
    return " ".join(_ARTICLES.sub(" ", _MARKS.sub(" ", text.lower())).split())


def figures_told(asked: Asked, text: str) -> float | None:
    """The share of the figures of the first answer that a text has; None where it has none."""
    wanted = [one for one in parse_quantities(asked.answers[0]) if one.kind in FIGURES and not one.spelled]
    there = parse_quantities(text)
    return sum(any(_same(one, other) for other in there) for one in wanted) / len(wanted) if wanted else None


def _same(one: Quantity, other: Quantity) -> bool:
    """Within half a per cent; an amount of money that is written without its scale, at any."""
    if one.kind is not other.kind and Kind.COUNT not in (one.kind, other.kind):
        return False
    have = abs(other.base)
    scales = SCALES if one.kind is Kind.MONEY and not one.scaled else (Decimal(1),)
    return any(abs(abs(one.base) * scale - have) <= have * NEAR for scale in scales)


def report(rows: Sequence[dict[str, Any]], strange: Sequence[dict[str, Any]], *, mode: str) -> Report:
    """A line a set, and how often documents on something else were taken to answer."""
    lines = [
        (
            row["set"],
            str(row["questions"]),
            percent(row["answered"]),
            percent(row["right"]),
            between(row["right_interval"]),
            percent(row["cited_evidence"]),
            str(row["claims"]),
            percent(row["claims_supported"]),
            percent(row["mean_coverage"]),
            f"{row['seconds_per_answer']:.2f}",
        )
        for row in rows
    ]
    told = [
        f"questions of {one['questions']} asked of the documents of {one['documents']}: "
        f"{percent(one['answered'])}% answered"
        for one in strange
    ]
    models = {role: getattr(settings, f"{role.upper()}_MODEL") for role in ROLES}
    cast = ", ".join(f"{role} {model}" for role, model in models.items())
    text = "\n\n".join(part for part in (f"{cast}; {mode}", table([HEAD, *lines]), "\n".join(told)) if part)
    return Report(
        text=text, data={**models, "verification": mode, "sets": list(rows), "other_documents": list(strange)}
    )


EVALUATIONS.add("answers", AnswersEvaluation())
