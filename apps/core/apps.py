from django.apps import AppConfig

from apps.core.checks import register_checks


class CoreConfig(AppConfig):
    name = "apps.core"
    label = "core"

    def ready(self) -> None:
        register_checks()
