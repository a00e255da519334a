"""What the ORM cannot declare: one tenant per person, append-only events, sane vectors, an unlogged counter."""

from django.db import migrations

SAME_TENANT = """
ALTER TABLE profiles_{table} ADD CONSTRAINT {table}_same_tenant
    FOREIGN KEY (profile_id, tenant_id) REFERENCES profiles_profile (id, tenant_id)
    ON DELETE CASCADE NOT DEFERRABLE;
"""

# A member's person may be unset, and MATCH SIMPLE then compares nothing.
MEMBER_SAME_TENANT = """
ALTER TABLE profiles_member ADD CONSTRAINT member_same_tenant
    FOREIGN KEY (profile_id, tenant_id) REFERENCES profiles_profile (id, tenant_id) NOT DEFERRABLE;
"""

APPEND_ONLY = """
CREATE FUNCTION memoryhub_events_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('memoryhub.erasing', true) = 'on' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'fact events are append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER fact_events_are_append_only BEFORE UPDATE OR DELETE ON profiles_factevent
    FOR EACH ROW EXECUTE FUNCTION memoryhub_events_are_append_only();
"""

CONTENT_STAYS = """
CREATE FUNCTION memoryhub_fact_content_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the content and the owner of a fact never change' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER fact_content_stays BEFORE UPDATE ON profiles_fact
    FOR EACH ROW WHEN (OLD.content IS DISTINCT FROM NEW.content OR OLD.profile_id <> NEW.profile_id
                       OR OLD.fact_id <> NEW.fact_id OR OLD.scope_id <> NEW.scope_id)
    EXECUTE FUNCTION memoryhub_fact_content_stays();
"""

# 1,024 dimensions: beyond that a half-precision row leaves the page. A zero vector has no direction, its cosine is NaN.
SANE_VECTORS = """
ALTER TABLE profiles_factvector
    ADD CONSTRAINT fact_vector_dimensions CHECK (vector_dims(embedding) <= 1024),
    ADD CONSTRAINT fact_vector_has_direction CHECK (l2_norm(embedding) > 0);
"""


class Migration(migrations.Migration):
    dependencies = [("profiles", "0001_tenants_people_facts")]

    operations = [
        migrations.RunSQL(
            SAME_TENANT.format(table="userprofile"),
            "ALTER TABLE profiles_userprofile DROP CONSTRAINT userprofile_same_tenant",
        ),
        migrations.RunSQL(
            SAME_TENANT.format(table="enduserprofile"),
            "ALTER TABLE profiles_enduserprofile DROP CONSTRAINT enduserprofile_same_tenant",
        ),
        migrations.RunSQL(MEMBER_SAME_TENANT, "ALTER TABLE profiles_member DROP CONSTRAINT member_same_tenant"),
        migrations.RunSQL(
            APPEND_ONLY,
            "DROP TRIGGER fact_events_are_append_only ON profiles_factevent;"
            "DROP FUNCTION memoryhub_events_are_append_only",
        ),
        migrations.RunSQL(
            CONTENT_STAYS,
            "DROP TRIGGER fact_content_stays ON profiles_fact; DROP FUNCTION memoryhub_fact_content_stays",
        ),
        migrations.RunSQL(
            SANE_VECTORS,
            "ALTER TABLE profiles_factvector DROP CONSTRAINT fact_vector_dimensions,"
            " DROP CONSTRAINT fact_vector_has_direction",
        ),
        migrations.RunSQL(
            "ALTER TABLE profiles_ratecounter SET UNLOGGED", "ALTER TABLE profiles_ratecounter SET LOGGED"
        ),
    ]
