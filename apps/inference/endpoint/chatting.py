"""Models at the endpoint: asked, followed piece by piece, tried again, accounted for.

Every request is streamed, so that a call that is no longer wanted can be left at any moment and a slow model shows that
it is alive. MODEL_CALL_SECONDS bounds a call with all its tries and pauses.
"""

import time
from collections.abc import Iterator

from django.conf import settings

from apps.inference.builtin.wordpieces import count_tokens
from apps.inference.calling import CallScope, current_scope
from apps.inference.contracts import ChatRequest, ModelError
from apps.inference.endpoint.asking import pieces_of
from apps.inference.endpoint.dialect import dialect_of
from apps.inference.endpoint.streaming import Deadlines, Heard
from apps.inference.endpoint.trying import Tries
from apps.inference.usage import hold_to_limits, record_call


class EndpointChat:
    """A model at an OpenAI-compatible endpoint. Implements ``Chat``; may be shared by threads."""

    def __init__(self, name: str, *, role: str) -> None:
        self.name, self.role = name, role

    def stream(self, request: ChatRequest) -> Iterator[str]:
        """Pieces of the answer; the calls are made for the scope in which this is called."""
        return self._stream(request, current_scope())

    def _stream(self, request: ChatRequest, scope: CallScope) -> Iterator[str]:
        tries = Tries(scope=scope, wall=time.monotonic() + settings.MODEL_CALL_SECONDS)
        while True:
            handed_out = False
            try:
                for piece in self._understood(request, scope, tries.wall):
                    handed_out = True
                    yield piece
                return
            except ModelError as error:
                if handed_out:
                    raise
                tries.get_over(error)

    def _understood(self, request: ChatRequest, scope: CallScope, wall: float) -> Iterator[str]:
        """One try; asked anew in simpler words as long as the endpoint says which ones it does not know."""
        dialect = dialect_of(settings.OPENAI_BASE_URL, self.name)
        while True:
            question = dialect.question(request, model=self.name, max_tokens=settings.MODEL_MAX_OUTPUT_TOKENS)
            try:
                yield from self._once(question, request, scope, wall)
                return
            except ModelError as error:
                if error.code != "bad_request" or not dialect.learn(str(error.__cause__), question):
                    raise

    def _once(self, question: dict, request: ChatRequest, scope: CallScope, wall: float) -> Iterator[str]:
        """One request and its row, whatever becomes of it."""
        hold_to_limits(scope.run_id)
        heard, outcome = Heard(), "aborted"
        try:
            yield from pieces_of(
                question,
                deadlines=deadlines(wall=wall),
                max_tokens=request.max_tokens or settings.MODEL_MAX_OUTPUT_TOKENS,
                heard=heard,
                scope=scope,
            )
            outcome = "ok"
        except ModelError as error:
            outcome = error.code
            raise
        finally:
            self._record(request, heard, scope, outcome)

    def _record(self, request: ChatRequest, heard: Heard, scope: CallScope, outcome: str) -> None:
        used = heard.usage or (estimated(request, heard) if heard.reached else (0, 0))
        first = heard.first_at
        record_call(
            scope=scope,
            role=self.role,
            model=self.name,
            outcome=outcome,
            input_tokens=used[0],
            output_tokens=used[1],
            estimated=heard.reached and heard.usage is None,
            first_token_ms=None if first is None else round(1000 * (first - heard.asked_at)),
            duration_ms=round(1000 * (time.monotonic() - heard.asked_at)),
        )


def deadlines(*, wall: float) -> Deadlines:
    """As the settings say."""
    return Deadlines(
        connect=settings.MODEL_CONNECT_SECONDS,
        first_token=settings.MODEL_FIRST_TOKEN_SECONDS,
        idle=settings.MODEL_IDLE_SECONDS,
        wall=wall,
    )


def estimated(request: ChatRequest, heard: Heard) -> tuple[int, int]:
    """Tokens in and out, counted here in the built-in tokenizer's wordpieces."""
    *given, made = count_tokens([*(message.content for message in request.messages), "".join(heard.pieces)])
    return sum(given), made
