"""The shared filings: every page is read, and says what another extractor finds on it."""

import random
import re
from collections import Counter

import pytest
from pdfminer.high_level import extract_text

from apps.core.sentences import split_sentences
from apps.documents.chunking import chunk
from apps.documents.extraction import Limits, extract
from apps.documents.extraction.contract import MIB
from tests.unit.extraction_files import FILINGS, needs_filings

pytestmark = [
    pytest.mark.full,
    needs_filings,
]
PAGES_COMPARED = 3  # of each filing; pdfminer reads a few dozen pages a second


@pytest.fixture(scope="module")
def filings():
    return {
        path: extract(path, filename=path.name, limits=Limits(memory_bytes=600 * MIB, seconds=60))
        for path in sorted(FILINGS.glob("*.pdf"))
    }


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"[a-z0-9]+", text.lower()))


def estimated_tokens(texts: list[str]) -> list[int]:
    return [len(re.findall(r"\w+|[^\w\s]", text)) for text in texts]


def test_all_pages_of_all_filings_are_read(filings):
    assert len(filings) == 10
    assert sum(len(extracted.pages) for extracted in filings.values()) == 947
    bare = [page.number for extracted in filings.values() for page in extracted.pages if not page.has_text]
    assert len(bare) <= 1


def test_pages_say_what_another_extractor_finds_on_them(filings):
    chosen = random.Random(20)
    found = wanted = ours = 0
    for path, extracted in filings.items():
        for page in chosen.sample(extracted.pages, PAGES_COMPARED):
            here = words(extracted.text[page.start_offset : page.end_offset])
            there = words(extract_text(path, page_numbers=[page.number - 1]))
            found += (here & there).total()
            wanted += there.total()
            ours += here.total()
    assert found / wanted > 0.97  # running headers are left out
    assert found / ours > 0.98


def test_figures_stay_on_one_line_with_what_they_are_of(filings):
    [extracted] = [read for path, read in filings.items() if path.name == "3M_2018_10K.pdf"]
    sentences = {extracted.text[span.start : span.end] for span in split_sentences(extracted.text)}
    assert "Total current assets   13,709   14,277" in sentences
    assert "Total assets   $ 36,500   $ 37,987" in sentences


def test_filings_are_cut_into_few_small_passages(filings):
    sizes = []
    for extracted in filings.values():
        chunks = chunk(extracted, count_tokens=estimated_tokens)
        assert all(extracted.text[c.start_offset : c.end_offset] == c.content for c in chunks)
        assert all(1 <= c.page_number <= c.page_end <= c.page_number + 6 for c in chunks)
        sizes += [c.token_count for c in chunks]
    assert max(sizes) <= 600
    assert sum(size < 80 for size in sizes) / len(sizes) < 0.06
    assert sorted(sizes)[len(sizes) // 2] > 380
