"""Forgotten and changed passwords: Django's own views with our pages, and no word on who has an account."""

import datetime as dt
import threading
from typing import Any

from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.views import (
    PasswordChangeDoneView,
    PasswordChangeView,
    PasswordResetCompleteView,
    PasswordResetConfirmView,
    PasswordResetDoneView,
    PasswordResetView,
)
from django.db import transaction
from django.forms import Form
from django.http import HttpResponse, HttpResponseRedirect

from apps.audit.callers import current_caller
from apps.audit.selectors import acts_since
from apps.core.auditing import audit

REQUESTED = "password.reset_requested"
WINDOW = dt.timedelta(hours=1)
MAILS_AN_ADDRESS = 3  # in a window: nobody's inbox is filled by a stranger
REQUESTS_AN_IP = 20  # in a window: addresses are not tried out one after the other


class ForgottenForm(PasswordResetForm):
    """Sends the link beside the answer, which so takes as long for an address that nobody has."""

    def send_mail(self, *args: Any, **kwargs: Any) -> None:
        threading.Thread(target=super().send_mail, args=args, kwargs=kwargs, name="mail").start()


class Forgotten(PasswordResetView):
    """Asks for an address and answers the same to everyone, also to those who ask too often."""

    form_class = ForgottenForm
    template_name = "web/password_form.html"
    email_template_name = "web/password_mail.txt"
    subject_template_name = "web/password_mail_subject.txt"
    extra_context = {
        "title": "Forgotten password",
        "lead": "Tell us the address of your account; a link to set a new password is mailed to it.",
        "button": "Send the link",
    }

    def form_valid(self, form: Form) -> HttpResponse:
        address = form.cleaned_data["email"].lower()
        if _too_often(address):
            return HttpResponseRedirect(self.get_success_url())
        audit(action=REQUESTED, label=address)
        return super().form_valid(form)


def _too_often(address: str) -> bool:
    """Whether the address, or the IP that asks, has had its share."""
    asked, ip = acts_since(action=REQUESTED, within=WINDOW), current_caller().ip
    if asked.filter(object_label=address).count() >= MAILS_AN_ADDRESS:
        return True
    return ip is not None and asked.filter(ip=ip).count() >= REQUESTS_AN_IP


class LinkSent(PasswordResetDoneView):
    template_name = "web/message.html"
    extra_context = {
        "title": "Look into your mail",
        "text": "If somebody has an account with this address, a link to set a new password is on its way to it. It "
        "works once and for a day.",
    }


class SetAgain(PasswordResetConfirmView):
    """Where the mailed link leads: a new password, or the news that the link is used up."""

    template_name = "web/password_form.html"
    extra_context = {
        "title": "New password",
        "button": "Set the password",
        "used_up": "This link was used already, is older than a day, or was cut off. Ask for a new one.",
    }

    @transaction.atomic
    def form_valid(self, form: Form) -> HttpResponse:
        answer = super().form_valid(form)
        audit(action="password.reset", actor=self.user, obj=self.user, label=self.user.email)
        return answer


class SetDone(PasswordResetCompleteView):
    template_name = "web/message.html"
    extra_context = {"title": "The password is set", "text": "All logins with the old one have ended.", "go": "login"}


class Change(PasswordChangeView):
    """A new password for who knows the old one."""

    template_name = "web/password_form.html"
    extra_context = {
        "title": "Change password",
        "lead": "Your other logins end. Tokens of your programs stay as they are.",
        "button": "Change the password",
    }


class Changed(PasswordChangeDoneView):
    template_name = "web/message.html"
    extra_context = {"title": "The password is changed", "text": "Your other logins have ended.", "go": "home"}
