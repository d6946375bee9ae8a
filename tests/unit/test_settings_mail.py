"""EMAIL_URL says how mail leaves."""

import pytest

from veritydraft.env import SettingError
from veritydraft.mail import mail_config


def wire(url: str) -> tuple[object, ...]:
    config = mail_config(url)
    return config["EMAIL_HOST"], config["EMAIL_PORT"], config["EMAIL_USE_SSL"], config["EMAIL_USE_TLS"]


def test_without_a_server_mail_is_written_out() -> None:
    assert mail_config("") == {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}


def test_a_password_never_leaves_in_the_clear() -> None:
    assert wire("smtp://me:secret@mail.example.org") == ("mail.example.org", 587, False, True)
    assert wire("smtp://me:secret@mail.example.org:25") == ("mail.example.org", 25, False, True)
    assert wire("smtps://me:secret@mail.example.org") == ("mail.example.org", 465, True, False)
    assert wire("smtp://relay.local") == ("relay.local", 25, False, False)


def test_user_and_password_may_hold_any_sign() -> None:
    config = mail_config("smtps://me%40example.org:p%40ss%2Fword@mail.example.org")
    assert (config["EMAIL_HOST_USER"], config["EMAIL_HOST_PASSWORD"]) == ("me@example.org", "p@ss/word")


@pytest.mark.parametrize("url", ["smtp://:25", "smtp://host:port", "smtp://host/path", "smtp://:secret@host"])
def test_what_is_no_mail_server_is_refused_without_showing_a_password(url: str) -> None:
    with pytest.raises(SettingError) as raised:
        mail_config(url)
    assert str(raised.value).startswith("EMAIL_URL: ")
    assert "secret" not in str(raised.value)
