"""Every page brings its stylesheet and scripts from this very process."""

import asyncio
import re
import warnings

import pytest
from django.test import AsyncClient, Client

from apps.accounts.models import User


@pytest.mark.parametrize("page", ["/login/", "/admin/login/", "/api/v1/docs/"])
def test_what_a_page_loads_is_served(page: str, db: None) -> None:
    browser = Client()
    loaded = re.findall(r'(?:src|href)="(/static/[^"]+)"', browser.get(page).content.decode())
    assert loaded
    for url in loaded:
        answer = browser.get(url)
        assert answer.status_code == 200, url
        assert int(answer["Content-Length"]) == len(answer.content) > 0
        assert "text/html" not in answer["Content-Type"]
        assert answer["X-Content-Type-Options"] == "nosniff"


def test_a_static_file_is_not_sent_twice(db: None) -> None:
    first = Client().get("/static/web/style.css")
    again = Client().get("/static/web/style.css", headers={"If-Modified-Since": first["Last-Modified"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/static/../manage.py", "/static/%2e%2e/manage.py", "/static/nothing.css"])
def test_nothing_else_is_served_as_a_static_file(path: str, db: None) -> None:
    assert Client().get(path).status_code == 404


def test_under_asgi_it_is_served_without_a_warning(db: None) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        answer = asyncio.run(AsyncClient().get("/static/web/style.css"))
    assert answer.status_code == 200


def test_pages_say_who_is_logged_in_and_link_the_admin_only_to_staff(alice: User) -> None:
    browser = Client()
    browser.force_login(alice)
    page = browser.get("/").content.decode()
    assert alice.email in page
    assert "/admin/" not in page
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    assert "/admin/" in browser.get("/").content.decode()


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_probes_answer(path: str, db: None) -> None:
    assert Client().get(path).status_code == 200


@pytest.mark.parametrize("service", ["database", "redis"])
def test_a_service_that_is_away_is_named_in_a_503(service: str, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    from apps.core import health

    monkeypatch.setitem(health.PROBES, service, lambda: False)
    answer = Client().get("/readyz")
    assert (answer.status_code, answer["Content-Type"]) == (503, "application/problem+json")
    assert list(answer.json()["errors"]) == [service]
    assert Client().get("/healthz").status_code == 200


def test_a_redis_that_nobody_listens_for_does_not_answer(settings: object) -> None:
    from apps.core.health import redis_answers

    settings.REDIS_URL = "redis://127.0.0.1:1/0"  # type: ignore[attr-defined]
    assert redis_answers() is False
