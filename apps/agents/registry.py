"""Who plays which part: engines by name, handed what they need.

A name that no engine registered is that of a model at the endpoint.
"""

from collections.abc import Callable

from django.conf import settings

from apps.agents.contracts import Judge, Skeptic, Writer
from apps.agents.judge.builtin import BuiltinJudge
from apps.agents.judge.llm import LLMJudge
from apps.agents.skeptic.builtin import BuiltinSkeptic
from apps.agents.skeptic.llm import LLMSkeptic
from apps.agents.writer.builtin import BuiltinWriter
from apps.agents.writer.llm import LLMWriter
from apps.core.engines import BUILTIN, RULES
from apps.core.registry import Registry
from apps.inference.chat import chat_for
from apps.inference.contracts import Embedder
from apps.inference.entailment import get_entailment
from apps.inference.memory import SentenceMemory, memory_of

WRITERS: Registry[Callable[[SentenceMemory], Writer]] = Registry("writer")
SKEPTICS: Registry[Callable[[SentenceMemory], Skeptic]] = Registry("skeptic")
JUDGES: Registry[Callable[[SentenceMemory], Judge]] = Registry("judge")

WRITERS.add(BUILTIN, lambda memory: BuiltinWriter(memory=memory))
SKEPTICS.add(BUILTIN, lambda memory: BuiltinSkeptic(memory=memory))
JUDGES.add(BUILTIN, lambda memory: BuiltinJudge(memory=memory, entailment=get_entailment))
JUDGES.add(RULES, lambda memory: BuiltinJudge(memory=memory))


def writer_for(model_name: str, *, embedder: Embedder) -> Writer:
    """The engine registered as ``model_name``, else the Writer that asks the endpoint's model of that name."""
    if model_name in WRITERS:
        return WRITERS.get(model_name)(memory_of(embedder))
    return LLMWriter(chat=chat_for(model_name, role="writer"))


def skeptic_for(model_name: str, *, embedder: Embedder) -> Skeptic:
    """The engine registered as ``model_name``, else the Skeptic that asks the endpoint's model of that name."""
    if model_name in SKEPTICS:
        return SKEPTICS.get(model_name)(memory_of(embedder))
    return LLMSkeptic(chat=chat_for(model_name, role="skeptic"), most_tokens=settings.MODEL_MAX_OUTPUT_TOKENS)


def judge_for(model_name: str, *, embedder: Embedder) -> Judge:
    """The engine registered as ``model_name``, else the Judge that asks the endpoint's model of that name."""
    if model_name in JUDGES:
        return JUDGES.get(model_name)(memory_of(embedder))
    return LLMJudge(chat=chat_for(model_name, role="judge"))
