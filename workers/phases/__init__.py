"""What is done in one step of a pipeline: functions of artifacts, handed what they need. Each registers itself."""

from workers.phases import answer, draft, draft_sections, foreign, ingest, reembed, search, verify, write

__all__ = ["answer", "draft", "draft_sections", "foreign", "ingest", "reembed", "search", "verify", "write"]
