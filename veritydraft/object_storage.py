"""Uploaded files in an S3-compatible bucket. Whatever goes wrong there is an OSError, as it is with a folder."""

import io
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from boto3.exceptions import Boto3Error
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError
from django.core.files.base import File
from django.utils.deconstruct import deconstructible
from storages.backends.s3 import S3Storage
from storages.utils import clean_name, is_seekable

from apps.core.errors import StorageUnavailable

CONNECT_SECONDS, READ_SECONDS, TRIES = 3, 20, 3
CONNECTIONS = 32  # a web process answers so many requests at once that touch files
GONE = {"404", "NoSuchKey", "NotFound"}


def client_config(*, own_endpoint: bool) -> Config:
    """Bounded waits. Services other than Amazon's mostly serve ``host/bucket`` and know no newer checksums."""
    return Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        retries={"mode": "standard", "total_max_attempts": TRIES},
        max_pool_connections=CONNECTIONS,
        signature_version="s3v4",
        s3={"addressing_style": "path" if own_endpoint else "auto"},
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
    )


@contextmanager
def storage_errors(name: str) -> Iterator[None]:
    """Raises FileNotFoundError for an object that is not there and StorageUnavailable for all other failures."""
    try:
        yield
    except ClientError as error:
        if error.response["Error"]["Code"] in GONE:
            raise FileNotFoundError(name) from None
        raise StorageUnavailable(f"{name}: {error}") from error
    except (BotoCoreError, Boto3Error, HTTPClientError) as error:
        raise StorageUnavailable(f"{name}: {error}") from error


class ObjectReader(io.RawIOBase):
    """An object's bytes as they come, from first to last; nothing is kept here."""

    def __init__(self, name: str, answer: dict[str, Any]) -> None:
        self.name, self.body, self.size = name, answer["Body"], answer["ContentLength"]

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        with storage_errors(self.name):
            piece = self.body.read(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        if not self.closed:
            self.body.close()
        super().close()


@deconstructible
class ObjectStorage(S3Storage):
    """django-storages' backend with one client for all threads of a process, streamed reads, and OSErrors."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, client_config=client_config(own_endpoint=bool(options.get("endpoint_url"))))
        self._lock = threading.Lock()
        self._shared: tuple[int, Any] | None = None

    @property
    def connection(self) -> Any:
        """Made once per process: a view runs in a thread of its own, and making one takes a tenth of a second."""
        with self._lock:
            if self._shared is None or self._shared[0] != os.getpid():
                resource = self._create_session().resource(
                    "s3", region_name=self.region_name, endpoint_url=self.endpoint_url, config=self.client_config
                )
                self._shared = (os.getpid(), resource)
            return self._shared[1]

    @property
    def client(self) -> Any:
        """The part of it that threads may share."""
        return self.connection.meta.client

    def _key(self, name: str) -> str:
        return self._normalize_name(clean_name(name))

    def _open(self, name: str, mode: str = "rb") -> File:
        if mode != "rb":
            raise ValueError(f"objects are read as bytes and written at once, not opened as {mode!r}")
        with storage_errors(name):
            answer = self.client.get_object(Bucket=self.bucket_name, Key=self._key(name))
        return File(ObjectReader(name, answer), name=name)

    def _save(self, name: str, content: Any) -> str:
        if is_seekable(content):
            content.seek(0)
        with storage_errors(name):
            # the transfer would close the caller's file
            self.client.upload_fileobj(
                _Unclosed(content), self.bucket_name, self._key(name),
                ExtraArgs=self._get_write_parameters(name, content), Config=self.transfer_config,
            )  # fmt: skip
        return clean_name(name)

    def delete(self, name: str) -> None:
        with storage_errors(name):
            self.client.delete_object(Bucket=self.bucket_name, Key=self._key(name))

    def exists(self, name: str) -> bool:
        try:
            self._head(name)
        except FileNotFoundError:
            return False
        return True

    def size(self, name: str) -> int:
        return self._head(name)["ContentLength"]

    def get_modified_time(self, name: str) -> Any:
        return self._head(name)["LastModified"]

    def listdir(self, name: str) -> tuple[list[str], list[str]]:
        with storage_errors(name):
            return super().listdir(name)

    def _head(self, name: str) -> dict[str, Any]:
        with storage_errors(name):
            return self.client.head_object(Bucket=self.bucket_name, Key=self._key(name))


class _Unclosed:
    """A file whose ``close`` does nothing."""

    def __init__(self, content: Any) -> None:
        self._content = content

    def __getattr__(self, name: str) -> Any:
        return getattr(self._content, name)

    def close(self) -> None:
        """It belongs to the caller."""
