"""What the workers of the whole fleet agree on."""

from django.db import models
from django.db.models.functions import Now


class Upkeep(models.Model):
    """A chore that the whole fleet does once in a while, by the database's clock: one row for each.

    A new row is as old as a chore just done: in a new installation there is nothing to tidy. (In one that stood before
    this table its row is overdue: migration 0001.)
    """

    name = models.CharField(primary_key=True, max_length=40)
    rung_at = models.DateTimeField(db_default=Now())  # when a worker was last told that it is due
    begun_at = models.DateTimeField(db_default=Now())  # when a worker last began with it

    def __str__(self) -> str:
        return f"{self.name}, last begun at {self.begun_at:%Y-%m-%d %H:%M}"
