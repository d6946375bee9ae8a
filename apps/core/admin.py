"""What admin pages share: most of what happens here is only looked at."""

import datetime as dt
import json
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.db.models import Field, Model, QuerySet
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst

LONGEST_SHOWN = 20_000  # characters of a JSON value or text
FILTERED = 100  # choices of a filter; what is beyond them is found by the search
NAMED = 20  # rows that a page which asks again names one by one

admin.site.site_header = admin.site.site_title = "VerityDraft"
admin.site.index_title = "Administration"
admin.site.enable_nav_sidebar = False  # lists of work need the width; the index is one click away


class LookOnly:
    """Nothing can be added, changed or deleted; every field is shown as it is."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ByName(admin.RelatedFieldListFilter):
    """A filter by what a row belongs to: the first hundred names, fetched without reading the rows of the list."""

    label = "name"

    def field_choices(self, field: Field, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[Any, str]]:
        everything = field.remote_field.model._default_manager.order_by(self.label, "pk")
        return list(everything.values_list("pk", self.label)[:FILTERED])


class ByAddress(ByName):
    """The same for people."""

    label = "email"


class BackToOne:
    """An action that was begun on an object's page ends there, not on the list; its button is for who may run it."""

    def get_object(self, request: HttpRequest, *where: Any, **more: Any) -> Model | None:
        found = super().get_object(request, *where, **more)
        if found is not None and hasattr(self, "has_operate_permission"):
            found.operable = self.has_operate_permission(request)
        return found

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        response = super().response_action(request, queryset)
        one = request.POST.get("one")
        if one and isinstance(response, HttpResponseRedirect):
            page = f"admin:{self.opts.app_label}_{self.opts.model_name}_change"
            return HttpResponseRedirect(reverse(page, args=[one]))
        return response


class LookOnlyAdmin(BackToOne, LookOnly, admin.ModelAdmin):
    """A list and pages to read. ``list_hidden`` names columns too long to fetch for a list."""

    list_hidden: tuple[str, ...] = ()
    list_per_page = 50
    show_full_result_count = False  # no second count over a large table

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        queryset = super().get_queryset(request)
        match = request.resolver_match
        in_a_list = match is not None and (match.url_name or "").endswith("_changelist")
        return queryset.defer(*self.list_hidden) if in_a_list else queryset

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        title = capfirst(self.opts.verbose_name_plural)
        return super().changelist_view(request, {"title": title, **(extra_context or {})})


def preformatted(text: str) -> SafeString:
    """Text in a fixed-width block, escaped, cut at 20,000 characters."""
    shown = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}\n… ({len(text)} characters in all)"
    return format_html('<pre style="white-space:pre-wrap;max-height:24rem;overflow:auto;margin:0">{}</pre>', shown)


class DeletedByService:
    """Deletion goes through the room's service; the confirmation names what is chosen, not all that hangs on it."""

    def delete_one(self, obj: Any) -> None:
        """Delete ``obj`` by its room's service."""
        raise NotImplementedError

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.has_perm(f"{self.opts.app_label}.delete_{self.opts.model_name}")

    def get_deleted_objects(
        self, objs: Iterable[Any], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        names = [f"{obj} with everything in it" for obj in objs]
        return names, {str(self.opts.verbose_name_plural): len(names)}, set(), []

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        self.delete_one(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for obj in queryset:
            self.delete_one(obj)


def may_operate(model_admin: Any, request: HttpRequest) -> bool:
    """Whether somebody may run the actions of a page that is otherwise only looked at."""
    return request.user.has_perm(f"{model_admin.opts.app_label}.change_{model_admin.opts.model_name}")


def unconfirmed(
    model_admin: admin.ModelAdmin,
    request: HttpRequest,
    queryset: QuerySet[Any],
    *,
    question: str,
    consequence: str,
    form: Form | None = None,
) -> TemplateResponse | None:
    """The page that asks whether an action is meant, naming what it is about; None once that was said.

    An action returns it as its answer: ``if page := unconfirmed(…): return page``. A ``form`` is filled in on the page.
    """
    if request.POST.get("confirmed") and (form is None or form.is_valid()):
        return None
    chosen = list(queryset[: NAMED + 1])
    context = {
        **model_admin.admin_site.each_context(request),
        "title": question,
        "consequence": consequence,
        "form": form,
        "opts": model_admin.opts,
        "chosen": chosen[:NAMED],
        "more": queryset.count() - NAMED if len(chosen) > NAMED else 0,
        "posted": [
            (name, value)
            for name in ("_selected_action", "action", "select_across", "one")
            for value in request.POST.getlist(name)
        ],
    }
    return TemplateResponse(request, "admin/confirm_action.html", context)


def lasted(start: dt.datetime | None, end: dt.datetime | None) -> str:
    """The time between two moments; up to now, with "so far", while there is no end."""
    if start is None:
        return "-"
    seconds = max(0.0, ((end or timezone.now()) - start).total_seconds())
    if seconds < 60:
        text = f"{seconds:.1f} s"
    elif seconds < 3600:
        text = f"{int(seconds // 60)} min {int(seconds % 60)} s"
    else:
        text = f"{int(seconds // 3600)} h {int(seconds % 3600 // 60)} min"
    return text if end else f"{text} so far"


def as_json(value: Any) -> SafeString:
    """A JSON value to read."""
    return preformatted(json.dumps(value, indent=2, ensure_ascii=False))


def changelist_link(model: type[Model], text: str, **filters: Any) -> SafeString:
    """A link to the list of ``model`` with these filters."""
    return list_link(f"{model._meta.app_label}_{model._meta.model_name}", text, **filters)


def list_link(rows: str, text: str, **filters: Any) -> SafeString:
    """A link to a list named ``app_model``: of a room that may not be imported."""
    return format_html('<a href="{}?{}">{}</a>', reverse(f"admin:{rows}_changelist"), urlencode(filters), text)


def row_link(row: str, pk: Any, text: str) -> SafeString:
    """A link to the page of a row of ``app_model``."""
    return format_html('<a href="{}">{}</a>', reverse(f"admin:{row}_change", args=[pk]), text)


def beside(*links: SafeString) -> SafeString:
    """Links in one line."""
    return format_html_join(" · ", "{}", ((link,) for link in links))


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> SafeString:
    """A table, every cell escaped unless it is safe; ``head`` may be empty."""
    columns = format_html("<thead><tr>{}</tr></thead>", _cells("th", head)) if head else ""
    lines = format_html_join("", "<tr>{}</tr>", ((_cells("td", row),) for row in rows))
    return format_html("<table>{}<tbody>{}</tbody></table>", columns, lines)


def _cells(tag: str, values: Iterable[Any]) -> SafeString:
    return format_html_join("", f"<{tag}>{{}}</{tag}>", ((value,) for value in values))


def action_button(obj: Model, action: str, text: str) -> SafeString:
    """A button on an object's page that runs one of its list's actions on it alone; words for who may not run it."""
    if not getattr(obj, "operable", False):
        return format_html("{}: not with your permissions.", text.rstrip("…"))
    opts = obj._meta
    url = reverse(f"admin:{opts.app_label}_{opts.model_name}_changelist")
    return format_html(
        '<input type="hidden" name="_selected_action" value="{}"><input type="hidden" name="action" value="{}">'
        '<input type="hidden" name="one" value="{}">'
        '<button class="button" name="index" value="0" formaction="{}" formnovalidate style="padding:6px 12px">'
        "{}</button>",
        obj.pk, action, obj.pk, url, text,
    )  # fmt: skip
