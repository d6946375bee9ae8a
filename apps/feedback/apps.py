from django.apps import AppConfig


class FeedbackConfig(AppConfig):
    name = "apps.feedback"
    label = "feedback"

    def ready(self) -> None:
        # imported for what it listens to
        from apps.feedback import signals  # noqa: F401
