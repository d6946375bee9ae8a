"""Whatever a program sends, the answer is an answer or a clear problem: never a 500, never half a row."""

from typing import Any

import pytest

from apps.accounts.models import User
from apps.web.docs import schema
from tests.integration.conftest import Holdings, client_of
from tests.integration.test_tenancy import url_of
from tests.routes import CHANGING, api_routes

NONSENSE: tuple[Any, ...] = (
    b"",
    b"null",
    b"[]",
    b'"text"',
    b"12345678901234567890123456789012345678901234567890",
    b'{"name": null, "query": null, "email": null, "scopes": null, "role": null}',
    b'{"name": {}, "query": {}, "email": [], "scopes": {"a": 1}, "role": []}',
    b'{"name": 1e300, "query": true, "k": 1e300, "mode": 7, "verification": [], "settings": "x", "document_ids": {}}',
    b'{"query": "x", "document_ids": [null, 1, [], {}], "k": -1, "mode": null, "settings": null}',
    b'{"query": "x", "verification": "STRICT", "expires_at": "yesterday", "scopes": ["read", "read"], "name": "x"}',
    '{"name": "\u202e\U0001f600", "email": "a@b", "query": "\u200b"}'.encode(),
)
QUERIES = ("?cursor=", "?cursor=%FF", "?limit=99999999999999999999", "?after=%00", "?limit=%F0%9F%98%80", "?format=xml")


@pytest.mark.parametrize(
    ("name", "method"),
    [(name, method) for name, route in api_routes().items() for method in route.methods if method in CHANGING],
)
def test_no_body_breaks_a_route(name: str, method: str, holdings_a: Holdings, alice: User) -> None:
    client, url = client_of(alice), url_of(api_routes()[name], holdings_a)
    for body in NONSENSE:
        for content_type in ("application/json", "multipart/form-data; boundary=x", "text/plain; charset=nonsense"):
            answer = client.generic(method.upper(), url, body, content_type=content_type)
            assert answer.status_code < 500, (body, content_type, answer.content)
            if answer.status_code >= 400:
                assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("name", [name for name, route in api_routes().items() if "get" in route.methods])
def test_no_query_string_breaks_a_route(name: str, holdings_a: Holdings, alice: User) -> None:
    client, url = client_of(alice), url_of(api_routes()[name], holdings_a)
    for query in QUERIES:
        answer = client.get(url + query)
        assert answer.status_code < 500, (query, answer.content)


def texts_of_bodies() -> list[tuple[str, str, str]]:
    """Every text in the JSON bodies that are described: the route, its method, the field."""
    found, schemas = [], schema()["components"]["schemas"]
    for name, route in api_routes().items():
        for method in set(route.methods) & set(CHANGING):
            taken = schema()["paths"][route.described_path][method].get("requestBody", {}).get("content", {})
            if "application/json" in taken:
                fields = schemas[taken["application/json"]["schema"]["$ref"].rpartition("/")[2]]["properties"]
                texts = [
                    field for field, kind in fields.items() if "string" in kind.get("type", ()) and "format" not in kind
                ]
                found += [(name, method, field) for field in texts]
    return sorted(found)


@pytest.mark.parametrize(("name", "method", "field"), texts_of_bodies())
def test_a_number_is_no_text(name: str, method: str, field: str, holdings_a: Holdings, alice: User) -> None:
    answer = getattr(client_of(alice), method)(url_of(api_routes()[name], holdings_a), {field: 5}, format="json")
    assert answer.status_code == 422
    assert field in answer.json()["errors"]
