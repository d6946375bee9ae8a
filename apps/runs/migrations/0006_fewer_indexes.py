"""No second index on what a unique one finds by its first column: phases are written often, and their indexes too.

Dropped one by one beside the work that goes on: Django would make each foreign key anew, behind locks on all of them.
"""

from django.db import migrations, models

DROPPED = (
    ("artifact", "run", "runs.run", "artifacts", "runs_artifact_run_id_dfc12ac1"),
    ("checkpoint", "phase", "runs.phaserun", "checkpoints", "runs_checkpoint_phase_id_f1bc8d77"),
    ("event", "stream", "runs.stream", "events", "runs_event_stream_id_6a0756ba"),
    ("phaserun", "run", "runs.run", "phases", "runs_phaserun_run_id_88e3729c"),
)


def drop(model: str, field: str, to: str, related: str, index: str) -> migrations.SeparateDatabaseAndState:
    key = models.ForeignKey(to, models.CASCADE, related_name=related, db_index=False)
    again = f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {index} ON runs_{model} ({field}_id)"
    return migrations.SeparateDatabaseAndState(
        [migrations.RunSQL(f"DROP INDEX CONCURRENTLY IF EXISTS {index}", again)],
        [migrations.AlterField(model, field, key)],
    )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("runs", "0005_begun_and_failed")]
    operations = [drop(*each) for each in DROPPED]
