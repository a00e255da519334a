"""The settings of the product as tests and checks need them; a database is started by the fixture that needs one."""

import os

NO_DATABASE = "postgresql://memoryhub@127.0.0.1:9/memoryhub"  # nothing answers there

os.environ.setdefault("MEMORYHUB_SECRET_KEY", "only-for-tests-" * 3)
os.environ.setdefault("DATABASE_URL", NO_DATABASE)
os.environ.setdefault("CELERY_BROKER_URL", "memory://")

from memoryhub.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real one is slow on purpose
