"""Whose turn it is (the workspace of each phase), how often a worker was lost, and what an open phase has told."""

from django.db import migrations, models

FILL = """
UPDATE runs_phaserun SET workspace_id = run.workspace_id FROM runs_run AS run WHERE run.id = runs_phaserun.run_id
"""


class Migration(migrations.Migration):
    dependencies = [("runs", "0001_initial")]
    operations = [
        migrations.AddField("phaserun", "workspace_id", models.UUIDField(null=True)),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", migrations.RunSQL.noop),
        migrations.AlterField("phaserun", "workspace_id", models.UUIDField()),
        migrations.AddField("phaserun", "losses", models.IntegerField(default=0, db_default=0)),
        migrations.AddField("phaserun", "progress", models.JSONField(blank=True, default=dict, db_default={})),
        migrations.AddIndex(
            "phaserun",
            models.Index(
                condition=models.Q(state="ready"),
                fields=["queue", "workspace_id", "available_at"],
                name="phase_turn",
            ),
        ),
    ]
