"""A model's outline, read and brought into the form a draft is built on. Pure.

What a model plans was planned after reading documents: headings and briefs are cleaned of everything that could be
taken for a mark of ours (anchors, heading marks, line breaks) before anybody else sees them.
"""

import re
from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from apps.agents.contracts import Outline, Section, SectionKind
from apps.agents.spotlight import Marked
from apps.agents.structured import Unreadable, read_form
from apps.agents.writer.headings import as_heading, unmarked
from apps.agents.writer.plan.limits import FEWEST, INTRODUCTION, LONGEST_BRIEF, MOST

LONGEST_HEADING, LONGEST_GAP, MOST_GAPS = 100, 300, 8  # characters, but for the last
CLOSING = "Conclusion"

_NUMBER = re.compile(
    r"\A(?:(?:section|part|chapter)\s+)?(?:\d{1,2}(?:\.\d{1,2})*[.):]?|[IVX]{1,4}[.):])\s+", re.IGNORECASE
)
_OPENING = re.compile(r"\A(?:introduction|introductory remarks|executive summary|preface)\b", re.IGNORECASE)
_CLOSING = re.compile(
    r"\A(?:conclusions?|closing|concluding remarks|final remarks|summary and conclusions?)\b", re.IGNORECASE
)
_LETTER = re.compile(r"[^\W\d_]")


class _Planned(BaseModel):
    # read with indulgence; told to the endpoint as closed, which structured output asks for
    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})
    heading: str
    brief: str


class Plan(BaseModel):
    """An outline as the model is asked for it: sections of the body alone."""

    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})
    title: str
    sections: list[_Planned]
    gaps: list[str]


def read_outline(answer: str, *, query: str) -> Outline:
    """The outline an answer holds, between an introduction and a closing. Raises Unreadable.

    An introduction or closing the model planned itself gives its heading to ours. Unusable sections fall; at least
    three of the body must be left.
    """
    plan = read_form(answer, Plan, field="sections")
    title = _heading(plan.title)
    if not _says_something(title):
        raise Unreadable("The title says nothing.")
    planned = list(plan.sections)
    first = _edge(planned, 0, _OPENING) or INTRODUCTION
    last = _edge(planned, -1, _CLOSING) or CLOSING
    body, faults = _body(planned, taken=(first, last))
    if len(body) < FEWEST:
        told = f"Only {len(body)} of {len(planned)} sections of the body can be used, and at least {FEWEST} are needed."
        raise Unreadable(" ".join((told, *dict.fromkeys(faults))))
    asked = " ".join(query.split())[:LONGEST_BRIEF]
    return Outline(
        title=title[:LONGEST_HEADING],
        sections=(
            Section(heading=first, brief=asked, kind=SectionKind.INTRODUCTION),
            *body[:MOST],
            Section(heading=last, brief=asked, kind=SectionKind.CLOSING),
        ),
        gaps=tuple(dict.fromkeys(gap for one in plan.gaps if (gap := cleaned(one)[:LONGEST_GAP])))[:MOST_GAPS],
    )


def cleaned(line: str) -> str:
    """A heading or sentence of a model on one line, without anchors, flags, Markdown marks and numbering."""
    plain = " ".join(unmarked(line).translate(_MARKS).split())
    return _NUMBER.sub("", plain.strip(" -–—•")).rstrip(" :;,-–—").strip()


_MARKS = str.maketrans(dict.fromkeys("#*`|<>[]", " "))


def outline_block(outline: Outline) -> Marked:
    """The outline as a model is shown it, its sections numbered from 1."""
    lines = [outline.title]
    lines += [f"{number}. {one.heading}: {one.brief}" for number, one in enumerate(outline.sections, start=1)]
    lines += [f"gap: {gap}" for gap in outline.gaps]
    return Marked(label="outline", text="\n".join(lines))


def _heading(line: str) -> str:
    return as_heading(cleaned(line))


def _edge(planned: list[_Planned], at: int, kind: re.Pattern[str]) -> str:
    """Take the first or last section out where it is no section of the body; its heading, or nothing."""
    if not planned or not kind.match(heading := _heading(planned[at].heading)) or len(heading) > LONGEST_HEADING:
        return ""
    planned.pop(at)
    return heading


def _body(planned: Iterable[_Planned], *, taken: tuple[str, ...]) -> tuple[tuple[Section, ...], list[str]]:
    """The usable sections in order, and what is wrong with the others."""
    sections, faults = [], []
    known = {heading.casefold() for heading in taken}
    for one in planned:
        heading, brief = _heading(one.heading), cleaned(one.brief)[:LONGEST_BRIEF]
        if not _says_something(heading):
            faults.append("A heading says nothing.")
        elif len(heading) > LONGEST_HEADING:
            faults.append(f"A heading is longer than {LONGEST_HEADING} characters.")
        elif heading.casefold() in known:
            faults.append("Two sections have the same heading.")
        elif not _says_something(brief):
            faults.append("A brief says nothing.")
        else:
            known.add(heading.casefold())
            sections.append(Section(heading=heading, brief=brief))
    return tuple(sections), faults


def _says_something(line: str) -> bool:
    return len(_LETTER.findall(line)) > 1
