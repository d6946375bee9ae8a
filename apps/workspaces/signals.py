"""What rooms to the right may want to know of a workspace."""

from django.dispatch import Signal

# sent with ``workspace`` inside the transaction that deletes it, before the first row goes: rows with a cascade go by
# themselves, files and the like are to be removed on commit
workspace_deleting = Signal()

# sent with ``workspace``, ``model`` and ``by`` inside the transaction that changes the workspace; who has the vectors
# begins to switch, or refuses by raising a Problem
embedding_model_wanted = Signal()
