"""Pages for people."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from apps.web.views import home

urlpatterns = [
    path("", home, name="home"),
    path("login/", LoginView.as_view(redirect_authenticated_user=True), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
]
