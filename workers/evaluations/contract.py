"""What a sub-command of `manage.py evaluate` is."""

from dataclasses import dataclass
from typing import Any, Protocol

from django.core.management.base import CommandParser

from apps.core.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was measured: for a person, and as JSON."""

    text: str
    data: dict[str, Any]


class Evaluation(Protocol):
    """``help`` is one line; every sub-command has ``--json`` already."""

    help: str

    def add_arguments(self, parser: CommandParser) -> None:
        """Its own options."""

    def measure(self, options: dict[str, Any]) -> Report:
        """Measure by these options. Raises CommandError where there is nothing that could be."""


EVALUATIONS: Registry[Evaluation] = Registry("evaluation")
