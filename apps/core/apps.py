from django.apps import AppConfig
from django.db.backends.signals import connection_created

from apps.core.checks import register_checks
from apps.core.transactions import limit_idle_transactions


class CoreConfig(AppConfig):
    name = "apps.core"
    label = "core"

    def ready(self) -> None:
        register_checks()
        connection_created.connect(limit_idle_transactions)
