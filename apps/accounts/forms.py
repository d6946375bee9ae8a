"""People in the admin, whose name is their e-mail address."""

from django.contrib.auth.forms import AdminUserCreationForm
from django.core.exceptions import ValidationError

from apps.accounts.models import User


class NewUserForm(AdminUserCreationForm):
    """An address that nobody has yet, in any mixture of cases, and a password."""

    class Meta:
        model = User
        fields = ("email",)
        field_classes: dict[str, type] = {}

    def clean_email(self) -> str:
        email = self.cleaned_data["email"].lower()
        if User.objects.filter(email__iexact=email).exists():
            raise ValidationError("Somebody has this address already.")
        return email
