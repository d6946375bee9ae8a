"""HTTP and WebSocket, one application."""

import os

from veritydraft.handler import http_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "veritydraft.settings")
os.environ.setdefault("PROCESS_ROLE", "web")
http = http_application()  # loads the apps, which the imports below need

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import path, re_path  # noqa: E402

from apps.drafting.consumers import WorkspaceConsumer  # noqa: E402
from apps.runs.consumers import NoStream, StreamConsumer  # noqa: E402

SOCKETS = [
    path("ws/sessions/<uuid:stream_id>/", StreamConsumer.as_asgi()),
    path("ws/workspaces/<uuid:stream_id>/", WorkspaceConsumer.as_asgi()),
    re_path(r"", NoStream.as_asgi()),
]
application = ProtocolTypeRouter({"http": http, "websocket": AuthMiddlewareStack(URLRouter(SOCKETS))})
