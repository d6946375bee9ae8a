"""Pages of PDFs as pictures, passages highlighted: found in ``matching.py``, drawn in a confined process."""

from apps.documents.pictures.drawn import Picture, Wanted, draw

__all__ = ["Picture", "Wanted", "draw"]
