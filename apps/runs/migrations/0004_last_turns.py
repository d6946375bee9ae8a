"""Among workspaces with equally much under way, the one that was served longest ago is next."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("runs", "0003_runs_by_session"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="phaserun",
            index=models.Index(
                condition=models.Q(("started_at__isnull", False)),
                fields=["queue", "workspace_id", "-started_at"],
                name="phase_served",
            ),
        ),
    ]
