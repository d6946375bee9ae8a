"""What a running phase sees: its inputs, earlier artifacts, its checkpoints, and fenced ways to tell of progress."""

import threading
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from apps.runs import leases
from apps.runs.claiming import Lease
from apps.runs.models import Artifact, Checkpoint
from apps.runs.types import Data, EventDraft, PhaseError, Projection, Superseded


class PhaseContext:
    """Handed to a phase. Every write raises Superseded when another worker holds the phase or the run has ended."""

    def __init__(self, lease: Lease, *, tools: Any, lost: threading.Event) -> None:
        self._lease = lease
        self._lost = lost
        self.tools = tools
        self.run_id: UUID = lease.run.id
        self.workspace_id: UUID = lease.run.workspace_id
        self.subject_id: UUID = lease.run.subject_id
        self.session_id: UUID | None = lease.run.session_id
        self.inputs: Data = lease.run.inputs
        self.key = lease.key
        self.attempt = lease.attempt
        self.progress: Data = lease.progress  # as this or an earlier attempt has told it

    def artifact(self, name: str, cycle: int = 0, index: int = 0) -> Data:
        """The output of a finished phase; raises Artifact.DoesNotExist when it has none."""
        return Artifact.objects.get(run_id=self.run_id, name=name, cycle=cycle, index=index).data

    def artifact_or_none(self, name: str, cycle: int = 0, index: int = 0) -> Data | None:
        """As ``artifact``, None for a phase that is not finished."""
        return (
            Artifact.objects.filter(run_id=self.run_id, name=name, cycle=cycle, index=index)
            .values_list("data", flat=True)
            .first()
        )

    def artifacts(self, name: str, cycle: int = 0) -> list[Data]:
        """The outputs of a fan-out, in the order of their indexes."""
        rows = Artifact.objects.filter(run_id=self.run_id, name=name, cycle=cycle).order_by("index")
        return list(rows.values_list("data", flat=True))

    def checkpoints(self) -> dict[str, Data]:
        """What earlier attempts had finished, by item."""
        return dict(Checkpoint.objects.filter(phase_id=self._lease.phase_id).values_list("item", "data"))

    def checkpoint(
        self,
        item: str,
        data: Data | None = None,
        *,
        drafts: Iterable[EventDraft] = (),
        project: Projection | None = None,
    ) -> None:
        """Finish one item: its data, rows and events in one transaction."""
        leases.record(self._lease, item=item, data=data, drafts=tuple(drafts), project=project)

    def emit(self, *drafts: EventDraft, project: Projection | None = None, progress: Data | None = None) -> None:
        """Tell readers of progress; ``project`` writes rows in the same transaction.

        ``progress`` is what the pipeline may act on before this phase is done (see RunSnapshot.under_way).
        """
        leases.record(self._lease, drafts=drafts, project=project, progress=progress)
        if progress is not None:
            self.progress = progress

    def note_error(self, error: PhaseError) -> None:
        """Keep an error that the phase got over by itself."""
        leases.note_error(self._lease, error)

    @property
    def superseded(self) -> bool:
        """Whether the heartbeat found the lease gone; cheap, for callbacks that ask often."""
        return self._lost.is_set()

    def check(self) -> None:
        """Raise Superseded when the lease is gone; to be called between items."""
        if self.superseded:
            raise Superseded(str(self.key))
