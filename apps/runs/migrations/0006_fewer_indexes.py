"""No second index on what a unique one finds by its first column: phases are written often, and their indexes too."""

from django.db import migrations, models


def to(model: str, name: str) -> models.ForeignKey:
    return models.ForeignKey(model, models.CASCADE, related_name=name, db_index=False)


class Migration(migrations.Migration):
    dependencies = [("runs", "0005_begun_and_failed")]
    operations = [
        migrations.AlterField("artifact", "run", to("runs.run", "artifacts")),
        migrations.AlterField("checkpoint", "phase", to("runs.phaserun", "checkpoints")),
        migrations.AlterField("event", "stream", to("runs.stream", "events")),
        migrations.AlterField("phaserun", "run", to("runs.run", "phases")),
    ]
