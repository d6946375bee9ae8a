"""Texts about documents, half of them false, verified over HTTP as text and as a file, and on the command line."""

import io
import json
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

import docx
import pytest

from tests.acceptance.test_answers import SAMPLES, library_of
from tests.live import LiveStack
from tests.person import Person
from tests.unit.extraction_files import FILINGS, needs_filings

PATIENCE = 300.0  # seconds for the filings, and for a text about them
# what stands between bars is raised
MARKS = (
    "{}{stop} [1]",
    "{} [2, 3]{stop}",
    "{} (Smith & Jones, 2020){stop}",
    "{}{stop}|4",
    "{}|5,6|{stop}",
    "{}{stop}[^7]",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What is said of some documents: in their words, in other words, and with one thing changed."""

    name: str
    files: tuple[Path, ...]
    verbatim: tuple[str, ...]
    reworded: tuple[str, ...]
    false: tuple[str, ...]

    @property
    def sentences(self) -> list[str]:
        """The true ones between the false ones."""
        rows = zip(self.false, cycle((*self.verbatim, *self.reworded)), strict=False)
        return [sentence for row in rows for sentence in row]


HANDBOOK = About(
    name="A handbook",
    files=(SAMPLES / "hr-handbook.docx",),
    verbatim=(
        "Full-time employees receive 26 days of paid annual leave.",
        "Contributions vest after two years of service.",
        "A lost device must be reported to the service desk within two hours.",
        "Cash must never be accepted.",
        "This handbook applies to all employees of Larkmoor Bank.",
    ),
    reworded=("Managers must approve overtime before it is worked.", "Staff may not accept cash."),
    false=(
        "Full-time employees receive 36 days of paid annual leave.",
        "Contributions vest after two months of service.",
        "A lost device must be reported to the service desk within two days.",
        "Cash may be accepted.",
        "This handbook applies to all employees of Northfield Bank.",
        "Tellers and security staff may work from home.",
        "Overtime is paid at 150% of the hourly rate on weekdays.",
    ),
)
RELEASES = About(
    name="Two press releases",
    files=tuple(
        FILINGS / f"{name}.pdf" for name in ("ULTABEAUTY_2023Q4_EARNINGS", "JOHNSON_JOHNSON_2023_8K_dated-2023-08-30")
    ),
    verbatim=(
        "At the end of the fourth quarter of fiscal 2022, the Company operated 1,355 stores totaling 14.2 million "
        "square feet.",
        "Cash and cash equivalents at the end of the fourth quarter of fiscal 2022 were $737.9 million.",
        "During fiscal 2022, the Company opened 47 new stores, relocated 12 stores, and remodeled 20 stores.",
        "A replay of the webcast will remain available for 90 days.",
        "Net income increased 26.0% to $1.2 billion compared to $985.8 million in fiscal 2021.",
        "As of January 28, 2023, $1.1 billion remained available under the $2.0 billion share repurchase program "
        "announced in March 2022.",
    ),
    reworded=(
        "Ulta Beauty is the largest U.S. beauty retailer.",
        "The webcast can be replayed for 90 days.",
        "Johnson & Johnson maintains a stake of 9.5% in Kenvue.",
        "During fiscal 2022, 47 new stores were opened, 12 stores were relocated and 20 stores were remodeled.",
        "The company relocated one store and remodeled 12 stores in the fourth quarter of fiscal 2022.",
        "The separation of Kenvue brings a gain of approximately $20 billion in the third quarter of 2023.",
    ),
    false=(
        "At the end of the fourth quarter of fiscal 2022, the Company operated 1,535 stores totaling 14.2 million "
        "square feet.",
        "Cash and cash equivalents at the end of the fourth quarter of fiscal 2022 were $737.9 billion.",
        "During fiscal 2022, the Company opened 12 new stores, relocated 47 stores, and remodeled 20 stores.",
        "A replay of the webcast will not remain available for 90 days.",
        "Net income decreased 26.0% to $1.2 billion compared to $985.8 million in fiscal 2021.",
        "As of January 28, 2023, $1.1 billion remained available under the $2.0 billion share repurchase program "
        "announced in March 2021.",
        "In 1980, the Company reinvented the beauty retail experience by offering a new way to shop for beauty.",
        "Ulta Beauty is not the largest U.S. beauty retailer.",
        "Johnson & Johnson operated 1,355 stores at the end of the fourth quarter of fiscal 2022.",
        "Johnson & Johnson maintains its quarterly dividend of €1.19 per share.",
        "During the fourth quarter of fiscal 2022, the Company repurchased 722,457 shares of its common stock at a "
        "cost of $900.0 million.",
        "Comparable sales increased 15.6% in fiscal 2022 compared to an increase of 21.4% in fiscal 2021.",
    ),
)
FULL = (
    pytest.mark.full,
    needs_filings,
)


@pytest.fixture(scope="module", params=[HANDBOOK, pytest.param(RELEASES, marks=FULL)], ids=["handbook", "releases"])
def about(request: pytest.FixtureRequest) -> About:
    return request.param


@pytest.fixture(scope="module")
def alice(live_stack: LiveStack) -> Person:
    return Person(base_url=live_stack.base_url, token=live_stack.person(), library=library_of(live_stack))


@pytest.fixture(scope="module")
def workspace(alice: Person, about: About) -> str:
    workspace = alice.workspace(about.name)
    documents = [alice.upload(workspace, path.read_bytes(), path.name) for path in about.files]
    read = [alice.read_through(document, within=PATIENCE) for document in documents]
    assert [document["status"] for document in read] == ["ready"] * len(documents)
    return workspace


@pytest.fixture(scope="module")
def verified(alice: Person, workspace: str, about: About) -> dict[str, Any]:
    """The session of the plain text, a paragraph for each sentence."""
    return verify(alice, workspace, json={"text": "\n\n".join(about.sentences)})


def verify(person: Person, workspace: str, **request: Any) -> dict[str, Any]:
    answer = person.call("POST", f"/workspaces/{workspace}/verify", **request)
    assert answer.status_code == 202, answer.text
    return person.finished(answer.json(), within=PATIENCE)


def verdicts(session: dict[str, Any]) -> list[tuple[str, str, float]]:
    """(claim, verdict, score) in the order of the text."""
    entries = {entry["claim_id"]: entry for entry in session["ledger"]["entries"]}
    ruled = [(claim["claim_text"], entries[claim["id"]]) for claim in session["claims"]]
    return [(text, entry["verdict"], entry["confidence_score"]) for text, entry in ruled]


def assert_same_verdicts(one: dict[str, Any], other: dict[str, Any]) -> None:
    """On the same claims; scores may differ a little, as vectors do that were made in other batches."""
    (*said, scores), (*as_said, as_scored) = (list(zip(*verdicts(each), strict=True)) for each in (one, other))
    assert said == as_said
    assert scores == pytest.approx(as_scored, abs=1e-3)


def marked(sentences: list[str]) -> tuple[bytes, list[str]]:
    """A DOCX of these sentences, each with the mark of a source in another style, and what its paragraphs say."""
    document, buffer, said = docx.Document(), io.BytesIO(), []
    for sentence, mark in zip(sentences, cycle(MARKS), strict=False):
        paragraph = document.add_paragraph()
        for at, piece in enumerate(mark.format(sentence[:-1], stop=".").split("|")):
            paragraph.add_run(piece).font.superscript = True if at % 2 else None
        raised = str.maketrans("456", "⁴⁵⁶")
        said.append("".join(run.text.translate(raised) if run.font.superscript else run.text for run in paragraph.runs))
    document.save(buffer)
    return buffer.getvalue(), said


def test_no_sentence_is_supported_with_one_thing_changed_and_each_is_in_the_documents_words(about, verified):
    assert verified["status"] == "completed", verified["errors"]
    ruled = {text: verdict for text, verdict, _ in verdicts(verified)}
    assert list(ruled) == list(dict.fromkeys(about.sentences))
    assert [sentence for sentence in about.false if ruled[sentence] == "supported"] == []
    assert [sentence for sentence in about.verbatim if ruled[sentence] != "supported"] == []
    assert [sentence for sentence in about.reworded if ruled[sentence] == "contradicted"] == []


def test_marks_of_other_sources_stay_in_the_text_of_a_docx_and_change_no_verdict(alice, workspace, about, verified):
    content, said = marked(about.sentences)

    session = verify(alice, workspace, files={"file": ("report.docx", content)})

    assert session["response"].split("\n\n") == said
    assert_same_verdicts(session, verified)


def test_the_command_line_prints_what_the_site_shows(live_stack, alice, workspace, about, verified, tmp_path):
    path = tmp_path / "report.md"
    path.write_text(verified["response"], encoding="utf-8")

    shown = json.loads(live_stack.manage("verify", "--workspace", about.name, str(path), "--json"))

    assert shown == alice.finished(shown)
    assert_same_verdicts(shown, verified)
    assert shown["ledger"]["summary"] == verified["ledger"]["summary"]
