"""What becomes of a phase whose model failed."""

from collections.abc import Iterator
from contextlib import contextmanager

from apps.inference.contracts import ModelError
from apps.runs.types import PhaseError

NOTHING_WRITTEN = "empty_text"


def nothing_written() -> ModelError:
    """A Writer came to its end without a word: another may have some, or the same one at another attempt."""
    return ModelError(NOTHING_WRITTEN, "The Writer wrote nothing.", retryable=True)


def as_phase_error(error: ModelError) -> PhaseError:
    """Final: the call was tried as often as the settings allow, and another attempt would multiply that.

    Not so for a call that went well and brought no words.
    """
    return PhaseError(error.code, error.message, retryable=error.code == NOTHING_WRITTEN)


@contextmanager
def model_failures() -> Iterator[None]:
    """Turns a ModelError into the end of the phase."""
    try:
        yield
    except ModelError as error:
        raise as_phase_error(error) from error
