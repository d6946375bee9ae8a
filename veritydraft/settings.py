"""Django's settings, all of them from ``veritydraft/env.py``."""

from veritydraft.database import database_config
from veritydraft.embedded.errors import EmbeddedError
from veritydraft.embedded.state import connection_urls, kept_secret
from veritydraft.env import SettingError, read_environment, refuse
from veritydraft.files import storage_config
from veritydraft.mail import mail_config
from veritydraft.parsing import BASE_DIR as BASE_DIR

try:
    ENV = read_environment()
    DATA_DIR = ENV.DATA_DIR
    SECRET_KEY = ENV.SECRET_KEY or kept_secret(DATA_DIR, "secret_key")
    _embedded = connection_urls(DATA_DIR)
    DATABASE_URL = ENV.DATABASE_URL or _embedded.database
    REDIS_URL = ENV.REDIS_URL or _embedded.redis
    _pool_size = ENV.DATABASE_POOL_SIZE if ENV.PROCESS_ROLE == "web" else None
    DATABASES = {"default": database_config(DATABASE_URL, pool_size=_pool_size)}
    _mail = mail_config(ENV.EMAIL_URL)
except (SettingError, EmbeddedError) as error:
    raise refuse(error) from None

# every variable under its own name (settings.MAX_PAGES …); what is computed above or below stands
globals().update({name: value for name, value in ENV.values().items() if name not in globals()})
DEBUG = ENV.DEBUG

# a worker starts in two thirds of the time without the forms of the admin and the descriptions of the API
SERVES_SITE = ENV.PROCESS_ROLE not in {"worker", "scheduler"}
INSTALLED_APPS = [
    "django.contrib.admin" if SERVES_SITE else "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "apps.core",
    "apps.accounts",
    "apps.workspaces",
    "apps.audit",
    "apps.runs",
    "apps.inference",
    "apps.documents",
    "apps.retrieval",
    "apps.verification",
    "apps.agents",
    "apps.drafting",
    "apps.feedback",
    "apps.web",
    "workers",
    "veritydraft",
]
MIDDLEWARE = [
    "apps.core.measuring.MeasureMiddleware",
    "apps.core.middleware.RequestIdMiddleware",
    "apps.core.middleware.ProblemMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "apps.web.static_files.StaticFilesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "apps.audit.callers.CallerMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
ROOT_URLCONF = "veritydraft.urls"
ASGI_APPLICATION = "veritydraft.asgi.application"
AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
PASSWORD_RESET_TIMEOUT = 24 * 3600  # seconds; the pages say a day
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "login"

globals().update(_mail)  # EMAIL_BACKEND, EMAIL_HOST, …
DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENV.EMAIL_FROM

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "veritydraft.formats"

MEDIA_ROOT = DATA_DIR / "files"
STATIC_URL = "static/"
STATIC_ROOT = None  # nothing is collected: files are served from where they are installed
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": storage_config(ENV),
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700

# Secure outside DEBUG; what only makes sense over HTTPS follows the setting of that name.
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = ENV.HTTPS
SECURE_SSL_REDIRECT = ENV.HTTPS and not DEBUG
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]  # probes come from inside, over plain HTTP
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if ENV.HTTPS and not DEBUG else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = bool(SECURE_HSTS_SECONDS)
SILENCED_SYSTEM_CHECKS = ["security.W021"]  # there is no way back out of browsers' preload list: the owner decides
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ENV.HTTPS else None
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# Pub/sub: Redis stores nothing. redis-py's own timeout of 5 s would end idle consumers; the ping finds dead peers.
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {
            "hosts": [
                {"address": REDIS_URL, "socket_timeout": 30, "socket_connect_timeout": 5, "health_check_interval": 10}
            ],
            "prefix": "veritydraft",
        },
    }
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "apps.accounts.authentication.BearerToken",
        "apps.accounts.authentication.BrowserSession",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["apps.core.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "apps.core.problems.handle",
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "VerityDraft",
    "DESCRIPTION": "Answers from a team's own documents, every claim with a citation that was checked.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": False,
    "COMPONENT_SPLIT_PATCH": False,  # what a PATCH needs is what its serializer requires
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "ENUM_NAME_OVERRIDES": {
        "RoleEnum": "apps.workspaces.models.Role",
        "ScopeEnum": "apps.accounts.models.Scope",
        "DocumentStatusEnum": "apps.documents.models.DocumentStatus",
        "SessionStatusEnum": "apps.drafting.models.SessionStatus",
        "VerdictEnum": "apps.feedback.serializers.VERDICTS",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "apps.core.schema.add_problems",
    ],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request_id": {"()": "apps.core.ids.RequestIdFilter"}},
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s]: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["request_id"]}},
    "root": {"handlers": ["console"], "level": ENV.LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "level": ENV.LOG_LEVEL, "propagate": True},
        "daphne": {"level": "WARNING"},
        "httpx2": {"level": "WARNING"},  # a line for each model call, which has its row
        "django.server": {"handlers": [], "level": ENV.LOG_LEVEL, "propagate": True},
    },
}
