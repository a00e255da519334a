"""The product's settings with one more address: the floor that figures are measured against."""

from memoryhub.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.urls"
