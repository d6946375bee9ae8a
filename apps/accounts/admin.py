"""People and tokens in the admin. A token's secret is nowhere to be seen, not even as a hash."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest

from apps.accounts.forms import NewUserForm
from apps.accounts.models import ApiToken, User
from apps.accounts.services import token_revoke
from apps.core.admin import LookOnlyAdmin, may_operate


@admin.register(User)
class PersonAdmin(UserAdmin):
    add_form = NewUserForm
    add_fieldsets = ((None, {"fields": ("email", "usable_password", "password1", "password2")}),)
    fieldsets = (
        (None, {"fields": ("email", "password", "first_name", "last_name")}),
        ("May", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("When", {"fields": ("last_login", "created_at")}),
    )
    readonly_fields = ("last_login", "created_at")
    list_display = ("email", "first_name", "last_name", "is_active", "is_staff", "created_at")
    search_fields = ("email", "first_name", "last_name")
    ordering = ("email",)


@admin.register(ApiToken)
class ApiTokenAdmin(LookOnlyAdmin):
    list_display = ("name", "prefix", "user", "scopes", "last_used_at", "expires_at", "revoked_at")
    list_select_related = ("user",)
    search_fields = ("name", "prefix", "user__email")
    ordering = ("-created_at", "pk")
    exclude = ("secret_hash",)
    actions = ("revoke",)

    has_operate_permission = may_operate

    @admin.action(description="Revoke", permissions=["operate"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> None:
        for token in queryset:
            token_revoke(token=token)
        self.message_user(request, "Revoked; these tokens open nothing from now on.")
