"""What happens to people and tokens."""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from apps.accounts.models import ApiToken, IdempotencyKey, Scope, User
from apps.accounts.signals import user_deleting
from apps.core.auditing import audit
from apps.core.errors import invalid

PREFIX_BYTES = 6  # 12 hex digits
SECRET_BYTES = 32
# how stale ``last_used_at`` may be: one write a minute and token, not one a request
USED_RESOLUTION = timedelta(minutes=1)
IDEMPOTENCY_KEPT = timedelta(hours=24)  # how long an answer is given again to its Idempotency-Key


@transaction.atomic
def user_delete(*, user: User) -> None:
    """Delete a person with their tokens and memberships. Raises Problem ``conflict`` (409) where others need them."""
    user_deleting.send(sender=User, user=user)
    audit(action="user.deleted", obj=user, label=user.email)
    user.delete()


@transaction.atomic
def token_create(
    *, user: User, name: str, scopes: list[str] | tuple[str, ...], expires_at: datetime | None = None
) -> tuple[ApiToken, str]:
    """A new token of ``user`` and its secret ``vd_<prefix>_<secret>``, which can never be shown again.

    Raises Problem ``invalid`` for no scope, an unknown scope, an empty name or an expiry in the past.
    """
    if not scopes or not set(scopes) <= set(Scope.values):
        raise invalid(scopes=f"Choose from {', '.join(Scope.values)}.")
    if not name.strip():
        raise invalid(name="A token needs a name.")
    if expires_at is not None and expires_at <= timezone.now():
        raise invalid(expires_at="This moment has passed.")
    prefix = secrets.token_hex(PREFIX_BYTES)
    shown = f"vd_{prefix}_{secrets.token_urlsafe(SECRET_BYTES)}"
    token = ApiToken.objects.create(
        user=user,
        name=name.strip(),
        prefix=prefix,
        secret_hash=hash_of(shown),
        scopes=[scope for scope in Scope.values if scope in scopes],
        expires_at=expires_at,
    )
    audit(action="token.created", obj=token, label=token.name, details={"user": user.email, "scopes": token.scopes})
    return token, shown


@transaction.atomic
def token_revoke(*, token: ApiToken) -> None:
    """From now on the token opens nothing; revoking it again changes nothing."""
    if ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
        audit(action="token.revoked", obj=token, label=token.name, details={"user": token.user.email})


def token_mark_used(*, token: ApiToken, at: datetime) -> None:
    """Remember that the token was used, to the minute."""
    stale = Q(last_used_at=None) | Q(last_used_at__lt=at - USED_RESOLUTION)
    if token.last_used_at is None or token.last_used_at < at - USED_RESOLUTION:
        ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=at)


@transaction.atomic
def admin_appoint(*, email: str, password: str | None = None) -> tuple[User, str]:
    """Makes ``email`` an administrator, with a new account where there is none; ``password`` replaces what was.

    Returns the person and what has changed, as the rest of a sentence.
    """
    person = User.objects.select_for_update().filter(email__iexact=email).first()
    if person is None:
        person = User.objects.create_superuser(email, password)
        audit(action="admin.appointed", obj=person, label=person.email)
        return person, "is an administrator now, with a new account"
    ready = person.is_active and person.is_staff and person.is_superuser
    person.is_active = person.is_staff = person.is_superuser = True
    if password is not None:
        person.set_password(password)
    person.save()
    if not ready:
        audit(action="admin.appointed", obj=person, label=person.email)
    news = "was an administrator already" if ready else "is an administrator now"
    return person, f"{news}, with a new password" if password is not None else news


def hash_of(shown: str) -> str:
    """SHA-256, hex. A secret of 256 random bits needs no slow hash."""
    return hashlib.sha256(shown.encode()).hexdigest()


def idempotency_keys_expire() -> int:
    """Delete the answers that are no longer given again; returns how many."""
    return IdempotencyKey.objects.filter(created_at__lte=timezone.now() - IDEMPOTENCY_KEPT).delete()[0]
