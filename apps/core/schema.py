"""What every operation of the API has in common, added to its OpenAPI description."""

from typing import Any

from apps.core.errors import KINDS, TYPE_PREFIX
from apps.core.problems import MEDIA_TYPE

PROBLEM = {
    "type": "object",
    "description": "RFC 9457 problem details.",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "format": "uri", "examples": [TYPE_PREFIX + kind for kind in KINDS]},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "errors": {
            "type": "object",
            "description": "Field to what is wrong with it.",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
        },
        "request_id": {"type": "string"},
    },
}


ABOUT = """
Answers from a team's own documents, every claim with a citation that was checked.

**Who asks.** `Authorization: Bearer vd_…`, or the browser's session (what changes something then needs the CSRF token).
A token's scope (`read`, `write`, `admin`) and the person's role in the workspace (viewer, editor, owner) must both
allow a call. What lies in a workspace that one is no member of is answered like what does not exist: 404.

**Errors** are `application/problem+json` (RFC 9457); `type` is stable, `errors` names the fields. `X-Request-ID` comes
back and names the request in the log.

**Lists** are cut into pages, newest first: `next` and `previous` are the addresses of the neighbouring pages, `limit`
(at most 200) the size of a page.

**Asking again.** Every POST that makes or begins something takes an `Idempotency-Key`: any text, one per intended act.
The same key and body at the same address, from the same person, within 24 hours gets the first answer again, marked
`Idempotent-Replayed: true` (also a new token's secret, which is stored only encrypted under the key). Of a form the
fields and the files' bytes count. With another body it is 422, while the first is under way 409 with `Retry-After`. A
request that was refused or failed left nothing, and its key is free.

**Limits.** Above the requests a minute that this server allows one person, 429 says in `Retry-After` when to go on. A
server that lost its database or disk answers 503 or 507.

**Following.** `GET …/events` gives events as pages, or as a stream for `Accept: text/event-stream`; the sockets
`/ws/sessions/{id}/?after=N` and `/ws/workspaces/{id}/?after=N` tell the same. `GET /api/v1/schema/events` describes
every kind of event.

**Probes**, outside the base: `/healthz` (the process answers), `/readyz` (so do its database and Redis; else a 503
problem that names which does not), `/metrics` (Prometheus).
""".strip()

# what the parameters of lists are, wherever they occur
PARAMETERS: dict[str, dict[str, Any]] = {
    "cursor": {"type": "string", "pattern": "^[A-Za-z0-9+/]{1,400}={0,2}$"},
    "limit": {"type": "integer", "minimum": 1},
    "after": {"type": "integer", "minimum": 0, "maximum": 10**18 - 1},
}


def add_problems(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Postprocessing hook: whatever is no success is a problem; lists are alike; a word on what holds everywhere."""
    result["info"]["description"] = ABOUT
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    components.setdefault("responses", {})["Problem"] = {
        "description": "What went wrong.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = {"$ref": "#/components/responses/Problem"}
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "query" and parameter["name"] in PARAMETERS:
                    parameter["schema"] = PARAMETERS[parameter["name"]]
    return result
