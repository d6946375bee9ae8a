"""Which office a person holds, by what stands beside the name."""

import pytest

from apps.verification.wording.faults import ModalityFault
from apps.verification.wording.modality import modality_findings
from apps.verification.wording.offices import other_office

OTHER = [
    ("Mia Lund is the Chief Executive Officer.", "Mia Lund, Chief Financial Officer, signed the report."),
    ("Mia Lund is Orla's CEO.", "Mia Lund is Orla's Chief Financial Officer."),
    (
        "Mia Lund is the CEO of Orla.",
        "Tom Reed, Chief Executive Officer, and Mia Lund, Chief Financial Officer, signed it.",
    ),
    ("Mia Lund was appointed CEO in May.", "In May the board named Mia Lund our Chief Operating Officer."),
    ("Mia Lund is the General Counsel.", "| Mia Lund | 55 | Chief Financial Officer |"),
    ("Mia Lund is the CEO.", "Mia Lund, Senior Vice President and Chief Financial Officer, signed the report."),
    ("Mia Lund is our President and CEO.", "Mia Lund (55), our chief financial officer, signed the report."),
    (
        "Mia Lund is the Chief Executive Officer.",
        "| Tom Reed | 61 | President and Chief Executive Officer |\n| Mia Lund | 55 | Chief Financial Officer |",
    ),
    ("Mia K. Lund is the Treasurer.", "Tom Reed, Treasurer, and Mia Lund, Controller, signed."),
]
SAME = [
    ("Mia Lund is the Chief Executive Officer.", "Mia Lund, President and Chief Executive Officer, signed the report."),
    (
        "Mia Lund is the CEO.",
        "Mia Lund has been our Chief Executive Officer since 2020 and was our Chief Financial Officer.",
    ),
    ("Mia Lund is the CEO.", "Mia Lund, Chief Financial Officer until May, is now our Chief Executive Officer."),
    (
        "Mia Lund is the CEO of Orla.",
        "Orla's Chief Executive Officer, Mia Lund, and its Chief Financial Officer, Tom Reed, met.",
    ),
    (
        "Tom Reed is the CFO of Orla.",
        "Orla's Chief Executive Officer, Mia Lund, and its Chief Financial Officer, Tom Reed, met.",
    ),
    ("Mia Lund is the Chief Financial Officer.", "Mia Lund, CFO, and Tom Reed, CEO, signed the report."),
    ("Mia Lund is the CEO.", "Mia Lund signed the report."),
    ("Mia Lund is the Secretary.", "Mia Lund, Corporate Secretary, signed the report."),
    ("Mia Lund is the CEO.", "Mia Lund, Treasurer until May, is now our chief executive."),
    ("Mia Lund became CEO.", "Mia Lund, Chief Financial Officer, succeeded Tom Reed as Chief Executive Officer."),
    ("Mia Lund became CEO.", "Tom Reed, CEO, left. Mia Lund, our CFO, was chosen to replace him."),
    ("Mia Lund served as CFO.", "Mia Lund is our CEO. Before that she served as chief financial officer."),
    (
        "Tom Reed is the CFO.",
        "Chief Executive Officer\nMia Lund\nChief Financial Officer\nTom Reed\nTreasurer\nAnn Bee",
    ),
    ("Mia Lund is the CEO's sister.", "Mia Lund, Controller, is the sister of the CEO."),
    ("Mia Lund is a director.", "Mia Lund, Chief Financial Officer, signed the report."),
]


@pytest.mark.parametrize(("claim", "source"), OTHER)
def test_another_office_than_the_one_beside_the_name_is_seen(claim, source):
    assert other_office(claim, source) is not None
    found = modality_findings(claim, [source])
    assert ModalityFault.ROLE in {one.fault for one in found}


@pytest.mark.parametrize(("claim", "source"), SAME)
def test_the_office_that_the_source_gives_is_left_alone(claim, source):
    assert other_office(claim, source) is None
    assert ModalityFault.ROLE not in {one.fault for one in modality_findings(claim, [source])}
