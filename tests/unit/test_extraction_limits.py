"""Bad files and bounded reading: each a typed error, nothing left running."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from apps.documents.errors import ExtractionError
from apps.documents.extraction import Limits, extract
from tests.live import eventually
from tests.traces import readers_in
from tests.unit.extraction_files import (
    SAMPLES,
    bomb_docx,
    bomb_pdf,
    empty_pdf,
    entities_docx,
    looped_pdf,
    lying_docx,
    pdf,
    raw_pdf,
    scanned_pdf,
    word,
)

MIB = 1024 * 1024
PAGE = [("The limit is 80%.", 11, False)]


def refused(tmp_path, data: bytes, filename: str = "a.pdf", **limits) -> ExtractionError:
    path = tmp_path / "stored"
    path.write_bytes(data)
    with pytest.raises(ExtractionError) as error:
        extract(path, filename=filename, limits=Limits(**limits))
    assert len(error.value.message) > 15
    assert not error.value.retryable
    assert nobody_reads()
    return error.value


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch) -> Path:
    """Where this test's reading folders are, by which its readers are known, whoever their parent is by now."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def children() -> list[int]:
    """Processes that read a file of this test."""
    return readers_in(Path(tempfile.gettempdir()))


def nobody_reads() -> bool:
    return eventually(lambda: not children(), 5)


def seen() -> int:
    """The first that reads."""
    found = eventually(children, 30, every=0.005)
    assert found
    return found[0]


def long_page(tmp_path: Path) -> Path:
    """Markdown that takes seconds to read."""
    path = tmp_path / "stored.md"
    path.write_text("# Terms\n\n" + "The limit is 80 % of the value. " * 20 + "\n\n- a fee\n" * 10_000)
    return path


@pytest.mark.parametrize(
    ("data", "filename", "code"),
    [
        (b"", "a.pdf", "empty_file"),
        (b" \n\t\n", "a.txt", "empty_document"),
        (b"<html><body><script>x</script></body></html>", "a.html", "empty_document"),
        (empty_pdf(), "a.pdf", "no_pages"),
        (looped_pdf(), "a.pdf", "no_pages|corrupt_pdf"),
        (b"%PDF-1.7\n" + b"nothing of a PDF" * 50, "a.pdf", "corrupt_pdf"),
        (raw_pdf(b"<< /Type /Catalog >>"), "a.pdf", "corrupt_pdf|no_pages"),
        (pdf([PAGE], password="secret"), "a.pdf", "encrypted_pdf"),
        (scanned_pdf(), "a.pdf", "no_text"),
        (b"caf\xe9", "a.txt", "invalid_encoding"),
        (b"\x00\x01\x02\x03" * 20, "a.bin", "unsupported_type"),
        (word(lambda document: None), "a.docx", "empty_document"),
        (word(lambda document: document.add_paragraph("x" * 5000))[:9000], "a.docx", "unsupported_type"),
        (bomb_docx(1), "a.docx", "corrupt_file"),
        (lying_docx(20), "a.docx", "corrupt_file"),
        (entities_docx(), "a.docx", "corrupt_file"),
    ],
)
def test_a_bad_file_is_a_typed_error(tmp_path, data, filename, code):
    assert refused(tmp_path, data, filename).code in code.split("|")


def test_a_truncated_pdf_is_a_typed_error_or_gives_what_is_left(tmp_path):
    whole = (SAMPLES / "lending-policy.pdf").read_bytes()
    path = tmp_path / "stored"
    for share in (0.02, 0.3, 0.6, 0.95):
        path.write_bytes(whole[: int(len(whole) * share)])
        try:
            extracted = extract(path, filename="a.pdf", limits=Limits())
        except ExtractionError as error:
            assert error.code in {"corrupt_pdf", "no_pages"}  # noqa: PT017
        else:
            assert extracted.text.strip()


def test_a_pdf_with_too_many_pages_is_refused_before_it_is_read(tmp_path):
    error = refused(tmp_path, pdf([PAGE] * 6), max_pages=5)
    assert error.code == "too_many_pages"
    assert "6 pages" in error.message


def test_a_text_that_is_too_long_is_refused(tmp_path):
    assert refused(tmp_path, b"word " * 1000, "a.txt", max_chars=100).code == "text_too_long"
    assert refused(tmp_path, pdf([PAGE] * 20), max_chars=100).code == "text_too_long"


def test_a_zip_bomb_is_refused_before_it_is_unpacked(tmp_path):
    bomb = bomb_docx(30)
    assert len(bomb) < MIB
    assert refused(tmp_path, bomb, "a.docx").code == "zip_bomb"  # not large, but far too dense
    assert refused(tmp_path, bomb, "a.docx", max_inflated_bytes=MIB).code == "zip_bomb"


def test_a_pdf_bomb_ends_at_the_memory_limit_also_where_the_worker_has_had_more(tmp_path):
    assert len(b"x" * (450 * MIB)) > 400 * MIB  # the kernel hands this peak down to the child
    error = refused(tmp_path, bomb_pdf(60), memory_bytes=400 * MIB, seconds=60)
    assert error.code == "memory_exceeded"


def test_reading_that_takes_too_long_is_ended(tmp_path):
    began = time.monotonic()
    error = refused(tmp_path, long_page(tmp_path).read_bytes(), "a.md", seconds=0.3)
    assert error.code == "timed_out"
    assert time.monotonic() - began < 10


def test_reading_that_nobody_wants_any_more_is_ended(tmp_path):
    with pytest.raises(ExtractionError) as error:
        extract(long_page(tmp_path), filename="a.md", limits=Limits(), should_stop=lambda: bool(children()))
    assert error.value.code == "cancelled"
    assert nobody_reads()


@pytest.mark.parametrize(
    ("by", "code", "retryable"), [(signal.SIGKILL, "killed", True), (signal.SIGSEGV, "crashed", False)]
)
def test_a_child_that_dies_is_a_typed_error(tmp_path, by, code, retryable):
    path = long_page(tmp_path)

    def kill():
        os.kill(seen(), by)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(ExtractionError) as error:
        extract(path, filename="a.md", limits=Limits())
    killer.join()
    assert (error.value.code, error.value.retryable) == (code, retryable)


@pytest.mark.parametrize("kind", ["md", "pdf"])
def test_the_child_dies_with_its_parent(tmp_path, kind):
    path = long_page(tmp_path) if kind == "md" else tmp_path / "stored.pdf"
    if kind == "pdf":
        path.write_bytes(bomb_pdf(20))
    script = (
        "import sys; from pathlib import Path; from apps.documents.extraction import extract, Limits\n"
        "extract(Path(sys.argv[1]), filename=sys.argv[1], limits=Limits())"
    )
    env = os.environ | {"TMPDIR": tempfile.gettempdir()}
    parent = subprocess.Popen([sys.executable, "-c", script, str(path)], cwd=SAMPLES.parent, env=env)
    child = Path("/proc") / str(seen())
    parent.kill()
    parent.wait()
    deadline = time.monotonic() + 5
    while child.exists() and "Z" not in (child / "stat").read_text().split()[2] and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not child.exists() or (child / "stat").read_text().split()[2] == "Z"


def open_files(pid: int) -> Iterator[str]:
    """What a process has open; it may close a file while it is looked at."""
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            yield os.readlink(entry)


def test_the_child_is_given_no_secret_and_no_open_file(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    path = long_page(tmp_path)
    found = {}

    def look(done=0, total=0):
        for pid in children():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it may end while it is looked at
                environment, files = Path(f"/proc/{pid}/environ").read_bytes(), list(open_files(pid))
                if environment and files:
                    found.update(environment=environment, files=files)
        return False

    with (tmp_path / "open").open("w") as handle:
        os.set_inheritable(handle.fileno(), True)
        extract(path, filename="a.md", limits=Limits(), should_stop=look)
    assert b"secret" not in found["environment"]
    assert str(tmp_path / "open") not in found["files"]
    assert not [each for each in found["files"] if each.startswith("socket:")], "the server's orders"


@pytest.mark.parametrize("kind", ["pdf", "html", "markdown", "docx"])
def test_a_child_imports_what_it_reads_with_and_no_more(kind):
    unasked = {"django", "psycopg", "spacy", "bs4"} | ({"unstructured"} if kind == "pdf" else set())
    script = (
        f"import sys, apps.documents.extraction.child, apps.documents.extraction.{kind}\n"
        f"print([name for name in sys.modules if name.split('.')[0] in {unasked}])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=SAMPLES.parent, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("depth", [300, 300_000])
@pytest.mark.parametrize("before", ["", "<p>The limit is 80%.</p>"])
def test_a_page_nested_too_deep_says_so_and_is_not_read_by_half(tmp_path, depth, before):
    page = f"<html><body>{before}{'<div>' * depth}<p>The fee is $450.</p>{'</div>' * depth}</body></html>"
    error = refused(tmp_path, page.encode(), "a.html")
    assert error.code == "nested_too_deep"
    assert "256" in error.message


def test_a_quotation_nested_too_deep_says_so_in_markdown_too(tmp_path):
    error = refused(tmp_path, ("# Fees\n\nThe limit is 80%.\n\n" + ">" * 90 + " - " * 200 + "word\n").encode(), "a.md")
    assert error.code == "nested_too_deep"
