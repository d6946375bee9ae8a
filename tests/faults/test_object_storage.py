"""Files in a bucket: a worker on another machine shares PostgreSQL, Redis and the bucket, and nothing else."""

import subprocess
from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from moto.server import ThreadedMotoServer

from tests.faults.conftest import POLICY, QUESTION, pdf
from tests.faults.stack import Stack
from tests.live import eventually
from veritydraft.embedded.state import free_port

BUCKET = "documents-of-a-team"
KEYS = {"aws_access_key_id": "key", "aws_secret_access_key": "secret", "region_name": "us-east-1"}


class Bucket:
    """An S3 service on loopback that can go away and come back; what it holds stays."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()
        self.client.create_bucket(Bucket=BUCKET)

    def start(self) -> None:
        self.server = ThreadedMotoServer(ip_address="127.0.0.1", port=self.port, verbose=False)
        self.server.start()

    def stop(self) -> None:
        self.server.stop()

    @property
    def client(self) -> Any:
        return boto3.client("s3", endpoint_url=self.url, **KEYS)

    def names(self) -> list[str]:
        return [each["Key"] for each in self.client.list_objects_v2(Bucket=BUCKET).get("Contents", ())]


@pytest.fixture(scope="module")
def bucket() -> Iterator[Bucket]:
    made = Bucket()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def stack(bucket: Bucket) -> Iterator[Stack]:
    made = Stack(
        S3_BUCKET=BUCKET,
        S3_ENDPOINT_URL=bucket.url,
        S3_REGION="us-east-1",
        S3_ACCESS_KEY="key",
        S3_SECRET_KEY="secret",
    )
    yield made
    made.end()


@pytest.fixture(scope="module")
def elsewhere(stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> subprocess.Popen[bytes]:
    """`manage.py worker` with a folder of its own, as on another machine."""
    folder = tmp_path_factory.mktemp("elsewhere")
    return stack.start("elsewhere", "manage.py", "worker", "ingest", "verify", DATA_DIR=str(folder))


def test_a_worker_elsewhere_reads_answers_and_deletion_leaves_no_object(
    stack: Stack, bucket: Bucket, elsewhere: subprocess.Popen[bytes]
):
    alice, content = stack.person(), pdf(POLICY)
    workspace = alice.workspace()
    uploaded = alice.upload(workspace, content, "policy.pdf")
    assert len(bucket.names()) == 1
    document = alice.read_through(uploaded)
    assert document["status"] == "ready", document
    asked = alice.ask(workspace, QUESTION)
    shown = eventually(lambda: ended(alice.get(f"/sessions/{asked['id']}")))
    assert shown, "it has not ended"
    assert shown["status"] == "completed", shown["errors"]
    assert shown["citations"]
    assert alice.call("GET", f"/documents/{document['id']}/content").content == content
    assert alice.upload(workspace, content, "again.pdf")["duplicate"]
    assert len(bucket.names()) == 1

    acl = bucket.client.get_object_acl(Bucket=BUCKET, Key=bucket.names()[0])
    assert [grant["Grantee"]["Type"] for grant in acl["Grants"]] == ["CanonicalUser"], "nobody but the owner"

    assert alice.call("DELETE", f"/documents/{document['id']}").status_code == 204
    assert bucket.names() == []
    assert not [path for path in stack.data_dir.rglob("documents/*") if path.is_file()]


def test_a_file_larger_than_one_part_comes_back_byte_for_byte(stack: Stack, bucket: Bucket):
    alice = stack.person()
    content = b"".join(b"The limit of loan %d is %d per cent.\n\n" % (number, number % 90) for number in range(300_000))
    assert len(content) > 8 * 1024 * 1024, "larger than what is sent at once"
    document = alice.upload(alice.workspace("Large"), content, "large.txt")
    assert alice.call("GET", f"/documents/{document['id']}/content").content == content
    assert alice.call("DELETE", f"/documents/{document['id']}").status_code == 204
    assert bucket.names() == []


def test_files_without_a_document_are_removed_from_the_bucket(stack: Stack, bucket: Bucket):
    alice = stack.person()
    workspace = alice.workspace("Tidy")
    document = alice.upload(workspace, pdf(POLICY), "policy.pdf")
    (kept,) = bucket.names()
    left = f"documents/{workspace}/left-by-a-process-that-was-killed"
    bucket.client.put_object(Bucket=BUCKET, Key=left, Body=b"bytes")
    code = "import datetime as dt; from apps.documents.upkeep import orphan_files_remove as remove; "

    assert stack.manage("shell", "-v", "0", "-c", code + "print(remove())").strip() == "0", "it may be an upload"
    assert stack.manage("shell", "-v", "0", "-c", code + "print(remove(older_than=dt.timedelta(0)))").strip() == "1"

    assert bucket.names() == [kept]
    assert alice.call("DELETE", f"/documents/{document['id']}").status_code == 204


def test_while_the_bucket_is_away_callers_are_told_and_nothing_is_half_stored(stack: Stack, bucket: Bucket):
    alice = stack.person()
    workspace = alice.workspace("Away")
    document = alice.read_through(alice.upload(workspace, pdf(POLICY), "policy.pdf"))
    assert document["status"] == "ready", document
    before = bucket.names()
    bucket.stop()

    upload = alice.call("POST", f"/workspaces/{workspace}/documents", files={"file": ("b.txt", b"The limit is 4 %.")})
    content = alice.call("GET", f"/documents/{document['id']}/content")
    for answer in (upload, content):
        assert (answer.status_code, answer.headers["Content-Type"]) == (503, "application/problem+json"), answer.text
        assert answer.headers["Retry-After"]
    assert [each["id"] for each in alice.get(f"/workspaces/{workspace}/documents")["results"]] == [document["id"]]
    assert alice.call("GET", f"/workspaces/{workspace}").ok, "what needs no file goes on"
    assert alice.call("POST", f"/documents/{document['id']}/reprocess").status_code == 202
    errors = "SELECT p.errors FROM runs_phaserun p JOIN runs_run r ON r.id = p.run_id WHERE r.subject_id = %s"
    tried = eventually(lambda: [error for (row,) in stack.sql(errors, document["id"]) for error in row])
    assert {(error["code"], error["retryable"]) for error in tried} == {("storage_unavailable", True)}

    bucket.start()
    assert bucket.names() == before
    assert alice.read_through(document)["status"] == "ready", "it was tried again"
    again = alice.upload(workspace, b"The limit is 4 %.", "b.txt")
    assert alice.read_through(again)["status"] == "ready"


def ended(session: dict[str, Any]) -> dict[str, Any] | None:
    return session if session["status"] in {"completed", "error", "cancelled"} else None
