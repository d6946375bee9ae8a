"""The API's description: valid, complete, committed, and true."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings as configuration
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from apps.accounts.models import User
from apps.web.docs import schema
from tests.described import assert_described
from tests.integration.conftest import Holdings, client_of
from tests.integration.test_tenancy import url_of
from tests.routes import PUBLIC, api_routes

COMMITTED = Path(__file__).parents[2] / "openapi.yaml"
UNDESCRIBED = {"schema", "docs"}


@cache
def components() -> dict[str, Any]:
    """Those that are described, as they read back from YAML."""
    return yaml.safe_load(yaml.safe_dump(schema()["components"], allow_unicode=True))


def test_the_committed_description_is_the_one_that_is_served(db: None) -> None:
    served = yaml.safe_load(Client().get(reverse("schema")).content)
    assert yaml.safe_load(COMMITTED.read_text()) == served, "run: manage.py spectacular --file openapi.yaml"


def test_it_is_valid_openapi_3_1() -> None:
    document = yaml.safe_load(COMMITTED.read_text())
    assert document["openapi"] == "3.1.0"
    OpenAPIV31SpecValidator(document).validate()


def test_it_is_made_without_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    schema.cache_clear()
    schema()
    assert capsys.readouterr().err == ""


def forms() -> dict[str, dict[str, Any]]:
    """The fields of every form that an operation takes, by its id."""
    found = {}
    for operation in (each for path in schema()["paths"].values() for each in path.values()):
        form = operation.get("requestBody", {}).get("content", {}).get("multipart/form-data")
        if form is not None:
            name = form["schema"]["$ref"].rpartition("/")[2]
            found[operation["operationId"]] = components()["schemas"][name]["properties"]
    return found


def test_a_file_in_a_form_is_described_as_bytes_and_never_as_an_address() -> None:
    assert set(forms()) == {"document_upload", "document_upload_alias", "verify"}
    for fields in forms().values():
        assert (fields["file"]["type"], fields["file"]["format"]) == ("string", "binary")
        assert "uri" not in {each.get("format") for each in fields.values()}


def test_ids_of_documents_are_described_as_uuids_wherever_they_are_sent() -> None:
    lists = [each["properties"]["document_ids"] for each in components()["schemas"].values() if takes_documents(each)]
    assert len(lists) >= 6  # asked, asked by the alias, asked further, searched, verified as text and as a file
    assert [each["items"].get("format") for each in lists] == ["uuid"] * len(lists)


def takes_documents(described: dict[str, Any]) -> bool:
    return "document_ids" in described.get("properties", {})


def test_every_route_and_method_is_described_with_its_problem_and_its_login() -> None:
    paths = schema()["paths"]
    for name, route in api_routes().items():
        if name in UNDESCRIBED:
            continue
        for method in route.methods:
            operation = paths[route.described_path][method]
            assert operation["responses"]["default"] == {"$ref": "#/components/responses/Problem"}
            assert operation["description"], operation["operationId"]
            assert ({"bearer": []} in operation.get("security", ())) is (name not in PUBLIC)


LISTS = sorted(
    path for path, each in schema()["paths"].items() if each.get("get", {}).get("operationId", "").endswith("_list")
)


@pytest.mark.parametrize("path", LISTS)
def test_every_list_is_cut_into_pages(path: str, holdings_a: Holdings, alice: User) -> None:
    operation = schema()["paths"][path]["get"]
    assert {"cursor", "limit"} <= {parameter["name"] for parameter in operation["parameters"]}
    route = next(route for route in api_routes().values() if route.described_path == path)
    page = client_of(alice).get(url_of(route, holdings_a) + "?limit=1").json()
    assert set(page) == {"next", "previous", "results"}
    assert len(page["results"]) == 1


def test_it_is_served_as_json_too(db: None) -> None:
    answer = Client().get(reverse("schema"), headers={"Accept": "application/vnd.oai.openapi+json"})
    assert answer["Content-Type"] == "application/vnd.oai.openapi+json"
    assert answer.json()["info"]["title"] == "VerityDraft"


def test_the_page_to_read_it_needs_nothing_from_elsewhere(db: None) -> None:
    page = Client().get(reverse("docs"))
    script = Client().get(reverse("docs") + "?script=")
    assert page.status_code == script.status_code == 200
    loaded = re.findall(r'(?:src|href)="([^"]+)"', page.content.decode())
    assert loaded
    assert not [url for url in loaded if "//" in url]
    for url in loaded:
        if url.startswith(configuration.STATIC_URL):
            assert finders.find(url.removeprefix(configuration.STATIC_URL)), url
    assert reverse("schema") in script.content.decode()


def validator(response_schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator({**response_schema, "components": components()})


READING = [name for name, route in api_routes().items() if "get" in route.methods and name not in UNDESCRIBED]


@pytest.mark.parametrize("name", READING)
def test_real_answers_are_as_described(name: str, holdings_a: Holdings, alice: User) -> None:
    route = api_routes()[name]
    content = schema()["paths"][route.described_path]["get"]["responses"]["200"]["content"]
    answer = client_of(alice).get(url_of(route, holdings_a))
    assert answer.status_code == 200
    if "application/json" in content:
        errors = [
            error.message for error in validator(content["application/json"]["schema"]).iter_errors(answer.json())
        ]
        assert errors == []


@pytest.mark.parametrize("extra", ["response_html", "turns.0.mood", "ledger.entries.0.evidence.0.colour"])
def test_a_field_that_is_not_described_would_be_seen(extra: str, holdings_a: Holdings, alice: User) -> None:
    shown = client_of(alice).get(reverse("session", args=[holdings_a.session.pk])).json()
    assert_described(shown, "Session")
    *way, name = extra.split(".")
    place = shown
    for step in way:
        place = place[int(step) if step.isdigit() else step]
    place[name] = "?"
    with pytest.raises(AssertionError, match=name):
        assert_described(shown, "Session")


def test_problems_are_as_described(alice: User) -> None:
    described = {"$ref": "#/components/schemas/Problem"}
    for answer in (client_of(alice).get("/api/v1/nothing"), client_of(alice).post(reverse("workspaces"), {})):
        assert [error.message for error in validator(described).iter_errors(answer.json())] == []
