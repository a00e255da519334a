"""What the ORM cannot declare about message vectors."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("summaries", "0001_sessions_messages_summaries")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE summaries_messagevector"
            " ADD CONSTRAINT message_vector_dimensions CHECK (vector_dims(embedding) <= 1024),"
            " ADD CONSTRAINT message_vector_has_direction CHECK (l2_norm(embedding) > 0)",
            "ALTER TABLE summaries_messagevector"
            " DROP CONSTRAINT message_vector_dimensions, DROP CONSTRAINT message_vector_has_direction",
        ),
    ]
