from django.apps import AppConfig
from django.conf import settings


class AccountsConfig(AppConfig):
    name = "apps.accounts"
    label = "accounts"

    def ready(self) -> None:
        if settings.SERVES_SITE:
            from apps.accounts import schema  # noqa: F401  registers how to log in
