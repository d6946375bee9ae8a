"""Django's settings, all of them from ``veritydraft/env.py``."""

from pathlib import Path


from veritydraft.env import read_environment


BASE_DIR = Path(__file__).resolve().parent.parent
ENV = read_environment()
DATA_DIR = ENV.DATA_DIR if ENV.DATA_DIR.is_absolute() else BASE_DIR / ENV.DATA_DIR

DEBUG = ENV.DEBUG
SECRET_KEY = ENV.SECRET_KEY or kept_secret(DATA_DIR, "secret_key")
ALLOWED_HOSTS = ENV.ALLOWED_HOSTS
CSRF_TRUSTED_ORIGINS = ENV.CSRF_TRUSTED_ORIGINS

_urls = connection_urls(DATA_DIR)
DATABASE_URL = ENV.DATABASE_URL or _urls.database
REDIS_URL = ENV.REDIS_URL or _urls.redis

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "apps.core",
    "apps.accounts",
    "apps.workspaces",
    "apps.runs",
    "apps.inference",
    "apps.documents",
    "apps.retrieval",
    "apps.verification",
    "apps.agents",
    "apps.drafting",
    "apps.web",
    "workers",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
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
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "login"

DATABASES = {"default": database_config(DATABASE_URL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"

MEDIA_ROOT = DATA_DIR / "files"
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024
FILE_UPLOAD_PERMISSIONS = 0o600
