"""What can be wrong with a file."""


class ExtractionError(Exception):
    """A file that cannot be read, and why; its text is a sentence for the person who uploaded the file.

    ``code`` is stable: encrypted_pdf, corrupt_pdf, no_pages, too_many_pages, no_text, empty_file, empty_document,
    corrupt_file, zip_bomb, text_too_long, memory_exceeded, timed_out, crashed, killed, cancelled, invalid_encoding,
    unsupported_type, file_missing, storage_unavailable, no_room. ``retryable``: the same file may succeed later.
    """

    def __init__(self, code: str, message: str, *, retryable: bool = False) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.retryable = retryable
