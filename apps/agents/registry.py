"""Who plays which part: engines by name, handed what they need."""

from collections.abc import Callable
from threading import Lock

from apps.agents.contracts import Judge, Skeptic, Writer
from apps.agents.judge.builtin import BuiltinJudge
from apps.agents.reading.memory import SentenceMemory
from apps.agents.skeptic.builtin import BuiltinSkeptic
from apps.agents.writer.builtin import BuiltinWriter
from apps.core.registry import Registry
from apps.inference.contracts import Embedder

BUILTIN = "builtin"

WRITERS: Registry[Callable[[SentenceMemory], Writer]] = Registry("writer")
SKEPTICS: Registry[Callable[[SentenceMemory], Skeptic]] = Registry("skeptic")
JUDGES: Registry[Callable[[SentenceMemory], Judge]] = Registry("judge")

WRITERS.add(BUILTIN, lambda memory: BuiltinWriter(memory=memory))
SKEPTICS.add(BUILTIN, lambda memory: BuiltinSkeptic(memory=memory))
JUDGES.add(BUILTIN, lambda memory: BuiltinJudge(memory=memory))

_memories: list[tuple[Embedder, SentenceMemory]] = []
_lock = Lock()


def writer_for(model_name: str, *, embedder: Embedder) -> Writer:
    """The Writer called ``model_name``. Raises UnknownKindError, naming what there is, for any other name."""
    return WRITERS.get(model_name)(memory_of(embedder))


def skeptic_for(model_name: str, *, embedder: Embedder) -> Skeptic:
    """The Skeptic called ``model_name``. Raises UnknownKindError, naming what there is, for any other name."""
    return SKEPTICS.get(model_name)(memory_of(embedder))


def judge_for(model_name: str, *, embedder: Embedder) -> Judge:
    """The Judge called ``model_name``. Raises UnknownKindError, naming what there is, for any other name."""
    return JUDGES.get(model_name)(memory_of(embedder))


def memory_of(embedder: Embedder) -> SentenceMemory:
    """The process's one memory over ``embedder``, so that the cast embeds a sentence once."""
    with _lock:
        for known, memory in _memories:
            if known is embedder:
                return memory
        memory = SentenceMemory(embedder)
        _memories[:] = [
            *_memories[-1:],
            (embedder, memory),
        ]  # two embedders at most: the one before a switch, and after
        return memory
