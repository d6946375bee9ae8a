"""What the scripted endpoint is told to do, and what it tells of the calls it got. All of it travels as JSON."""

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from fnmatch import fnmatchcase
from typing import Any

# a marked text of a prompt: its delimiter, label and words
BLOCK = re.compile(r"^<<<(\S+) (.+?)>>>\n(.*?)\n<<<\1 end>>>$", re.S | re.M)
FAULTS: Mapping[str, str] = {
    # any request
    "silent": "takes the request and never answers",
    "html": "a web page with status 200, as a lost proxy answers",
    "drop_at_once": "hangs up without a byte",
    # while streaming
    "silent_after_headers": "sends the headers and nothing more",
    "keep_alive_only": "sends SSE comments for ever, as a queueing gateway does",
    "stall": "falls silent after some pieces",
    "drop": "hangs up after some pieces",
    "cut": "ends the body properly after some pieces, without a finish_reason",
    "trickle": "sends the right bytes, one a second",
    "endless": "never stops sending pieces",
    "endless_nothing": "never stops sending chunks without content",
    "never_done": "sends the whole answer and its finish_reason, then neither usage nor an end",
    "empty": "finishes without content",
    "refusal": "says no in the `refusal` field",
    "content_filter": "finishes with content_filter after some pieces",
    "malformed": "sends a chunk that is no JSON",
    "wrong_framing": "sends the chunks without `data:`",
    "not_streamed": "answers whole although a stream was asked for",
    "error_in_stream": "sends an error object after some pieces",
    # what the answer says
    "malformed_json": "the text is no JSON although it claims to be finished",
    "truncated_json": "the text ends in the middle, with finish_reason length",
    "wrong_schema": "the text is JSON of another shape",
    "fenced_json": "the JSON stands between Markdown fences",
    # embeddings
    "wrong_count": "one vector too few",
    "wrong_dimensions": "the last vector is shorter",
    "not_a_number": "a NaN in a vector",
    "zeros": "a vector of length zero",
    "reversed": "vectors in the opposite order, with their right index",
    "floats": "lists of numbers although base64 was asked for",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request as it is looked at by rules and answered by roles."""

    path: str
    model: str
    role: str  # writer, skeptic, judge, embedding, or empty
    messages: tuple[Mapping[str, Any], ...]
    body: Mapping[str, Any]

    @property
    def prompt(self) -> str:
        """All messages' texts, one under the other."""
        return "\n".join(str(message.get("content") or "") for message in self.messages)

    @property
    def schema(self) -> Mapping[str, Any] | None:
        """The JSON Schema that the answer must follow, where one was sent."""
        wanted = self.body.get("response_format") or {}
        return wanted.get("json_schema", {}).get("schema") if wanted.get("type") == "json_schema" else None

    @property
    def structured(self) -> bool:
        return (self.body.get("response_format") or {}).get("type") in {"json_schema", "json_object"}


Answer = Callable[[Asked], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One way to answer. Pace and usage are the script's where they are None."""

    text: str | Answer | None = None
    status: int = 200
    retry_after: str = ""  # seconds, or date:SECONDS for an HTTP date that lies so far ahead
    message: str = ""  # of an error
    finish: str = "stop"
    first_token: float | None = None
    tokens_per_second: float | None = None
    usage: bool | None = None
    told_usage: tuple[int, int] | None = None  # tokens in and out as they are told, whatever they were
    fault: str = ""
    after: int = 3  # pieces sent before the fault strikes

    def __post_init__(self) -> None:
        if self.fault and self.fault not in FAULTS:
            raise ValueError(f"unknown fault {self.fault!r}; known: {', '.join(FAULTS)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """To which requests a reply is given. ``skip``: how many fitting ones go on to the next rule before."""

    reply: Reply
    model: str = "*"
    role: str = ""
    contains: str = ""
    block: str = ""  # label of the marked text in which ``contains`` is looked for; else the whole prompt
    path: str = "*"
    skip: int = 0
    times: int | None = None

    def fits(self, asked: Asked) -> bool:
        return (
            fnmatchcase(asked.model, self.model)
            and fnmatchcase(asked.path, self.path)
            and self.role in {"", asked.role}
            and (not self.contains or self.contains in self._read(asked.prompt))
        )

    def _read(self, prompt: str) -> str:
        blocks = (match.group(3) for match in BLOCK.finditer(prompt) if match.group(2) == self.block)
        return "\n".join(blocks) if self.block else prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """All an endpoint does; see the package's docstring."""

    rules: tuple[Rule, ...] = ()
    first_token: float = 0.0
    tokens_per_second: float = 0.0
    usage: bool = True
    refuses: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    api_key: str = ""
    dimensions: Mapping[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """As ``POST /script`` takes it. ValueError: a callable cannot travel."""
        if any(callable(rule.reply.text) for rule in self.rules):
            raise ValueError("a reply by a callable works only inside one process")
        return asdict(self)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Script":
        rules = tuple(Rule(**{**rule, "reply": Reply(**rule["reply"])}) for rule in told.get("rules", ()))
        rest = {name: tuple(value) if isinstance(value, list) else value for name, value in told.items()}
        return cls(**{**rest, "rules": rules})


class Play:
    """A script being played: counts how often each rule has fitted."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self._fitted = [0] * len(script.rules)

    def reply_to(self, asked: Asked) -> Reply:
        """The reply of the first rule that fits and is not used up."""
        for place, rule in enumerate(self.script.rules):
            if not rule.fits(asked):
                continue
            self._fitted[place] += 1
            used = self._fitted[place] - rule.skip
            if used >= 1 and (rule.times is None or used <= rule.times):
                return rule.reply
        return Reply()


@dataclass(slots=True, kw_only=True)
class Call:
    """One request that reached the endpoint. Times are seconds since the epoch."""

    number: int
    at: float
    path: str
    model: str
    role: str
    messages: list[dict[str, Any]]
    body: dict[str, Any]
    open_calls: int
    status: int = 0
    pieces: int = 0
    ended_at: float | None = None
    closed_early: bool = False
    closed_at: float | None = None
