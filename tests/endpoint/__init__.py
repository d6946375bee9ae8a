"""A model endpoint for tests that speaks the real HTTP protocol of OpenAI and misbehaves on order.

It answers ``POST /v1/chat/completions`` (streamed as server-sent events, or whole), ``POST /v1/embeddings`` and
``GET /v1/models`` from its own small HTTP/1.1 server, so that it can also be wrong byte by byte.

In a test of one process::

    with ScriptedEndpoint() as endpoint:                      # a thread; endpoint.base_url → OPENAI_BASE_URL
        endpoint.play(Script(first_token=0.2, tokens_per_second=40))
        ...
        assert len(endpoint.calls(role="judge")) <= 3         # Call records, see below
        assert endpoint.open_calls() == 0

For worker processes::

    with EndpointProcess() as endpoint:                       # `python -m tests.endpoint --port 0`; same methods
        environment["OPENAI_BASE_URL"] = endpoint.base_url

Both offer ``base_url``, ``play(script)``, ``calls(model=…, role=…, path=…)``, ``open_calls()``, ``forget()`` (empties
the log), ``shut()`` and ``reopen()`` (connections are refused in between; the port stays). From anywhere else the same
goes over HTTP: ``POST /script`` (``Script.to_json()``), ``GET /calls``, ``DELETE /calls``.

**Script**: what is answered. Its ``rules`` are looked through in order, the first that fits the request and is not used
up decides; where none fits, the request is answered well. ::

    Script(rules=(
        Rule(times=1, reply=Reply(status=429, retry_after="1")),            # once; then on to the next rule
        Rule(model="judge-*", skip=2, reply=Reply(fault="silent")),         # fnmatch; the first two calls go well
        Rule(role="writer", contains="notice", reply=Reply(text="Thirty days. [cite:0123456789ab]")),
    ))

``Script`` also says for all replies: ``first_token`` (seconds), ``tokens_per_second`` (0: at once), ``usage`` (whether
token counts are told), ``refuses`` (request fields answered with 400: ``json_schema``, ``json_object``,
``stream_options``, ``max_tokens``, ``max_completion_tokens``, ``encoding_format``), ``models`` (others are 404; empty:
all are known), ``api_key`` (others are 401; empty: none needed), ``dimensions`` (of embeddings, by model).

**Reply**: ``text`` (None: what the role says, see below; a callable taking ``Asked`` works in a ``ScriptedEndpoint``),
``status`` with ``retry_after`` (``"2"``, or ``"date:2"`` for an HTTP date in two seconds), ``finish``, pace, and
``fault`` with ``after`` (pieces sent well before it strikes); the faults are listed in ``script.FAULTS``.

**Roles** go by the model's name: ``writer-1``, ``skeptic-1``, ``judge-1`` (what begins so); any other name by the
marked texts of the prompt (claims: Judge; a text: Skeptic; else Writer). The Writer copies sentences of the passages
that share words with the question, with their ``[cite:KEY]``, and mends a text by leaving out what did not hold; the
Skeptic takes sentences as claims; the Judge quotes a passage for each claim. They are in ``roles.py``; another cast is
given with ``ScriptedEndpoint(answer=callable)`` or ``--answers module:function`` (``Asked`` → text; ``roles.answer_of``
to fall back on).

**Call**: ``number, at, path, model, role, messages, body, status, pieces, open_calls`` (at its beginning, itself
included), ``ended_at``, ``closed_early`` and ``closed_at`` (the client hung up before the answer was complete).
"""

from tests.endpoint.running import EndpointProcess, ScriptedEndpoint
from tests.endpoint.script import FAULTS, Asked, Call, Reply, Rule, Script

__all__ = ["FAULTS", "Asked", "Call", "EndpointProcess", "Reply", "Rule", "Script", "ScriptedEndpoint"]
