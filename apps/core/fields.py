"""Fields of what programs send that are stricter than Django REST framework's own."""

from typing import Any

from rest_framework import serializers


class Text(serializers.CharField):
    """A text as the description has it: a number sent in its place is refused, and not written out as one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """True or false as the description has it: no word or number that stands for one."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data
