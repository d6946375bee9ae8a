"""Whatever goes wrong under the API's base, the caller gets one and the same form, and nothing of our insides."""

import io
import logging
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.limits import largest_body
from apps.workspaces.models import Workspace
from tests.integration.conftest import client_of

BASE = "/api/v1"


def assert_problem(response: Any, status: int, kind: str) -> dict[str, Any]:
    """Checks the form and returns the problem."""
    assert (response.status_code, response["Content-Type"]) == (status, "application/problem+json"), response.content
    problem = response.json()
    assert problem["type"] == f"urn:veritydraft:problem:{kind}"
    assert problem["status"] == status
    assert problem["title"]
    assert problem["request_id"] == response["X-Request-ID"]
    return problem


@pytest.mark.parametrize("path", ["/api/", "/api/v1/nothing", "/api/v2/workspaces", "/api/v1/workspaces/not-a-uuid"])
def test_an_unknown_path(path: str, db: None) -> None:
    assert_problem(APIClient().get(path), 404, "not-found")


def test_a_page_for_people_keeps_its_html_error(db: None) -> None:
    response = Client().get("/nothing")
    assert (response.status_code, response["Content-Type"]) == (404, "text/html; charset=utf-8")


def test_no_login_and_a_wrong_token(db: None) -> None:
    assert_problem(APIClient().get(f"{BASE}/workspaces"), 401, "not-authenticated")
    for header in ("Bearer", "Bearer x", "Bearer vd_0123456789ab_" + "x" * 43, "Bearer a b", "Bearer \xff"):
        response = APIClient().get(f"{BASE}/workspaces", HTTP_AUTHORIZATION=header)
        assert_problem(response, 401, "not-authenticated")
        assert response["WWW-Authenticate"].startswith("Bearer")


def test_a_method_the_route_does_not_have(alice: User) -> None:
    for method in ("put", "delete", "options"):
        response = getattr(client_of(alice), method)(f"{BASE}/workspaces")
        assert_problem(response, 405, "method-not-allowed")
        assert "GET" in response["Allow"]


def test_a_browser_that_changes_something_needs_the_csrf_token(alice: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    body = {"data": '{"name": "X"}', "content_type": "application/json"}
    assert_problem(browser.post(f"{BASE}/workspaces", **body), 403, "csrf")
    browser.get("/")  # the page's log-out form sets the cookie
    token = browser.cookies["csrftoken"].value
    assert browser.post(f"{BASE}/workspaces", **body, headers={"X-CSRFToken": token}).status_code == 201


@pytest.mark.parametrize("body", [b'{"name": ', b"\xff\xfe", b'{"name": "\xc3\x28"}', b'{"name": NaN}', b"[" * 5000])
def test_a_body_that_cannot_be_read(body: bytes, alice: User) -> None:
    response = client_of(alice).post(f"{BASE}/workspaces", body, content_type="application/json")
    assert_problem(response, 400, "malformed")


@pytest.mark.parametrize("body", ["[]", '"x"', "1", "null", "{}"])
def test_a_body_of_the_wrong_shape(body: str, alice: User) -> None:
    response = client_of(alice).post(f"{BASE}/workspaces", body, content_type="application/json")
    assert_problem(response, 422, "invalid")


def test_characters_that_cannot_be_stored(alice: User) -> None:
    for name in (r"a\u0000b", r"\ud800"):
        response = client_of(alice).post(f"{BASE}/workspaces", f'{{"name": "{name}"}}', content_type="application/json")
        assert list(assert_problem(response, 422, "invalid")["errors"]) == ["name"]


def test_a_media_type_that_is_not_read(alice: User) -> None:
    response = client_of(alice).post(f"{BASE}/workspaces", "<name/>", content_type="application/xml")
    assert_problem(response, 415, "unsupported-type")


def test_a_media_type_that_is_not_written(alice: User) -> None:
    assert_problem(client_of(alice).get(f"{BASE}/workspaces", HTTP_ACCEPT="text/csv"), 406, "not-acceptable")


def test_a_body_that_announces_too_much_is_refused_unread(alice: User, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 1000
    response = client_of(alice).generic(
        "POST", f"{BASE}/workspaces", b"{}", content_type="application/json", CONTENT_LENGTH=str(largest_body() + 1)
    )
    assert "1000 bytes" in assert_problem(response, 413, "too-large")["detail"]


def test_a_json_body_above_the_limit(alice: User, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    response = client_of(alice).post(f"{BASE}/workspaces", {"name": "x" * 100})
    assert_problem(response, 413, "too-large")


@pytest.mark.parametrize("query", ["cursor=%00", "cursor=cD1ub3RhZGF0ZQ%3D%3D", "cursor=é", "limit=0", "limit=x"])
def test_a_page_that_cannot_be_found(query: str, alice: User) -> None:
    problem = assert_problem(client_of(alice).get(f"{BASE}/workspaces?{query}"), 422, "invalid")
    assert list(problem["errors"]) == [query.partition("=")[0]]


def test_a_mistake_of_ours_leaks_nothing_and_is_logged_under_the_id_that_the_caller_has(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = io.StringIO()
    console = next(handler for handler in logging.getLogger().handlers if type(handler) is logging.StreamHandler)
    monkeypatch.setattr(console, "stream", log)

    def broken(user: User) -> None:
        raise RuntimeError("the secret plan")

    monkeypatch.setattr("apps.workspaces.api.workspaces_of", broken)
    response = client_of(alice).get(f"{BASE}/workspaces")
    problem = assert_problem(response, 500, "internal")
    assert b"secret plan" not in response.content
    assert f"[{problem['request_id']}]" in log.getvalue()
    assert "the secret plan" in log.getvalue()


def test_in_debug_mode_programs_still_get_a_problem(
    alice: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DEBUG = True
    monkeypatch.setattr("apps.workspaces.api.workspaces_of", lambda user: 1 / 0)
    assert_problem(client_of(alice).get(f"{BASE}/workspaces"), 500, "internal")
    assert_problem(client_of(alice).get(f"{BASE}/nothing"), 404, "not-found")


def test_a_database_that_is_away_is_503_and_says_when_to_come_back(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(user: User) -> None:
        raise OperationalError("connection to 10.0.0.7 failed")

    monkeypatch.setattr("apps.workspaces.api.workspaces_of", away)
    response = client_of(alice).get(f"{BASE}/workspaces")
    assert "10.0.0.7" not in assert_problem(response, 503, "unavailable")["detail"]
    assert int(response["Retry-After"]) > 0


def test_a_callers_request_id_comes_back(alice: User) -> None:
    response = client_of(alice).get(f"{BASE}/nothing", HTTP_X_REQUEST_ID="trace-7")
    assert assert_problem(response, 404, "not-found")["request_id"] == "trace-7"
    assert client_of(alice).get(f"{BASE}/workspaces", HTTP_X_REQUEST_ID="a b")["X-Request-ID"] != "a b"


def test_an_unknown_host_gets_a_problem_too(db: None) -> None:
    assert_problem(APIClient().get(f"{BASE}/workspaces", HTTP_HOST="evil.example"), 400, "malformed")


def test_settings_of_a_workspace_are_a_bounded_object(alice: User, workspace_a: Workspace) -> None:
    for settings in ([], "x", {"k": "x" * 20_000}):
        response = client_of(alice).patch(f"{BASE}/workspaces/{workspace_a.pk}", {"settings": settings})
        assert list(assert_problem(response, 422, "invalid")["errors"]) == ["settings"]
