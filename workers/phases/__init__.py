"""What is done in one step of a pipeline: functions of artifacts, handed what they need. Each registers itself."""

from workers.phases import answer, ingest, verify

__all__ = ["answer", "ingest", "verify"]
