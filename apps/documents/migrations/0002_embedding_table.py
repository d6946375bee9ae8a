"""The vectors' table: partitioned by workspace, halfvec stored plain, deleted with its chunk."""

import django.db.models.deletion
import pgvector.django.halfvec
from django.db import migrations, models

PARTITIONS = 16

CREATE = """
CREATE TABLE documents_embedding (
    workspace_id uuid NOT NULL,
    model varchar(200) NOT NULL,
    chunk_id uuid NOT NULL REFERENCES documents_chunk (id) ON DELETE CASCADE,
    vector halfvec NOT NULL,
    PRIMARY KEY (workspace_id, model, chunk_id)
) PARTITION BY HASH (workspace_id);
ALTER TABLE documents_embedding ALTER COLUMN vector SET STORAGE PLAIN;
CREATE INDEX documents_embedding_chunk ON documents_embedding (chunk_id);
""" + "\n".join(
    f"CREATE TABLE documents_embedding_{n} PARTITION OF documents_embedding"
    f" FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {n});\n"
    f"ALTER TABLE documents_embedding_{n} ALTER COLUMN vector SET STORAGE PLAIN;"
    for n in range(PARTITIONS)
)


MODEL = migrations.CreateModel(
    name="Embedding",
    fields=[
        (
            "pk",
            models.CompositePrimaryKey(
                "workspace_id", "model", "chunk_id", blank=True, editable=False, primary_key=True, serialize=False
            ),
        ),
        ("workspace_id", models.UUIDField()),
        ("model", models.CharField(max_length=200)),
        ("vector", pgvector.django.halfvec.HalfVectorField()),
        (
            "chunk",
            models.ForeignKey(
                on_delete=django.db.models.deletion.DO_NOTHING, related_name="embeddings", to="documents.chunk"
            ),
        ),
    ],
    options={"db_table": "documents_embedding"},
)


class Migration(migrations.Migration):
    dependencies = [("documents", "0001_initial")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(CREATE, "DROP TABLE documents_embedding")], state_operations=[MODEL]
        )
    ]
