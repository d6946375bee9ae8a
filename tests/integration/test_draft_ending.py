"""What a draft ends on where its sections have told all that stands out."""

import pytest

from apps.agents.reading.cited import read_cited
from apps.agents.writer.sentences.prose import fingerprint
from apps.verification.citations import cited_keys
from apps.workspaces.models import Workspace
from tests.integration.answer_fixture import told
from tests.integration.test_draft_requests import Drafted, sections_of, uploaded
from tests.integration.test_draft_requests import drafting as drafting

pytestmark = pytest.mark.django_db(transaction=True)

NOTE = """# Note on the Ferries

## Harbour Fees

The harbour fee is paid by each ferry on arrival. The harbour fee rose by 5% to $42 per boat in 2022. Harbour fees are
kept for the repair of the quay. The harbour fee of a boat that stays for a week is halved.
"""


def test_a_section_leaves_to_the_closing_what_it_can_spare(drafting: Drafted, workspace: Workspace) -> None:
    uploaded(workspace, NOTE.encode(), "Ferries.md")

    session, shown = drafting("Write a memo on harbour fees")

    *_, body, closing = sections_of(shown["response"]).values()
    assert cited_keys(body)
    assert cited_keys(closing)
    text = shown["response"]
    said = [fingerprint(text[one.start : one.end]) for one in read_cited(text) if one.keys]
    assert len(said) == len(set(said)) == 4
    events = told(session)
    again = max(at for at, event in enumerate(events) if event["type"] == "generation_started")
    pieces = (event["payload"]["delta"] for event in events[again:] if event["type"] == "content_chunk")
    assert "".join(pieces) == text
