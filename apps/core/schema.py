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


def add_problems(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Postprocessing hook: whatever is no success is a problem."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    components.setdefault("responses", {})["Problem"] = {
        "description": "What went wrong.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = {"$ref": "#/components/responses/Problem"}
    return result
