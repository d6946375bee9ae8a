from django.apps import AppConfig


class DraftingConfig(AppConfig):
    name = "apps.drafting"
    label = "drafting"

    def ready(self) -> None:
        # imported for what they register
        from apps.drafting import signals, subjects  # noqa: F401
