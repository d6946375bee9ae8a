"""Nothing of a tenant is to be seen from another, through whatever door."""

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.urls import reverse
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.workspaces.models import Membership, Role
from apps.workspaces.tenancy import tenant_path, visible_to
from tests.integration.conftest import Holdings, client_of
from tests.routes import PUBLIC, Route, api_routes

# these belong to a person or to the installation, not to a tenant
NOBODYS = {"accounts.user", "accounts.apitoken", "accounts.idempotencykey", "runs.worker"}


def url_of(route: Route, holdings: Holdings) -> str:
    """The route with the ids of ``holdings``; a route with a new kind of id fails here until it is named."""
    ids = {
        "ws": holdings.workspace.pk,
        "user": holdings.membership.user_id,
        "token": holdings.token.pk,
        "document": holdings.document.pk,
        "session": holdings.session.pk,
    }
    return reverse(route.name, kwargs={**route.numbers, **{name: ids[name] for name in route.ids}})


CALLS = [(name, method) for name, route in api_routes().items() for method in route.methods]
OBJECT_CALLS = [(name, method) for name, method in CALLS if api_routes()[name].ids]
# what only an owner may do, and only a token with the scope admin
OWNERS = {
    ("workspace", "patch"),
    ("workspace", "delete"),
    ("members", "post"),
    ("member", "patch"),
    ("member", "delete"),
    ("audit", "get"),
}
VIEWERS = {"search", "session-feedback"}  # posts that need no more than looking does
ALIASES = [(name, "post") for name in ("query-alias", "document-upload-alias")]


@pytest.mark.parametrize(("name", "method"), OBJECT_CALLS)
def test_every_route_with_another_tenants_id_is_404(
    name: str, method: str, holdings_a: Holdings, bob: User, workspace_b: object
) -> None:
    response = getattr(client_of(bob), method)(url_of(api_routes()[name], holdings_a), data={}, format=None)
    assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")
    assert str(holdings_a.workspace.name) not in response.json()["detail"].split()


@pytest.mark.parametrize(("name", "method"), [call for call in OBJECT_CALLS if call[1] == "get"])
def test_every_route_opens_for_the_owner(name: str, method: str, holdings_a: Holdings, alice: User) -> None:
    response = client_of(alice).get(url_of(api_routes()[name], holdings_a))
    assert response.status_code == 200, response.content


@pytest.mark.parametrize(("name", "method"), [*ALIASES, *(call for call in OBJECT_CALLS if call[0] != "token")])
def test_a_viewer_reads_and_changes_nothing(name: str, method: str, holdings_a: Holdings, charlie: User) -> None:
    kind = "multipart" if name == "document-upload-alias" else None
    response = getattr(client_of(charlie), method)(url_of(api_routes()[name], holdings_a), data={}, format=kind)
    reads = (method == "get" and name != "audit") or name in VIEWERS
    if reads:
        assert response.status_code != 403
    else:
        assert (response.status_code, response.json()["type"]) == (403, "urn:veritydraft:problem:role-too-low")


@pytest.mark.parametrize(("name", "method"), [*ALIASES, *(call for call in OBJECT_CALLS if call[0] != "token")])
def test_an_editor_works_and_does_not_rule(
    name: str, method: str, holdings_a: Holdings, charlie: User, alice: User
) -> None:
    Membership.objects.filter(user=charlie).update(role=Role.EDITOR)
    kind = "multipart" if name == "document-upload-alias" else None
    for user, scope, refusal in ((charlie, "admin", "role-too-low"), (alice, "write", "scope-too-low")):
        url = url_of(api_routes()[name], holdings_a)
        response = getattr(client_of(user, scope), method)(url, data={}, format=kind)
        if (name, method) in OWNERS:
            assert (response.status_code, response.json()["type"]) == (403, f"urn:veritydraft:problem:{refusal}")
        else:
            assert response.status_code != 403, response.content
            break  # it may be gone now


@pytest.mark.parametrize(("name", "method"), [*ALIASES, *(call for call in OBJECT_CALLS if call[1] != "get")])
def test_a_token_to_read_changes_nothing(name: str, method: str, holdings_a: Holdings, alice: User) -> None:
    response = getattr(client_of(alice, "read"), method)(url_of(api_routes()[name], holdings_a), data={}, format=None)
    if name == "search":
        assert response.status_code != 403
    else:
        assert (response.status_code, response.json()["type"]) == (403, "urn:veritydraft:problem:scope-too-low")


@pytest.mark.parametrize(("name", "method"), CALLS)
def test_without_a_login_only_the_description_opens(name: str, method: str, holdings_a: Holdings) -> None:
    response = getattr(APIClient(), method)(url_of(api_routes()[name], holdings_a))
    if name in PUBLIC:
        assert response.status_code == 200
    else:
        assert response.status_code == 401
        assert response["WWW-Authenticate"].startswith("Bearer")


def test_lists_hold_only_what_is_mine(holdings_a: Holdings, holdings_b: Holdings, bob: User) -> None:
    client = client_of(bob)
    workspaces = client.get(reverse("workspaces")).json()["results"]
    assert [row["id"] for row in workspaces] == [str(holdings_b.workspace.pk)]
    mine = {row["id"] for row in client.get(reverse("tokens")).json()["results"]}
    assert str(holdings_b.token.pk) in mine
    assert str(holdings_a.token.pk) not in mine


def test_every_stored_model_is_scoped_to_its_tenant(
    holdings_a: Holdings, holdings_b: Holdings, alice: User, bob: User
) -> None:
    ours = {model for model in apps.get_models() if model.__module__.startswith("apps.")}
    scoped = {type(row) for row in holdings_a.rows()}
    assert {model._meta.label_lower for model in ours - scoped} == NOBODYS
    for row in holdings_a.rows():
        everything = type(row).objects.all()
        assert visible_to(everything, alice).filter(pk=row.pk).exists(), row
        assert not visible_to(everything, bob).filter(pk=row.pk).exists(), row


def test_a_model_without_a_way_to_a_workspace_is_refused(db: None) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"accounts\.User"):
        tenant_path(User)


def test_roles_include_the_ones_below(holdings_a: Holdings, alice: User, charlie: User, bob: User) -> None:
    documents = type(holdings_a.document).objects.all()
    assert visible_to(documents, alice, role=Role.OWNER).count() == 1
    assert visible_to(documents, charlie, role=Role.VIEWER).count() == 1
    assert visible_to(documents, charlie, role=Role.EDITOR).count() == 0
    assert visible_to(documents, bob, role=Role.VIEWER).count() == 0


def test_a_superuser_is_no_member(holdings_a: Holdings) -> None:
    root = User.objects.create_superuser("root@example.org", "a long pass phrase")
    assert client_of(root).get(reverse("session", args=[holdings_a.session.pk])).status_code == 404


def test_a_locked_out_person_sees_nothing(holdings_a: Holdings, alice: User) -> None:
    client = client_of(alice)
    alice.is_active = False
    alice.save()
    assert client.get(reverse("workspaces")).status_code == 401
    assert not visible_to(type(holdings_a.document).objects.all(), alice).exists()
