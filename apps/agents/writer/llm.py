"""The Writer that asks a model at an endpoint."""

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from apps.agents.contracts import Outline, OutlineTask, RevisionTask, SectionKind, SectionTask, WriterTask
from apps.agents.prompts import Prompt, hashes, load_prompt
from apps.agents.spotlight import Draw, Marked, conversation, delimiter_for, draw_delimiter, marked, passages, problems
from apps.agents.structured import ask_for
from apps.agents.thinking import spoken
from apps.agents.writer.builtin import nothing_found
from apps.agents.writer.length_told import answer_length, plan_length, section_length
from apps.agents.writer.parts.headless import without_headings
from apps.agents.writer.plan.outlining import Plan, outline_block, read_outline
from apps.agents.writer.plan.request import read_request
from apps.inference.contracts import Chat, ChatRequest
from apps.verification.types import ContextChunk

_PROMPTS = Path(__file__).parent / "prompts"
_READ = ("delimiter", "passages", "question")
WRITE = load_prompt(_PROMPTS / "write.md", names=(*_READ, "verification", "conversation", "length"))
REVISE = load_prompt(
    _PROMPTS / "revise.md", names=(*_READ, "verification", "conversation", "elsewhere", "text", "problems", "doubts")
)
OUTLINE = load_prompt(_PROMPTS / "outline.md", names=(*_READ, "length"))
REPAIR = load_prompt(_PROMPTS / "repair.md", names=("fault",))
_SECTION = (*_READ, "verification", "outline", "elsewhere", "number", "length")
PARTS = {
    SectionKind.INTRODUCTION: load_prompt(_PROMPTS / "introduction.md", names=_SECTION),
    SectionKind.BODY: load_prompt(_PROMPTS / "section.md", names=_SECTION),
    SectionKind.CLOSING: load_prompt(_PROMPTS / "closing.md", names=(*_SECTION, "text")),
}


class LLMWriter:
    """One call per text, streamed as it comes. Which citations may stand is for the allow-list to say, not for it."""

    prompts = hashes(WRITE, REVISE, OUTLINE, REPAIR, *PARTS.values())

    def __init__(self, *, chat: Chat, draw: Draw = draw_delimiter) -> None:
        self._chat = chat
        self._draw = draw
        self.name = chat.name

    def write(self, task: WriterTask) -> Iterator[str]:
        """The answer in pieces. Without a passage nothing is asked: one sentence says that nothing was found."""
        if not task.chunks:
            yield nothing_found(task.query)
            return
        request = self._request(
            WRITE,
            {
                "passages": passages(task.chunks),
                "conversation": conversation(task.conversation),
                "question": (Marked(label="question", text=task.asked or task.query),),
            },
            verification=task.verification.value,
            length=answer_length(task.asked or task.query),
        )
        yield from spoken(self._chat.stream(request))

    def revise(self, task: RevisionTask) -> Iterator[str]:
        """The whole text again in pieces; unasked where there is nothing to mend or nothing left to mend it by.

        A text without headings gets none.
        """
        doubts = (*_listed("missing", task.missing), *_listed("contradiction", task.contradictions))
        if not (task.problems or doubts) or not task.chunks:
            yield task.text if task.chunks else nothing_found(task.query)
            return
        request = self._request(
            REVISE,
            {
                "passages": passages(task.chunks),
                "conversation": conversation(task.conversation),
                "question": (Marked(label="question", text=task.query),),
                "elsewhere": (Marked(label="other sections", text=task.elsewhere),) if task.elsewhere else (),
                "text": (Marked(label="text", text=task.text),),
                "problems": problems(task.problems),
                "doubts": doubts,
            },
            verification=task.verification.value,
        )
        revised = spoken(self._chat.stream(request))
        headless = "".join(without_headings(iter((task.text,)))) == task.text
        yield from without_headings(revised) if headless else revised

    def outline(self, task: OutlineTask) -> Outline:
        """The plan by one call, or by a second one where the first brought nothing usable.

        Without a passage nothing is asked, and the plan has no sections. Raises ModelError.
        """
        if not task.chunks:
            title = read_request(task.query, ()).title
            return Outline(title=title, sections=(), gaps=(nothing_found(task.query),))
        blocks = {"passages": passages(task.chunks), "question": (Marked(label="request", text=task.query),)}
        request = self._request(OUTLINE, blocks, form="outline", length=plan_length(task.query))
        read = partial(read_outline, query=task.query)
        return ask_for(self._chat, request, read=read, repair=lambda fault: REPAIR.messages(fault=fault))

    def section(self, task: SectionTask) -> Iterator[str]:
        """The section in pieces, without a heading. Without a passage nothing is asked: one sentence names the gap."""
        section = task.section
        if not task.chunks:
            body = section.kind is SectionKind.BODY
            yield (
                f"The documents do not contain information on “{section.heading}”."
                if body
                else nothing_found(task.query)
            )
            return
        blocks = {
            "passages": passages(task.chunks),
            "question": (Marked(label="request", text=task.query),),
            "outline": (outline_block(task.outline),),
        }
        if section.kind is SectionKind.CLOSING:
            blocks["text"] = (Marked(label="text", text=task.text),)
        request = self._request(
            PARTS[section.kind],
            blocks,
            verification=task.verification.value,
            elsewhere=_told_elsewhere(task.chunks, task.elsewhere),
            number=str(task.index + 1),
            length=section_length(task),
        )
        pieces = spoken(self._chat.stream(request))
        yield from without_headings(pieces, section.heading, task.outline.title)

    def _request(
        self, prompt: Prompt, blocks: dict[str, tuple[Marked, ...]], *, form: str = "", **told: str
    ) -> ChatRequest:
        """The filled prompt: ``blocks`` are texts of others, marked by one delimiter; ``told`` are our own words."""
        delimiter = delimiter_for((block for group in blocks.values() for block in group), self._draw)
        shown = {name: marked(group, delimiter) for name, group in blocks.items()}
        messages = prompt.messages(delimiter=delimiter, **shown, **told)
        if not form:
            return ChatRequest(messages=messages)
        return ChatRequest(messages=messages, schema=Plan.model_json_schema(), schema_name=form)


def _listed(label: str, lines: Iterable[str]) -> tuple[Marked, ...]:
    return tuple(Marked(label=f"{label} {number}", text=line) for number, line in enumerate(lines, start=1))


def _told_elsewhere(chunks: Iterable[ContextChunk], keys: frozenset[str]) -> str:
    """One line that names the passages other sections tell of; empty where there are none."""
    there = [chunk.key for chunk in chunks if chunk.key in keys]
    if not there:
        return ""
    return (
        f"Other sections tell of these passages: {' '.join(there)}. Do not tell again what they say; cite one only for "
        "what this section cannot do without."
    )
