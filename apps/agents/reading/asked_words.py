"""What a question calls otherwise than the passages found for it, in their words: "EPS", "earnings per share". Pure."""

import re
from collections.abc import Sequence

from apps.agents.reading.question import read_question
from apps.agents.reading.words import content_words
from apps.retrieval.expansion import in_their_words
from apps.retrieval.question import Word, ask
from apps.retrieval.types import ContextChunk


def as_passages_call_it(query: str, chunks: Sequence[ContextChunk]) -> str:
    """``query`` with the words that no passage, title or filename has explained by the passages, where they do that."""
    about = set(read_question(query).words)
    question = ask(query)
    known = "\n".join(f"{chunk.title}\n{chunk.filename}\n{chunk.content}" for chunk in chunks).lower()

    def is_unknown(word: Word) -> bool:
        stems = set(content_words(word.text))
        return bool(stems) and stems <= about and not re.search(rf"(?<![^\W_]){re.escape(word.text.lower())}", known)

    reworded = in_their_words(
        question.text, filter(is_unknown, question.words), tuple(chunk.content for chunk in chunks)
    )
    return query if reworded == question.text else reworded
