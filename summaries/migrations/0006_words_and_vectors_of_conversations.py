import django.db.models.deletion
import pgvector.django.halfvec
from django.db import migrations, models

import profiles.models.words

VECTORS = (("summaries_episodevector", "episode_vector"), ("summaries_snapshotvector", "snapshot_vector"))
# As of the other vectors: none too long for its page, none without a direction.
SANE = """
ALTER TABLE {table}
    ADD CONSTRAINT {name}_dimensions CHECK (vector_dims(embedding) <= 1024),
    ADD CONSTRAINT {name}_has_direction CHECK (l2_norm(embedding) > 0);
"""
AS_BEFORE = "ALTER TABLE {table} DROP CONSTRAINT {name}_dimensions, DROP CONSTRAINT {name}_has_direction;"


class Migration(migrations.Migration):
    dependencies = [
        ("profiles", "0006_words_of_facts"),
        ("summaries", "0005_messages_of_former_pauses"),
    ]

    operations = [
        migrations.CreateModel(
            name="EpisodeVector",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("scope_id", models.CharField(db_collation="C", default="__default__", max_length=64)),
                ("model", models.CharField(max_length=128)),
                ("embedding", pgvector.django.halfvec.HalfVectorField()),
            ],
            options={
                "verbose_name": "vector of an episode",
                "verbose_name_plural": "vectors of episodes",
            },
        ),
        migrations.CreateModel(
            name="MessageMean",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("scope_id", models.CharField(db_collation="C", default="__default__", max_length=64)),
                ("model", models.CharField(max_length=128)),
                ("mean", pgvector.django.halfvec.HalfVectorField()),
                ("count", models.PositiveIntegerField()),
            ],
            options={
                "verbose_name": "mean of message vectors",
                "verbose_name_plural": "means of message vectors",
            },
        ),
        migrations.CreateModel(
            name="SnapshotVector",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("scope_id", models.CharField(db_collation="C", default="__default__", max_length=64)),
                ("model", models.CharField(max_length=128)),
                ("embedding", pgvector.django.halfvec.HalfVectorField()),
            ],
            options={
                "verbose_name": "vector of a summary",
                "verbose_name_plural": "vectors of summaries",
            },
        ),
        migrations.AddField(
            model_name="episodesummary",
            name="embedded_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="episodesummary",
            name="words",
            field=profiles.models.words.WordsField(),
        ),
        migrations.AddField(
            model_name="message",
            name="words",
            field=profiles.models.words.WordsField(),
        ),
        migrations.AddField(
            model_name="summarysnapshot",
            name="embedded_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="summarysnapshot",
            name="words",
            field=profiles.models.words.WordsField(),
        ),
        migrations.AddIndex(
            model_name="episodesummary",
            index=models.Index(condition=models.Q(("embedded_at", None)), fields=["id"], name="episode_without_vector"),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(
                condition=models.Q(
                    ("deleted_at", None),
                    ("in_pause", False),
                    ("message_type", "chat"),
                    ("role__in", ("user", "assistant")),
                    ("teaches", True),
                    ("embedded_at", None),
                ),
                fields=["id"],
                name="message_without_vector",
            ),
        ),
        migrations.AddIndex(
            model_name="summarysnapshot",
            index=models.Index(
                condition=models.Q(("deleted_at", None), ("embedded_at", None), ("status", 1)),
                fields=["id"],
                name="snapshot_without_vector",
            ),
        ),
        migrations.AddField(
            model_name="episodevector",
            name="episode",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="vectors", to="summaries.episodesummary"
            ),
        ),
        migrations.AddField(
            model_name="episodevector",
            name="profile",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="profiles.profile"
            ),
        ),
        migrations.AddField(
            model_name="messagemean",
            name="profile",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="profiles.profile"
            ),
        ),
        migrations.AddField(
            model_name="snapshotvector",
            name="profile",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="profiles.profile"
            ),
        ),
        migrations.AddField(
            model_name="snapshotvector",
            name="snapshot",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="vectors", to="summaries.summarysnapshot"
            ),
        ),
        migrations.AddIndex(
            model_name="episodevector",
            index=models.Index(fields=["profile", "scope_id", "model"], name="episode_vector_of_profile"),
        ),
        migrations.AddConstraint(
            model_name="episodevector",
            constraint=models.UniqueConstraint(fields=("episode", "model"), name="episode_vector_identity"),
        ),
        migrations.AddConstraint(
            model_name="messagemean",
            constraint=models.UniqueConstraint(fields=("profile", "scope_id", "model"), name="message_mean_identity"),
        ),
        migrations.AddIndex(
            model_name="snapshotvector",
            index=models.Index(fields=["profile", "scope_id", "model"], name="snapshot_vector_of_profile"),
        ),
        migrations.AddConstraint(
            model_name="snapshotvector",
            constraint=models.UniqueConstraint(fields=("snapshot", "model"), name="snapshot_vector_identity"),
        ),
        migrations.RunSQL(
            "".join(SANE.format(table=table, name=name) for table, name in VECTORS),
            "".join(AS_BEFORE.format(table=table, name=name) for table, name in VECTORS),
        ),
    ]
