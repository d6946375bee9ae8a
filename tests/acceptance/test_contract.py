"""The running site held against its own description: it is sent what openapi.yaml allows, and what that forbids."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.live import LiveStack, eventually, running
from tests.person import Person
from veritydraft.parsing import BASE_DIR

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
REFUSING = {GenerationMode.POSITIVE: [], GenerationMode.NEGATIVE: [negative_data_rejection]}
EXAMPLES = 6  # of each operation and mode, with ids of things that are there, and as many with any ids
QUIET = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
SAMPLE = (BASE_DIR / "samples" / "lending-policy.pdf").read_bytes()  # has pages
QUESTION = {"query": "What is the maximum?", "document_ids": []}
POLICY = b"# Lending policy\n\nThe maximum loan-to-value ratio for an investment property is 75%.\n"


# what no generator comes upon: values of the fields by which a body is taken, given what is there
REAL: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "POST /api/v1/workspaces/{ws}/documents": lambda there: {"file": POLICY},
    "POST /documents/upload": lambda there: {"file": POLICY, "workspace_id": there["ws"]},
    "POST /api/v1/workspaces/{ws}/members": lambda there: {"email": "charlie@example.org"},
    "POST /query": lambda there: {**QUESTION, "workspace_id": there["ws"]},
    "POST /api/v1/workspaces/{ws}/sessions": lambda there: QUESTION,
    "POST /api/v1/sessions/{session}/messages": lambda there: QUESTION,
    "POST /api/v1/workspaces/{ws}/verify": lambda there: {"text": "The limit is 75%.", "document_ids": []},
}


def takes_something(operation: Any) -> bool:
    """Whether there is anything that could be wrong with a call of it."""
    places = (operation.path_parameters, operation.query, operation.headers, operation.body)
    return any(len(place) for place in places)


schema = schemathesis.openapi.from_path(str(BASE_DIR / "openapi.yaml"))
OPERATIONS = {each.ok().label: each.ok() for each in schema.get_all_operations()}
CALLS = [(label, GenerationMode.POSITIVE) for label in OPERATIONS]
CALLS += [(label, GenerationMode.NEGATIVE) for label, each in OPERATIONS.items() if takes_something(each)]


@pytest.fixture(scope="module")
def stack() -> Iterator[LiveStack]:
    with running(REQUESTS_PER_MINUTE="0") as stack:
        yield stack


@pytest.fixture(scope="module")
def alice(stack: LiveStack) -> Person:
    library: Any = None  # nothing is looked up past the application
    return Person(base_url=stack.base_url, token=stack.person("alice@example.org"), library=library)


@pytest.fixture(scope="module")
def there(alice: Person, stack: LiveStack) -> dict[str, Any]:
    """What stays: a read document and the number of a page of it, an answered session, another member, a token."""
    for email in ("bob@example.org", "charlie@example.org"):
        stack.person(email)
    workspace = alice.workspace("Lending")
    document = alice.read_through(alice.upload(workspace, SAMPLE, "policy.pdf"))
    session = alice.ask(workspace, "What is the maximum loan-to-value ratio?")
    rest(alice, session["id"])
    member = alice.call("POST", f"/workspaces/{workspace}/members", json={"email": "bob@example.org"}).json()
    token = alice.call("POST", "/tokens", json={"name": "x", "scopes": ["read"]}).json()
    ids = {"ws": workspace, "document": document["id"], "session": session["id"]}
    return {**ids, "user": member["id"], "token": token["id"], "n": 1}


def rest(person: Person, session: str) -> None:
    """Wait until nothing of the session is under way."""
    ended = eventually(lambda: person.get(f"/sessions/{session}")["status"] in {"completed", "error", "cancelled"})
    assert ended, "the session has not ended"


def names_of(operation: Any) -> list[str]:
    """The ids in the operation's path."""
    return [parameter.name for parameter in operation.path_parameters]


def hold(
    operation: Any,
    person: Person,
    mode: GenerationMode,
    *,
    real: Callable[[Any], None] = lambda case: None,
    **fixed: Any,
) -> set[int]:
    """Send what the description allows (positive) or forbids (negative); every answer is one that it describes, and to
    what it forbids a refusal. ``real`` sets what a generator cannot know. Returns the statuses of the answers.
    """
    seen: set[int] = set()

    @QUIET
    @given(case=operation.as_strategy(generation_mode=mode, **fixed))
    def each(case: Any) -> None:
        real(case)
        checks = CHECKS + REFUSING[mode]
        answer = case.call_and_validate(base_url=person.base_url, headers=person.headers, checks=checks, timeout=30)
        seen.add(answer.status_code)

    each()
    return seen


def fixed_ids(operation: Any, there: dict[str, Any]) -> dict[str, Any]:
    """The path with the ids of what is there, as ``hold`` takes it."""
    names = names_of(operation)
    return {"path_parameters": {name: there[name] for name in names}} if names else {}


@pytest.mark.parametrize(("label", "mode"), CALLS, ids=lambda value: getattr(value, "value", value))
def test_every_answer_is_one_that_is_described(label: str, mode: GenerationMode, alice: Person, there: dict[str, str]):
    operation = OPERATIONS[label]
    if label.startswith("DELETE"):
        hold(operation, alice, mode)  # what is there stays there for the others
        return
    seen = hold(operation, alice, mode, **fixed_ids(operation, there))
    if mode == GenerationMode.POSITIVE and label not in REAL:
        assert {200, 201, 202} & seen, f"never taken: {seen}"


@pytest.mark.parametrize("label", REAL)
def test_what_is_described_is_taken_with_real_values(label: str, alice: Person, there: dict[str, str]):
    operation, taken = OPERATIONS[label], REAL[label](there)
    if "{session}" in label:
        rest(alice, there["session"])

    def real(case: Any) -> None:
        case.body = {**case.body, **taken}
        if case.media_type == "multipart/form-data" and "text" in taken:
            case.body |= {"file": case.body.pop("text").encode()}

    seen = hold(operation, alice, GenerationMode.POSITIVE, real=real, **fixed_ids(operation, there))
    assert {200, 201, 202} & seen, f"never taken: {seen}"


@pytest.mark.parametrize("label", [label for label in OPERATIONS if names_of(OPERATIONS[label])])
def test_every_answer_about_what_is_not_there_is_one_that_is_described(label: str, alice: Person):
    hold(OPERATIONS[label], alice, GenerationMode.POSITIVE)


@pytest.mark.parametrize("label", [label for label in OPERATIONS if label.startswith("DELETE")])
def test_deleting_answers_as_described(label: str, alice: Person, there: dict[str, str]):
    operation = OPERATIONS[label]
    workspace = alice.workspace("To be deleted")
    guest = {"email": "bob@example.org"}
    ids = {
        "ws": lambda: workspace,
        "document": lambda: alice.upload(workspace, POLICY, "policy.md")["id"],
        "session": lambda: alice.ask(workspace, "What?")["id"],
        "user": lambda: alice.call("POST", f"/workspaces/{workspace}/members", json=guest).json()["id"],
        "token": lambda: alice.call("POST", "/tokens", json={"name": "x", "scopes": ["read"]}).json()["id"],
    }
    case = operation.Case(path_parameters={name: ids[name]() for name in names_of(operation)})
    answer = case.call_and_validate(base_url=alice.base_url, headers=alice.headers, checks=CHECKS, timeout=30)
    assert (answer.status_code, answer.content) == (204, b"")


def test_a_form_without_any_part_is_a_problem_like_every_other(alice: Person, there: dict[str, str]):
    head = {"Content-Type": "multipart/form-data; boundary=x"}
    answer = alice.call("POST", f"/workspaces/{there['ws']}/documents", data=b"--x--\r\n", headers=head)
    assert (answer.status_code, answer.headers["Content-Type"]) == (422, "application/problem+json")
    assert list(answer.json()["errors"]) == ["file"]
