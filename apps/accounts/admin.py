"""People and tokens in the admin. A token's secret is nowhere to be seen, not even as a hash."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db import transaction
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.safestring import SafeString

from apps.accounts.forms import NewUserForm
from apps.accounts.models import ApiToken, User
from apps.accounts.services import token_revoke, user_delete
from apps.core.admin import LookOnlyAdmin, beside, list_link, may_operate, unconfirmed
from apps.core.auditing import audit
from apps.core.errors import Problem


@admin.register(User)
class PersonAdmin(UserAdmin):
    add_form = NewUserForm
    add_fieldsets = ((None, {"fields": ("email", "usable_password", "password1", "password2")}),)
    fieldsets = (
        (None, {"fields": ("email", "password", "first_name", "last_name")}),
        ("May", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("When", {"fields": ("last_login", "created_at", "to_see")}),
    )
    readonly_fields = ("last_login", "created_at", "to_see")
    list_display = ("email", "first_name", "last_name", "is_active", "is_staff", "last_login", "created_at", "to_see")
    search_fields = ("email", "first_name", "last_name", "=id")
    search_help_text = "address, name or id"
    show_full_result_count = False
    ordering = ("email",)

    @admin.display(description="look at")
    def to_see(self, person: User) -> SafeString:
        return beside(
            list_link("workspaces_workspace", "workspaces", q=person.email),
            list_link("accounts_apitoken", "tokens", user__id__exact=person.pk),
            list_link("audit_auditentry", "what they did", actor__id__exact=person.pk),
            list_link("audit_auditentry", "what was done to them", object_id=person.pk),
        )

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and form.changed_data:
            audit(action="user.changed", obj=obj, label=obj.email, details={"changed": form.changed_data})

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        try:
            return super().delete_view(request, object_id, extra_context)
        except Problem as problem:  # the whole deletion was taken back
            self.message_user(request, problem.detail, messages.ERROR)
            return HttpResponseRedirect(reverse("admin:accounts_user_change", args=[object_id]))

    def response_action(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        try:
            with transaction.atomic():  # what an action did to some of them it did to none when it is refused
                return super().response_action(request, queryset)
        except Problem as problem:
            self.message_user(request, problem.detail, messages.ERROR)
            return HttpResponseRedirect(request.get_full_path())

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        user_delete(user=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """One by one: of two who own a workspace together, one is its only owner once the other is gone."""
        for person in queryset.order_by("pk"):
            user_delete(user=person)


@admin.register(ApiToken)
class ApiTokenAdmin(LookOnlyAdmin):
    list_display = ("name", "prefix", "user", "may", "last_used_at", "expires_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter), "last_used_at", "expires_at")
    list_select_related = ("user",)
    search_fields = ("name", "prefix", "user__email")
    ordering = ("-created_at", "pk")
    exclude = ("secret_hash",)
    actions = ("revoke",)

    has_operate_permission = may_operate

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup == "user__id__exact" or super().lookup_allowed(lookup, value, request)

    @admin.display(description="scopes")
    def may(self, token: ApiToken) -> str:
        return ", ".join(token.scopes)

    @admin.action(description="Revoke", permissions=["operate"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> HttpResponse | None:
        page = unconfirmed(
            self,
            request,
            queryset,
            question="Revoke these tokens?",
            consequence="Programs that carry them are refused from now on. A revoked token cannot be brought back.",
        )
        if page:
            return page
        for token in queryset:
            token_revoke(token=token)
        self.message_user(request, "Revoked; these tokens open nothing from now on.")
        return None
