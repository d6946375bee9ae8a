"""A chat that answers from a script and remembers what it was asked."""

import itertools
import json

from apps.verification.types import ClaimDraft, ClaimType, Importance


class ScriptedChat:
    """Each call takes the next answer: a text, or pieces of one; an exception among the pieces is raised there."""

    def __init__(self, *answers, name="gpt-scripted", size=11):
        self.name, self.requests, self.closed = name, [], 0
        self._answers, self._size = list(answers), size

    def stream(self, request):
        self.requests.append(request)
        answer = self._answers.pop(0)
        pieces = cut(answer, self._size) if isinstance(answer, str) else answer
        try:
            for piece in pieces:
                if isinstance(piece, Exception):
                    raise piece
                yield piece
        finally:
            self.closed += 1

    @property
    def calls(self):
        return len(self.requests)

    def system(self, call=0):
        return self.requests[call].messages[0].content

    def user(self, call=0):
        return self.requests[call].messages[1].content


def cut(text, size):
    return [text[at : at + size] for at in range(0, len(text), size)]


def delimiters(*drawn):
    """A source of delimiters for tests: those drawn, then d0, d1, …"""
    return itertools.chain(drawn, (f"d{number}" for number in itertools.count())).__next__


def verdict(claim, *findings, **fields):
    """One object of a Judge's answer; findings as (key, quote, stance, score)."""
    listed = [dict(zip(("key", "quote", "stance", "score"), one, strict=True)) for one in findings]
    return {"claim": claim, "findings": listed, "notes": "", "common_knowledge": False, **fields}


def verdicts(*objects):
    return json.dumps({"verdicts": list(objects)})


def claim(text, *citations, start=0):
    return ClaimDraft(
        claim_text=text,
        claim_type=ClaimType.FACT,
        importance=Importance.MATERIAL,
        requires_citation=True,
        start_offset=start,
        end_offset=start + len(text),
        citations=citations,
    )
