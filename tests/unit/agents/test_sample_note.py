"""The note that `make demo` verifies, held against the documents it is about."""

from pathlib import Path

from apps.core.sentences import split_sentences
from apps.verification.types import Verdict

from .statement_cases import report_passage, verdict_on

SAMPLES = Path(__file__).parents[3] / "samples"
REGULATION, HANDBOOK = (
    report_passage((SAMPLES / name).read_text("utf-8"), title=title)
    for name, title in (
        ("mortgage-conduct-regulation.md", "Residential Mortgage Conduct Regulation"),
        ("source/hr-handbook.md", "Employee Handbook"),
    )
)
EXPECTED = {
    "Records": Verdict.SUPPORTED,
    "The institution": Verdict.CONTRADICTED,
    "The Commission": Verdict.SUPPORTED,
    "Contributions": Verdict.SUPPORTED,
    "Passwords": Verdict.SUPPORTED,
    "A lost device": Verdict.SUPPORTED,
    "Underwriters": Verdict.SUPPORTED,
}


def verdict(sentence):
    regulated = sentence.startswith(("Records", "The institution", "The Commission"))
    return verdict_on(sentence, REGULATION if regulated else HANDBOOK)


def test_strict_mode_supports_what_it_says_in_other_words_and_nothing_else():
    note = (SAMPLES / "staff-note.md").read_text("utf-8").partition("\n\n")[2]
    sentences = [" ".join(note[span.start : span.end].split()) for span in split_sentences(note)]
    found = {sentence: verdict(sentence) for sentence in sentences}
    assert len(found) == 9
    for opening, expected in EXPECTED.items():
        assert [told for sentence, told in found.items() if sentence.startswith(opening)] == [expected]
    others = [told for sentence, told in found.items() if not sentence.startswith(tuple(EXPECTED))]
    assert not {Verdict.SUPPORTED, Verdict.CONTRADICTED} & set(others)
