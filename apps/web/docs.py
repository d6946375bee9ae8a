"""The API's description and a page to read and try it on; both come from this process, nothing from a CDN."""

from functools import lru_cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response


@lru_cache(maxsize=1)
def schema() -> dict[str, Any]:
    """The OpenAPI 3.1 document of every API route; the same for everybody, so it is made once."""
    return SchemaGenerator().get_schema(request=None, public=True)


class ApiSchema(SpectacularAPIView):
    """The OpenAPI document, as YAML or JSON (`Accept: application/vnd.oai.openapi+json`)."""

    authentication_classes = ()

    def _get_schema_response(self, request: Request) -> Response:
        return Response(schema())


class ApiDocs(SpectacularSwaggerSplitView):
    """Swagger UI, served from the installed package."""

    authentication_classes = ()
