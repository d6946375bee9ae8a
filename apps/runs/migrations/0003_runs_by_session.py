"""Runs are looked up by their session."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("runs", "0002_turns_and_progress")]
    operations = [
        migrations.AlterField("run", "session_id", models.UUIDField(blank=True, db_index=True, null=True)),
    ]
