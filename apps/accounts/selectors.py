"""Who a token speaks for, and what it may do."""

import hmac
import re
from collections.abc import Collection
from datetime import datetime

from apps.accounts.models import ApiToken, Scope
from apps.accounts.services import hash_of

_SHAPE = re.compile(r"vd_(?P<prefix>[0-9a-f]{12})_[A-Za-z0-9_-]{20,100}\Z")

# lowest first; each scope includes the ones before it
RANKS: tuple[Scope, ...] = (Scope.READ, Scope.WRITE, Scope.ADMIN)


def token_of(shown: str, *, now: datetime) -> ApiToken | None:
    """The live token (with its user) whose secret was shown as ``shown``; None when unknown, expired or revoked."""
    return tokens_of((shown,), now=now).get(shown)


def tokens_of(shown: Collection[str], *, now: datetime) -> dict[str, ApiToken]:
    """The live token of each shown secret, in one query; what is unknown, expired or revoked is left out."""
    prefixes = {each: shape["prefix"] for each in shown if (shape := _SHAPE.match(each)) is not None}
    if not prefixes:
        return {}
    rows = ApiToken.objects.select_related("user").filter(prefix__in=set(prefixes.values()))
    by_prefix = {token.prefix: token for token in rows}
    found = {each: by_prefix[prefix] for each, prefix in prefixes.items() if prefix in by_prefix}
    return {each: token for each, token in found.items() if _opens(token, each, now=now)}


def _opens(token: ApiToken, shown: str, *, now: datetime) -> bool:
    if not hmac.compare_digest(token.secret_hash, hash_of(shown)) or token.revoked_at is not None:
        return False
    return (token.expires_at is None or token.expires_at > now) and token.user.is_active


def allows(token: ApiToken | None, scope: Scope | str) -> bool:
    """Whether ``token`` may do what ``scope`` covers; without a token a person acts, whose role alone decides."""
    if token is None:
        return True
    return any(Scope(held) in RANKS[RANKS.index(Scope(scope)) :] for held in token.scopes)
