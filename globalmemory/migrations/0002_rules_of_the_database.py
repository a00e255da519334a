"""What the ORM cannot declare: rows that hang together have one tenant and one owner, and vectors are sane."""

from django.db import migrations

# Checked at the end of a transaction, as Django's own keys are: an erasure takes owners out before what hangs on them.
OWN_PERSON = """
ALTER TABLE globalmemory_{table} ADD CONSTRAINT {table}_same_tenant
    FOREIGN KEY (profile_id, tenant_id) REFERENCES profiles_profile (id, tenant_id)
    DEFERRABLE INITIALLY DEFERRED;
"""
SAME_OWNER = """
ALTER TABLE globalmemory_{table} ADD CONSTRAINT {table}_{column}_of_owner
    FOREIGN KEY ({column}_id, tenant_id, owner_key) REFERENCES globalmemory_{to} (id, tenant_id, owner_key)
    DEFERRABLE INITIALLY DEFERRED;
"""
DROP = "ALTER TABLE globalmemory_{table} DROP CONSTRAINT {table}_{name}"

SANE_VECTORS = """
ALTER TABLE globalmemory_globalmemoryvector
    ADD CONSTRAINT global_memory_vector_dimensions CHECK (vector_dims(embedding) <= 1024),
    ADD CONSTRAINT global_memory_vector_has_direction CHECK (l2_norm(embedding) > 0);
"""
OWNED = ("folder", "globalmemory", "agentbinding")
TIED = (
    ("folder", "parent", "folder"),
    ("globalmemory", "folder", "folder"),
    ("agentbinding", "global_memory", "globalmemory"),
)


class Migration(migrations.Migration):
    dependencies = [("globalmemory", "0001_folders_memories_bindings")]

    operations = [
        *(
            migrations.RunSQL(OWN_PERSON.format(table=table), DROP.format(table=table, name="same_tenant"))
            for table in OWNED
        ),
        *(
            migrations.RunSQL(
                SAME_OWNER.format(table=table, column=column, to=to),
                DROP.format(table=table, name=f"{column}_of_owner"),
            )
            for table, column, to in TIED
        ),
        migrations.RunSQL(
            SANE_VECTORS,
            "ALTER TABLE globalmemory_globalmemoryvector DROP CONSTRAINT global_memory_vector_dimensions,"
            " DROP CONSTRAINT global_memory_vector_has_direction",
        ),
    ]
