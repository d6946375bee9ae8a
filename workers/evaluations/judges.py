"""The Judge that an evaluation is asked to measure."""

from django.conf import settings
from django.core.management.base import CommandError

from apps.agents.contracts import Judge
from apps.agents.judge.builtin import READING, BuiltinJudge
from apps.agents.judge.scoring import READ_THRESHOLDS
from apps.agents.registry import judge_for
from apps.inference.embedders import get_embedder
from apps.inference.entailment import get_entailment
from apps.inference.memory import memory_of
from apps.verification.types import Thresholds
from workers.toolbox import BUILTIN, Toolbox


def judge_named(model: str) -> Judge:
    """The built-in Judge, the one that reads besides, or a model's at the endpoint.

    Raises CommandError where there is no endpoint.
    """
    if model == READING:
        return BuiltinJudge(memory=memory_of(get_embedder(BUILTIN)), entailment=get_entailment())
    if model != BUILTIN and not settings.OPENAI_BASE_URL:
        raise CommandError(f"{model!r} is a model at an endpoint, and none is set up: set OPENAI_BASE_URL")
    return judge_for(model, embedder=get_embedder(BUILTIN))


def thresholds_of(judge: str) -> Thresholds:
    """The cuts on the confidence of the Judge of that name."""
    return READ_THRESHOLDS if judge == READING else Toolbox.thresholds
