"""Sessions in the admin: what was asked, answered, found out and told; only to read."""

from typing import Any

from django.contrib import admin
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from apps.core.admin import DeletedByService, LookOnly, LookOnlyAdmin, as_json, changelist_link, preformatted
from apps.drafting.models import Session, Turn
from apps.drafting.services import session_delete
from apps.runs.models import Artifact, Event, Run
from apps.verification.models import Claim

EVENTS_SHOWN = 200


class TurnsInline(LookOnly, admin.StackedInline):
    model = Turn
    fields = ("query", "status", "text", "metrics", "warnings", "errors", "completed_at")
    readonly_fields = ("text",)
    extra = 0

    @admin.display(description="response")
    def text(self, turn: Turn) -> SafeString:
        return preformatted(turn.response)


@admin.register(Session)
class SessionAdmin(DeletedByService, LookOnlyAdmin):
    list_display = ("question", "workspace", "author", "mode", "verification", "status", "created_at")
    list_filter = ("status", "mode", "verification")
    list_select_related = ("workspace", "author")
    list_hidden = ("settings", "document_ids")
    search_fields = ("=id", "query", "author__email")
    readonly_fields = ("ledger", "events", "work")
    inlines = (TurnsInline,)

    @admin.display(description="query")
    def question(self, session: Session) -> str:
        return str(session)

    @admin.display(description="evidence ledger")
    def ledger(self, session: Session) -> SafeString:
        turns = {turn.pk: turn.cycle for turn in session.turns.only("cycle")}
        claims = Claim.objects.filter(ledger__turn_id__in=turns).select_related("ledger", "entry")
        shown = [claim for claim in claims if claim.ledger.cycle == turns[claim.ledger.turn_id]]
        rows = format_html_join(
            "", "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", map(_ledger_row, shown)
        )
        head = "<tr><th>Claim</th><th>Verdict</th><th>Reason</th><th>Confidence</th><th>Evidence</th></tr>"
        return format_html("<table><thead>" + head + "</thead><tbody>{}</tbody></table>", rows)

    @admin.display(description="events")
    def events(self, session: Session) -> SafeString:
        first = Event.objects.filter(stream_id=session.pk).order_by("seq")[:EVENTS_SHOWN]
        rows = format_html_join(
            "",
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            ((event.seq, event.at.isoformat(), event.type, as_json(event.payload)) for event in first),
        )
        every = changelist_link(Event, "all events", stream__id__exact=session.pk)
        return format_html("{}<table><tbody>{}</tbody></table>", every, rows)

    @admin.display(description="runs and artifacts")
    def work(self, session: Session) -> SafeString:
        runs = changelist_link(Run, "runs", session_id=session.pk)
        return runs + " · " + changelist_link(Artifact, "artifacts", run__session_id=session.pk)

    def delete_one(self, obj: Any) -> None:
        session_delete(session=obj)


def _ledger_row(claim: Claim) -> tuple[str, str, str, str, str]:
    entry = getattr(claim, "entry", None)
    if entry is None:
        return claim.claim_text, "unchecked", "", "", ""
    quotes = "\n".join(
        f"{item.get('stance', '')} ({item.get('key', '')}): {item.get('quote', '')}" for item in entry.evidence
    )
    return claim.claim_text, entry.verdict, entry.reason, f"{entry.confidence_score:.2f}", quotes
