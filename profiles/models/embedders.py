"""What is known of an embedding model on this installation: nothing of it is about anybody."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from profiles.models.tenants import NOTHING_PERSONAL


class EmbeddingModel(models.Model):
    """One model by the name under which its vectors are stored.

    `dimensions` are those of the first vectors that were stored under the name: all others have as many. The rest is what
    `manage.py calibrate` found, empty before: pairs of cosine and score for both uses, and the background that is taken
    off (`directions` one behind the other).
    """

    ERASED_BY = NOTHING_PERSONAL
    EXPORTED_AS = ""

    name = models.CharField(max_length=128, unique=True)
    dimensions = models.PositiveIntegerField()
    similar = models.JSONField(default=list, blank=True)
    relevant = models.JSONField(default=list, blank=True)
    passage_mean = ArrayField(models.FloatField(), default=list, blank=True)
    query_mean = ArrayField(models.FloatField(), default=list, blank=True)
    directions = ArrayField(models.FloatField(), default=list, blank=True)
    calibrated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("embedding model")
        verbose_name_plural = _("embedding models")
        constraints = [
            models.CheckConstraint(condition=models.Q(dimensions__range=(1, 1024)), name="embedding_model_dimensions")
        ]

    def __str__(self) -> str:
        return self.name
