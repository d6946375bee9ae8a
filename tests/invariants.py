"""What must hold for every session anywhere: the contract's JSON against the stored text and the file.

Pages are read again by another extractor (pdfminer), so that a wrong page number cannot agree with itself.
"""

import io
import re
import unicodedata
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import psycopg
from pdfminer.high_level import extract_text

from tests.described import assert_described, assert_event_described

ANCHOR = re.compile(r"\[cite:([0-9a-f]{12})\]")
TERMINAL = {"generation_complete", "error", "cancelled"}
KINDS = ("supported", "weak", "contradicted", "not_found", "unchecked")
# another extractor cuts some words differently at line ends and in tables
WORDS_ON_PAGE = 0.85


class Library:
    """The stored documents, seen past the application: rows by SQL, bytes from the files' folder."""

    def __init__(self, *, database_url: str, files: Path) -> None:
        self.database_url = database_url
        self.files = files

    def document(self, document_id: str) -> tuple[str, str, Path]:
        """Extracted text, media type, path of the bytes; raises LookupError for an unknown document."""
        query = (
            "SELECT text, media_type, file FROM documents_document d JOIN documents_documenttext t"
            " ON t.document_id = d.id WHERE d.id = %s"
        )
        with psycopg.connect(self.database_url) as connection:
            row = connection.execute(query, [document_id]).fetchone()
        if row is None:
            raise LookupError(document_id)
        return row[0], row[1], self.files / row[2]

    def chunk(self, chunk_id: str) -> tuple[str, str, int, int] | None:
        """Key, document, start and end of a passage; None for one that is gone."""
        query = "SELECT key, document_id, start_offset, end_offset FROM documents_chunk WHERE id = %s"
        with psycopg.connect(self.database_url) as connection:
            row = connection.execute(query, [chunk_id]).fetchone()
        return row and (row[0], str(row[1]), row[2], row[3])

    def has(self, document_id: str) -> bool:
        """Whether the document is there."""
        with psycopg.connect(self.database_url) as connection:
            return bool(connection.execute("SELECT 1 FROM documents_document WHERE id = %s", [document_id]).fetchone())

    def keys(self, workspace_id: str) -> set[str]:
        """Every citation key that resolves in a workspace."""
        with psycopg.connect(self.database_url) as connection:
            rows = connection.execute("SELECT key FROM documents_chunk WHERE workspace_id = %s", [workspace_id])
            return {row[0] for row in rows.fetchall()}


@lru_cache(maxsize=256)
def page_words(path: Path, page: int) -> Counter[str]:
    """The words that pdfminer reads on a page (counted from 1)."""
    return words_of(extract_text(io.BytesIO(path.read_bytes()), page_numbers=[page - 1]))


def words_of(text: str) -> Counter[str]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return Counter(re.findall(r"\w+", folded))


def assert_session_holds(session: dict[str, Any], events: list[dict[str, Any]], library: Library) -> None:
    """Citations resolve, quotes are slices on their page, offsets are exact, counts add up, events are whole."""
    assert_described(session, "Session")
    assert_events_hold(session, events)
    latest = session["turns"][-1]
    assert (session["response"], session["ledger"]) == (latest["response"], latest["ledger"])
    for turn in session["turns"]:
        if is_foreign(session, turn):
            assert_foreign_claims_hold(session, turn, library)
        else:
            assert_claims_hold(turn)
        assert_ledger_holds(turn)
        assert_cycles_hold(turn)
        assert_citations_hold(session, turn, library)


def assert_events_hold(session: dict[str, Any], events: list[dict[str, Any]]) -> None:
    """Each as described, no gap in seq, one terminal event a turn and nothing after it, the told text is the stored."""
    for event in events:
        assert_event_described(event)
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert events[0]["type"] == "session_created"
    for turn in session["turns"]:
        mine = [event for event in events if event["turn_id"] == turn["id"]]
        ends = [place for place, event in enumerate(mine) if event["type"] in TERMINAL]
        if turn["status"] in {"completed", "error", "cancelled"}:
            assert ends == [len(mine) - 1], [event["type"] for event in mine]
        if turn["status"] == "completed":
            assert told_text(mine, foreign=is_foreign(session, turn)) == turn["response"]
            assert_verdicts_told(turn, mine)


def is_foreign(session: dict[str, Any], turn: dict[str, Any]) -> bool:
    """Whether the turn's text was written elsewhere: nobody begins it, and what it cites is not for it to say."""
    return (turn.get("mode") or session["mode"]) == "verify"


def told_text(events: list[dict[str, Any]], *, foreign: bool = False) -> str:
    """What a reader has on the page at the end who keeps a text per cycle and clears it at each new start of it."""
    texts: dict[int, str] = {0: ""} if foreign else {}
    for event in events:
        cycle = event["payload"].get("cycle")
        if event["type"] in {"generation_started", "revision_started"}:
            texts[cycle] = ""
        elif event["type"] == "content_chunk":
            assert event["payload"]["offset"] == len(texts[cycle])
            texts[cycle] += event["payload"]["delta"]
    end = events[-1]["payload"]
    text = texts[end["cycle"]]
    for flag in reversed(end["flags"]):
        text = text[: flag["offset"]] + flag["marker"] + text[flag["offset"] :]
    return text


def assert_verdicts_told(turn: dict[str, Any], events: list[dict[str, Any]]) -> None:
    """Each verdict of the final ledger was told once, as it stands there."""
    told = Counter(event["payload"]["claim_id"] for event in events if event["type"] == "claim_verified")
    assert all(count == 1 for count in told.values()), told
    if turn["ledger"]:
        verified = (event["payload"] for event in events if event["type"] == "claim_verified")
        said = {payload["claim_id"]: (payload["verdict"], payload["confidence_score"]) for payload in verified}
        for entry in turn["ledger"]["entries"]:
            assert said.get(entry["claim_id"]) == (entry["verdict"], entry["confidence_score"])


def assert_claims_hold(turn: dict[str, Any]) -> None:
    """Claim offsets are exact, in order, and outside citation anchors."""
    text = turn["response"]
    for claim in turn["claims"]:
        assert text[claim["start_offset"] : claim["end_offset"]] == claim["claim_text"]
        assert not ANCHOR.search(claim["claim_text"])
        assert set(claim["citations"]) <= set(ANCHOR.findall(text))
    starts = [claim["start_offset"] for claim in turn["claims"]]
    assert starts == sorted(starts)


def assert_foreign_claims_hold(session: dict[str, Any], turn: dict[str, Any], library: Library) -> None:
    """A claim is what stands at its place but for marks of sources; what it cites was found in this workspace.

    One that needs no source was not searched for, or turned out to be common knowledge.
    """
    entries = (turn["ledger"] or {"entries": []})["entries"]
    minor = {entry["claim_id"] for entry in entries if entry["reason"] == "minor"}
    for claim in turn["claims"]:
        there = iter(turn["response"][claim["start_offset"] : claim["end_offset"]])
        assert all(char in there for char in claim["claim_text"]), claim
        assert re.search(r"\w", claim["claim_text"])
        assert not ANCHOR.search(claim["claim_text"])
        assert claim["requires_citation"] or not claim["citations"] or claim["id"] in minor
    starts = [claim["start_offset"] for claim in turn["claims"]]
    assert starts == sorted(starts)
    quoted = {held["key"] for entry in entries for held in entry["evidence"]}
    assert quoted <= {key for claim in turn["claims"] for key in claim["citations"]}
    if all(not citation["source_deleted"] for citation in turn["citations"]):
        assert quoted <= library.keys(session["workspace_id"])


def assert_ledger_holds(turn: dict[str, Any]) -> None:
    """Counts add up over the claims that need a citation; coverage is what its formula says."""
    ledger = turn["ledger"]
    if ledger is None:
        assert turn["status"] != "completed"
        return
    summary = ledger["summary"]
    assert summary["total_claims"] == sum(summary[kind] for kind in KINDS)
    assert summary["total_claims"] == sum(claim["requires_citation"] for claim in turn["claims"])
    counted = {claim["id"] for claim in turn["claims"] if claim["requires_citation"]}
    verdicts = Counter(entry["verdict"] for entry in ledger["entries"] if entry["claim_id"] in counted)
    assert all(summary[kind] == verdicts[kind] for kind in KINDS if kind != "unchecked")
    total, supported = summary["total_claims"], summary["supported"]
    assert summary["evidence_coverage"] == (supported / total if total else None)
    known = supported + summary["not_found"]
    assert summary["found_ratio"] == (supported / known if known else None)
    cited = {claim["id"]: claim["citations"] for claim in turn["claims"]}
    for entry in ledger["entries"]:
        assert 0 <= entry["confidence_score"] <= 1
        assert entry["evidence_snippet"] == (entry["evidence"][0]["quote"] if entry["evidence"] else "")
        if entry["verdict"] == "supported":
            assert not {"number_lint", "modality_lint", "bearing_lint"} & {check["name"] for check in entry["checks"]}
            assert {held["key"] for held in entry["evidence"]} <= set(cited[entry["claim_id"]])
            assert entry["confidence_score"] > ledger["thresholds"]["supported"] or summary["total_claims"] == 0
            assert any(held["stance"] == "supports" for held in entry["evidence"])
        if entry["verdict"] == "not_found":
            assert entry["confidence_score"] == 0


def assert_cycles_hold(turn: dict[str, Any]) -> None:
    """Each version of the text is counted, in order, the last as its ledger is; each but the first is a revision."""
    cycles = turn["cycles"]
    numbers = [cycle["cycle"] for cycle in cycles]
    assert numbers == sorted(set(numbers))
    if turn["status"] == "completed":
        assert (numbers[-1], cycles[-1]["summary"]) == (turn["ledger"]["cycle"], turn["ledger"]["summary"])
        assert numbers[1:] == [revision["cycle"] for revision in turn["revisions"]]
        (gate,) = (each["target"] for each in turn["metrics"]["targets"] if each["name"] == "evidence_coverage")
        assert {cycle["coverage_gate"] for cycle in cycles} == {gate}
    for cycle in cycles:
        summary = cycle["summary"]
        total, coverage = sum(summary[kind] for kind in KINDS), summary["evidence_coverage"]
        assert (summary["total_claims"], coverage) == (total, summary["supported"] / total if total else None)
        assert cycle["gate_met"] == (coverage >= cycle["coverage_gate"] if total else None)


def assert_citations_hold(session: dict[str, Any], turn: dict[str, Any], library: Library) -> None:
    """Every anchor resolves, is listed once and numbered by appearance; every quote is a slice on its page."""
    anchors = list(dict.fromkeys(ANCHOR.findall(turn["response"])))
    if is_foreign(session, turn):
        entries = (turn["ledger"] or {"entries": []})["entries"]
        known = {citation["key"] for citation in turn["citations"]}
        quoted = [held["key"] for entry in entries for held in entry["evidence"]]
        anchors = list(dict.fromkeys([*(key for key in anchors if key in known), *quoted]))
    else:
        assert "[cite:" not in ANCHOR.sub("", turn["response"])
    if turn["status"] != "completed":
        return
    assert [citation["key"] for citation in turn["citations"]] == anchors
    assert [citation["number"] for citation in turn["citations"]] == list(range(1, len(anchors) + 1))
    alive = [citation for citation in turn["citations"] if not citation["source_deleted"]]
    assert {citation["key"] for citation in alive} <= library.keys(session["workspace_id"])
    entries = turn["ledger"]["entries"] if turn["ledger"] else []
    held = [evidence for entry in entries for evidence in entry["evidence"] if not evidence.get("source_deleted")]
    for quote in [*held, *alive]:
        if quote["quote"] is not None:
            assert_quote_holds(quote, library)
    everything = [evidence for entry in entries for evidence in entry["evidence"]]
    for quote in [*everything, *turn["citations"]]:
        assert quote["source_deleted"] is not library.has(quote["document_id"])


def assert_quote_holds(quote: dict[str, Any], library: Library) -> None:
    """The quote is text[start:end] of its document and stands on the page it names."""
    text, media_type, path = library.document(quote["document_id"])
    assert quote["quote"].strip()
    chunk = library.chunk(quote["chunk_id"])
    if chunk is not None:
        key, document_id, start, end = chunk
        assert (key, document_id) == (quote["key"], quote["document_id"])
        assert start <= quote["start_offset"] < quote["end_offset"] <= end
    assert text[quote["start_offset"] : quote["end_offset"]] == quote["quote"]
    if media_type != "application/pdf":
        assert quote["page"] is None
        return
    wanted = words_of(quote["quote"])
    last = quote["page_end"] or quote["page"]
    there = sum((page_words(path, page) for page in range(quote["page"], last + 1)), Counter())
    found = sum((wanted & there).values())
    assert found >= WORDS_ON_PAGE * sum(wanted.values()), (quote["page"], quote["quote"])
