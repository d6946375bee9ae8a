"""The embedding models by name: those registered here, and any other one at the endpoint.

A process loads a model when it first needs it, and after a fork loads its own.
"""

import os
from collections.abc import Callable
from threading import Lock

from django.conf import settings

from apps.core.registry import Registry
from apps.inference.builtin import minilm
from apps.inference.builtin.wordpieces import count_tokens
from apps.inference.contracts import Embedder
from apps.inference.embeddings import endpoint_embedder

__all__ = ["EMBEDDERS", "count_tokens", "get_embedder"]

EMBEDDERS: Registry[Callable[[], Embedder]] = Registry("embedding model")

_loaded: dict[tuple[int, str, str], Embedder] = {}  # by process: onnxruntime's threads do not survive a fork
_loading = Lock()


@EMBEDDERS.register(minilm.NAME)
def _builtin() -> Embedder:
    return minilm.MiniLM(
        cache=settings.DATA_DIR / "models",
        similarity_floor=settings.SIMILARITY_FLOORS.get(minilm.NAME, minilm.SIMILARITY_FLOOR),
    )


def get_embedder(name: str) -> Embedder:
    """The embedding model called ``name``, one object per process (and endpoint), so that what it learns is kept.

    UnknownKindError: nothing registered that name, and there is no endpoint that might know it.
    """
    builtin = name in EMBEDDERS or not settings.OPENAI_BASE_URL
    key = (os.getpid(), "" if builtin else settings.OPENAI_BASE_URL, name)
    with _loading:
        if key not in _loaded:
            _loaded[key] = EMBEDDERS.get(name)() if builtin else endpoint_embedder(name)
        return _loaded[key]
