"""Routes of accounts under the API's base."""

from django.urls import path

from apps.accounts.api import OneToken, Tokens

urlpatterns = [
    path("tokens", Tokens.as_view(), name="tokens"),
    path("tokens/<uuid:token>", OneToken.as_view(), name="token"),
]
