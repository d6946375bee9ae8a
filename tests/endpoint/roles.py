"""What a sensible Writer, Skeptic and Judge would answer, read from the prompt alone.

The prompts mark what they quote: ``<<<DELIMITER LABEL>>>``, the text, ``<<<DELIMITER end>>>`` (agents/spotlight.py),
with labels such as ``passage KEY``, ``question``, ``text``, ``claim 1, cites KEY``, ``problem 1: …`` and, for drafts,
``request`` and ``outline``.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.endpoint.script import BLOCK, Asked

ROLES = ("writer", "skeptic", "judge")
NOTHING = "The documents do not contain this."
# a stop before a small letter is an abbreviation's
SENTENCE = re.compile(r"\S(?:[^.!?\n]|[.!?](?!\s|$)|[.](?=\s+[a-z])|\n(?!\n))*[.!?](?!\s+[a-z])(?=\s|$)")
CITE = re.compile(r"\s*\[cite:[^\]]*\]")
WORD = re.compile(r"\w+")
COMMON = frozenset(
    ["a", "an", "and", "are", "be", "by", "do", "for", "how", "in", "is", "of", "on", "the", "to", "what"]
)
SENTENCES = 4  # that the Writer copies at most
SHORTEST = 3  # words of one, a small one among them: "Item 1." and "Acme Co., Inc." are none
SECTION_SENTENCES = 6  # … into a section of a draft
FEWEST, PLANNED = 3, 6  # sections of a draft
SAYS_IT, SAYS_PART = 0.8, 0.5  # of a claim's words in one sentence of a passage


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A marked text of a prompt."""

    label: str
    text: str
    above: str = ""  # of a passage: what stands over its text

    @property
    def key(self) -> str:
        return self.label.removeprefix("passage ")


def blocks_of(prompt: str, kind: str) -> list[Block]:
    """The marked texts of one kind, in order; of a passage only what stands under ``text:``."""
    found = []
    for match in BLOCK.finditer(prompt):
        label, text = match.group(2), match.group(3)
        if label == kind or label.startswith(f"{kind} "):
            above, told, content = text.partition("text:\n")
            whole = kind != "passage" or not told
            found.append(Block(label=label, text=text) if whole else Block(label=label, text=content, above=above))
    return found


def role_of(model: str, body: Mapping[str, Any]) -> str:
    """By the model's name, else by what the prompt shows."""
    name = model.rpartition("/")[2].lower()
    for role in ROLES:
        if name.startswith(role):
            return role
    prompt = "\n".join(str(message.get("content") or "") for message in body.get("messages") or ())
    if blocks_of(prompt, "claim"):
        return "judge"
    return "skeptic" if blocks_of(prompt, "text") and not blocks_of(prompt, "problem") else "writer"


def answer_of(asked: Asked) -> str:
    """The answer of the role; a schema of nobody's is filled with the least that fits it."""
    prompt = asked.prompt
    if asked.role == "judge" and blocks_of(prompt, "claim"):
        return json.dumps({"verdicts": judge(prompt)})
    if asked.role == "skeptic" and blocks_of(prompt, "text"):
        return json.dumps(fitting(review(blocks_of(prompt, "text")[-1].text), asked.schema))
    if asked.role == "writer" and "sections" in (asked.schema or {}).get("properties", {}):
        return json.dumps(plan(prompt))
    if asked.schema is not None:
        return json.dumps(least(asked.schema))
    if blocks_of(prompt, "outline"):
        return section(prompt)
    mending = blocks_of(prompt, "problem") or blocks_of(prompt, "missing") or blocks_of(prompt, "contradiction")
    return revise(prompt) if mending else write(prompt)


def plan(prompt: str) -> dict[str, Any]:
    """An outline by the passages' headings, else their documents and first words, in the order they first come."""
    found: dict[str, list[str]] = {}
    for passage in blocks_of(prompt, "passage"):
        about = dict(re.findall(r"^(title|section): (.+)$", passage.above, re.M))
        words = " ".join((about.get("section", "").rpartition(" › ")[2] or passage.text).split()[:6])
        found.setdefault(words.strip(" .,:;"), []).append(about.get("title", ""))
    sections = [
        {"heading": heading, "brief": f"What {' and '.join(dict.fromkeys(titles))} says on {heading}."}
        for heading, titles in list(found.items())[:PLANNED]
    ]
    while sections and len(sections) < FEWEST:
        sections.append(
            {"heading": f"{sections[0]['heading']}, part {len(sections) + 1}", "brief": "What else is said."}
        )
    asked = " ".join(block.text for block in blocks_of(prompt, "request"))
    return {"title": " ".join(asked.split()[:12]) or "Draft", "sections": sections, "gaps": []}


def section(prompt: str) -> str:
    """The sentences of the passages that share most words with the section's line of the outline, each once.

    Passages that belong to other sections are left to them; what the text so far says is not said again.
    """
    number = re.findall(r"section (\d+) of the outline", prompt)[-1]
    lines = blocks_of(prompt, "outline")[-1].text.splitlines()
    line = next((line for line in lines if line.startswith(f"{number}. ")), "")
    elsewhere = re.findall(r"Other sections tell of these passages: ([0-9a-f ]+)\.", prompt)
    left_out = set(elsewhere[-1].split()) if elsewhere else set()
    said = " ".join(" ".join(CITE.sub("", block.text).split()) for block in blocks_of(prompt, "text"))
    passages = [passage for passage in blocks_of(prompt, "passage") if passage.key not in left_out]
    return copied(words_of(line), passages, most=SECTION_SENTENCES, without=said)


def write(prompt: str) -> str:
    """The sentences of the passages that share most words with the question, each with its citation."""
    asked = words_of(" ".join(block.text for block in blocks_of(prompt, "question")))
    return copied(asked, blocks_of(prompt, "passage"), most=SENTENCES)


def copied(wanted: frozenset[str], passages: Iterable[Block], *, most: int, without: str = "") -> str:
    """Sentences that share most words with ``wanted``, none twice and none that ``without`` has."""
    scored = [
        (-len(wanted & words_of(sentence)), place, " ".join(sentence.split()), passage.key)
        for place, passage in enumerate(passages)
        for sentence in sentences_of(passage.text)
        if len(sentence.split()) >= SHORTEST and any(word.islower() for word in sentence.split())
    ]
    chosen = {entry[2]: entry[3] for entry in sorted(scored) if entry[0] < 0 and entry[2] not in without}
    return " ".join(f"{sentence} [cite:{key}]" for sentence, key in list(chosen.items())[:most]) or NOTHING


def revise(prompt: str) -> str:
    """The text without the claims that did not hold."""
    text = blocks_of(prompt, "text")[-1].text
    for problem in blocks_of(prompt, "problem"):
        text = re.sub(f"{re.escape(problem.text)}({CITE.pattern})*", "", text)
    return " ".join(text.split()) or NOTHING


def review(text: str) -> dict[str, Any]:
    """Every sentence of the text as a claim, word for word."""
    claims = [
        {
            "text": sentence,
            "type": "numeric" if any(letter.isdigit() for letter in sentence) else "fact",
            "importance": "material",
            "requires_citation": sentence != NOTHING,
        }
        for sentence in sentences_of(CITE.sub("", text))
    ]
    return {"claims": claims, "objections": [], "missing": [], "contradictions": []}


def judge(prompt: str) -> list[dict[str, Any]]:
    """For each claim the sentence that has most of its words, quoted as it stands; cited passages come first."""
    passages = blocks_of(prompt, "passage")
    verdicts = []
    for claim in blocks_of(prompt, "claim"):
        number = int(re.findall(r"\d+", claim.label)[0])
        cited = claim.label.partition("cites ")[2].split()
        ordered = sorted(passages, key=lambda passage: passage.key not in cited)
        told = {"claim": number, "findings": [], "notes": "", "common_knowledge": False}
        share, quote, key = best_quote(words_of(claim.text), ordered)
        if share >= SAYS_PART:
            score = 0.95 if share >= SAYS_IT else 0.6
            told["findings"] = [{"key": key, "quote": quote, "stance": "supports", "score": score}]
        verdicts.append(told)
    return verdicts


def best_quote(claim: frozenset[str], passages: Iterable[Block]) -> tuple[float, str, str]:
    """(share of the claim's words, the sentence, its passage's key); of equal ones the first."""
    best = (0.0, "", "")
    for passage in passages:
        for sentence in sentences_of(passage.text):
            share = len(claim & words_of(sentence)) / max(1, len(claim))
            if share > best[0]:
                best = (share, sentence, passage.key)
    return best


def sentences_of(text: str) -> list[str]:
    return SENTENCE.findall(text)


def words_of(text: str) -> frozenset[str]:
    return frozenset(word for word in WORD.findall(text.lower()) if word not in COMMON)


def fitting(answer: dict[str, Any], schema: Mapping[str, Any] | None) -> dict[str, Any]:
    """The fields that were asked for; all of them where no schema was sent."""
    wanted = answer if schema is None else schema.get("properties", {})
    return {name: value for name, value in answer.items() if name in wanted}


def least(schema: Mapping[str, Any]) -> Any:
    """The least that fits a schema: every property, the first of an enumeration, no items."""
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object":
        return {name: least(part) for name, part in schema.get("properties", {}).items()}
    return {"array": [], "string": "", "integer": 0, "number": 0, "boolean": False}.get(str(schema.get("type")))
