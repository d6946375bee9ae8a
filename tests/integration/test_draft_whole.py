"""Drafts on whole documents: of what these are made of, in their order, and of nothing beside it."""

import pytest

from apps.documents.models import Chunk, Document
from apps.retrieval.spread import evenly, passages_within, spread_passages
from apps.verification.citations import cited_keys
from apps.workspaces.models import Workspace
from tests.integration.answer_fixture import told
from tests.integration.test_draft_requests import Drafted, sections_of, uploaded
from tests.integration.test_draft_requests import drafted as drafted
from tests.integration.test_draft_requests import drafting as drafting
from tests.integration.test_retrieval import make_document

pytestmark = pytest.mark.django_db(transaction=True)

ENDS = ("Introduction", "Conclusion and Open Points")
NOTE = """# Trip to the Northern Depots

## Travel

The crew takes the night train from Oslo to Bodø on Monday. The boat to the outer depots leaves at noon on Tuesday.

## Lodging

Rooms are booked at the harbour inn for four nights. Each room costs 900 crowns a night and is paid on arrival.

## Work on Site

Two pumps at the outer depot are replaced by the crew. The old pumps go back to Oslo for repair in the same week.
"""
LETTER = (
    "The harbour inn was closed for nine weeks after the storm of January. The roof was repaired by a firm from Bodø. "
    "It reopened on 3 April with 40 rooms. The insurer paid two million crowns for the damage.\n"
)


def filing(name: str) -> str:
    """Long enough that no overview has all of it."""
    parts = {
        "Fleet": f"{name} runs forty ferries on the fjords of the north. Each ferry is painted every second spring. ",
        "Crews": "Crews are hired in June for the whole of the season. Every sailor is trained in the use of boats. ",
        "Depots": "The depots keep ropes and lamps for all of the ferries. Spare engines are kept at the main depot. ",
    }
    pages = [f"## Item {number}. {heading}\n\n{says * 12}" for number, (heading, says) in enumerate(parts.items(), 1)]
    report = "## Report of the Independent Registered Public Accounting Firm\n\n" + "We have audited the report. " * 9
    attached = "## Exhibits\n\nThe annual report has these exhibits.\n\n## Deed of Trust\n\n" + "The deed holds. " * 60
    return f"# {name} annual report\n\n" + "\n\n".join((*pages, report, attached))


def test_each_part_of_a_document_has_its_section_in_the_documents_order(
    drafting: Drafted, workspace: Workspace
) -> None:
    for name in ("Acme", "Zenith"):
        uploaded(workspace, filing(name).encode(), f"{name}_annual_report.md")

    session, shown = drafting("Summarize the Acme annual report.")

    sections = sections_of(shown["response"])
    assert list(sections) == [ENDS[0], "Fleet", "Crews", "Depots", ENDS[1]]
    files = {citation["key"]: citation["filename"] for citation in shown["citations"]}
    for heading, word in (("Fleet", "ferry"), ("Crews", "sailor"), ("Depots", "engines")):
        assert word in sections[heading]
        assert {files[key] for key in cited_keys(sections[heading])} == {"Acme_annual_report.md"}
    assert "audited" not in shown["response"]
    found = [event["payload"] for event in told(session) if event["type"] == "retrieval_complete"]
    assert {entry["filename"] for entry in found[0]["chunks"]} == {"Acme_annual_report.md"}
    planned_from = Chunk.objects.filter(id__in=[entry["chunk_id"] for entry in found[0]["chunks"]])
    text = " ".join(planned_from.values_list("content", flat=True))
    assert all(f"Item {number}. {part}" in text for number, part in enumerate(("Fleet", "Crews", "Depots"), 1))


def test_documents_are_compared_in_the_parts_that_they_share(drafting: Drafted, workspace: Workspace) -> None:
    own = {"Acme": ("Moorings", "Moorings are let by the day. "), "Zenith": ("Cranes", "Cranes lift boats ashore. ")}
    for name, (heading, says) in own.items():
        report, behind = filing(name).split("## Report of", 1)
        text = f"{report}## {heading}\n\n{says * 12}\n\n## Report of{behind}"
        uploaded(workspace, text.encode(), f"{name}_annual_report.md")

    _, shown = drafting("Compare Acme and Zenith")

    sections = sections_of(shown["response"])
    assert list(sections) == [ENDS[0], "Fleet", "Crews", "Depots", ENDS[1]]
    assert sections["Crews"].index("### Acme") < sections["Crews"].index("### Zenith")


def test_a_topic_is_told_as_before(drafting: Drafted, workspace: Workspace) -> None:
    uploaded(workspace, filing("Acme").encode(), "Acme_annual_report.md")
    _, shown = drafting("Write a memo on the crews of Acme")
    assert list(sections_of(shown["response"])) == [ENDS[0], "Crews", ENDS[1]]


def test_a_report_of_another_year_is_named_and_not_told(drafting: Drafted, workspace: Workspace) -> None:
    uploaded(workspace, filing("Acme").encode(), "ACME_2017_10K.md")

    _, shown = drafting("Summarize the 2021 annual report of Acme")

    assert sections_of(shown["response"]) == {}
    assert "The documents do not include “2021 Annual Report of Acme” beside “Acme annual report”." in shown["response"]
    assert "ferries" not in shown["response"]
    _, shown = drafting("Summarize the 2017 annual report of Acme")
    assert "ferries" in shown["response"]


def test_a_report_that_says_to_be_on_the_year_is_told(drafting: Drafted, workspace: Workspace) -> None:
    text = filing("Acme").replace("\n\n", "\n\nFor the fiscal year ended June 30, 2021\n\n", 1)
    uploaded(workspace, text.encode(), "ACME_2022_10K.md")
    _, shown = drafting("Summarize the 2021 annual report of Acme")
    assert list(sections_of(shown["response"])) == [ENDS[0], "Fleet", "Crews", "Depots", ENDS[1]]


def test_of_more_documents_than_there_is_room_for_the_others_are_named(drafting: Drafted, workspace: Workspace) -> None:
    for number, name in enumerate(("Acme", "Borea", "Corax", "Delos", "Ergon", "Faros", "Gaios"), 1):
        uploaded(workspace, filing(name).replace("forty", f"{number}0").encode(), f"{name}.md")

    _, shown = drafting("Summarize these documents.")

    assert list(sections_of(shown["response"])) == [ENDS[0], "Fleet", "Crews", "Depots", ENDS[1]]
    assert "Faros runs" in shown["response"]
    assert "Gaios runs" not in shown["response"]
    assert "This document does not deal with “Gaios annual report”." in shown["response"]


def test_a_note_is_told_by_its_headings(drafting: Drafted, workspace: Workspace) -> None:
    uploaded(workspace, NOTE.encode(), "trip.md")

    _, shown = drafting("Summarize this document")

    sections = sections_of(shown["response"])
    assert shown["response"].startswith("# Summary of Trip to the Northern Depots\n")
    assert list(sections) == [ENDS[0], "Travel", "Lodging", "Work on Site", ENDS[1]]
    assert "night train" in sections["Travel"]
    assert "900 crowns" in sections["Lodging"]
    assert "pumps" in sections["Work on Site"]
    assert shown["metrics"]["evidence_coverage"] == 1.0


def test_a_letter_without_headings_has_one_section(drafting: Drafted, workspace: Workspace) -> None:
    uploaded(workspace, LETTER.encode(), "letter.txt")

    _, shown = drafting("Summarize this document")

    sections = sections_of(shown["response"])
    assert shown["response"].startswith("# Summary of ")
    assert list(sections) == [ENDS[0], "Main Points", ENDS[1]]
    assert "Main Points" not in sections[ENDS[0]]
    assert "closed for nine weeks" in shown["response"]
    assert "reopened on 3 April" in shown["response"]
    assert cited_keys(sections["Main Points"])


def test_a_letter_beside_documents_with_headings_has_its_section(drafting: Drafted, workspace: Workspace) -> None:
    uploaded(workspace, NOTE.encode(), "trip.md")
    uploaded(workspace, LETTER.encode(), "letter.txt")

    _, shown = drafting("Summarize these documents")

    sections = sections_of(shown["response"])
    assert list(sections) == [ENDS[0], "Travel", "Lodging", "Work on Site", "Main Points", ENDS[1]]
    files = {citation["key"]: citation["filename"] for citation in shown["citations"]}
    for heading, file in (("Lodging", "trip.md"), ("Main Points", "letter.txt")):
        assert {files[key] for key in cited_keys(sections[heading])} == {file}
    assert "harbour inn was closed" in shown["response"]


def test_a_part_is_told_of_those_documents_alone_that_have_it(drafting: Drafted, workspace: Workspace) -> None:
    for name in ("Acme", "Zenith"):
        says = "Tugs are let to the harbours of the north. Each tug has a crew of four. " * 12
        own = f"## Item 9. Tugs\n\n{says}\n\n## Report of" if name == "Acme" else "## Report of"
        uploaded(workspace, filing(name).replace("## Report of", own, 1).encode(), f"{name}_annual_report.md")
    uploaded(workspace, NOTE.encode(), "trip.md")

    _, shown = drafting("Summarize these documents")

    sections = sections_of(shown["response"])
    files = {citation["key"]: citation["filename"] for citation in shown["citations"]}
    assert {files[key] for key in cited_keys(sections["Tugs"])} == {"Acme_annual_report.md"}
    assert {files[key] for key in cited_keys(sections["Travel"])} == {"trip.md"}
    assert "passages found do not" not in shown["response"]


def test_one_of_the_documents_is_called_by_what_it_is(drafted: Drafted) -> None:
    _, shown = drafted("Summarize the lending policy")

    sections = sections_of(shown["response"])
    files = {citation["key"]: citation["filename"] for citation in shown["citations"]}
    assert {files[key] for key in cited_keys(shown["response"])} == {"lending-policy.pdf"}
    assert 5 <= len(sections) <= 10
    assert all(cited_keys(body) for heading, body in sections.items() if heading not in ENDS)


@pytest.fixture
def document(workspace: Workspace) -> Document:
    return make_document(workspace, [f"Passage {number} tells of ropes." for number in range(12)], title="Ropes")


def test_passages_are_spread_over_the_parts(document: Document) -> None:
    rows = Chunk.objects.filter(document=document).order_by("chunk_index").values_list("start_offset", "end_offset")
    starts, ends = zip(*rows, strict=True)
    spans = {str(document.pk): [(starts[1], ends[3]), (starts[4], ends[11])]}
    first = [Chunk.objects.get(document=document, chunk_index=0).pk]

    found = spread_passages(spans=spans, first=first, keep=6, token_budget=10_000)
    places = [int(chunk.content.split()[1]) for chunk in found]
    assert places[:3] == [0, 1, 4]
    assert len(places) == len(set(places)) == 6
    assert sum(place > 4 for place in places) > sum(1 < place < 4 for place in places)
    assert len(spread_passages(spans=spans, first=first, keep=6, token_budget=60)) == 2


def test_a_part_has_the_passage_that_it_begins_in(document: Document) -> None:
    rows = Chunk.objects.filter(document=document).order_by("chunk_index").values_list("id", "start_offset")
    ids, starts = zip(*rows, strict=True)
    assert passages_within(str(document.pk), (starts[2] + 20, starts[4] + 3)) == [ids[2], ids[3]]
    assert evenly(ids, 3) == [ids[0], ids[4], ids[8]]
    assert evenly(ids, 20) == list(ids)
    assert evenly(ids, -1) == []
