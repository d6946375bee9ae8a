"""Which step follows which. One file per pipeline, each a pure function of the stored state."""

from workers.pipelines import answer, draft, ingest, reembed, verify

__all__ = ["answer", "draft", "ingest", "reembed", "verify"]
