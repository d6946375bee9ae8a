"""Questions with what answers them, as published sets have them: files with ``questions.jsonl``, or SQuAD's form."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workers.evaluations.labelled import Unreadable

QUESTIONS = "questions.jsonl"
LONGEST_NAME = 100  # characters of a title that a document made of a paragraph is called by

Source = tuple[str, int]  # name of a document, and page from 1; 0 for the whole of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, the answers that would be right, in anybody's words, and where they stand."""

    text: str
    answers: tuple[str, ...]
    sources: frozenset[Source]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionSet:
    """``documents``: filename → the file, or the text of one. ``quoted``: the answers stand in them word for word."""

    name: str
    documents: Mapping[str, Path | str]
    questions: tuple[Asked, ...]
    quoted: bool


def pages_of(first: int | None, last: int | None) -> range:
    """The pages from ``first`` to ``last``; a document without pages is one."""
    return range(first or 1, (last or first or 1) + 1)


def question_sets_in(path: Path) -> tuple[QuestionSet, ...]:
    """The sets of a folder or of one file: ``questions.jsonl`` with the documents beside it, and ``*.json`` of SQuAD.

    Raises Unreadable where there is none, with the line of what cannot be used.
    """
    inside = [*path.glob(QUESTIONS), *sorted(path.glob("*.json"))]
    files = [path] if path.is_file() else inside
    if not files:
        raise Unreadable(f"{str(path)!r} has neither a {QUESTIONS} nor a .json of SQuAD's form")
    return tuple(_beside(file) if file.suffix == ".jsonl" else _squad(file) for file in files)


def _beside(file: Path) -> QuestionSet:
    """Questions on the files of its folder: each line has ``question``, ``answer``, ``document`` and ``evidence``."""
    documents = {
        one.name: one
        for one in sorted(file.parent.iterdir())
        if one.is_file() and one.suffix not in (".json", ".jsonl")
    }
    questions = tuple(_read(file, lambda row: _on_files(row, documents)))
    return QuestionSet(name=file.parent.name, documents=documents, questions=questions, quoted=False)


def _read(file: Path, asked: Callable[[Any], Asked]) -> Iterator[Asked]:
    number = 0
    try:
        with file.open(encoding="utf-8") as lines:
            for line in lines:
                number += 1
                if line.strip():
                    yield asked(json.loads(line))
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise Unreadable(f"{file.name}, line {number}: {_told(error)}") from error


def _on_files(row: Any, documents: Mapping[str, Path | str]) -> Asked:
    name = row["document"] if row["document"] in documents else f"{row['document']}.pdf"
    if name not in documents:
        raise ValueError(f"there is no document {row['document']!r} beside it")
    pages = [one["evidence_page_num"] for one in row.get("evidence", ())]
    if not all(isinstance(page, int) and page >= 0 for page in pages):
        raise ValueError("'evidence_page_num' is a number from 0")
    sources = frozenset((name, page + 1) for page in pages) or frozenset(((name, 0),))
    return Asked(text=_text(row["question"]), answers=(_text(row["answer"]),), sources=sources)


def _squad(file: Path) -> QuestionSet:
    """Every paragraph is a document; a text that stands twice is one. Questions marked impossible are left out."""
    names: dict[str, str] = {}
    questions = []
    try:
        for article in json.loads(file.read_text(encoding="utf-8"))["data"]:
            for number, paragraph in enumerate(article["paragraphs"]):
                name = names.setdefault(_text(paragraph["context"]), f"{_safe(article['title'])} {number}.txt")
                for asked in paragraph["qas"]:
                    answers = tuple(dict.fromkeys(_text(one["text"]) for one in asked["answers"]))
                    if answers and not asked.get("is_impossible"):
                        one = Asked(text=_text(asked["question"]), answers=answers, sources=frozenset(((name, 0),)))
                        questions.append(one)
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise Unreadable(f"{file.name}: {_told(error)}") from error
    documents = {name: text for text, name in names.items()}
    return QuestionSet(name=file.stem, documents=documents, questions=tuple(questions), quoted=True)


def _safe(title: Any) -> str:
    return _text(title).replace("_", " ").replace("/", " ")[:LONGEST_NAME].strip()


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"a text is wanted where {str(value)[:80]!r} stands")
    value.encode()  # what is no text has halves of characters
    return value


def _told(error: Exception) -> str:
    return f"no {error}" if isinstance(error, KeyError) else str(error)
