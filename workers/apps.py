from django.apps import AppConfig


class WorkersConfig(AppConfig):
    name = "workers"
    label = "workers"

    def ready(self) -> None:
        # imported for what they set up and register
        from workers import celery, phases, pipelines, tasks, timer  # noqa: F401
