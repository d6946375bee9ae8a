"""Every kind of event, with a JSON Schema of its payload: what readers of a stream may rely on.

A new kind of event is added here; the tests hold every event they see against this. An object that is ``_closed`` has
no other members than those named; others may get more.
"""

from dataclasses import dataclass
from typing import Any

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
NAME = "urn:veritydraft:events"

TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}
NUMBER: Schema = {"type": "number"}
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
ID: Schema = {"type": "string", "format": "uuid"}
KEY: Schema = {"type": "string", "pattern": "^[0-9a-f]{12}$"}
PAGE: Schema = {"type": ["integer", "null"], "minimum": 1}
CYCLE: Schema = {"type": "integer", "minimum": 0, "description": "0 was written, later ones were revised."}
STRINGS: Schema = {"type": "array", "items": TEXT}
FREE: Schema = {"type": "object"}


def _or_null(schema: Schema) -> Schema:
    return {**schema, "type": [schema["type"], "null"]}


def _open(description: str = "", /, *, optional: Schema | None = None, **members: Schema) -> Schema:
    """An object with these members, and perhaps others."""
    shown = {"description": description} if description else {}
    return {"type": "object", **shown, "required": list(members), "properties": {**members, **(optional or {})}}


def _closed(description: str = "", /, *, optional: Schema | None = None, **members: Schema) -> Schema:
    """An object with these members and no other."""
    return {**_open(description, optional=optional, **members), "additionalProperties": False}


def _many(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _one_of(*values: str) -> Schema:
    return {"enum": list(values)}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


PLACE = {"chunk_id": ID, "key": KEY, "document_id": ID, "page": PAGE}
SPAN = {"start_offset": COUNT, "end_offset": COUNT}
SEARCHED = _open(
    queries=STRINGS, documents=COUNT, chunks=COUNT, nearest=_many(_open(similarity=_or_null(NUMBER), **PLACE))
)

SHARED: dict[str, Schema] = {
    "Claim": _closed(
        "One thing the text says: the text from start_offset to end_offset (code points).",
        id=ID,
        position=COUNT,
        claim_text=TEXT,
        claim_type=_one_of("fact", "policy", "numeric", "definition"),
        importance=_one_of("critical", "material", "minor"),
        requires_citation={"type": "boolean"},
        citations=_many(KEY),
        lineage_id=ID,
        **SPAN,
    ),
    "Verdict": _one_of("supported", "weak", "contradicted", "not_found"),
    "Evidence": _closed(
        "An exact quote: its document's text from start_offset to end_offset (code points).",
        page_end=PAGE,
        quote=TEXT,
        stance=_one_of("supports", "contradicts"),
        source_deleted={"type": "boolean"},
        **PLACE,
        **SPAN,
    ),
    "Entry": _closed(
        "The verdict on one claim, with its evidence.",
        claim_id=ID,
        verdict=_ref("Verdict"),
        reason=TEXT,
        confidence_score=SHARE,
        chunk_ids=_many(ID),
        evidence=_many(_ref("Evidence")),
        evidence_snippet=TEXT,
        suggested_key=TEXT,
        notes=TEXT,
        checks=_many(_closed(name=TEXT, detail=TEXT)),
        judge=TEXT,
        optional={"searched": _or_null(SEARCHED)},
    ),
    "Summary": _closed(
        "total_claims = supported + weak + contradicted + not_found + unchecked.",
        total_claims=COUNT,
        supported=COUNT,
        weak=COUNT,
        contradicted=COUNT,
        not_found=COUNT,
        unchecked=COUNT,
        minor_claims=COUNT,
        evidence_coverage=_or_null(SHARE),
        found_ratio=_or_null(SHARE),
    ),
    "Citation": _open(
        "What a [cite:KEY] of the text names.",
        number={"type": "integer", "minimum": 1},
        filename=TEXT,
        title=TEXT,
        heading_path=STRINGS,
        quote=_or_null(TEXT),
        places=_many(_open(chunk_id=ID, document_id=ID, filename=TEXT, page=PAGE)),
        **PLACE,
    ),
    "Warning": _closed(code=TEXT, message=TEXT),
    "Document": _open(
        document_id=ID,
        filename=TEXT,
        title=TEXT,
        pages=_or_null(COUNT),
        chunks=COUNT,
        notices=_many(_open(code=TEXT, message=TEXT)),
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EventType:
    """A kind of event: on whose stream (``session`` or ``workspace``), what it says, the JSON Schema of its payload."""

    stream: str
    meaning: str
    payload: Schema


def _session(meaning: str, payload: Schema) -> EventType:
    return EventType(stream="session", meaning=meaning, payload=payload)


def _workspace(meaning: str, payload: Schema) -> EventType:
    return EventType(stream="workspace", meaning=meaning, payload=payload)


STARTED = _open(attempt={"type": "integer", "minimum": 1}, cycle=CYCLE, optional={"model": TEXT})

EVENT_TYPES: dict[str, EventType] = {
    "session_created": _session(
        "A question was accepted.",
        _open(id=ID, query=TEXT, mode=TEXT, verification=_one_of("strict", "helpful")),
    ),
    "retrieval_started": _session(
        "A turn begins: passages are being looked for. standalone_query is the question as it is searched, index the "
        "place of the turn in its session, from 0.",
        _open(query=TEXT, optional={"standalone_query": TEXT, "index": COUNT}),
    ),
    "retrieval_complete": _session(
        "The passages the text may cite, best first, and what was searched.",
        _open(
            chunks=_many(_open(filename=TEXT, score=NUMBER, **PLACE, optional={"origin": _one_of("earlier", "new")})),
            searched=SEARCHED,
        ),
    ),
    "generation_started": _session("A Writer begins on a clean page: what was told of this cycle is void.", STARTED),
    "revision_started": _session("A revision begins on a clean page: what was told of this cycle is void.", STARTED),
    "content_chunk": _session(
        "The next piece of the cycle's text; offset is where it goes (code points).",
        _closed(delta={"type": "string", "minLength": 1}, offset=COUNT, cycle=CYCLE),
    ),
    "citation_detected": _session(
        "The text cites a passage; number counts them by first appearance, offset is where the anchor stands.",
        _closed(key=KEY, number={"type": "integer", "minimum": 1}, offset=COUNT, cycle=CYCLE),
    ),
    "claim_extracted": _session("A claim of the cycle's text.", _closed(cycle=CYCLE, claim=_ref("Claim"))),
    "claim_verified": _session(
        "The verdict on a claim.",
        _closed(cycle=CYCLE, claim_id=ID, verdict=_ref("Verdict"), reason=TEXT, confidence_score=SHARE),
    ),
    "ledger_updated": _session(
        "The same verdict with its evidence, and the counts as they now are.",
        _closed(cycle=CYCLE, entry=_ref("Entry"), summary=_ref("Summary")),
    ),
    "generation_complete": _session(
        "The turn's end: the text of this cycle is the answer.",
        _open(
            status=_one_of("completed"),
            cycle=CYCLE,
            metrics=FREE,
            warnings=_many(_ref("Warning")),
            citations=_many(_ref("Citation")),
            flags=_many(
                _closed(
                    "What the answer has that was not told: the marker stands at offset.", offset=COUNT, marker=TEXT
                )
            ),
        ),
    ),
    "error": _session("The turn's end: it could not be answered.", _open(code=TEXT, message=TEXT)),
    "cancelled": _session("The turn's end: somebody ended it.", _open(message=TEXT)),
    "document_progress": _workspace(
        "A document is being read; progress is the share of all its stages.",
        _open(
            document_id=ID,
            stage=_one_of("extract", "chunk", "embed", "index"),
            done=COUNT,
            total=COUNT,
            progress=SHARE,
        ),
    ),
    "document_ready": _workspace("A document can be searched and cited.", _ref("Document")),
    "document_error": _workspace(
        "A document could not be read.",
        {"allOf": [_ref("Document"), _open(code=TEXT, message=TEXT, stage=TEXT)]},
    ),
    "embedding_progress": _workspace(
        "The workspace is being switched to another embedding model; done of total passages have its vectors.",
        _open(model=TEXT, done=COUNT, total=COUNT),
    ),
    "embedding_switched": _workspace("Searches are answered by this model now.", _open(model=TEXT, previous=TEXT)),
    "embedding_stopped": _workspace(
        "The switch was called off or failed; the model before stays.", _open(model=TEXT, code=TEXT, message=TEXT)
    ),
}


def event_schema() -> Schema:
    """The JSON Schema (2020-12) of an event as a socket, an event stream or a page of events gives it."""
    return {
        "$schema": DIALECT,
        "$id": NAME,
        "title": "An event of VerityDraft",
        "description": "seq counts from 1 in each stream, without a gap. Offsets count Unicode code points.",
        "oneOf": [_ref(name) for name in EVENT_TYPES],
        "$defs": {**SHARED, **{name: _envelope(name, kind) for name, kind in EVENT_TYPES.items()}},
    }


def _envelope(name: str, kind: EventType) -> Schema:
    of_session = kind.stream == "session"
    return _closed(
        kind.meaning,
        v={"const": 1},
        type={"const": name},
        stream={**ID, "description": f"The id of the {kind.stream}."},
        session_id=ID if of_session else {"type": "null"},
        turn_id=ID if of_session else {"type": "null"},
        seq={"type": "integer", "minimum": 1},
        at={"type": "string", "format": "date-time"},
        payload=kind.payload,
    )
