"""When a run was first taken, in a column of its own; failed phases are counted without walking through the others."""

from django.db import migrations, models

FILL = """
UPDATE runs_run SET begun_at = created_at
WHERE EXISTS (SELECT FROM runs_phaserun AS phase WHERE phase.run_id = runs_run.id AND phase.attempt > 0)
"""


class Migration(migrations.Migration):
    dependencies = [("runs", "0004_last_turns")]
    operations = [
        migrations.AddField("run", "begun_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.AddIndex(
            "phaserun",
            models.Index(condition=models.Q(state="failed"), fields=["finished_at"], name="phase_failed"),
        ),
    ]
