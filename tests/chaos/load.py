"""Tenants' programs that hand work in, whatever happens: each sends a request again until it has been accepted."""

import random
import threading
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import requests

from tests.person import Person

QUESTIONS = (
    "What is the maximum loan-to-value ratio for an investment property?",
    "Which fee must be paid before an appraisal is ordered?",
    "What does the policy say about the loan-to-value ratio?",
    "What is the notice period for a tenant?",
)
PARAGRAPH = (
    "The maximum loan-to-value ratio for an investment property of class {number} is {share}% of the appraised value."
    " An application fee of ${fee} must be paid before an appraisal is ordered.\n\n"
)
PAUSE = 0.3  # seconds before a request is sent again
AGAIN = {409, 429, 500, 502, 503, 504, 507}


@dataclass(slots=True, kw_only=True)
class Tenant:
    """A person, their workspace, and what was accepted from them."""

    name: str
    person: Person
    workspace: str = ""
    sessions: list[dict[str, Any]] = field(default_factory=list)
    documents: list[dict[str, Any]] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Tries:
    """What became of the requests."""

    count: int = 0
    replayed: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    unexpected: list[str] = field(default_factory=list)
    begun: dict[str, float] = field(default_factory=dict)  # session id: when it was first asked for
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, *, answer: requests.Response | None) -> None:
        """Count one."""
        with self._lock:
            self.count += 1
            if answer is None:
                self.refused["no answer"] += 1
            elif not answer.ok:
                self.refused[str(answer.status_code)] += 1
                if answer.status_code not in AGAIN - {500}:
                    self.unexpected.append(f"{answer.request.method} {answer.request.path_url}: {answer.text[:300]}")
            elif answer.headers.get("Idempotency-Replayed") == "true":
                self.replayed += 1


def insist(person: Person, tries: Tries, path: str, *, end: float, **values: Any) -> dict[str, Any]:
    """POST under one idempotency key until it is accepted; raises TimeoutError when ``end`` has come."""
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    while time.monotonic() < end:
        try:
            answer = person.call("POST", path, headers=dict(headers), **values)
        except requests.RequestException:
            answer = None
        tries.note(answer=answer)
        if answer is not None and answer.ok:
            return answer.json()
        if answer is not None and answer.status_code not in AGAIN:
            break
        time.sleep(PAUSE)
    raise TimeoutError(f"{path} was not accepted")


def ask(tenant: Tenant, tries: Tries, chance: random.Random, *, end: float) -> dict[str, Any]:
    """One question."""
    begun = time.monotonic()
    question = chance.choice(QUESTIONS)
    session = insist(
        tenant.person, tries, f"/workspaces/{tenant.workspace}/sessions", end=end, json={"query": question}
    )
    tries.begun[session["id"]] = begun
    tenant.sessions.append(session)
    return session


def upload(tenant: Tenant, tries: Tries, chance: random.Random, *, end: float) -> dict[str, Any]:
    """One document that nobody has uploaded before."""
    paragraphs = [
        PARAGRAPH.format(number=chance.randrange(10**6), share=chance.randrange(40, 90), fee=chance.randrange(50, 900))
        for _ in range(chance.randrange(3, 60))
    ]
    content = "".join(["# Lending policy\n\n", *paragraphs]).encode()
    document = insist(
        tenant.person, tries, f"/workspaces/{tenant.workspace}/documents", end=end,
        files={"file": (f"policy-{len(tenant.documents)}.md", content)},
    )  # fmt: skip
    tenant.documents.append(document)
    return document
