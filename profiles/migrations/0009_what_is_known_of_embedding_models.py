import django.contrib.postgres.fields
from django.db import migrations, models

# Vectors from before the table: their first one tells how long they are. Those of messages are all younger.
FIRST_OF_EACH = """
INSERT INTO profiles_embeddingmodel
    (name, dimensions, "similar", relevant, passage_mean, query_mean, directions)
SELECT DISTINCT ON (model) model, vector_dims(embedding), '[]', '[]', '{}', '{}', '{}'
FROM profiles_factvector ORDER BY model, id
"""


class Migration(migrations.Migration):
    dependencies = [
        ("profiles", "0008_doubts_about_facts"),
    ]

    operations = [
        migrations.CreateModel(
            name="EmbeddingModel",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=128, unique=True)),
                ("dimensions", models.PositiveIntegerField()),
                ("similar", models.JSONField(blank=True, default=list)),
                ("relevant", models.JSONField(blank=True, default=list)),
                (
                    "passage_mean",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.FloatField(), blank=True, default=list, size=None
                    ),
                ),
                (
                    "query_mean",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.FloatField(), blank=True, default=list, size=None
                    ),
                ),
                (
                    "directions",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.FloatField(), blank=True, default=list, size=None
                    ),
                ),
                ("calibrated_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "embedding model",
                "verbose_name_plural": "embedding models",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("dimensions__range", (1, 1024))), name="embedding_model_dimensions"
                    )
                ],
            },
        ),
        migrations.RunSQL(FIRST_OF_EACH, migrations.RunSQL.noop),
    ]
