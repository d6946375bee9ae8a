"""``Idempotency-Key``: whoever asks again gets the same answer, and nothing is made twice."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.idempotency import REPLAYED
from apps.accounts.models import ApiToken, IdempotencyKey, User
from apps.accounts.services import IDEMPOTENCY_KEPT, idempotency_keys_expire
from apps.documents.models import Document
from apps.drafting.models import Session
from apps.runs.models import Run
from apps.workspaces.models import Membership, Workspace
from tests.integration.conftest import Holdings, client_of
from tests.integration.test_api_errors import assert_problem
from tests.integration.test_tenancy import url_of
from tests.routes import api_routes

POSTS = [name for name, route in api_routes().items() if "post" in route.methods and name != "search"]


def send(client: APIClient, url: str, body: Any = None, *, key: str = "order-7", format: str = "json") -> Any:
    return client.post(url, body, format=format, HTTP_IDEMPOTENCY_KEY=key)


def form(data: bytes = b"# Policy\n\nThe limit is 40 %.\n", name: str = "policy.md", **fields: str) -> dict[str, Any]:
    return {"file": SimpleUploadedFile(name, data), **fields}


@pytest.fixture
def sessions_url(workspace_a: Workspace) -> str:
    return reverse("sessions", args=[workspace_a.pk])


def test_the_same_request_again_is_answered_as_before_and_makes_nothing(alice: User, sessions_url: str) -> None:
    client, body = client_of(alice), {"query": "What is the limit?", "settings": {"a": 1, "b": 2}}
    first = send(client, sessions_url, body)
    again = send(client, sessions_url, {"settings": {"b": 2, "a": 1}, "query": "What is the limit?"})
    assert (again.status_code, again.content, again["Location"]) == (202, first.content, first["Location"])
    assert (REPLAYED in first, again[REPLAYED]) == (False, "true")
    assert Session.objects.count() == Run.objects.count() == 1


def test_without_a_key_each_request_counts(alice: User, sessions_url: str) -> None:
    made = {client_of(alice).post(sessions_url, {"query": "What?"}).json()["id"] for _ in range(2)}
    assert len(made) == Session.objects.count() == 2
    assert not IdempotencyKey.objects.exists()


def test_another_body_under_the_same_key_is_refused(alice: User, sessions_url: str) -> None:
    send(client_of(alice), sessions_url, {"query": "What?"})
    answer = send(client_of(alice), sessions_url, {"query": "Why?"})
    assert_problem(answer, 422, "idempotency-key-reused")
    assert Session.objects.count() == 1


def test_a_key_counts_for_one_person_and_one_path(
    alice: User, bob: User, sessions_url: str, workspace_b: Workspace
) -> None:
    other = reverse("sessions", args=[workspace_b.pk])
    send(client_of(alice), sessions_url, {"query": "What?"})
    theirs = send(client_of(bob), other, {"query": "What?"})
    assert (theirs.status_code, REPLAYED in theirs) == (202, False)
    assert send(client_of(alice), reverse("workspaces"), {"name": "N"}).status_code == 201
    assert_problem(send(client_of(bob), sessions_url, {"query": "What?"}), 404, "not-found")
    assert Session.objects.count() == 2


def test_of_an_upload_the_fields_and_the_bytes_count_and_the_names_do_not(alice: User, workspace_a: Workspace) -> None:
    client, url = client_of(alice), reverse("documents", args=[workspace_a.pk])
    first = send(client, url, form(title="T"), format="multipart")
    again = send(client, url, form(title="T", name="other.md"), format="multipart")
    assert (first.status_code, again.status_code, again.json()) == (202, 202, first.json())
    assert again[REPLAYED] == "true"
    for changed in (form(title="U"), form(b"# Policy\n\nThe limit is 50 %.\n", title="T"), form()):
        assert_problem(send(client, url, changed, format="multipart"), 422, "idempotency-key-reused")
    assert Document.objects.count() == 1


def test_no_body_is_an_empty_body(alice: User, holdings_a: Holdings) -> None:
    url = reverse("document-reprocess", args=[holdings_a.document.pk])
    send(client_of(alice), url)
    assert send(client_of(alice), url, {})[REPLAYED] == "true"
    assert_problem(send(client_of(alice), url, {"a": 1}), 422, "idempotency-key-reused")


def test_a_new_tokens_secret_comes_again_and_is_stored_nowhere(alice: User) -> None:
    client, body, key = client_of(alice), {"name": "cron", "scopes": ["read"]}, "a key of my own"
    first = send(client, reverse("tokens"), body, key=key).json()
    assert send(client, reverse("tokens"), body, key=key).json() == first
    assert ApiToken.objects.filter(name="cron").count() == 1
    stored = b"|".join(bytes(v) if isinstance(v, memoryview) else str(v).encode() for v in every_value())
    assert first["token"].split("_", 2)[2].encode() not in stored
    assert key.encode() not in stored
    assert first["prefix"].encode() in stored


def every_value() -> list[Any]:
    """All that the tables of tokens and keys hold."""
    rows = [row for model in (ApiToken, IdempotencyKey) for row in model.objects.values_list()]
    return [value for row in rows for value in row]


def test_an_answer_from_before_the_servers_secret_changed_is_not_invented(alice: User, settings: Any) -> None:
    client, body = client_of(alice), {"name": "N"}
    first = send(client, reverse("workspaces"), body)
    before, settings.SECRET_KEY = settings.SECRET_KEY, "another secret"
    assert_problem(send(client, reverse("workspaces"), body), 409, "conflict")
    settings.SECRET_KEY_FALLBACKS = [before]
    assert send(client, reverse("workspaces"), body).json() == first.json()
    assert Workspace.objects.filter(name="N").count() == 1


def test_a_refused_request_leaves_its_key_free_for_a_better_one(alice: User, sessions_url: str) -> None:
    assert send(client_of(alice), sessions_url, {"query": ""}).status_code == 422
    assert not IdempotencyKey.objects.exists()
    assert send(client_of(alice), sessions_url, {"query": "What?"}).status_code == 202


def test_what_fails_after_something_was_made_leaves_neither_it_nor_the_key(
    alice: User, sessions_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(session: Session) -> dict[str, Any]:
        raise OperationalError("connection lost")

    with monkeypatch.context() as patched:
        patched.setattr("apps.drafting.api.session_as_dict", lost)
        assert send(client_of(alice), sessions_url, {"query": "What?"}).status_code == 503
    assert not Session.objects.exists()
    assert not Run.objects.exists()
    assert not IdempotencyKey.objects.exists()
    assert send(client_of(alice), sessions_url, {"query": "What?"}).status_code == 202


def test_a_key_is_kept_for_a_day_and_then_is_free(alice: User, sessions_url: str) -> None:
    first = send(client_of(alice), sessions_url, {"query": "What?"}).json()["id"]
    IdempotencyKey.objects.update(created_at=timezone.now() - IDEMPOTENCY_KEPT + timedelta(minutes=1))
    assert idempotency_keys_expire() == 0
    assert send(client_of(alice), sessions_url, {"query": "What?"}).json()["id"] == first
    IdempotencyKey.objects.update(created_at=timezone.now() - IDEMPOTENCY_KEPT)
    second = send(client_of(alice), sessions_url, {"query": "Why?"})
    assert (second.status_code, REPLAYED in second) == (202, False)
    IdempotencyKey.objects.update(created_at=timezone.now() - IDEMPOTENCY_KEPT)
    assert idempotency_keys_expire() == 1
    assert not IdempotencyKey.objects.exists()


def test_who_was_shown_out_is_not_answered_again(alice: User, charlie: User, holdings_a: Holdings) -> None:
    Membership.objects.filter(user=charlie).update(role="editor")
    url = reverse("document-reprocess", args=[holdings_a.document.pk])
    assert send(client_of(charlie), url).status_code == 202
    assert send(client_of(charlie), url)[REPLAYED] == "true"
    Membership.objects.filter(user=charlie).delete()
    assert_problem(send(client_of(charlie), url), 404, "not-found")


def test_reading_a_document_again_is_begun_once_a_key_also_when_the_first_time_is_over(
    alice: User, holdings_a: Holdings
) -> None:
    url = reverse("document-reprocess", args=[holdings_a.document.pk])
    first = send(client_of(alice), url)
    Run.objects.filter(subject_id=holdings_a.document.pk).update(state="completed")
    assert send(client_of(alice), url).json() == first.json()
    assert Run.objects.filter(subject_id=holdings_a.document.pk).count() == 1


@pytest.mark.parametrize("name", POSTS)
@pytest.mark.parametrize("key", ["", "x" * 256, "ä", "a\tb", "\x7f"])
def test_every_route_that_makes_something_looks_at_the_key(
    name: str, key: str, holdings_a: Holdings, alice: User
) -> None:
    kind = "multipart" if name.startswith("document") else "json"
    answer = send(client_of(alice), url_of(api_routes()[name], holdings_a), {}, key=key, format=kind)
    assert list(assert_problem(answer, 422, "invalid")["errors"]) == ["Idempotency-Key"]


def test_the_longest_key_is_a_key(alice: User, sessions_url: str) -> None:
    assert send(client_of(alice), sessions_url, {"query": "What?"}, key="k" * 255).status_code == 202


@pytest.mark.django_db(transaction=True)
def test_while_the_first_is_at_work_a_second_is_told_to_come_back(
    alice: User, sessions_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import threading

    from apps.drafting import api

    begun, go_on, answers = threading.Event(), threading.Event(), []
    show = api.session_as_dict

    def slow(session: Session) -> dict[str, Any]:
        begun.set()
        assert go_on.wait(20)
        return show(session)

    def first() -> None:
        answers.append(send(client_of(alice), sessions_url, {"query": "What?"}))
        connection.close()

    monkeypatch.setattr(api, "session_as_dict", slow)
    thread = threading.Thread(target=first)
    thread.start()
    assert begun.wait(20)
    second = send(client_of(alice), sessions_url, {"query": "What?"})
    other = client_of(alice).post(reverse("workspaces"), {"name": "N"}, HTTP_IDEMPOTENCY_KEY="order-7")
    go_on.set()
    thread.join()
    assert_problem(second, 409, "idempotency-key-in-flight")
    assert int(second["Retry-After"]) >= 1
    assert other.status_code == 201, "the same key elsewhere is another key"
    third = send(client_of(alice), sessions_url, {"query": "What?"})
    assert (third[REPLAYED], json.loads(third.content)) == ("true", answers[0].json())
    assert Session.objects.count() == 1
