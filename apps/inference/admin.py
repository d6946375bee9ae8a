"""Model calls in the admin: what was asked of which model, how it ended, and what it all came to."""

from decimal import Decimal
from typing import Any

from django.contrib import admin
from django.db.models import Avg, Count, Q, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString

from apps.core.admin import ByName, LookOnlyAdmin, row_link, table
from apps.inference.models import ModelCall

HEAD = ("Role", "Model", "Calls", "Not ok", "Tokens in", "Tokens out", "US$", "First token", "Whole call")


@admin.register(ModelCall)
class ModelCallAdmin(LookOnlyAdmin):
    list_display = ("at", "role", "model", "outcome", "tokens", "dollars", "first", "whole", "workspace", "of_run")
    list_filter = ("role", "model", "outcome", ("workspace", ByName), "at")
    list_select_related = ("workspace",)
    list_hidden = ("workspace__settings",)
    search_fields = ("=run_id", "model", "phase", "workspace__name")
    search_help_text = "id of the run, model, phase, workspace"
    ordering = ("-at", "-pk")
    fields = (
        "at",
        "role",
        "model",
        "outcome",
        "tokens",
        "estimated",
        "dollars",
        "first",
        "whole",
        "workspace",
        "of_run",
        "phase",
    )
    readonly_fields = fields
    change_list_template = "admin/change_list_with_totals.html"

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Below the list, what its filters leave of all calls, by role and model."""
        answer = super().changelist_view(request, extra_context)
        listed = getattr(answer, "context_data", None) and answer.context_data.get("cl")
        if listed is not None:
            answer.context_data["totals"] = totals(listed.queryset)
        return answer

    @admin.display(description="tokens in → out", ordering="output_tokens")
    def tokens(self, call: ModelCall) -> str:
        about = "≈ " if call.estimated else ""
        return f"{about}{call.input_tokens} → {call.output_tokens}"

    @admin.display(description="US$", ordering="cost")
    def dollars(self, call: ModelCall) -> str:
        return money(call.cost)

    @admin.display(description="first token", ordering="first_token_ms")
    def first(self, call: ModelCall) -> str:
        return milliseconds(call.first_token_ms)

    @admin.display(description="whole call", ordering="duration_ms")
    def whole(self, call: ModelCall) -> str:
        return milliseconds(call.duration_ms)

    @admin.display(description="run")
    def of_run(self, call: ModelCall) -> SafeString | str:
        return row_link("runs_run", call.run_id, f"{str(call.run_id)[:8]}…") if call.run_id else "-"


def totals(calls: QuerySet[ModelCall]) -> SafeString | str:
    """What the calls came to, a line for each role and model, and one for all."""
    sums = {
        "calls": Count("pk"),
        "failed": Count("pk", filter=~Q(outcome="ok")),
        "given": Sum("input_tokens"),
        "made": Sum("output_tokens"),
        "spent": Sum("cost"),
        "began": Avg("first_token_ms"),
        "took": Avg("duration_ms"),
    }
    groups = calls.order_by().values("role", "model").annotate(**sums).order_by("role", "model")
    rows = [_row(group["role"], group["model"], group) for group in groups]
    if len(rows) > 1:
        rows.append(_row("all", "", calls.order_by().aggregate(**sums)))
    return table(HEAD, rows) if rows else ""


def _row(role: str, model: str, sums: dict[str, Any]) -> tuple[Any, ...]:
    counts = (sums["calls"], sums["failed"], sums["given"], sums["made"])
    return (role, model, *counts, money(sums["spent"]), milliseconds(sums["began"]), milliseconds(sums["took"]))


def money(dollars: Decimal | None) -> str:
    """US dollars; a dash where a model has no price."""
    return "-" if dollars is None else f"{dollars:.6f}"


def milliseconds(value: float | None) -> str:
    """A duration in seconds; a dash where none was measured."""
    return "-" if value is None else f"{value / 1000:.2f} s"
