"""The Judge that an evaluation is asked to measure."""

from django.conf import settings
from django.core.management.base import CommandError

from apps.agents.contracts import Judge
from apps.agents.registry import JUDGES, judge_for
from apps.core.engines import BUILTIN
from apps.inference.embedders import get_embedder


def judge_named(model: str) -> Judge:
    """The built-in Judge, with its model or by rules alone, or a model's at the endpoint.

    Raises CommandError where there is no endpoint.
    """
    if model not in JUDGES and not settings.OPENAI_BASE_URL:
        raise CommandError(f"{model!r} is a model at an endpoint, and none is set up: set OPENAI_BASE_URL")
    return judge_for(model, embedder=get_embedder(BUILTIN))
