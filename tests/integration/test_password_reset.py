"""A forgotten password: a link by mail, once, for whoever has an account, and no word on who has one."""

import re
import smtplib
import socket
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.core import mail
from django.test import Client

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.web import passwords
from tests.live import eventually

NEW = "an entirely new pass phrase"
FORM = "/password/reset/"


def ask(address: str, browser: Client | None = None, **options: Any) -> Any:
    return (browser or Client()).post(FORM, {"email": address}, **options)


def mailed(count: int = 1) -> Any:
    """The last mail once ``count`` have been sent; they leave in a thread of their own."""
    assert eventually(lambda: len(mail.outbox) >= count, 10)
    _quiet()
    assert len(mail.outbox) == count
    return mail.outbox[-1] if mail.outbox else None


def _quiet() -> None:
    for thread in threading.enumerate():
        if thread.name == "mail":
            thread.join(10)


def link() -> str:
    return re.search(r"https?://\S+", mailed().body)[0]


def set_password(url: str, password: str = NEW, browser: Client | None = None) -> Any:
    """Follow the link as a browser does, fill in the form, and give the page that comes of it."""
    browser = browser or Client()
    form = browser.get(url, follow=True)
    if not form.context["validlink"]:
        return form
    page = form.redirect_chain[-1][0]
    return browser.post(page, {"new_password1": password, "new_password2": password}, follow=True)


def test_the_login_pages_lead_there(db: None) -> None:
    for page in ("/login/", "/admin/login/"):
        assert f'href="{FORM}"' in Client().get(page).content.decode()


def test_a_forgotten_password_is_set_anew(alice: User) -> None:
    assert ask("Alice@Example.org").url == "/password/reset/sent/"
    message = mailed()
    assert message.to == [alice.email]
    assert message.subject == "Set a new password for VerityDraft"
    assert "The password is set" in set_password(link()).content.decode()
    assert not Client().login(username=alice.email, password="a long pass phrase")
    assert Client().login(username=alice.email, password=NEW)
    kept = AuditEntry.objects.filter(action__startswith="password.").order_by("id")
    assert [entry.action for entry in kept] == ["password.reset_requested", "password.changed", "password.reset"]
    assert kept.last().actor == alice


def test_nobody_learns_who_has_an_account(alice: User) -> None:
    gone = User.objects.create_user("gone@example.org", "a long pass phrase", is_active=False)
    programs = User.objects.create_user("programs@example.org")
    known = ask(alice.email)
    mailed()
    for address in ("nobody@example.org", gone.email, programs.email):
        answer = ask(address)
        assert (answer.status_code, answer.url, answer.content) == (known.status_code, known.url, known.content)
        assert sorted(answer.headers) == sorted(known.headers)
    assert len(mail.outbox) == 1
    mailed()


def test_a_mail_server_that_is_away_shows_on_no_page(alice: User, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert ask(alice.email).url == "/password/reset/sent/"
    _quiet()


def test_a_link_opens_once(alice: User) -> None:
    ask(alice.email)
    used = link()
    set_password(used)
    again = set_password(used, "yet another pass phrase")
    assert "used already" in again.content.decode()
    assert f'href="{FORM}"' in again.content.decode()
    assert Client().login(username=alice.email, password=NEW)


def test_a_link_opens_for_a_day(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(alice.email)
    old = link()
    for later, opens in [(timedelta(hours=23), True), (timedelta(hours=25), False)]:
        moment = datetime.now() + later
        monkeypatch.setattr(default_token_generator, "_now", lambda moment=moment: moment)
        assert Client().get(old, follow=True).context["validlink"] is opens


@pytest.mark.parametrize("spoiled", ["x", "é", "%00", "MQ"])
def test_a_spoiled_link_says_so(alice: User, spoiled: str) -> None:
    ask(alice.email)
    head, uid, token, _ = link().rsplit("/", 3)
    for url in (f"{head}/{spoiled}/{token}/", f"{head}/{uid}/{spoiled}/"):
        answer = Client().get(url, follow=True)
        assert answer.status_code == 200
        assert "used already" in answer.content.decode()


def test_a_weak_password_is_refused_and_the_link_stays_good(alice: User) -> None:
    ask(alice.email)
    good = link()
    refused = set_password(good, "12345")
    assert b'role="alert"' in refused.content
    set_password(good)
    assert Client().login(username=alice.email, password=NEW)


def test_all_logins_end_with_the_old_password(alice: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(alice)
    ask(alice.email)
    set_password(link())
    assert elsewhere.get("/").status_code == 302


def test_a_mailbox_is_not_filled_by_a_stranger(alice: User) -> None:
    for _ in range(passwords.MAILS_AN_ADDRESS + 2):
        assert ask(alice.email).url == "/password/reset/sent/"
    mailed(passwords.MAILS_AN_ADDRESS)


def test_addresses_are_not_tried_one_after_the_other(alice: User, bob: User) -> None:
    for number in range(passwords.REQUESTS_AN_IP):
        ask(f"nobody-{number}@example.org")
    assert ask(alice.email).url == "/password/reset/sent/"
    assert AuditEntry.objects.filter(action="password.reset_requested").count() == passwords.REQUESTS_AN_IP
    ask(bob.email, REMOTE_ADDR="203.0.113.7")
    assert mailed().to == [bob.email]


def test_behind_a_proxy_that_speaks_https_the_link_does_too(alice: User, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["verity.example.org"]
    settings.SECURE_SSL_REDIRECT = settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    proxy = {"HTTP_X_FORWARDED_PROTO": "https", "HTTP_HOST": "verity.example.org"}
    assert Client(HTTP_HOST="verity.example.org").get(FORM).status_code == 301
    browser = Client(enforce_csrf_checks=True, **proxy)
    token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', browser.get(FORM).content.decode())[1]
    form = {"email": alice.email, "csrfmiddlewaretoken": token}
    assert browser.post(FORM, form, headers={"Referer": f"https://verity.example.org{FORM}"}).status_code == 302
    url = link()
    assert url.startswith("https://verity.example.org/password/reset/")
    set_password(url.removeprefix("https://verity.example.org"), browser=Client(**proxy))
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_the_site_in_the_link_is_not_for_a_stranger_to_choose(alice: User) -> None:
    assert ask(alice.email, HTTP_HOST="evil.example").status_code == 400
    _quiet()
    assert mail.outbox == []


def test_who_knows_the_old_password_changes_it_and_stays_in(alice: User) -> None:
    here, elsewhere = Client(), Client()
    here.force_login(alice)
    elsewhere.force_login(alice)
    assert 'href="/password/change/"' in here.get("/").content.decode()
    form = {"old_password": "wrong", "new_password1": NEW, "new_password2": NEW}
    assert b'role="alert"' in here.post("/password/change/", form).content
    done = here.post("/password/change/", form | {"old_password": "a long pass phrase"}, follow=True)
    assert "The password is changed" in done.content.decode()
    assert here.get("/").status_code == 200
    assert elsewhere.get("/").status_code == 302
    assert AuditEntry.objects.get(action="password.changed").actor == alice


def test_only_who_is_logged_in_comes_to_change_it(db: None) -> None:
    assert Client().get("/password/change/").url.startswith("/login/")


class Postbox(threading.Thread):
    """A mail server that takes one message: just enough SMTP for Django to hand it over."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.message = b""
        self.start()

    def run(self) -> None:
        connection, _ = self.listening.accept()
        with connection, connection.makefile("rwb", buffering=0) as line:
            line.write(b"220 postbox\r\n")
            while word := line.readline():
                if word.upper().startswith(b"DATA"):
                    line.write(b"354 go on\r\n")
                    while (text := line.readline()) != b".\r\n":
                        self.message += text
                line.write(b"221 bye\r\n" if word.upper().startswith(b"QUIT") else b"250 ok\r\n")


@pytest.fixture
def postbox() -> Iterator[Postbox]:
    box = Postbox()
    yield box
    box.listening.close()


def test_the_link_reaches_a_mail_server(alice: User, postbox: Postbox, settings: Any) -> None:
    from veritydraft.mail import mail_config

    for name, value in mail_config(f"smtp://127.0.0.1:{postbox.port}").items():
        setattr(settings, name, value)
    settings.DEFAULT_FROM_EMAIL = "verity@example.org"
    ask(alice.email)
    _quiet()
    postbox.join(10)
    assert b"From: verity@example.org" in postbox.message
    assert b"To: alice@example.org" in postbox.message
    assert b"http://testserver/password/reset/" in postbox.message


def test_a_server_without_starttls_gets_no_password(alice: User, postbox: Postbox, settings: Any) -> None:
    from django.core.mail import send_mail

    from veritydraft.mail import mail_config

    for name, value in mail_config(f"smtp://me:secret@127.0.0.1:{postbox.port}").items():
        setattr(settings, name, value)
    with pytest.raises(smtplib.SMTPException):
        send_mail("x", "y", None, [alice.email])
    assert postbox.message == b""
