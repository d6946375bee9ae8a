"""The process that draws one page: ``python -m apps.documents.pictures.child PATH WANTED LIMITS PARENT``.

WANTED is the path of a JSON file. The picture is the file ``PICTURE`` in its working directory, ``RESULT`` says the
rest. It knows nothing of Django or the database.
"""

import json
import sys
from pathlib import Path

from apps.documents.errors import ExtractionError
from apps.documents.extraction.child import confine
from apps.documents.extraction.contract import Limits
from apps.documents.extraction.wire import RESULT, write_data, write_error
from apps.documents.pictures.drawing import draw_page
from apps.documents.pictures.drawn import PICTURE

_COMPRESSION = 6  # zlib's own choice


def main(path: str, wanted: str, limits_json: str, parent: str) -> None:
    """Draws the page and writes picture and result, or the error."""
    confine(Limits(**json.loads(limits_json)), int(parent))
    try:
        image, highlight = draw_page(Path(path), **json.loads(Path(wanted).read_bytes()))
        image.save(PICTURE, format="PNG", compress_level=_COMPRESSION)
        write_data(Path(RESULT), {"highlight": highlight})
    except ExtractionError as error:
        write_error(Path(RESULT), error)
    except MemoryError:
        error = ExtractionError("memory_exceeded", "Drawing the page took more memory than is allowed.")
        write_error(Path(RESULT), error)


if __name__ == "__main__":
    main(*sys.argv[1:])
