"""Answers and events held against the committed descriptions: as they say, and nothing that they do not name."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import yaml
from jsonschema import Draft202012Validator, FormatChecker

from veritydraft.parsing import BASE_DIR


@cache
def components() -> dict[str, Any]:
    """The description's components."""
    return yaml.safe_load((BASE_DIR / "openapi.yaml").read_text())["components"]


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": components()})


def assert_described(value: Any, name: str) -> None:
    """The value is what the schema of that name describes, field by field."""
    errors = [f"{error.json_path}: {error.message}" for error in validator(name).iter_errors(value)]
    assert not errors, errors
    strange = sorted(unnamed(value, {"$ref": f"#/components/schemas/{name}"}, name))
    assert not strange, strange


def unnamed(value: Any, schema: dict[str, Any], path: str) -> Iterator[str]:
    """Paths of the fields that the schema does not name; an object of free form names all of its own."""
    if "$ref" in schema:
        schema = components()["schemas"][schema["$ref"].rpartition("/")[2]]
    for part in (*schema.get("allOf", ()), *schema.get("oneOf", ()), *schema.get("anyOf", ())):
        if part != {"type": "null"}:
            yield from unnamed(value, part, path)
    if isinstance(value, list):
        for item in value:
            yield from unnamed(item, schema.get("items", {}), path + "[]")
    if isinstance(value, dict) and "properties" in schema:
        for name, held in value.items():
            if name in schema["properties"]:
                yield from unnamed(held, schema["properties"][name], f"{path}.{name}")
            else:
                yield f"{path}.{name}"


@cache
def event_validator(kind: str) -> Draft202012Validator:
    """For one kind of event; KeyError for one that is not described."""
    described = json.loads((BASE_DIR / "events.schema.json").read_text())
    schema = {**described["$defs"][kind], "$defs": described["$defs"]}
    return Draft202012Validator(schema, format_checker=FormatChecker())


def assert_event_described(event: dict[str, Any]) -> None:
    """The event is of a kind that is described, and as that says."""
    errors = [f"{error.json_path}: {error.message}" for error in event_validator(event["type"]).iter_errors(event)]
    assert not errors, (event["type"], errors)
