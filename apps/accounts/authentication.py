"""How a request says who it is from: a bearer token, or the browser's session."""

from django.http import HttpRequest
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from apps.accounts.models import ApiToken, User
from apps.accounts.selectors import token_of
from apps.accounts.services import token_mark_used
from apps.core.errors import Problem


class BearerToken(BaseAuthentication):
    """``Authorization: Bearer vd_…``; ``request.auth`` is the ApiToken."""

    keyword = b"bearer"

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """None without such a header. Raises AuthenticationFailed (401) for a token that opens nothing."""
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != self.keyword:
            return None
        now = timezone.now()
        token = token_of(words[1].decode("latin-1"), now=now) if len(words) == 2 else None
        if token is None:
            raise AuthenticationFailed("This token is unknown, has expired or was revoked.")
        token_mark_used(token=token, at=now)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="veritydraft"'


class BrowserSession(SessionAuthentication):
    """The login of the browser; what changes something also needs the CSRF token."""

    def enforce_csrf(self, request: HttpRequest) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied:
            raise Problem("csrf", "Send the cookie csrftoken back as the header X-CSRFToken.") from None
