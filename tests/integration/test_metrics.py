"""What a scraper reads: right figures of the whole fleet, for those who may have them."""

import re
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.conf import settings as configuration
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from apps.inference.models import ModelCall
from apps.runs import sweeper
from apps.runs.models import PhaseRun, Run, Stream, Worker
from tests.integration.conftest import Holdings
from veritydraft import fleet
from veritydraft.metrics import collecting, views
from veritydraft.metrics.spending import Spending


@pytest.fixture(autouse=True)
def nothing_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "SPENDING", Spending())


@pytest.fixture
def scraper(db: None) -> Client:
    return Client(REMOTE_ADDR="127.0.0.1")


def figures(client: Client) -> dict[tuple[str, tuple[str, ...]], float]:
    """Every sample of the page, by name and the values of its labels in the order of their names."""
    answer = client.get("/metrics")
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"].startswith("text/plain")
    return {
        (sample.name, tuple(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def phases(workspace: Any, state: str, count: int, *, queue: str = "llm", name: str = "write", age: float = 0) -> None:
    """So many phases in a state, each of a run of its own, the oldest of them ``age`` seconds old."""
    stream = Stream.objects.create(kind="session", workspace=workspace)
    run = {"workspace": workspace, "pipeline": "answer", "subject_kind": "turn", "stream": stream}
    runs = Run.objects.bulk_create(Run(**run, subject_id=stream.id) for _ in range(count))
    begun = timezone.now() - timedelta(seconds=age)
    PhaseRun.objects.bulk_create(
        PhaseRun(
            run=run,
            workspace_id=workspace.id,
            name=name,
            queue=queue,
            state=state,
            available_at=begun,
            started_at=begun,
        )
        for run in runs
    )


def test_it_tells_what_waits_runs_and_failed_and_for_how_long(scraper: Client, holdings_a: Holdings) -> None:
    PhaseRun.objects.all().delete()
    phases(holdings_a.workspace, "ready", 3, age=90)
    phases(holdings_a.workspace, "ready", 2, queue="ingest", name="embed")
    phases(holdings_a.workspace, "ready", 1, queue="export", name="later", age=-60)
    phases(holdings_a.workspace, "running", 2, age=30)
    phases(holdings_a.workspace, "failed", 4, name="judge")
    phases(holdings_a.workspace, "done", 5)

    told = figures(scraper)
    counts = {labels: value for (name, labels), value in told.items() if name == "veritydraft_phases"}
    assert counts == {  # phase, pipeline, queue, state
        ("write", "answer", "llm", "ready"): 3,
        ("embed", "answer", "ingest", "ready"): 2,
        ("later", "answer", "export", "ready"): 1,
        ("write", "answer", "llm", "running"): 2,
        ("judge", "answer", "llm", "failed"): 4,
    }
    oldest = {labels: value for (name, labels), value in told.items() if name == "veritydraft_phase_oldest_seconds"}
    assert oldest["write", "answer", "llm", "ready"] == pytest.approx(90, abs=30)
    assert oldest["write", "answer", "llm", "running"] == pytest.approx(30, abs=20)
    assert oldest["later", "answer", "export", "ready"] == 0
    assert told["veritydraft_database_up", ()] == 1


def workers(client: Client) -> dict[str, float]:
    """How many workers serve a queue, as the page tells it."""
    return {labels[0]: value for (name, labels), value in figures(client).items() if name == "veritydraft_workers"}


def test_it_counts_living_workers_by_queue(scraper: Client, settings: Any) -> None:
    Worker.objects.create(name="a", queues=["llm", "verify"], seen_at=timezone.now())
    Worker.objects.create(name="b", queues=["llm"], seen_at=timezone.now())
    long_ago = timezone.now() - timedelta(seconds=10 * max(settings.SWEEP_SECONDS, 5))
    Worker.objects.create(name="gone", queues=["llm", "export"], seen_at=long_ago)

    assert workers(scraper) == {"llm": 2, "verify": 1, "ingest": 0, "export": 0, "upkeep": 0}


def test_a_queue_whose_last_worker_stops_goes_to_0_and_does_not_vanish(scraper: Client) -> None:
    sweeper.sign_in(name="a", queues=["ingest"])
    sweeper.sign_in(name="b", queues=["of-a-version-to-come"])
    assert workers(scraper) == dict.fromkeys(fleet.all_queues(), 0) | {"ingest": 1, "of-a-version-to-come": 1}
    sweeper.sign_out(name="a")
    assert workers(scraper)["ingest"] == 0
    sweeper.sign_in(name="c", queues=["ingest"])
    Worker.objects.filter(name="c").update(
        seen_at=timezone.now() - timedelta(minutes=5)
    )  # killed: it signs out nowhere
    assert workers(scraper)["ingest"] == 0


def call(**fields: Any) -> ModelCall:
    values = {"role": "writer", "model": "m", "input_tokens": 100, "output_tokens": 10, "duration_ms": 1500}
    return ModelCall.objects.create(**{**values, "cost": Decimal("0.01"), **fields})


def test_it_adds_up_what_models_were_asked_and_cost(scraper: Client) -> None:
    call()
    call(at=timezone.now() - timedelta(days=3))
    call(outcome="timeout", output_tokens=0, cost=None)
    call(role="judge", model="n", cost=None)

    told = figures(scraper)
    assert told["veritydraft_model_calls_total", ("m", "ok", "writer")] == 2
    assert told["veritydraft_model_calls_total", ("m", "timeout", "writer")] == 1
    assert told["veritydraft_model_calls_total", ("n", "ok", "judge")] == 1
    assert told["veritydraft_model_tokens_total", ("input", "m", "writer")] == 300
    assert told["veritydraft_model_tokens_total", ("output", "m", "writer")] == 20
    assert told["veritydraft_model_cost_dollars_total", ("m", "writer")] == pytest.approx(0.02)
    assert told["veritydraft_model_calls_without_price_total", ("m", "writer")] == 1
    assert told["veritydraft_model_calls_without_price_total", ("n", "judge")] == 1
    assert told["veritydraft_model_call_seconds_total", ("m", "ok", "writer")] == pytest.approx(3)


def test_what_was_spent_is_not_unspent_when_its_rows_are_deleted(scraper: Client) -> None:
    old = call(at=timezone.now() - timedelta(days=1))
    assert figures(scraper)["veritydraft_model_calls_total", ("m", "ok", "writer")] == 1
    old.delete()
    call()
    assert figures(scraper)["veritydraft_model_calls_total", ("m", "ok", "writer")] == 2


def test_a_call_that_grows_old_between_two_scrapes_is_counted_once(scraper: Client) -> None:
    new = call()
    assert figures(scraper)["veritydraft_model_calls_total", ("m", "ok", "writer")] == 1
    views.SPENDING.settled -= timedelta(hours=1)  # as if the first scrape had been an hour ago
    ModelCall.objects.filter(pk=new.pk).update(at=timezone.now() - timedelta(minutes=30))
    assert figures(scraper)["veritydraft_model_calls_total", ("m", "ok", "writer")] == 1
    assert figures(scraper)["veritydraft_model_calls_total", ("m", "ok", "writer")] == 1


def test_it_times_requests_by_route_and_makes_no_series_of_what_is_made_up(scraper: Client) -> None:
    before = figures(scraper)
    for _ in range(3):
        scraper.get("/healthz")
    scraper.get("/no/such/path")
    after = figures(scraper)
    name = "veritydraft_http_request_seconds_count"
    route = ("GET", "healthz", "200")
    assert after[name, route] - before.get((name, route), 0) == 3
    assert after[name, ("GET", "no route", "404")] >= 1
    assert not [labels for _, labels in after if any("such" in label for label in labels)]


def test_how_much_it_asks_the_database_does_not_depend_on_what_waits(scraper: Client, holdings_a: Holdings) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            figures(scraper)
        return len(captured)

    figures(scraper)  # the first adds up what is old
    few = queries()
    phases(holdings_a.workspace, "ready", 500)
    assert queries() == few


def test_without_the_database_it_still_tells_of_this_process(scraper: Client, monkeypatch: Any) -> None:
    def away(cursor: Any) -> Any:
        raise DatabaseError("gone")

    monkeypatch.setattr(collecting, "queue_metrics", away)
    told = figures(scraper)
    assert told["veritydraft_database_up", ()] == 0
    assert ("veritydraft_open_streams", ("ws",)) in told


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("127.8.0.1", {}, 200),
        ("::1", {}, 200),
        ("::ffff:127.0.0.1", {}, 200),
        ("10.0.0.7", {}, 403),
        ("", {}, 403),
        ("127.0.0.1", {"X-Forwarded-For": "10.0.0.7"}, 403),
        ("127.0.0.1", {"Forwarded": "for=127.0.0.1"}, 403),
        ("127.0.0.1", {"Via": "1.1 proxy"}, 403),
    ],
)
def test_without_a_token_only_this_machine_reads_it(db: None, address: str, headers: Any, status: int) -> None:
    answer = Client(REMOTE_ADDR=address, headers=headers).get("/metrics")
    assert answer.status_code == status
    assert answer["Content-Type"].startswith("text/plain" if status == 200 else "application/problem+json")


@pytest.mark.parametrize(
    ("header", "status"),
    [("Bearer secret-1", 200), ("bearer secret-1", 200), ("Bearer secret-2", 401), ("Bearer ", 401), ("", 401)],
)
def test_with_a_token_nobody_reads_it_without(db: None, settings: Any, header: str, status: int) -> None:
    settings.METRICS_TOKEN = "secret-1"
    for address in ("127.0.0.1", "10.0.0.7"):
        client = Client(REMOTE_ADDR=address, headers={"Authorization": header, "X-Forwarded-For": "10.0.0.8"})
        assert client.get("/metrics").status_code == status


def test_a_members_own_token_does_not_open_it(holdings_a: Holdings, settings: Any) -> None:
    settings.METRICS_TOKEN = "secret-1"
    headers = {"Authorization": f"Bearer {holdings_a.token.prefix}"}
    assert Client(headers=headers).get("/metrics").status_code == 401


def test_only_reading_is_answered(scraper: Client) -> None:
    assert scraper.post("/metrics").status_code == 405


def test_the_figures_that_operators_are_told_to_watch_are_there(scraper: Client) -> None:
    page = (configuration.BASE_DIR / "docs" / "operators.md").read_text()
    named = set(re.findall(r"\bveritydraft_\w+", page))
    told = set(re.findall(r"^# TYPE (\w+)", scraper.get("/metrics").content.decode(), re.MULTILINE))
    assert named
    assert named <= told
