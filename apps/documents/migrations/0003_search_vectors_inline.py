"""Search vectors lie in their row: a search reads thousands, and fetching each from elsewhere took most of it."""

from django.db import migrations

INLINE = "ALTER TABLE documents_chunk ALTER COLUMN search SET STORAGE MAIN"
ELSEWHERE = "ALTER TABLE documents_chunk ALTER COLUMN search SET STORAGE EXTENDED"
MOVE = "UPDATE documents_chunk SET search = search || ''::tsvector WHERE search IS NOT NULL"  # what is there already


class Migration(migrations.Migration):
    dependencies = [("documents", "0002_embedding_table")]
    operations = [migrations.RunSQL(INLINE, ELSEWHERE), migrations.RunSQL(MOVE, migrations.RunSQL.noop)]
