"""What a command says in one line instead of a traceback."""


class Unusable(Exception):
    """A folder, a file or a choice with which a run cannot begin or go on; says why in one line."""


class Stopped(Exception):
    """Asked to end; the checkpoint is written."""
