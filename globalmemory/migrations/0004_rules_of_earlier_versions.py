"""An earlier version has the tenant and the owner of its memory."""

from django.db import migrations

ADD = """
ALTER TABLE globalmemory_globalmemoryversion
    ADD CONSTRAINT globalmemoryversion_same_tenant
        FOREIGN KEY (profile_id, tenant_id) REFERENCES profiles_profile (id, tenant_id)
        DEFERRABLE INITIALLY DEFERRED,
    ADD CONSTRAINT globalmemoryversion_global_memory_of_owner
        FOREIGN KEY (global_memory_id, tenant_id, owner_key)
        REFERENCES globalmemory_globalmemory (id, tenant_id, owner_key)
        DEFERRABLE INITIALLY DEFERRED;
"""
DROP = """
ALTER TABLE globalmemory_globalmemoryversion
    DROP CONSTRAINT globalmemoryversion_same_tenant,
    DROP CONSTRAINT globalmemoryversion_global_memory_of_owner;
"""


class Migration(migrations.Migration):
    dependencies = [("globalmemory", "0003_earlier_versions")]

    operations = [migrations.RunSQL(ADD, DROP)]
