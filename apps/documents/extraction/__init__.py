"""Reading files: one module per format behind one contract, run in a process of its own (see ``sandbox.py``)."""

import os

from apps.documents.errors import ExtractionError
from apps.documents.extraction.contract import Limits
from apps.documents.extraction.sandbox import extract

__all__ = ["ExtractionError", "Limits", "extract"]

# Before anything imports ``unstructured``: it reports its use to its makers at import, and prints an advertisement.
os.environ.setdefault("DO_NOT_TRACK", "1")
os.environ.setdefault("SCARF_NO_ANALYTICS", "1")
os.environ.setdefault("UNSTRUCTURED_DISABLE_NOTICE", "1")
