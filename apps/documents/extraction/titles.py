"""What a document is called when nobody said."""

import re
from pathlib import PurePath

from apps.core.patterns import lazy_regex
from apps.documents.extraction.cleaning import clean, squeeze

MAX_TITLE = 300
_PRODUCER = lazy_regex(r"^(?:microsoft (?:word|powerpoint|excel)\s*-\s*)", re.IGNORECASE)
_NO_TITLE = lazy_regex(
    r"^(?:untitled.*|no title|title|document\d*|slide \d+|powerpoint presentation|default|temp|tmp|scan.*|doc\d*|print"
    r"|.*\.(?:docx?|pdf|html?|indd|tex|txt|rtf|md|xlsx?|pptx?|qxd))$",
    re.IGNORECASE,
)
_GENERIC = lazy_regex(
    r"^(?:united states|.*securities and exchange commission.*|washington,? d\.?c.*|form \w{1,4}(?:-\w+)?"
    r"|exhibit [\d.]+|(?:table of )?contents|confidential|draft|index|page \d+.*|appendix|introduction|overview|summary"
    r"|abstract|foreword|preface|for immediate release|(?:annual|current|quarterly) report|news(?: release)?)$",
    re.IGNORECASE,
)


def sane_title(text: str | None) -> str | None:
    """``text`` when a person could have meant it as a title, else None."""
    title = squeeze(_PRODUCER.sub("", clean(text or "")))
    letters = sum(character.isalpha() for character in title)
    if letters < 3 or letters * 2 < len(title.replace(" ", "")) or _NO_TITLE.match(title):
        return None
    return title[:MAX_TITLE]


def title_heading(text: str) -> str | None:
    """``text`` when it can name a whole document, unlike "Contents" or a regulator's letterhead."""
    title = sane_title(text)
    return None if title is None or _GENERIC.match(title) or len(title.split()) > 20 else title


def title_from_filename(filename: str) -> str:
    """The file's name without folder, extension and underscores."""
    stem = PurePath(filename.replace("\\", "/")).stem
    return squeeze(clean(re.sub(r"[_]+", " ", stem)))[:MAX_TITLE] or "Untitled"
