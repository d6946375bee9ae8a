"""Pages for people."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from apps.web import passwords
from apps.web.login import LoginForm
from apps.web.views import home

urlpatterns = [
    path("", home, name="home"),
    path("login/", LoginView.as_view(authentication_form=LoginForm, redirect_authenticated_user=True), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("password/change/", passwords.Change.as_view(), name="password_change"),
    path("password/change/done/", passwords.Changed.as_view(), name="password_change_done"),
    path("password/reset/", passwords.Forgotten.as_view(), name="password_reset"),
    # the name under which the admin's login page looks for it
    path("password/reset/", passwords.Forgotten.as_view(), name="admin_password_reset"),
    path("password/reset/sent/", passwords.LinkSent.as_view(), name="password_reset_done"),
    path("password/reset/done/", passwords.SetDone.as_view(), name="password_reset_complete"),
    path("password/reset/<uidb64>/<token>/", passwords.SetAgain.as_view(), name="password_reset_confirm"),
]
