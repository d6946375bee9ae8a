"""``manage.py token EMAIL``: a token for a user, its secret printed once."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from apps.accounts.models import Scope, User
from apps.accounts.services import token_create
from apps.core.errors import Problem


class Command(BaseCommand):
    help = "Make an API token for a user and print its secret, which is shown only this once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the user's e-mail address")
        parser.add_argument("--scope", action="append", choices=Scope.values, help="may be repeated (default: write)")
        parser.add_argument("--name", default="command line", help="what the token is for")
        parser.add_argument("--days", type=int, help="valid for so many days (default: until revoked)")

    def handle(self, *args: Any, email: str, **options: Any) -> None:
        user = User.objects.filter(email__iexact=email, is_active=True).first()
        if user is None:
            raise CommandError(f"There is no active user {email}; make one in the admin or with createsuperuser.")
        expires_at = None if options["days"] is None else timezone.now() + timedelta(days=options["days"])
        scopes = options["scope"] or [Scope.WRITE.value]
        try:
            _, shown = token_create(user=user, name=options["name"], scopes=scopes, expires_at=expires_at)
        except Problem as problem:
            raise CommandError(problem.detail) from None
        self.stdout.write(shown)
