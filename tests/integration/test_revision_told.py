"""What a Writer is told when it is to mend a text, beside the text and what of it did not hold."""

from dataclasses import replace
from typing import Any

import pytest

from apps.agents.contracts import RevisionTask
from apps.drafting.asking_on import session_ask
from apps.runs.models import Run
from tests.integration.answer_fixture import Cast, FindsNothing, Says, answered, ask
from tests.integration.test_draft import GOOD, WRONG, Drafts, draft
from workers.toolbox import Toolbox

pytestmark = pytest.mark.django_db(transaction=True)
MISSING = ("Nothing is said about “overdrafts”.",)
DIFFER = ("75% or 70%?",)


class Recording(Says):
    """Keeps what it is to revise."""

    def __init__(self, *pieces: str) -> None:
        super().__init__(*pieces)
        self.revisions: list[RevisionTask] = []

    def revise(self, task: RevisionTask) -> Any:
        self.revisions.append(task)
        return super().revise(task)


class Doubting:
    """The Skeptic at hand, which also misses something and sees sources in conflict."""

    name = "doubting"
    prompts: dict[str, str] = {}

    def __init__(self) -> None:
        self.real = Toolbox().skeptic()

    def review(self, **asked: Any) -> Any:
        return replace(self.real.review(**asked), missing=MISSING, contradictions=DIFFER)

    def settled(self, **asked: Any) -> Any:
        return self.real.settled(**asked)


def test_an_answers_revision_is_told_the_skeptics_doubts_and_the_conversation(workspace, document):
    session, run = ask(workspace)
    first = answered(session, run, Toolbox())
    writer = Recording("The maximum loan-to-value ratio for investment properties is 75%. {key}")
    session_ask(session=session, by=None, query="What is the maximum ratio for investment properties?")
    again = Run.objects.get(session_id=session.id, state="active")

    shown = answered(session, again, Cast(writer=writer, judge=FindsNothing(), skeptic=Doubting()))

    assert shown["status"] == "completed", shown["errors"]
    (task,) = writer.revisions
    assert (task.missing, task.contradictions) == (MISSING, DIFFER)
    ((asked, answer),) = task.conversation
    assert asked == first["query"]
    assert "75%" in answer


def test_a_section_that_is_mended_is_told_the_others(workspace, document):
    writer = Drafts(GOOD[0], f"{WRONG} {{CAP}}", *GOOD[2:], mended=(GOOD[1],))
    session, run = draft(workspace)

    answered(session, run, Cast(writer=writer))

    (task,) = writer.revisions
    assert WRONG not in task.elsewhere
    assert all(line.split(" {")[0] in task.elsewhere for line in (GOOD[0], GOOD[2], GOOD[3]))
