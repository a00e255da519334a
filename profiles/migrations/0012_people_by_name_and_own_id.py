from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("profiles", "0011_who_made_a_key"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="userprofile",
            index=GinIndex(SearchVector("nickname", config="simple"), name="user_profile_names"),
        ),
        migrations.AddIndex(
            model_name="enduserprofile",
            index=models.Index(fields=["tenant", "end_sub_user_id", "end_user_id"], name="end_user_by_own_id"),
        ),
    ]
