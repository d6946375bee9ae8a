"""What the SDK and the wire report, as ModelErrors."""

import json
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

import httpx2
from django.conf import settings
from openai import APIConnectionError, APIError, APIStatusError

from apps.inference.contracts import ModelError

SHOWN = 300  # characters of an endpoint's own words that a message carries
SPENT = {"insufficient_quota", "billing_hard_limit_reached"}  # a 429 that waiting does not cure
BY_STATUS = {
    401: ("unauthorized", False),
    402: ("unauthorized", False),  # no credit left
    403: ("unauthorized", False),
    404: ("unknown_model", False),
    408: ("unavailable", True),
    409: ("unavailable", True),
    425: ("unavailable", True),
    429: ("rate_limited", True),
    501: ("bad_request", False),
}


def model_error(error: Exception) -> ModelError:
    """Any exception of a call as the ModelError that says whether to try again."""
    if isinstance(error, ModelError):
        return error
    if isinstance(error, APIStatusError):
        return _refused(error)
    if isinstance(error, APIConnectionError):
        return _disconnected(error)
    if isinstance(error, APIError):  # an error object in the middle of a stream
        return _told(error)
    if isinstance(error, httpx2.TransportError):
        return ModelError("no_connection", f"The connection broke: {words(str(error))}", retryable=True)
    if isinstance(error, httpx2.InvalidURL):
        return ModelError("no_connection", f"OPENAI_BASE_URL is no address: {error}", retryable=False)
    if isinstance(error, json.JSONDecodeError | UnicodeDecodeError | httpx2.DecodingError):
        return ModelError("malformed", "The endpoint sent something that is not JSON.", retryable=True)
    told = f"The endpoint sent something unexpected: {type(error).__name__}: {words(str(error))}"
    return ModelError("malformed", told, retryable=True)


def _refused(error: APIStatusError) -> ModelError:
    status = error.status_code
    code, retryable = BY_STATUS.get(status, ("unavailable", True) if status >= 500 else ("bad_request", False))
    if status == 429 and (error.code in SPENT or error.type in SPENT):
        retryable = False
    told = f"The endpoint answered {status}: {_said(error)}"
    return ModelError(code, told, retryable=retryable, retry_after=retry_after_of(error.response.headers))


def _disconnected(error: APIConnectionError) -> ModelError:
    cause = error.__cause__
    if isinstance(cause, httpx2.UnsupportedProtocol):
        return ModelError("no_connection", f"OPENAI_BASE_URL is no address: {cause}", retryable=False)
    if isinstance(cause, httpx2.ConnectError | httpx2.ConnectTimeout):
        why = words(str(cause)) or "no answer in time"
        return ModelError("no_connection", f"The endpoint cannot be reached: {why}", retryable=True)
    why = words(str(cause or error)) or type(cause).__name__
    return ModelError("no_connection", f"The connection broke: {why}", retryable=True)


def _told(error: APIError) -> ModelError:
    limited = error.code in {"429", "rate_limit_exceeded"}
    code = "rate_limited" if limited else "unavailable"
    return ModelError(code, f"The endpoint broke off: {words(error.message)}", retryable=True)


def _said(error: APIStatusError) -> str:
    """The endpoint's own words, however it wraps them."""
    body = error.body
    if isinstance(body, Mapping):
        body = body.get("message") or body.get("detail") or body.get("error") or body
    return words(str(body)) or "nothing more"


def words(text: str) -> str:
    """Somebody else's words on one line of bounded length, without our key should they quote it."""
    flat = " ".join(text.split())
    if settings.OPENAI_API_KEY:
        flat = flat.replace(settings.OPENAI_API_KEY, "[key]")
    return flat if len(flat) <= SHOWN else f"{flat[:SHOWN]}…"


def retry_after_of(headers: Mapping[str, str]) -> float | None:
    """Seconds from a Retry-After header: a number or an HTTP date (RFC 9110 §10.2.3); None without a readable one."""
    told = headers.get("retry-after-ms")
    if told is not None and told.strip().replace(".", "", 1).isdigit():
        return float(told) / 1000
    told = (headers.get("retry-after") or "").strip()
    if not told:
        return None
    if told.replace(".", "", 1).isdigit():
        return float(told)
    try:
        return max(0.0, parsedate_to_datetime(told).timestamp() - time.time())
    except ValueError:
        return None
