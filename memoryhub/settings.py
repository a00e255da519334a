"""Django's settings, read from the environment; wrong values are refused at start."""

import os
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from kombu import Queue

from memoryhub import environment, logs, queues
from memoryhub.environment import Environment, WrongSetting
from memoryhub.numbers import *  # noqa: F403
from memoryhub.numbers import MEMORYHUB_BODY_BYTES, MEMORYHUB_LOG_CONTENT

env = Environment(os.environ)
BASE_DIR = Path(__file__).resolve().parent.parent

# --- security ------------------------------------------------------------------------------------------------------
DEBUG = False
SECRET_KEY = env.secret("MEMORYHUB_SECRET_KEY", shortest=environment.SHORTEST_SECRET_KEY) or ""
if not SECRET_KEY:
    raise WrongSetting(
        "MEMORYHUB_SECRET_KEY is not set: give at least 32 random characters, or start with `manage.py up`, which "
        "makes a key and keeps it."
    )

MEMORYHUB_PUBLIC_URL = env.web_address("MEMORYHUB_PUBLIC_URL")
ALLOWED_HOSTS = [*env.hosts("MEMORYHUB_ALLOWED_HOSTS"), *environment.LOOPBACK]
if MEMORYHUB_PUBLIC_URL:
    ALLOWED_HOSTS.append(str(urlsplit(MEMORYHUB_PUBLIC_URL).hostname))
    CSRF_TRUSTED_ORIGINS = [MEMORYHUB_PUBLIC_URL]

is_https = MEMORYHUB_PUBLIC_URL.startswith("https://")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if is_https else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = is_https
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 14 * 24 * 3600  # seconds
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if is_https else 0
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],  # Bootstrap draws its arrows and ticks as data: images
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": environment.SHORTEST_PASSWORD},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
CSRF_FAILURE_VIEW = "memoryhub.pages.failures.out_of_date"
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# One page's form, an upload and an API call share this limit; the middleware answers 413 at MEMORYHUB_BODY_BYTES, so
# Django's own limit, which answers 400, must lie above it.
DATA_UPLOAD_MAX_MEMORY_SIZE = MEMORYHUB_BODY_BYTES + 65_536

# --- apps, middleware, templates -----------------------------------------------------------------------------------
INSTALLED_APPS = [
    "memoryhub.apps.MemoryHubConfig",
    "extraction",
    "summaries",
    "globalmemory",
    "profiles",
    "observability",
    "memoryhub.apps.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_celery_beat",
    "django_filters",
    "django_htmx",
    "django_structlog",
    "template_partials",
    "csp",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "memoryhub.middleware.RequestLog",
    "memoryhub.middleware.Boundary",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "memoryhub.urls"
WSGI_APPLICATION = "memoryhub.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "profiles.console.appearance",
            ]
        },
    }
]
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = env.text("MEMORYHUB_STATIC_ROOT") or None
WHITENOISE_USE_FINDERS = True  # a clone is served without a collectstatic step

# --- language and time ---------------------------------------------------------------------------------------------
LANGUAGE_CODE = env.one_of("MEMORYHUB_LANGUAGE", "en", ("en", "zh-hans"))
LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
LOCALE_PATHS = [BASE_DIR / "memoryhub" / "locale"]
FORMAT_MODULE_PATH = ["memoryhub.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.zone("MEMORYHUB_TIME_ZONE", "UTC")

# --- database ------------------------------------------------------------------------------------------------------
database_url = env.text("DATABASE_URL")
if not database_url:
    raise WrongSetting(
        "DATABASE_URL is not set: give postgres://user:password@host:port/name, or start with `manage.py up`, which "
        "brings a PostgreSQL of its own."
    )
MEMORYHUB_DATABASE_URL = database_url
DATABASES = {"default": environment.database(database_url)}
DATABASES["default"] |= {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True, "DISABLE_SERVER_SIDE_CURSORS": True}
# Connections of one process: at least its threads. 0 opens one for each request, as behind PgBouncer.
pool_size = env.integer("MEMORYHUB_DATABASE_POOL", 0, most=200)
if pool_size:
    # The pool's own 30 seconds would hang every request while the database is away.
    DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": 3}
DATABASES["default"]["OPTIONS"].setdefault("connect_timeout", "3")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- API -----------------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "profiles.authentication.ApiKeyAuthentication",
        "profiles.authentication.BearerAuthentication",
        "profiles.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["memoryhub.api.scopes.MayUseRoute"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["memoryhub.api.parsing.StrictJson"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "memoryhub.api.parsing.AlwaysJson",
    "DEFAULT_METADATA_CLASS": None,  # OPTIONS would describe views to whoever asks; the schema does
    "DEFAULT_SCHEMA_CLASS": "memoryhub.api.schema.DocumentedProblems",
    "EXCEPTION_HANDLER": "memoryhub.api.problems.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "MemoryHub",
    "DESCRIPTION": "The long-term memory of a company's AI agents.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "OAS_VERSION": "3.1.0",
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "DreamOperationState": "extraction.models.DreamOperation.State",
        "DreamPartState": "extraction.models.DreamPart.State",
        "DreamRunState": "extraction.models.DreamRun.State",
        "FactType": "engine.questions.FACT_TYPES",
        "FeedbackReason": "memoryhub.api.observation_shapes.REASONS",
        "FoundType": "memoryhub.retrieval.TYPES",
        "JobKind": "extraction.models.Job.Kind",
        "JobState": "extraction.models.Job.State",
        "SecretPolicy": "profiles.models.tenants.ScopeConfig.SecretPolicy",
    },
    "SCHEMA_PATH_PREFIX": "/api",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# --- queues --------------------------------------------------------------------------------------------------------
# The job row is the promise, the queue message only a bell: rung inside a request, so it may fail but never wait.
CELERY_BROKER_URL = environment.broker(env.text("CELERY_BROKER_URL", "pgmq://"))
CELERY_TASK_QUEUES = [Queue(name, routing_key=name) for name in queues.NAMES]
CELERY_TASK_DEFAULT_QUEUE = "background"
CELERY_TASK_CREATE_MISSING_QUEUES = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True  # without it a killed child loses the message that it had acknowledged late
CELERY_TASK_SOFT_TIME_LIMIT = 540  # seconds
CELERY_TASK_TIME_LIMIT = 600
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 0, "interval_start": 0, "interval_step": 0, "interval_max": 0}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 1_000  # a child is renewed before slow growth becomes a week's growth
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CONNECTION_TIMEOUT = 1  # seconds
CELERY_BROKER_TRANSPORT = queues.transport(CELERY_BROKER_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = queues.transport_options(CELERY_BROKER_URL, database_url)
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_SCHEDULER = "django_celery_beat.schedulers:DatabaseScheduler"
CELERY_BEAT_SCHEDULE: dict[str, object] = {}  # entries here would overwrite what an operator edited; migrations seed it
DJANGO_CELERY_BEAT_TZ_AWARE = True

# --- metrics -------------------------------------------------------------------------------------------------------
# Who brings it may read the figures of the whole service at /metrics; without one only callers on this machine may.
MEMORYHUB_METRICS_TOKEN = env.secret("MEMORYHUB_METRICS_TOKEN", shortest=environment.SHORTEST_API_KEY) or ""

# --- logs ----------------------------------------------------------------------------------------------------------
LOGGING = logs.logging_settings(
    env.one_of("MEMORYHUB_LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR")),
    keeps_content=MEMORYHUB_LOG_CONTENT,
)
DJANGO_STRUCTLOG_CELERY_ENABLED = True
logs.configure_structlog()
