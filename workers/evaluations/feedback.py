"""`manage.py evaluate feedback`: the Judge against what readers corrected."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from apps.feedback.measuring import Measurement, measure
from apps.feedback.models import ClaimCorrection
from apps.workspaces.models import Workspace
from workers.evaluations.confusion import Confusion
from workers.evaluations.contract import EVALUATIONS, Report
from workers.evaluations.judges import judge_named


class FeedbackEvaluation:
    """Every correction that names a verdict, judged again; those that cannot be are counted with the reason."""

    help = "the Judge against readers' corrections: precision, recall and a confusion matrix per verdict"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--workspace", help="name of the workspace; left out: all of them")
        parser.add_argument("--judge", help="builtin, rules, or a model's name at the endpoint; left out: JUDGE_MODEL")

    def measure(self, options: dict[str, Any]) -> Report:
        name = options["workspace"]
        rows = ClaimCorrection.objects.select_related("feedback").order_by("-created_at", "-pk")
        if name is not None:
            if not Workspace.objects.filter(name=name).exists():
                raise CommandError(f"there is no workspace called {name!r}")
            rows = rows.filter(feedback__workspace__name=name)
        judge = judge_named(options["judge"] or settings.JUDGE_MODEL)
        found = measure(rows.iterator(chunk_size=500), judge=judge)
        return report(found, judge=judge.name, workspace=name)


def report(found: Measurement, *, judge: str, workspace: str | None) -> Report:
    """The verdicts of now and of then on the same corrections, and what could not be used."""
    now = Confusion.of((one.case.expected, one.verdict) for one in found.measured)
    then = Confusion.of((one.case.expected, one.case.given) for one in found.measured)
    unused = [
        {"reason": why.name.lower(), "meaning": why.value, "count": count} for why, count in found.unused.most_common()
    ]
    data = {
        "workspace": workspace,
        "judge": judge,
        "corrections": now.total + found.unused.total(),
        "measured": now.total,
        "not_used": unused,
        "failures": list(found.failures),
        "now": now.as_dict(),
        "then": then.as_dict(),
        "cases": [
            {
                "correction_id": str(one.case.correction_id),
                "expected": one.case.expected.value,
                "then": one.case.given or None,
                "now": one.verdict.value,
            }
            for one in found.measured
        ],
    }
    return Report(text=_text(data, now, then), data=data)


def _text(data: dict[str, Any], now: Confusion, then: Confusion) -> str:
    where = f"workspace {data['workspace']}" if data["workspace"] else "all workspaces"
    parts = [f"{data['corrections']} corrections in {where}, {data['measured']} measured"]
    if data["not_used"]:
        lines = [f"  {one['count']:>4}  {one['meaning']}" for one in data["not_used"]]
        parts.append("\n".join([f"{data['corrections'] - data['measured']} not used:", *lines]))
    if data["failures"]:
        parts.append("\n".join(f"! {message}" for message in data["failures"]))
    if data["measured"]:
        parts.append(f"The Judge now ({data['judge']}): {now.as_text()}")
        parts.append(f"The verdicts as they were given at the time: {then.as_text()}")
    else:
        parts.append("Nothing to measure: no correction names a verdict for a claim that can be judged again.")
    return "\n\n".join(parts)


EVALUATIONS.add("feedback", FeedbackEvaluation())
