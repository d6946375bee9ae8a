"""A stack of real processes at a scripted endpoint, and what is asked of it: sessions told apart by a name."""

from collections.abc import Sequence
from typing import Any

from tests.endpoint import Call, EndpointProcess, Rule
from tests.faults.conftest import POLICY, QUESTION, pdf
from tests.faults.stack import Stack

MODELS = {
    "WRITER_MODEL": "writer-1",
    "WRITER_FALLBACK_MODEL": "writer-2",
    "SKEPTIC_MODEL": "skeptic-1",
    "JUDGE_MODEL": "judge-1",
}
TRUE = "The maximum loan-to-value ratio for an investment property is 75% of the appraised value"
OTHERS = ("verify", "ingest", "export", "upkeep")


class EndpointStack(Stack):
    """Services, a web process, a worker for model calls and one for all else. ``env`` goes to every process."""

    def __init__(self, endpoint: EndpointProcess, **env: str) -> None:
        self.endpoint = endpoint
        at = {"OPENAI_BASE_URL": endpoint.base_url, "OPENAI_API_KEY": "key", "PHASE_LEASE_SECONDS": "4"}
        super().__init__(**at, **env)

    def start_pair(self, **env: str) -> None:
        """The two workers, with further settings."""
        self.pair = [self.start_llm(wait=False, **env), self.start_real_worker(*OTHERS, pool="threads", size=4, **env)]

    def start_llm(self, *, wait: bool = True, **env: str) -> Any:
        """The worker that waits for models."""
        return self.start_real_worker("llm", pool="threads", size=32, wait=wait, **env)

    def with_policy(self) -> str:
        """A workspace with one document, ready."""
        workspace = self.person().workspace()
        document = self.person().read_through(self.person().upload(workspace, pdf(POLICY), "policy.pdf"), within=180)
        assert document["status"] == "ready", document
        return workspace

    def key_of(self, workspace: str, words: str) -> str:
        """The citation key of the passage that holds these words."""
        rows = self.sql(
            "SELECT key FROM documents_chunk WHERE workspace_id = %s AND content LIKE %s", workspace, f"%{words}%"
        )
        return rows[0][0]

    def ask_about(self, workspace: str, name: str, **fields: Any) -> dict[str, Any]:
        """A session whose Writer and Skeptic are shown the name."""
        return self.person().ask(workspace, f"{QUESTION} This is asked for the {name} file.", **fields)

    def calls_about(self, name: str, *, role: str = "", model: str = "") -> Sequence[Call]:
        """The calls that were shown the name, oldest first."""
        found = self.endpoint.calls(role=role, model=model)
        return [call for call in found if shows(call, name)]


def shows(call: Call, name: str) -> bool:
    """Whether the name stands in what was asked."""
    return f"{name} file" in str(call.body)


def about(name: str, *rules: Rule) -> tuple[Rule, ...]:
    """The rules, for the calls that show the name."""
    return tuple(
        Rule(
            reply=rule.reply, model=rule.model, role=rule.role, path=rule.path, skip=rule.skip, times=rule.times,
            contains=f"{name} file",
        )
        for rule in rules
    )  # fmt: skip


def text_about(name: str, key: str) -> str:
    """Two claims, the second of which names the session to whoever judges it."""
    return f"{TRUE} [cite:{key}]. The {name} file follows the same ratio for an investment property [cite:{key}]."


def starts(events: list[dict[str, Any]]) -> list[tuple[int, str]]:
    """(attempt, model) of each text that was begun."""
    begun = (event["payload"] for event in events if event["type"] == "generation_started")
    return [(payload["attempt"], payload["model"]) for payload in begun]


def codes(session: dict[str, Any]) -> set[str]:
    """Of its warnings."""
    return {warning["code"] for warning in session["warnings"]}
