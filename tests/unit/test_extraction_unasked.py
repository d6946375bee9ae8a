"""What ``unstructured`` would ask a language model is not looked at, whatever the answer."""

import pytest

from apps.documents.extraction.contract import EXTRACTORS, Limits
from apps.documents.types import Extracted
from tests.unit.extraction_files import SAMPLES


@pytest.mark.parametrize(
    ("name", "kind", "partitioner"),
    [
        ("mortgage-conduct-regulation.md", "markdown", "unstructured.partition.html.parser"),
        ("hr-handbook.docx", "docx", "unstructured.partition.docx"),
    ],
)
def test_whether_a_text_is_prose_changes_nothing_that_is_read(monkeypatch, name, kind, partitioner):
    __import__(f"apps.documents.extraction.{kind}")  # here: it takes a second, of every process that collects tests
    asked: list[str] = []

    def read(*, prose: bool) -> Extracted:
        monkeypatch.setattr(f"{partitioner}.is_possible_narrative_text", lambda text: asked.append(text) or prose)
        return EXTRACTORS.get(kind)(SAMPLES / name, filename=name, limits=Limits(), progress=lambda *_: None)

    assert read(prose=True) == read(prose=False)
    assert asked
