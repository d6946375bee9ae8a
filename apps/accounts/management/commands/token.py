"""``manage.py token EMAIL``: a user's tokens: made, listed, revoked."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from apps.accounts.models import ApiToken, Scope, User
from apps.accounts.services import token_create, token_revoke
from apps.core.errors import Problem


class Command(BaseCommand):
    help = "Make an API token for a user and print its secret, which is shown only this once; or list or revoke some."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the user's e-mail address")
        parser.add_argument("--scope", action="append", choices=Scope.values, help="may be repeated (default: write)")
        parser.add_argument("--name", default="command line", help="what the token is for")
        parser.add_argument("--days", type=int, help="valid for so many days (default: until revoked)")
        instead = parser.add_mutually_exclusive_group()
        instead.add_argument("--list", action="store_true", help="print the user's tokens instead, without secrets")
        instead.add_argument("--revoke", metavar="PREFIX", help="revoke the token that begins vd_PREFIX_ instead")

    def handle(self, *args: Any, email: str, **options: Any) -> None:
        user = User.objects.filter(email__iexact=email).first()
        if options["list"] or options["revoke"]:
            if user is None:
                raise CommandError(f"There is no user {email}.")
            return self.listed(user) if options["list"] else self.revoked(user, options["revoke"])
        if user is None or not user.is_active:
            raise CommandError(f"There is no active user {email}; make one in the admin or with manage.py admin.")
        return self.made(user, options)

    def made(self, user: User, options: dict[str, Any]) -> None:
        scopes = options["scope"] or [Scope.WRITE.value]
        try:
            expires_at = None if options["days"] is None else timezone.now() + timedelta(days=options["days"])
            _, shown = token_create(user=user, name=options["name"], scopes=scopes, expires_at=expires_at)
        except Problem as problem:
            raise CommandError(problem.detail) from None
        except OverflowError:
            raise CommandError("So many days cannot be counted.") from None
        self.stdout.write(shown)

    def listed(self, user: User) -> None:
        """A line a token, newest first: prefix, state, scopes, last use, name."""
        for token in user.tokens.order_by("-created_at"):
            used = f"used {token.last_used_at:%Y-%m-%d %H:%M}" if token.last_used_at else "never used"
            self.stdout.write("\t".join((token.prefix, state_of(token), ",".join(token.scopes), used, token.name)))

    def revoked(self, user: User, prefix: str) -> None:
        wanted = prefix.removeprefix("vd_").partition("_")[0]
        token = user.tokens.filter(prefix=wanted).first()
        if token is None:
            raise CommandError(f"{user.email} has no token with the prefix {wanted}; --list shows them.")
        again = token.revoked_at is not None
        token_revoke(token=token)
        self.stderr.write(f"{token} {'was revoked before' if again else 'opens nothing from now on'}.")


def state_of(token: ApiToken) -> str:
    """``live``, ``live until 2031-01-31``, ``expired`` or ``revoked``."""
    if token.revoked_at is not None:
        return "revoked"
    if token.expires_at is None:
        return "live"
    return f"live until {token.expires_at:%Y-%m-%d}" if token.expires_at > timezone.now() else "expired"
