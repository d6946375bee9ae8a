"""What a scripted Writer may say: sentences of stored passages, with their citations."""

import re
from collections.abc import Iterable, Iterator, Sequence

import psycopg

from tests.endpoint.replying import pieces_of
from tests.person import Person

SENTENCE = re.compile(r"(?<![^\s])[A-Z][^.!?|#\n]{30,160}\.(?=\s|$)")


def retrieved_keys(person: Person, session_id: str) -> list[str]:
    """The citation keys of a session's passages, best first."""
    (event,) = (each for each in person.events(session_id) if each["type"] == "retrieval_complete")
    return [chunk["key"] for chunk in event["payload"]["chunks"]]


def sentences(person: Person, keys: Sequence[str]) -> Iterator[tuple[str, str]]:
    """(sentence, key) of every whole sentence on a line of these passages, in their order, none twice."""
    with psycopg.connect(person.library.database_url) as connection:
        rows = connection.execute("SELECT key, content FROM documents_chunk WHERE key = ANY(%s)", [list(keys)])
        contents = dict(rows.fetchall())
    seen: set[str] = set()
    for key in keys:
        for sentence in SENTENCE.findall(contents[key]):
            if sentence not in seen:
                seen.add(sentence)
                yield sentence, key


def copied(person: Person, keys: Sequence[str], *, count: int = 0, tokens: int = 0) -> str:
    """So many sentences, or so many pieces of a stream, each sentence with its citation. AssertionError: too few."""
    text = ""
    for place, (sentence, key) in enumerate(sentences(person, keys), start=1):
        text += f"{sentence[:-1]} [cite:{key}]. "
        if place == count or (tokens and len(pieces_of(text)) >= tokens):
            return text.strip()
    raise AssertionError("the passages have too few sentences")


def citations(person: Person, workspace: str, said: Iterable[str]) -> dict[str, str]:
    """For each of these sentences the citation of a passage that says it. StopIteration: none does."""
    query = "SELECT content, key FROM documents_chunk WHERE workspace_id = %s ORDER BY document_id, chunk_index"
    with psycopg.connect(person.library.database_url) as connection:
        rows = connection.execute(query, [workspace]).fetchall()
    passages = [(" ".join(content.split()), key) for content, key in rows]
    return {sentence: next(f"[cite:{key}]" for text, key in passages if sentence in text) for sentence in said}
