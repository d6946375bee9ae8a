"""What a text tells as the word of another source: that source alone bears it out, and no other gainsays it. Pure."""

ANOTHER_SAYS = "Another source says:"


def told_of_another(text: str) -> str:
    """What ``text`` says another source says; empty where it speaks for itself."""
    said = " ".join(text.split())
    return said.removeprefix(ANOTHER_SAYS).strip() if said.startswith(ANOTHER_SAYS) else ""
