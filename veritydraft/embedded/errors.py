"""What may go wrong with the embedded services."""


class EmbeddedError(RuntimeError):
    """The services cannot be had; the message is one line for the operator."""
