"""Answers held against the committed description: as it says, and nothing that it does not name."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import yaml
from jsonschema import Draft202012Validator

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
