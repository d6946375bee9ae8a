"""What an endpoint understands of a chat request, learnt from what it refuses and remembered per model."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from apps.inference.contracts import ChatRequest

STRUCTURES = ("json_schema", "json_object", "none")  # from the best to the least
STRUCTURE_WORDS = re.compile(r"response_format|json_schema|json_object|structured|grammar|guided", re.I)
STREAM_WORDS = re.compile(r"stream_options|include_usage", re.I)
LIMITS = ("max_tokens", "max_completion_tokens")
LIMIT_WORDS = re.compile(r"max_tokens|max_completion_tokens|in the completion", re.I)
UNKNOWN_WORDS = re.compile(r"unsupported|not supported|unknown|unrecogni|unexpected|not permitted|extra", re.I)
TOO_MUCH_WORDS = re.compile(r"(max_tokens|max_completion_tokens).*too (large|many|big)|in the completion", re.I)
OWN_FIELD = {"api.openai.com": "max_completion_tokens"}  # the newest models there refuse the other; elsewhere it is new


@dataclass(slots=True)
class Dialect:
    """How a model at an endpoint is asked."""

    limit_field: str = "max_tokens"  # empty: the limit is left to the endpoint (streaming.py holds to it all the same)
    structure: str = STRUCTURES[0]
    usage_asked: bool = True
    limit_swapped: bool = False

    def question(self, request: ChatRequest, *, model: str, max_tokens: int) -> dict[str, Any]:
        """The request's body."""
        body: dict[str, Any] = {
            "model": model,
            "messages": [{"role": message.role, "content": message.content} for message in request.messages],
            "stream": True,
        }
        if self.limit_field:
            body[self.limit_field] = request.max_tokens or max_tokens
        if self.usage_asked:
            body["stream_options"] = {"include_usage": True}
        if request.schema is not None and self.structure != "none":
            body["response_format"] = response_format(request, self.structure)
        return body

    def learn(self, refusal: str, question: Mapping[str, Any]) -> bool:
        """Whether the refusal of a question names something that can be left out; it is, from now on."""
        if "stream_options" in question and STREAM_WORDS.search(refusal):
            self.usage_asked = False
        elif "response_format" in question and STRUCTURE_WORDS.search(refusal):
            refused = question["response_format"]["type"]
            self.structure = STRUCTURES[STRUCTURES.index(refused) + 1]
        elif (sent := next((field for field in LIMITS if field in question), "")) and LIMIT_WORDS.search(refusal):
            return self._learn_limit(refusal, sent)
        else:
            return False
        return True

    def _learn_limit(self, refusal: str, sent: str) -> bool:
        """The field's other name once, and no limit where a prompt leaves no room for it."""
        if sent != self.limit_field:
            return True  # another thread has learnt it meanwhile
        if TOO_MUCH_WORDS.search(refusal):
            self.limit_field = ""
        elif not self.limit_swapped and UNKNOWN_WORDS.search(refusal):
            self.limit_swapped = True
            self.limit_field = next(field for field in LIMITS if field != sent)
        else:
            return False
        return True


def response_format(request: ChatRequest, structure: str) -> dict[str, Any]:
    """The request's schema as the endpoint is told of it."""
    if structure == "json_object":
        return {"type": structure}
    schema = dict(request.schema or {})
    told = {"name": request.schema_name, "schema": schema, "strict": fits_strict(schema)}
    return {"type": structure, "json_schema": told}


def fits_strict(schema: Mapping[str, Any]) -> bool:
    """Whether every object names all it may hold and requires it: what OpenAI's strict mode asks of a schema."""
    properties = schema.get("properties", {})
    if schema.get("type") == "object":
        closed = schema.get("additionalProperties") is False
        if not closed or set(schema.get("required", ())) != set(properties):
            return False
    parts = [*properties.values(), *schema.get("$defs", {}).values(), *schema.get("anyOf", ())]
    if isinstance(schema.get("items"), Mapping):
        parts.append(schema["items"])
    return all(fits_strict(part) for part in parts)


_known: dict[tuple[str, str], Dialect] = {}


def dialect_of(base_url: str, model: str) -> Dialect:
    """What is known so far of a model; shared by the process's threads, which at worst learn a thing twice."""
    fresh = Dialect(limit_field=OWN_FIELD.get(urlsplit(base_url).hostname or "", "max_tokens"))
    return _known.setdefault((base_url, model), fresh)
