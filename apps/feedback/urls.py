"""Routes of feedback under the API's base."""

from django.urls import path

from apps.feedback.api import Feedback

urlpatterns = [path("sessions/<uuid:session>/feedback", Feedback.as_view(), name="session-feedback")]
