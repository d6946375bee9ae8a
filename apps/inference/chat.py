"""The door to chat models at the endpoint."""

from apps.inference.contracts import Chat


def chat_for(model: str, *, role: str) -> Chat:
    """The model called ``model`` at OPENAI_BASE_URL. ``role``: what its calls are accounted under."""
    from apps.inference.endpoint.chatting import EndpointChat  # 0.6 s and 20 MB that only its users should pay

    return EndpointChat(model, role=role)
