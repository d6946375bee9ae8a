"""Names of what is built in, where a setting names a model: everything else is a model at the endpoint."""

BUILTIN = "builtin"
RULES = "rules"  # the built-in Judge without its model


def is_built_in(role: str, model: str) -> bool:
    """Whether ``model`` is an engine of our own; ``role`` as in the name of its setting: "judge" of JUDGE_MODEL."""
    return model == BUILTIN or (role.lower() == "judge" and model == RULES)
