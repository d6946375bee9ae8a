"""What rooms to the right may want to know of a person."""

from django.dispatch import Signal

# sent with ``user`` inside the transaction that deletes them, before the first row goes: who cannot do without them
# refuses by raising a Problem, who has rows that go with them tells the audit log of it
user_deleting = Signal()
