"""Whether what flows in a year that a question names ("net sales in 2022") is told of that year. Pure.

A row tells of the years of its columns, a sentence of its own or of those over it; where neither has any, the passage
and the title say which year it may be. A year that ends before July may be called after the one in which it began.
"""

import re

from apps.agents.reading.context import Place
from apps.agents.reading.question import Ask, Question
from apps.agents.writer.sentences.asked.period import asks_of_year

_YEAR = re.compile(r"(?<![\d.,$€£¥])((?:19|20)\d\d)(?![\d,]*\d)|\bFY\s?'?(\d\d)\b", re.IGNORECASE)
_ENDS_EARLY = re.compile(r"\b(?:January|February|March|April|May|June)\s+\d{1,2},\s+((?:19|20)\d\d)\b")


def may_tell_year(question: Question, place: Place) -> bool:
    """Whether a place may tell of a year that the question names; of another question any may."""
    if not question.years or question.ask is Ask.WHY or question.trend or not asks_of_year(question.text):
        return True
    asked = set(question.years)
    own = years_in(place.text)
    if asked & own:
        return True
    chunk = place.chunk
    over = (place.unit.heading, *chunk.heading_path, chunk.title, chunk.filename, chunk.context_line)
    above = years_in(" ".join(over).replace("_", " "))
    if own and place.unit.row is not None:
        return False
    around = above if own else above | years_in(chunk.content)
    return not (own or around) or bool(asked & around)


def years_in(text: str) -> frozenset[str]:
    """Years that a text names, four digits each."""
    years = {found[0] or f"20{found[1]}" for found in _YEAR.findall(text)}
    return frozenset(years | {str(int(year) - 1) for year in _ENDS_EARLY.findall(text)})
