"""Stylesheets and scripts, straight from the installed packages: nothing to collect, no web server beside this one."""

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise with whole bodies: under ASGI its file iterators would be read to their end anyway, with a warning."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        body = found.file.read() if found.file else b""
        response = HttpResponse(body, status=int(found.status))
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        if found.file:
            found.file.close()
        return response
