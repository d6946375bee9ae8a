"""/schema/events"""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.runs.event_types import event_schema


class EventSchema(APIView):
    """What the streams tell, for programs that follow them."""

    authentication_classes = ()
    permission_classes: ClassVar[Any] = (AllowAny,)

    @extend_schema(
        operation_id="event_schema", responses={200: {"type": "object", "additionalProperties": True}}, auth=[]
    )
    def get(self, request: Request) -> Response:
        """The JSON Schema of every kind of event; the same for everybody."""
        return Response(event_schema())
