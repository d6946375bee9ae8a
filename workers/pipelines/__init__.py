"""Which step follows which. One file per pipeline, each a pure function of the stored state."""

from workers.pipelines import answer, ingest

__all__ = ["answer", "ingest"]
