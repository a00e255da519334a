"""What the vectors of all that is remembered about a person have in common."""

from django.db import models
from pgvector.django import HalfVectorField

from profiles.models.people import Profile
from profiles.models.tenants import DEFAULT_SCOPE


class PersonVector(models.Model):
    """The embedding of one row of a person, beside it in a narrow table: read by exact scan of one profile, scope and model."""

    ERASED_BY = "cascade"
    EXPORTED_AS = ""

    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="+", db_index=False)
    scope_id = models.CharField(max_length=64, db_collation="C", default=DEFAULT_SCOPE)
    model = models.CharField(max_length=128)
    embedding = HalfVectorField()

    class Meta:
        abstract = True
