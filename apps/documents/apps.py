from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "apps.documents"
    label = "documents"

    def ready(self) -> None:
        # imported for what they register
        from apps.documents import signals, subjects  # noqa: F401
