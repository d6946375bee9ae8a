"""``Idempotency-Key``: a request that is sent again, because its answer was lost, is answered again and not done again.

A key counts for one user and one path, for 24 hours. Its row commits in the transaction of what the request made, so a
crash leaves both or neither. Only success is kept: a request that was refused or failed may be sent again, also
changed, under its key. While one request is at work, another with its key is refused: a lock of the database that goes
with the transaction, however that ends, so no key is ever stuck.

The answer is kept encrypted (a new token's secret may be in it) under the server's ``SECRET_KEY`` and the key itself,
of which only a hash is kept: who has the database alone can read neither.
"""

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import connection, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.datastructures import MultiValueDict
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models import IdempotencyKey, User
from apps.accounts.services import IDEMPOTENCY_KEPT
from apps.core.errors import Problem

HEADER = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"
RETRY_SECONDS = 1
_SALT = "apps.accounts.idempotency"
_SANE = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?")  # 1 … 255 printable ASCII characters
_KEPT_HEADERS = ("Location",)

DESCRIBED = [
    OpenApiParameter(
        HEADER,
        {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]([ -~]*[!-~])?$"},
        OpenApiParameter.HEADER,
        description="Up to 255 printable ASCII characters. The same key and body within 24 hours gets the same answer.",
    ),
    OpenApiParameter(
        REPLAYED,
        str,
        OpenApiParameter.HEADER,
        response=True,
        description="`true` when this is the answer of an earlier request with the same `Idempotency-Key`.",
    ),
]


def answered_once(*, request: Request, create: Callable[[], Response]) -> Response:
    """What ``create`` answers, or what it answered before under the request's key; without a key, ``create`` is called.

    Raises Problem ``invalid`` for a key that is none, ``idempotency-key-in-flight`` (409) and
    ``idempotency-key-reused`` (422); whatever ``create`` raises undoes what it did.
    """
    key = key_of(request)
    if key is None:
        return create()
    body_hash = fingerprint(request.data)
    key_hash = hashlib.sha256(key.encode()).hexdigest()
    with transaction.atomic():
        _lock(request.user, request.path, key_hash)
        kept = IdempotencyKey.objects.filter(user=request.user, path=request.path, key_hash=key_hash).first()
        if kept is not None and kept.created_at > timezone.now() - IDEMPOTENCY_KEPT:
            return _replay(kept, body_hash=body_hash, key=key)
        if kept is not None:
            kept.delete()
        response = create()
        if response.status_code < 400:
            IdempotencyKey.objects.create(
                user=request.user,
                path=request.path,
                key_hash=key_hash,
                body_hash=body_hash,
                answer=_sealed(response, key=key),
            )
    return response


def key_of(request: Request) -> str | None:
    """The request's key; None without one. Raises Problem ``invalid`` naming the header."""
    key = request.headers.get(HEADER)
    if key is not None and not _SANE.fullmatch(key):
        message = "Must be 1 to 255 printable ASCII characters."
        raise Problem("invalid", f"{HEADER}: {message}", errors={HEADER: [message]})
    return key


def fingerprint(data: Any) -> str:
    """SHA-256 of a body as it was understood: JSON in any order and spacing, a form's fields and its files' bytes."""
    if isinstance(data, MultiValueDict):
        data = [[name, [_value(value) for value in data.getlist(name)]] for name in sorted(data)]
    return hashlib.sha256(json.dumps(data or {}, sort_keys=True).encode()).hexdigest()


def _value(value: Any) -> Any:
    """A form's field as it counts: a file by its bytes, not by its name."""
    if not isinstance(value, UploadedFile):
        return value
    digest = hashlib.sha256()
    for block in value.chunks():
        digest.update(block)
    value.seek(0)
    return {"sha256": digest.hexdigest()}


def _lock(user: User, path: str, key_hash: str) -> None:
    """Nobody else works under this key until the transaction ends. Raises Problem where somebody does."""
    digest = hashlib.sha256(f"{user.pk} {path} {key_hash}".encode()).digest()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [int.from_bytes(digest[:8], signed=True)])
        if not cursor.fetchone()[0]:
            raise Problem(
                "idempotency-key-in-flight",
                "The first request with this key has not been answered yet; try again.",
                headers={"Retry-After": str(RETRY_SECONDS)},
            )


def _replay(kept: IdempotencyKey, *, body_hash: str, key: str) -> Response:
    if kept.body_hash != body_hash:
        raise Problem("idempotency-key-reused", "The first request with this key had another body; use a new key.")
    try:
        answer = json.loads(_box(key).decrypt(bytes(kept.answer)))
    except InvalidToken:
        detail = "It was done, but the server's SECRET_KEY has changed since: the answer cannot be shown again."
        raise Problem("conflict", detail) from None
    headers = {**answer["headers"], REPLAYED: "true"}
    return Response(answer["body"], status=answer["status"], headers=headers)


def _sealed(response: Response, *, key: str) -> bytes:
    headers = {name: response[name] for name in _KEPT_HEADERS if name in response}
    body = json.loads(JSONRenderer().render(response.data))
    answer = {"status": response.status_code, "headers": headers, "body": body}
    return _box(key).encrypt(json.dumps(answer).encode())


def _box(key: str) -> MultiFernet:
    """Encrypts for who has both the key and this server's secret, or one of the secrets it had before."""
    return MultiFernet([Fernet(secret) for secret in _secrets(key)])


def _secrets(key: str) -> Iterator[bytes]:
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield base64.urlsafe_b64encode(salted_hmac(_SALT, key, secret=secret, algorithm="sha256").digest())
