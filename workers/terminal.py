"""A session as a person reads it in a terminal. Pure: from the contract's JSON to text."""

import re
import textwrap
from typing import Any

from apps.verification.citations import CitationStyle, render_citations

WIDTH = 100
MARKS = {"supported": "✓", "weak": "~", "contradicted": "✗", "not_found": "?", "unchecked": "…"}


def session_text(session: dict[str, Any]) -> str:
    """Answer, citations with page and quote, ledger, coverage by version, risks, warnings, what to ask, and timings."""
    parts = [
        _heading(session["turns"][-1]),
        _answer(session),
        _citations(session),
        _ledger(session),
        _versions(session),
        _risks(session),
        _warnings(session),
        _next(session),
        _timings(session),
        f"(session {session['id']})",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def verification_text(session: dict[str, Any]) -> str:
    """The ledger of a text that was verified: claims with quotes and where they stand, counts, risks, warnings."""
    error = "" if session["response"] and session["status"] == "completed" else _failure(session)
    parts = [error, _ledger(session), _risks(session), _warnings(session), f"(session {session['id']})"]
    return "\n\n".join(part for part in parts if part) + "\n"


def _heading(turn: dict[str, Any]) -> str:
    asked, read = turn["query"], turn["standalone_query"]
    return f"Q: {asked}" if read == asked else f"Q: {asked}\n   read as: {read}"


def _answer(session: dict[str, Any]) -> str:
    if not session["response"]:
        return _failure(session)
    text = render_citations(session["response"], CitationStyle.C)
    paragraphs = text.split("\n\n")
    return "\n\n".join(_wrapped(re.sub(r"\[C(\d+)\]", r"[\1]", paragraph)) for paragraph in paragraphs)


def _failure(session: dict[str, Any]) -> str:
    errors = "; ".join(error["message"] for error in session["errors"] or []) or "no answer"
    return f"({session['status']}: {errors})"


def _wrapped(text: str, indent: str = "") -> str:
    lines = text.split("\n")
    return "\n".join(
        textwrap.fill(line, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False)
        for line in lines
    )


def _where(place: dict[str, Any]) -> str:
    page, end = place.get("page"), place.get("page_end")
    if page is None:
        return ""
    return f", p. {page}" if end in (None, page) else f", pp. {page}–{end}"


def _citations(session: dict[str, Any]) -> str:
    if not session["citations"]:
        return ""
    lines = ["Citations"]
    for citation in session["citations"]:
        deleted = " (source deleted)" if citation.get("source_deleted") else ""
        lines.append(f"  [{citation['number']}] {citation['filename']}{_where(citation)}{deleted}")
        if citation["quote"]:
            lines.append(_wrapped(f"“{' '.join(citation['quote'].split())}”", indent="      "))
    return "\n".join(lines)


def _ledger(session: dict[str, Any]) -> str:
    ledger = session["ledger"]
    if not ledger or not session["claims"]:
        return ""
    entries = {entry["claim_id"]: entry for entry in ledger["entries"]}
    names = {citation["key"]: citation["filename"] for citation in session["citations"]}
    lines = ["Evidence ledger"]
    for claim in session["claims"]:
        if not claim["requires_citation"]:
            lines.append(_wrapped(f"  · needs no citation: {claim['claim_text']}"))
            continue
        entry = entries.get(claim["id"])
        verdict = entry["verdict"] if entry else "unchecked"
        reason = f" ({entry['reason'].replace('_', ' ')})" if entry and entry["reason"] else ""
        score = f" {entry['confidence_score']:.2f}" if entry else ""
        lines.append(f"  {MARKS[verdict]} {verdict}{reason}{score} · {claim['claim_type']}, {claim['importance']}")
        lines.append(_wrapped(" ".join(claim["claim_text"].split()), indent="      "))
        for evidence in entry["evidence"] if entry else []:
            source = f", {names[evidence['key']]}" if evidence["key"] in names else ""
            quote = f"{evidence['stance']}{source}{_where(evidence)}: “{' '.join(evidence['quote'].split())}”"
            lines.append(_wrapped(quote, indent="        "))
        if entry and entry["notes"] and (entry["reason"] or verdict != "supported"):
            lines.append(_wrapped(f"why: {entry['notes']}", indent="        "))
        if entry and entry["searched"]:
            lines.append(f"        searched in vain: {_searched(entry['searched'])}")
    return "\n".join([*lines, _summary(ledger["summary"])])


def _searched(searched: dict[str, Any]) -> str:
    near = "".join(f"; nearest {place['key']}{_where(place)}" for place in searched["nearest"][:1])
    return f"{searched['documents']} documents, {searched['chunks']} passages{near}"


def _summary(summary: dict[str, Any]) -> str:
    kinds = ("supported", "weak", "contradicted", "not_found", "unchecked")
    counts = ", ".join(f"{summary[kind]} {kind.replace('_', ' ')}" for kind in kinds if summary[kind])
    if not summary["total_claims"]:
        return "  no claim that needs evidence"
    coverage = summary["evidence_coverage"]
    shown = "" if coverage is None else f"; evidence coverage {coverage:.0%}"
    return f"  {summary['total_claims']} claims: {counts}{shown}"


def _versions(session: dict[str, Any]) -> str:
    """The coverage of each version of a draft, and of an answer that was revised."""
    cycles = session["cycles"]
    if not cycles or (len(cycles) == 1 and session["turns"][-1]["mode"] != "draft"):
        return ""
    lines = [f"Evidence coverage, to reach {cycles[-1]['coverage_gate']:.0%}"]
    for cycle in cycles:
        version = f"revision {cycle['cycle']}" if cycle["cycle"] else "as written"
        coverage, total = cycle["summary"]["evidence_coverage"], cycle["summary"]["total_claims"]
        reached = "reached" if cycle["gate_met"] else "not reached"
        told = "no claim that needs evidence" if coverage is None else f"{coverage:.0%} of {total} claims, {reached}"
        lines.append(f"  {version}: {told}")
    return "\n".join(lines)


def _risks(session: dict[str, Any]) -> str:
    flags = (session["ledger"] or {}).get("risk_flags", [])
    return "\n".join(_wrapped(f"! {flag['severity']} risk, {flag['code']}: {flag['message']}") for flag in flags)


def _next(session: dict[str, Any]) -> str:
    questions = (session["ledger"] or {}).get("follow_up_questions", [])
    return "\n".join(["You could ask next", *(_wrapped(f"  › {one}") for one in questions)]) if questions else ""


def _warnings(session: dict[str, Any]) -> str:
    lines = [_wrapped(f"! {warning['code']}: {warning['message']}") for warning in session["warnings"] or []]
    return "\n".join(lines)


def _timings(session: dict[str, Any]) -> str:
    metrics = session["metrics"] or {}
    first, whole = metrics.get("time_to_first_token_ms"), metrics.get("processing_time_ms")
    shown = [
        f"first words after {first} ms" if first is not None else "",
        f"done in {whole} ms" if whole is not None else "",
    ]
    return "(" + ", ".join(part for part in shown if part) + ")" if any(shown) else ""
