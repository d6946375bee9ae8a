"""What happens to people's logins and passwords, whatever page or command it happens on."""

from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db.models.signals import post_save
from django.dispatch import receiver

from apps.accounts.models import User
from apps.core.auditing import audit


@receiver(user_logged_in)
def somebody_logged_in(user: Any, **_: Any) -> None:
    audit(action="login.succeeded", actor=user, obj=user, label=user.email)


@receiver(user_logged_out)
def somebody_logged_out(user: Any, **_: Any) -> None:
    if user is not None:  # a page was left that nobody was logged in to
        audit(action="login.ended", actor=user, obj=user, label=user.email)


@receiver(user_login_failed)
def somebody_was_refused(credentials: dict[str, Any], **_: Any) -> None:
    """The address that was tried is kept, whether or not there is such a person; the password never was here."""
    audit(action="login.failed", label=str(credentials.get("username", "")))


@receiver(post_save, sender=User)
def a_password_was_set(instance: User, created: bool, **_: Any) -> None:
    """Django keeps the new password on the object until it has told of it; a hash made anew is not a new password."""
    if created:
        audit(action="user.created", obj=instance, label=instance.email)
    elif instance._password is not None:
        audit(action="password.changed", obj=instance, label=instance.email)
