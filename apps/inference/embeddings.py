"""The door to embedding models at the endpoint."""

from apps.inference.contracts import Embedder


def endpoint_embedder(name: str) -> Embedder:
    """The embedding model called ``name`` at OPENAI_BASE_URL; nothing is asked of it yet."""
    from apps.inference.endpoint.embedding import EndpointEmbedder  # 0.6 s and 20 MB that only its users should pay

    return EndpointEmbedder(name)
