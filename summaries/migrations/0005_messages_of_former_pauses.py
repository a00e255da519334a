"""What was said in a pause, and kept, is known so far only by the job that was done with it at once."""

from django.db import migrations

MARK = """
UPDATE summaries_message AS said SET in_pause = true
FROM extraction_job AS job
WHERE job.kind = 'learn' AND job.reason = 'paused' AND said.profile_id = job.profile_id
  AND said.id = ANY(job.message_ids) AND NOT said.teaches
"""


class Migration(migrations.Migration):
    dependencies = [
        ("summaries", "0004_late_messages_and_those_of_pauses"),
        ("extraction", "0005_decisions"),
    ]

    operations = [migrations.RunSQL(MARK, migrations.RunSQL.noop)]
