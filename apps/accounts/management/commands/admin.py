"""``manage.py admin EMAIL``: somebody who may use the admin, made or promoted."""

import getpass
import sys
from typing import Any

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from apps.accounts.models import User
from apps.accounts.services import admin_appoint
from apps.core.migrating import migrate


class Command(BaseCommand):
    help = "Make somebody an administrator: a new account, or one that is there already. Doing it again does no harm."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the address to log in with")
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--password-stdin", action="store_true", help="read the password from standard input")
        how.add_argument("--link", action="store_true", help="print a link, good once and for a day, to set a password")
        parser.add_argument("--site", default=site(), help="where the link leads (default: %(default)s)")

    def handle(self, *args: Any, email: str, site: str, **options: Any) -> None:
        try:
            validate_email(email)
        except ValidationError:
            raise CommandError(f"{email} is no e-mail address.") from None
        migrate()  # it may well be the first command of all
        known = User.objects.filter(email__iexact=email).first()
        password = None
        if options["password_stdin"]:
            password = sys.stdin.readline().rstrip("\r\n")
        elif not options["link"] and (known is None or not known.has_usable_password()):
            password = asked_for()
        if password is not None:
            check(password, known or User(email=email))
        person, news = admin_appoint(email=email, password=password)
        self.stderr.write(f"{person.email} {news}.")
        if options["link"]:
            self.stdout.write(site.rstrip("/") + way_in(person))


def site() -> str:
    """The address under which this installation is most likely reached."""
    if settings.HTTPS:
        return f"https://{settings.ALLOWED_HOSTS[0]}" if settings.ALLOWED_HOSTS else "https://localhost"
    return f"http://{settings.HOST}:{settings.PORT}"


def asked_for() -> str:
    """A password typed twice. Raises CommandError where nobody sits at a terminal."""
    if not sys.stdin.isatty():
        raise CommandError("There is no terminal to ask for a password; add --password-stdin or --link.")
    try:
        password = getpass.getpass("Password: ")
        if getpass.getpass("Once more: ") != password:
            raise CommandError("The two were not the same; nothing was changed.")
    except (EOFError, KeyboardInterrupt):
        raise CommandError("Nothing was changed.") from None
    return password


def check(password: str, person: User) -> None:
    """Raises CommandError for a password that the site would not take either."""
    try:
        validate_password(password, person)
    except ValidationError as error:
        raise CommandError(" ".join(error.messages)) from None


def way_in(person: User) -> str:
    """The path where ``person`` sets a password, as a mailed link would have it."""
    uid = urlsafe_base64_encode(force_bytes(person.pk))
    return reverse("password_reset_confirm", args=[uid, default_token_generator.make_token(person)])
