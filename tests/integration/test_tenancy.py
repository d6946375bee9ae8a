"""Nothing of a tenant is to be seen from another, through whatever door."""

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from apps.accounts.models import User
from apps.workspaces.models import Role
from apps.workspaces.tenancy import tenant_path, visible_to
from tests.integration.conftest import Holdings, client_of

# these belong to a person or to the installation, not to a tenant
NOBODYS = {"accounts.user", "accounts.apitoken", "runs.worker"}
CHANGING = ("post", "put", "patch", "delete")


def api_routes() -> dict[str, URLPattern]:
    """Every named route under the API's base, out of the URL table itself."""
    base = next(part for part in get_resolver().url_patterns if str(part.pattern) == "api/v1/")

    def leaves(resolver: URLResolver) -> list[URLPattern]:
        parts = resolver.url_patterns
        return [leaf for part in parts for leaf in (leaves(part) if isinstance(part, URLResolver) else [part])]

    return {leaf.name: leaf for leaf in leaves(base)}


def methods_of(route: URLPattern) -> list[str]:
    return [method for method in ("get", *CHANGING) if hasattr(route.callback.view_class, method)]


def url_of(route: URLPattern, holdings: Holdings) -> str:
    """The route with the ids of ``holdings``; a route with a new kind of id fails here until it is named."""
    ids = {
        "ws": holdings.workspace.pk,
        "user": holdings.membership.user_id,
        "token": holdings.token.pk,
        "document": holdings.document.pk,
        "session": holdings.session.pk,
    }
    return reverse(route.name, kwargs={name: ids[name] for name in route.pattern.converters})


OBJECT_CALLS = [
    (name, method) for name, route in api_routes().items() if route.pattern.converters for method in methods_of(route)
]


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


@pytest.mark.parametrize(("name", "method"), [call for call in OBJECT_CALLS if call[0] != "token"])
def test_a_viewer_reads_and_changes_nothing(name: str, method: str, holdings_a: Holdings, charlie: User) -> None:
    response = getattr(client_of(charlie), method)(url_of(api_routes()[name], holdings_a), data={}, format=None)
    reads = method == "get" or name == "search"
    if reads:
        assert response.status_code != 403
    else:
        assert (response.status_code, response.json()["type"]) == (403, "urn:veritydraft:problem:role-too-low")


@pytest.mark.parametrize(("name", "method"), [call for call in OBJECT_CALLS if call[1] != "get"])
def test_a_token_to_read_changes_nothing(name: str, method: str, holdings_a: Holdings, alice: User) -> None:
    response = getattr(client_of(alice, "read"), method)(url_of(api_routes()[name], holdings_a), data={}, format=None)
    if name == "search":
        assert response.status_code != 403
    else:
        assert (response.status_code, response.json()["type"]) == (403, "urn:veritydraft:problem:scope-too-low")


@pytest.mark.parametrize(("name", "method"), [(n, m) for n, r in api_routes().items() for m in methods_of(r)])
def test_without_a_login_only_the_description_opens(name: str, method: str, holdings_a: Holdings) -> None:
    from rest_framework.test import APIClient

    response = getattr(APIClient(), method)(url_of(api_routes()[name], holdings_a))
    if name in {"schema", "docs"}:
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
