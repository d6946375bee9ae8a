"""Who a token speaks for, and what it may do."""

import hmac
import re
from datetime import datetime

from apps.accounts.models import ApiToken, Scope
from apps.accounts.services import hash_of

_SHAPE = re.compile(r"vd_(?P<prefix>[0-9a-f]{12})_[A-Za-z0-9_-]{20,100}\Z")

# lowest first; each scope includes the ones before it
RANKS: tuple[Scope, ...] = (Scope.READ, Scope.WRITE, Scope.ADMIN)


def token_of(shown: str, *, now: datetime) -> ApiToken | None:
    """The live token (with its user) whose secret was shown as ``shown``; None when unknown, expired or revoked."""
    shape = _SHAPE.match(shown)
    if shape is None:
        return None
    token = ApiToken.objects.select_related("user").filter(prefix=shape["prefix"]).first()
    if token is None or not hmac.compare_digest(token.secret_hash, hash_of(shown)):
        return None
    if token.revoked_at is not None or (token.expires_at is not None and token.expires_at <= now):
        return None
    return token if token.user.is_active else None


def allows(token: ApiToken | None, scope: Scope | str) -> bool:
    """Whether ``token`` may do what ``scope`` covers; without a token a person acts, whose role alone decides."""
    if token is None:
        return True
    return any(Scope(held) in RANKS[RANKS.index(Scope(scope)) :] for held in token.scopes)
