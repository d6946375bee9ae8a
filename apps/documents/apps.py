from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "apps.documents"
    label = "documents"

    def ready(self) -> None:
        # imported for what it registers
        from apps.documents import subjects  # noqa: F401
