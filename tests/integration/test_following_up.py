"""Asking on: further turns of a session with their own run, ledger and end, over what was said and found before."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import User
from apps.drafting import asking_on
from apps.drafting.asking_on import (
    CONVERSATION_TOKENS,
    REMEMBERED_TURNS,
    conversation_before,
    passages_before,
    session_ask,
)
from apps.drafting.models import Session, Turn
from apps.drafting.services import session_cancel, session_create, session_delete, sessions_expire
from apps.drafting.verifying import Wanted, text_verify
from apps.inference.embedders import count_tokens
from apps.runs import executor
from apps.runs.models import Artifact, Event, Run
from apps.verification.coverage import TOTAL_MS
from apps.verification.models import Ledger
from apps.workspaces.models import Membership, Role, Workspace
from tests.endpoint import ScriptedEndpoint
from tests.integration.answer_fixture import PASSAGES, QUESTION, Broken, Cast, FindsNothing, Says, held, told
from tests.integration.conftest import client_of
from tests.integration.test_api_errors import assert_problem
from tests.integration.test_draft import GOOD, Drafts
from tests.invariants import ANCHOR
from workers.toolbox import Toolbox

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]

FEE = "How much is the application fee?"


@pytest.fixture
def session(workspace: Workspace, document: Any) -> Session:
    """One that was answered."""
    made = session_create(workspace=workspace, author=None, query=QUESTION)
    work(made)
    return made


def work(session: Session, tools: Any = None) -> dict[str, Any]:
    """The session once the turn under way has ended, held against every invariant."""
    run = Run.objects.get(session_id=session.id, state="active")
    executor.drain(run_id=run.id, tools=tools or Toolbox())
    return held(session)


def follow(session: Session, query: str, tools: Any = None, **options: Any) -> dict[str, Any]:
    session_ask(session=session, by=None, query=query, **options)
    return work(session, tools)


def kept_of(turn: dict[str, Any]) -> dict[str, Any]:
    """What the retrieval of a turn left."""
    return Artifact.objects.get(run__subject_id=turn["id"], name="retrieve").data


def test_a_follow_up_is_a_turn_with_a_run_a_ledger_and_an_end_of_its_own(session):
    first = held(session)
    shown = follow(session, FEE)

    assert shown["status"] == "completed"
    assert [turn["index"] for turn in shown["turns"]] == [0, 1]
    assert shown["turns"][0] == first["turns"][0], "what was answered stays as it was"
    assert "$450" in shown["response"]
    assert "75%" not in shown["response"]
    assert shown["query"] == QUESTION
    newest = shown["turns"][1]
    top = ("response", "citations", "claims", "ledger", "metrics", "warnings", "errors", "skeptic_report")
    assert {name: shown[name] for name in top} == {name: newest[name] for name in top}
    assert newest["ledger"]["summary"]["supported"] >= 1
    assert 0 < newest["metrics"]["time_to_first_token_ms"] <= newest["metrics"]["processing_time_ms"] < 60_000
    assert Ledger.objects.filter(turn_id__in=[turn["id"] for turn in shown["turns"]]).count() == 2


def test_the_stream_goes_on_with_the_next_number_and_begins_with_retrieval(session):
    before = told(session)
    shown = follow(session, "And how much is the application fee?")

    new = [event for event in told(session) if event["turn_id"] == shown["turns"][1]["id"]]
    assert new[0]["seq"] == before[-1]["seq"] + 1
    assert new[0]["type"] == "retrieval_started"
    asked = {"query": "And how much is the application fee?", "index": 1}
    assert new[0]["payload"] == {**asked, "standalone_query": "And how much is the application fee?"}
    assert [event["type"] for event in told(session)].count("session_created") == 1
    assert [event["type"] for event in told(session)].count("generation_complete") == 2


def test_a_question_that_leans_on_the_last_is_searched_and_answered_in_full(session):
    shown = follow(session, "When must it be ordered?", Cast(writer=Says("{key} [cite:{key}]")))
    assert shown["turns"][1]["query"] == "When must it be ordered?"
    standalone = shown["turns"][1]["standalone_query"]
    assert "loan-to-value ratio" in standalone
    assert kept_of(shown["turns"][1])["standalone_query"] == standalone
    assert kept_of(shown["turns"][1])["searched"]["queries"][0] == standalone


def test_the_built_in_engine_answers_a_question_that_says_nothing_without_the_last(session):
    shown = follow(session, "And for an investment property that is a holiday home?")
    assert "75%" in shown["response"]
    assert shown["turns"][1]["standalone_query"].startswith("What is the maximum loan-to-value ratio for")


def test_what_an_earlier_turn_was_written_from_is_told_from_what_was_found_now(session):
    first = kept_of(held(session)["turns"][0])
    assert {chunk["origin"] for chunk in first["chunks"]} == {"new"}
    known = {chunk["chunk_id"] for chunk in first["chunks"]}

    second = kept_of(follow(session, FEE)["turns"][1])

    ids = [chunk["chunk_id"] for chunk in second["chunks"]]
    assert len(ids) == len(set(ids)), "nothing twice"
    for chunk in second["chunks"]:
        assert chunk["origin"] == ("earlier" if chunk["chunk_id"] in known else "new")


def test_a_passage_whose_document_was_deleted_is_not_gone_on_with(session, document):
    document.delete()
    shown = follow(session, "Why is that?")

    assert kept_of(shown["turns"][1])["chunks"] == []
    assert [warning["code"] for warning in shown["warnings"]] == ["NO_MATCHES"]
    assert all(citation["source_deleted"] for citation in shown["turns"][0]["citations"])


class Listens(Says):
    """Keeps the task it was given."""

    def write(self, task: Any) -> Any:
        self.task = task
        return super().write(task)


def test_the_writer_sees_what_was_said_without_its_citations(session):
    writer = Listens("The fee is $450. [cite:{key}]")
    follow(session, FEE)
    follow(session, "Why is that?", Cast(writer=writer))

    questions = [question for question, _ in writer.task.conversation]
    assert questions == [QUESTION, FEE]
    assert "75%" in writer.task.conversation[0][1]
    assert "[cite:" not in str(writer.task.conversation)
    assert writer.task.asked == "Why is that?"
    assert writer.task.query == "Why is that, as to the application fee?"


def test_the_conversation_is_bounded_by_turns_and_tokens_the_newest_first(session):
    long = "The limit is set by the board and may not be exceeded without its consent. " * 120
    for index in range(1, REMEMBERED_TURNS + 3):
        Turn.objects.create(session=session, index=index, query=f"Question {index}?", response=long, status="completed")
    newest = Turn.objects.create(session=session, index=99, query="And now?")

    pairs = conversation_before(newest)

    assert pairs[-1] == (f"Question {REMEMBERED_TURNS + 2}?", long)
    assert sum(sum(count_tokens(list(pair))) for pair in pairs) <= CONVERSATION_TOKENS
    assert len(pairs) < REMEMBERED_TURNS
    assert pairs[0][1].endswith(" …"), "the oldest is cut"
    assert conversation_before(Turn.objects.create(session=session, index=-1, query="First?")) == ()


def test_a_turn_that_failed_or_was_cancelled_can_be_asked_on_after(workspace, document, monkeypatch, settings):
    settings.PHASE_MAX_ATTEMPTS = 1
    session = session_create(workspace=workspace, author=None, query=QUESTION)
    assert work(session, Cast(writer=Broken(), writers=(Broken(),)))["status"] == "error"

    session_ask(session=session, by=None, query=FEE)
    session_cancel(session=Session.objects.get(pk=session.pk), by=None)
    assert held(session)["status"] == "cancelled"
    shown = follow(session, "When must it be paid?")

    assert shown["status"] == "completed"
    assert [turn["status"] for turn in shown["turns"]] == ["error", "cancelled", "completed"]
    assert shown["turns"][2]["standalone_query"] == "When must the application fee be paid?"
    assert shown["errors"] == [], "those of the turn before are its own"
    assert shown["turns"][0]["errors"]


def test_the_sessions_status_follows_its_newest_turn(session):
    assert Session.objects.get(pk=session.pk).completed_at is not None
    session_ask(session=session, by=None, query=FEE)
    waiting = held(session)
    assert (waiting["status"], waiting["completed_at"], waiting["response"]) == ("pending", None, "")
    assert waiting["ledger"] is None
    assert work(session)["completed_at"] is not None


@pytest.mark.parametrize("mode", ["draft", "verify"])
def test_a_session_of_another_mode_is_asked_on_in_answer_mode(session, mode):
    Session.objects.filter(pk=session.pk).update(mode=mode)
    shown = follow(Session.objects.get(pk=session.pk), FEE)
    assert [turn["mode"] for turn in shown["turns"]] == [mode, "answer"]
    assert Run.objects.get(subject_id=shown["turns"][1]["id"]).pipeline == "answer"
    targets = {target["name"]: target["target"] for target in shown["metrics"]["targets"]}
    assert targets["total_overhead_ms"] == TOTAL_MS["answer"], "it is measured as what it is"


def test_a_draft_that_is_asked_on_is_told_without_its_flags(workspace, document):
    session = session_create(workspace=workspace, author=None, query=QUESTION, mode="draft")
    drafted = work(session, Cast(writer=Drafts(*GOOD), judge=FindsNothing()))
    assert "[flag:not_found]" in drafted["response"]

    turn = session_ask(session=session, by=None, query="Why is that?")

    [(_, answer)] = conversation_before(turn)
    assert PASSAGES[0] in answer
    assert "[flag:" not in answer


def test_what_was_found_for_the_claims_of_a_text_is_gone_on_with(workspace, document):
    session = text_verify(workspace=workspace, author=None, text="\n\n".join(PASSAGES), wanted=Wanted())
    work(session)
    found = Artifact.objects.get(run__session_id=session.pk, name="search").data["claims"]
    known = {chunk["chunk_id"] for claim in found for chunk in claim["chunks"]}

    shown = follow(session, FEE)

    earlier = passages_before(Turn.objects.get(pk=shown["turns"][1]["id"]))
    assert set(map(str, earlier.chunks)) == known
    kept = kept_of(shown["turns"][1])["chunks"]
    assert {chunk["origin"] for chunk in kept if chunk["chunk_id"] in known} == {"earlier"}


def test_of_many_passages_found_for_claims_each_claims_best_are_gone_on_with(session, monkeypatch):
    monkeypatch.setattr(asking_on, "REMEMBERED_PASSAGES", 2)
    run, ids = Run.objects.get(session_id=session.pk), [str(uuid4()) for _ in range(4)]
    claims = [{"chunks": [{"chunk_id": ids[0]}, {"chunk_id": ids[1]}]}, {"chunks": [{"chunk_id": ids[2]}]}]
    Artifact.objects.filter(run=run, name="retrieve").update(name="search", data={"claims": claims})
    turn = session_ask(session=session, by=None, query=FEE)
    assert [str(each) for each in passages_before(turn).chunks] == [ids[0], ids[2]]


def test_a_passage_that_an_earlier_answer_cites_is_none_found_anew(session):
    Artifact.objects.filter(name="retrieve").delete()
    cited = held(session)["citations"][0]["chunk_id"]
    kept = kept_of(follow(session, "And for an investment property that is a holiday home?")["turns"][1])["chunks"]
    assert {chunk["chunk_id"]: chunk["origin"] for chunk in kept}[cited] == "earlier"


def test_the_documents_asked_about_stay_those_of_the_session_unless_others_are_named(workspace, document):
    session = session_create(workspace=workspace, author=None, query=QUESTION, document_ids=[document.pk])
    work(session)
    turn = session_ask(session=session, by=None, query=FEE)
    assert Run.objects.get(subject_id=turn.pk).inputs["document_ids"] == [str(document.pk)]
    work(session)
    turn = session_ask(session=session, by=None, query=FEE, document_ids=[])
    assert Run.objects.get(subject_id=turn.pk).inputs["document_ids"] == []


def test_a_session_about_documents_that_are_gone_does_not_turn_to_others(workspace, document):
    session = session_create(workspace=workspace, author=None, query=QUESTION, document_ids=[document.pk])
    work(session)
    document.delete()
    with pytest.raises(Exception, match="was deleted"):
        session_ask(session=session, by=None, query=FEE)


def test_deleting_a_session_leaves_nothing_of_any_of_its_turns(session):
    follow(session, FEE)
    turn = session_ask(session=session, by=None, query="Why is that?")
    assert Run.objects.filter(subject_id=turn.pk, state="active").exists()

    session_delete(session=Session.objects.get(pk=session.pk))

    for model in (Turn, Run, Event, Artifact, Ledger):
        assert not model.objects.exists(), model


def test_retention_counts_from_the_last_question(session, settings):
    settings.SESSION_RETENTION_DAYS = 90
    old = timezone.now() - timedelta(days=91)
    Session.objects.update(created_at=old)
    Turn.objects.update(created_at=old)
    follow(session, FEE)
    assert sessions_expire() == 0
    Turn.objects.update(created_at=old)
    assert sessions_expire() == 1
    assert not Run.objects.exists()


# over HTTP


def post(user: User, session: Any, key: str | None = None, **body: Any) -> Any:
    headers = {"HTTP_IDEMPOTENCY_KEY": key} if key else {}
    url = reverse("session-messages", args=[session.pk])
    return client_of(user, "write").post(url, {"query": FEE, **body}, format="json", **headers)


@pytest.fixture
def mine(session: Session, alice: User) -> Session:
    """A session of alice's workspace."""
    Membership.objects.create(workspace=session.workspace, user=alice, role=Role.EDITOR)
    return session


def test_asking_on_is_accepted_as_asking_is(mine, alice):
    answer = post(alice, mine)
    assert answer.status_code == 202
    assert answer["Location"] == reverse("session", args=[mine.pk])
    shown = answer.json()
    assert (shown["status"], len(shown["turns"])) == ("pending", 2)
    assert client_of(alice).get(answer["Location"]).json() == shown
    work(mine)


def test_while_a_turn_is_under_way_no_other_begins(mine, alice):
    assert post(alice, mine).status_code == 202
    assert_problem(post(alice, mine), 409, "conflict")
    assert mine.turns.count() == 2
    work(mine)
    assert post(alice, mine).status_code == 202


def test_the_same_message_again_under_its_key_is_answered_again_and_asked_once(mine, alice):
    first, again = post(alice, mine, key="k1"), post(alice, mine, key="k1")
    assert (first.status_code, again.status_code) == (202, 202)
    assert again["Idempotent-Replayed"] == "true"
    assert again.json() == first.json()
    assert mine.turns.count() == 2
    assert_problem(post(alice, mine, key="k1", query="Another?"), 422, "idempotency-key-reused")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"query": ""}, "query"),
        ({"query": None}, "query"),
        ({"query": "x" * 100_000}, "query"),
        ({"document_ids": ["policy.pdf"]}, "document_ids"),
        ({"document_ids": "all"}, "document_ids"),
        ({"document_ids": None}, "document_ids"),
    ],
)
def test_a_message_that_cannot_be_asked_names_the_field(mine, alice, body, field):
    problem = assert_problem(post(alice, mine, **body), 422, "invalid")
    assert list(problem["errors"]) == [field]
    assert mine.turns.count() == 1


def test_a_question_that_leans_on_one_without_words_is_accepted(mine, alice):
    Turn.objects.update(query="What is §?")
    answer = post(alice, mine, query="Why?")
    assert answer.status_code == 202
    assert answer.json()["turns"][1]["standalone_query"] == "Why, as to §?"


def test_a_viewer_does_not_ask_on(mine, alice):
    Membership.objects.update(role=Role.VIEWER)
    assert_problem(post(alice, mine), 403, "role-too-low")


# from the command line


@pytest.fixture
def at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workers.local.prepare", lambda: None)


def test_the_command_line_asks_on(session, at_hand, capsys):
    call_command("ask", "--session", str(session.pk), "--json", FEE)
    shown = json.loads(capsys.readouterr().out)
    assert [turn["query"] for turn in shown["turns"]] == [QUESTION, FEE]
    assert shown == held(session)
    call_command("ask", "--session", str(session.pk), "When must it be paid?")
    text = capsys.readouterr().out
    assert text.startswith("Q: When must it be paid?\n   read as: When must the application fee be paid?\n")
    assert str(session.pk) in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--session", "00000000-0000-4000-8000-000000000000"), "no session"),
        (("--session", "seven"), "no session"),
        (("--session", "SESSION", "--mode", "draft"), "new session"),
        (("--session", "SESSION", "--workspace", "Mine"), "not allowed with"),
        ((), "required"),
    ],
)
def test_what_the_command_line_cannot_ask_on_is_told_in_one_line(session, at_hand, words, said):
    with pytest.raises(CommandError, match=said):
        call_command("ask", *[word.replace("SESSION", str(session.pk)) for word in words], FEE)
    assert session.turns.count() == 1


# with a Writer at an endpoint


def test_a_model_is_asked_in_the_readers_words_with_the_conversation_and_no_earlier_key(session, settings):
    cited = held(session)["citations"][0]["key"]
    with ScriptedEndpoint() as endpoint:
        settings.OPENAI_BASE_URL, settings.OPENAI_API_KEY, settings.WRITER_MODEL = endpoint.base_url, "key", "writer-1"
        shown = follow(session, "And how much is the application fee that goes with it?")
        [call] = endpoint.calls(role="writer")

    assert shown["status"] == "completed"
    prompt = call.messages[-1]["content"]
    marks = ("earlier question 1", "earlier answer 1", "question")
    places = [prompt.index(f"{mark}>>>") for mark in marks]
    assert places == sorted(places)
    earlier = prompt[places[0] : places[2]]
    assert QUESTION in earlier
    assert "75%" in earlier
    assert cited not in earlier
    assert "And how much is the application fee that goes with it?" in prompt[places[2] :]
    assert set(ANCHOR.findall(shown["response"])) <= {chunk["key"] for chunk in kept_of(shown["turns"][1])["chunks"]}
