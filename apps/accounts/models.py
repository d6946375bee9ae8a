"""Who may come in: people and the tokens their programs carry."""

from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.contrib.postgres.fields import ArrayField
from django.db import models

from apps.core.models import UUIDModel


class Scope(models.TextChoices):
    """What a token may do; each includes the ones before it."""

    READ = "read"  # look at what the user sees
    WRITE = "write"  # what an editor may do, where the user is one
    ADMIN = "admin"  # what an owner may do, where the user is one


class UserManager(BaseUserManager):
    use_in_migrations = True

    def create_user(self, email: str, password: str | None = None, **fields: object) -> "User":
        """A user who logs in with ``email``; without a password nobody can. ValueError on an empty address."""
        if not email:
            raise ValueError("a user needs an e-mail address")
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> "User":
        return self.create_user(email, password, **{**fields, "is_staff": True, "is_superuser": True})

    def get_by_natural_key(self, email: str) -> "User":
        return self.get(email__iexact=email)


class User(AbstractUser, UUIDModel):
    """A person; the e-mail address is the login."""

    username = None
    email = models.EmailField(unique=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: list[str] = []
    objects = UserManager()

    def __str__(self) -> str:
        return self.email


class ApiToken(UUIDModel):
    """A program's key to what its user sees. Only the SHA-256 of the secret is kept; ``prefix`` finds and names it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12, unique=True)
    secret_hash = models.CharField(max_length=64)
    scopes = ArrayField(models.CharField(max_length=10, choices=Scope), default=list)
    last_used_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class IdempotencyKey(UUIDModel):
    """That a person's program was answered under an ``Idempotency-Key``: committed with what the answer tells of.

    The key itself is not kept, and without it the answer cannot be read: see ``apps/accounts/idempotency.py``.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    path = models.CharField(max_length=200)
    key_hash = models.CharField(max_length=64)
    body_hash = models.CharField(max_length=64)
    answer = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "path", "key_hash"], name="one_answer_per_key")]

    def __str__(self) -> str:
        return f"{self.path} at {self.created_at:%Y-%m-%d %H:%M}"
