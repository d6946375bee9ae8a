"""What a workspace may settle for itself, kept in ``Workspace.settings``; what it leaves open is the installation's.

Other keys of the settings belong to the programs that set them: they are kept and not looked at.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.core.errors import Problem
from apps.workspaces.models import Workspace

LONGEST_DAYS = 3650
DOCUMENT_RETENTION = "document_retention_days"
SESSION_RETENTION = "session_retention_days"
FEEDBACK_RETENTION = "feedback_retention_days"
AUDIT_RETENTION = "audit_retention_days"
VERIFICATION = "default_verification"
VERIFICATION_ADVICE = (
    "Legal, financial and regulatory work: strict, where a claim without a matching citation is rejected and a partial "
    "match is weak. Internal notes, research and marketing: helpful, where close enough is supported and uncited "
    "common knowledge is a minor claim (to the built-in Judge, units of time, measure and money only)."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One setting of a workspace: one of ``choices``, without any a whole number of days."""

    name: str
    help: str
    choices: tuple[str, ...] = ()

    def mistake(self, value: Any) -> str | None:
        """What is wrong with ``value``; None for one that can be used, and for null, which leaves it open."""
        if value is None:
            return None
        if self.choices:
            return None if value in self.choices else f"Must be {' or '.join(self.choices)}, or null."
        whole = isinstance(value, int) and not isinstance(value, bool)
        good = whole and 1 <= value <= LONGEST_DAYS
        return None if good else f"Must be a whole number of days from 1 to {LONGEST_DAYS}, or null."


OPTIONS: tuple[Option, ...] = (
    Option(
        name=VERIFICATION,
        choices=("strict", "helpful"),
        help=f"How strictly a text is verified when its session does not say. {VERIFICATION_ADVICE} Left open: strict.",
    ),
    Option(
        name=DOCUMENT_RETENTION,
        help=(
            "Days from the first upload until documents are deleted; sessions that cite them stay, with their quotes. "
            "Left open: DOCUMENT_RETENTION_DAYS of the installation, else kept until somebody deletes them."
        ),
    ),
    Option(
        name=SESSION_RETENTION,
        help="Days after which sessions are deleted. Left open: SESSION_RETENTION_DAYS of the installation.",
    ),
    Option(
        name=FEEDBACK_RETENTION,
        help="Days after which feedback is deleted. Left open: FEEDBACK_RETENTION_DAYS of the installation.",
    ),
    Option(
        name=AUDIT_RETENTION,
        help=(
            "Days after which entries of the audit log are deleted; fewer than AUDIT_RETENTION_DAYS of the installation"
            " count as that many, so that nobody has traces cleared early. Left open: that many."
        ),
    ),
)


def option_named(name: str) -> Option:
    """The option of this name."""
    return next(option for option in OPTIONS if option.name == name)


def check_options(settings: Mapping[str, Any]) -> None:
    """Raises Problem ``invalid`` naming every option that cannot be used, ``settings.NAME`` each."""
    mistakes = {f"settings.{option.name}": option.mistake(settings.get(option.name)) for option in OPTIONS}
    errors = {field: [mistake] for field, mistake in mistakes.items() if mistake}
    if errors:
        told = " ".join(f"{field}: {messages[0]}" for field, messages in errors.items())
        raise Problem("invalid", told, errors=errors)


def option_of(workspace: Workspace, name: str) -> Any:
    """What the workspace has settled; None where it left it open, or holds what was never checked."""
    value = workspace.settings.get(name)
    return None if option_named(name).mistake(value) else value
