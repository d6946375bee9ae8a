"""People and tokens in the admin. A token's secret is nowhere to be seen, not even as a hash."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString

from apps.accounts.forms import NewUserForm
from apps.accounts.models import ApiToken, User
from apps.accounts.services import token_revoke
from apps.core.admin import LookOnlyAdmin, beside, list_link, may_operate, unconfirmed
from apps.core.auditing import audit


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

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        audit(action="user.deleted", obj=obj, label=obj.email)
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for person in queryset:
            audit(action="user.deleted", obj=person, label=person.email)
        super().delete_queryset(request, queryset)


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
