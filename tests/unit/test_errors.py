"""The one form that every error takes."""

import io
import json

import pytest
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404
from rest_framework import exceptions

from apps.core.errors import KINDS, Problem, invalid, of_status
from apps.core.ids import request_id
from apps.core.parsers import DEEPEST, StrictJSONParser
from apps.core.problems import problem_of


def parse(body: bytes) -> object:
    return StrictJSONParser().parse(io.BytesIO(body))


def test_a_problem_says_its_kind_title_status_and_detail() -> None:
    problem = Problem("too-large", "The file has 120 MB.")
    assert problem.as_dict(request_id="r1") == {
        "type": "urn:veritydraft:problem:too-large",
        "title": "Too large",
        "status": 413,
        "detail": "The file has 120 MB.",
        "request_id": "r1",
    }


def test_a_room_may_bring_a_kind_of_its_own_but_only_with_title_and_status() -> None:
    assert Problem("scanned", title="No text layer", status=422).status == 422
    with pytest.raises(KeyError):
        Problem("scanned")


def test_field_errors_are_lists() -> None:
    assert invalid(mode="There is no mode 'poem'.").as_dict()["errors"] == {"mode": ["There is no mode 'poem'."]}


@pytest.mark.parametrize("status", sorted({status for _, status in KINDS.values()}))
def test_every_known_status_has_a_kind_of_that_status(status: int) -> None:
    assert KINDS[of_status(status).type][1] == status


@pytest.mark.parametrize(
    ("error", "kind", "status"),
    [
        (Http404(), "not-found", 404),
        (PermissionDenied(), "forbidden", 403),
        (RequestDataTooBig(), "too-large", 413),
        (SuspiciousOperation(), "malformed", 400),
        (OperationalError("password=hunter2"), "unavailable", 503),
        (exceptions.MethodNotAllowed("PUT"), "method-not-allowed", 405),
        (exceptions.UnsupportedMediaType("text/x"), "unsupported-type", 415),
        (exceptions.NotAuthenticated(), "not-authenticated", 401),
        (exceptions.Throttled(3), "too-many-requests", 429),
    ],
)
def test_what_the_frameworks_raise_becomes_a_problem(error: Exception, kind: str, status: int) -> None:
    problem = problem_of(error)
    assert problem is not None
    assert (problem.type, problem.status) == (kind, status)
    assert "hunter2" not in json.dumps(problem.as_dict())


def test_a_mistake_of_ours_is_not_explained_to_the_caller() -> None:
    assert problem_of(ValueError("secret")) is None


def test_nested_field_errors_get_dotted_names() -> None:
    nested = exceptions.ValidationError({"a": {"b": ["bad"]}, "c": [{}, {"d": ["worse"]}], "non_field_errors": ["no"]})
    problem = problem_of(nested)
    assert problem is not None
    assert problem.errors == {"a.b": ["bad"], "c.1.d": ["worse"], "body": ["no"]}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe{}",
        b'{"query": "\xc3\x28"}',
        b"NaN",
        b'{"a": Infinity}',
        b'{"a": 1e999}',
        b"[" * 100_000,
        b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1),
        b"\xef\xbb\xbf{}",
        b"9" * 5000,
    ],
)
def test_a_body_that_is_no_json_is_a_parse_error(body: bytes) -> None:
    with pytest.raises(exceptions.ParseError):
        parse(body)


def test_nesting_up_to_the_limit_is_read() -> None:
    assert parse(b"[" * DEEPEST + b"]" * DEEPEST)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (rb'{"query": "a\u0000b"}', "query"),
        (rb'{"a": {"b": ["x", "\ud800"]}}', "a.b.1"),
        (rb'{"k\u0000": 1}', "body"),
        (rb'"\u0000"', "body"),
    ],
)
def test_what_the_database_cannot_store_is_refused_by_field(body: bytes, field: str) -> None:
    with pytest.raises(Problem) as raised:
        parse(body)
    assert (raised.value.status, list(raised.value.errors)) == (422, [field])


def test_a_whole_emoji_is_no_lone_surrogate() -> None:
    assert parse(rb'"\ud83d\ude00"') == "😀"


def test_a_large_body_is_refused_before_it_is_decoded(settings: object) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100  # type: ignore[attr-defined]
    with pytest.raises(Problem) as raised:
        parse(b'"' + b"x" * 100 + b'"')
    assert raised.value.status == 413


@pytest.mark.parametrize("proposed", [None, "", "a b", "x" * 65, "id\n", "<script>"])
def test_an_odd_request_id_is_replaced(proposed: str | None) -> None:
    assert request_id(proposed) != proposed
    assert len(request_id(proposed)) == 32


def test_a_sane_request_id_is_kept() -> None:
    assert request_id("trace-1.2_3") == "trace-1.2_3"
