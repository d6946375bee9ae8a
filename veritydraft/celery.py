"""Where `celery -A veritydraft` looks for the app."""

from workers.celery import app

__all__ = ["app"]
