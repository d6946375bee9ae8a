from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "apps.web"
    label = "web"

    def ready(self) -> None:
        from django.contrib import admin

        from apps.web.login import AdminLoginForm

        admin.site.login_form = AdminLoginForm
