"""A chaos run from the start of a stack to its end."""

import json
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.chaos import audit
from tests.chaos.listening import Listener
from tests.chaos.load import Tenant, Tries, ask, insist, upload
from tests.chaos.plan import Plan, Report
from tests.chaos.storm import Storm
from tests.invariants import Library
from tests.live import LiveStack, eventually
from tests.person import ENDED, Person
from veritydraft.embedded.state import connection_urls

HANDS = 6  # requests under way at once
NAMES = ("alice", "bob", "charlie", "dora", "emil", "fatima")
LISTENED = 5  # every fifth session is followed over a socket
SETTINGS = {
    "REQUESTS_PER_MINUTE": "0",
    "PHASE_MAX_LOSSES": "100",  # a storm is no reason to give up
    "PHASE_MAX_ATTEMPTS": "20",  # an attempt fails when the database goes away under it
    "OMP_NUM_THREADS": "1",
}
MAKE_PEOPLE = """
import json
from apps.accounts.models import User
from apps.accounts.services import token_create
made = {{}}
for name in {names!r}:
    user = User.objects.create_user(name + "@example.org", "a long pass phrase")
    made[name] = token_create(user=user, name="chaos", scopes=["admin"])[1]
print(json.dumps(made))
"""

# what upkeep does each hour, without the hour in which a file may still wait for its row
TIDY = """
from datetime import timedelta
from apps.documents.upkeep import orphan_files_remove
print(orphan_files_remove(older_than=timedelta(0)))
"""


def storm_through(plan: Plan, folder: Path, *, say: Callable[[str], None] = print) -> Report:
    """Start a stack in ``folder``, put the plan's work through it while processes die, and look at what is left."""
    report = Report(plan=plan)
    stack = LiveStack(data_dir=folder, extra_env=SETTINGS, from_nothing=True).start()
    try:
        stack.wait_for_workers()
        tenants = people(stack, plan)
        say(f"seed {plan.seed}: {plan.sessions} sessions, {plan.uploads} uploads, {plan.seconds:g} s of kills")
        storm, tries, listeners = hand_in(stack, plan, tenants)
        report.kills, report.tries, report.replayed, report.refused = (
            storm.killed, tries.count, tries.replayed, tries.refused
        )  # fmt: skip
        report.violations += tries.unexpected
        wait_for_all(tenants, tries, report, since=storm.last_at)
        report.left_files = int(stack.manage("shell", "-v", "0", "-c", TIDY).splitlines()[-1])
        database_url = connection_urls(folder).database
        for check in (
            audit.sessions_hold(tenants, report),
            audit.rows_hold(database_url, tenants, report),
            audit.files_hold(folder / "files", tenants),
            audit.strangers_see_nothing(tenants),
            audit.listeners_heard_all(listeners, report),
        ):
            report.violations += check
    finally:
        stack.stop()
    if left := eventually(lambda: not stack.processes(), 15) or stack.processes():
        report.violations += [f"left running: {line}" for line in (left if isinstance(left, dict) else {}).values()]
    return report


def people(stack: LiveStack, plan: Plan) -> list[Tenant]:
    """The tenants, each with a workspace."""
    names = NAMES[: plan.tenants]
    tokens = json.loads(stack.manage("shell", "-v", "0", "-c", MAKE_PEOPLE.format(names=names)).splitlines()[-1])
    library = Library(database_url=connection_urls(stack.data_dir).database, files=stack.data_dir / "files")
    tenants = []
    for name in names:
        person = Person(base_url=stack.base_url, token=tokens[name], library=library)
        tenants.append(Tenant(name=name, person=person, workspace=person.workspace(f"Workspace of {name}")))
    return tenants


def hand_in(stack: LiveStack, plan: Plan, tenants: list[Tenant]) -> tuple[Storm, Tries, list[Listener]]:
    """All the work, spread over the plan's time, while the storm rages."""
    chance = random.Random(plan.seed)
    tries, listeners = Tries(), []
    begin = time.monotonic()
    end = begin + plan.seconds + plan.ends_within
    work = [upload] * plan.uploads + [ask] * plan.sessions
    chance.shuffle(work)
    storm = Storm(stack, seed=plan.seed, kills_per_minute=plan.kills_per_minute, seconds=plan.seconds)
    storm.start()

    def hand_over(number: int) -> None:
        mine = random.Random(plan.seed * 1000 + number)
        time.sleep(max(0.0, begin + plan.seconds * number / len(work) - time.monotonic()))
        tenant = tenants[number % len(tenants)]
        done = work[number](tenant, tries, mine, end=end)
        if work[number] is ask and number % LISTENED == 0:
            listeners.append(Listener(tenant.person, done["id"], end=end))

    with ThreadPoolExecutor(HANDS) as hands:
        handed = [hands.submit(hand_over, number) for number in range(len(work))]
        time.sleep(max(0.0, begin + plan.seconds - time.monotonic()))
        storm.stop()
        for one in handed:
            one.result()
    return storm, tries, listeners


def wait_for_all(tenants: list[Tenant], tries: Tries, report: Report, *, since: float) -> None:
    """Return when everything has ended, or the plan's time is up."""
    open_ones = {(tenant.name, "sessions", one["id"]) for tenant in tenants for one in tenant.sessions}
    open_ones |= {(tenant.name, "documents", one["id"]) for tenant in tenants for one in tenant.documents}
    person_of = {tenant.name: tenant.person for tenant in tenants}
    end = time.monotonic() + report.plan.ends_within
    while open_ones and time.monotonic() < end:
        for one in sorted(open_ones):
            name, kind, key = one
            answer = person_of[name].call("GET", f"/{kind}/{key}")
            if answer.ok and answer.json()["status"] in ENDED | {"ready"}:
                open_ones.discard(one)
                if kind == "sessions":
                    report.slowest = max(report.slowest, ended_after(answer.json(), tries.begun[key]))
        time.sleep(0.2)
    report.settled = max(0.0, time.monotonic() - since)
    report.violations += [f"{kind} {key} of {name} has not ended" for name, kind, key in sorted(open_ones)]


def ended_after(session: dict, begun: float) -> float:
    """Seconds from the first try until now or, where the session tells it, the time it took."""
    took = (session.get("metrics") or {}).get("processing_time_ms")
    return took / 1000 if took else time.monotonic() - begun


__all__ = ["insist", "storm_through"]
