"""A model's structured answer: read with indulgence, asked for once more where it cannot be read."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from apps.agents.json_reading import find_object
from apps.agents.thinking import spoken
from apps.inference.calling import current_scope
from apps.inference.contracts import Chat, ChatRequest, Message, ModelError

QUOTED_BACK = 6000  # characters of an unreadable answer that the model is shown again
Form = TypeVar("Form", bound=BaseModel)
Read = TypeVar("Read")
Repair = Callable[[str], tuple[Message, ...]]  # what is wrong → what the model is told about it


class Unreadable(ValueError):
    """Why an answer cannot be used, in our words alone: they go into the next request."""


def ask_for(chat: Chat, request: ChatRequest, *, read: Callable[[str], Read], repair: Repair) -> Read:
    """What ``read`` makes of the answer, or of a second one after it raised Unreadable over the first.

    Raises ModelError ``malformed`` when neither could be read.
    """
    answer = _answer(chat, request)
    try:
        return read(answer)
    except Unreadable as error:
        fault = str(error)
    unreadable = f"{chat.name} gave no readable {request.schema_name} and was asked again: {fault}"
    current_scope().note(ModelError("malformed", unreadable, retryable=True))
    again = (Message(role="assistant", content=answer[:QUOTED_BACK]), *repair(fault))
    try:
        return read(_answer(chat, replace(request, messages=(*request.messages, *again))))
    except Unreadable as error:
        told = f"{chat.name} gave no readable {request.schema_name} twice: {error}"
        raise ModelError("malformed", told, retryable=False) from error


def read_form(answer: str, form: type[Form], *, field: str) -> Form:
    """The last object of an answer with ``field``, as ``form``. Raises Unreadable."""
    found, fault = find_object(answer, field)
    if found is None:
        raise Unreadable(fault)
    try:
        return form.model_validate(found)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise Unreadable(f"At {'.'.join(str(part) for part in first['loc'])}: {first['msg']}.") from error


def _answer(chat: Chat, request: ChatRequest) -> str:
    return "".join(spoken(chat.stream(request)))
