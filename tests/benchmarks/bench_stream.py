"""What the stack adds to the model behind it: the client's first word, the whole stream, the whole answer.

    python -m tests.benchmarks.bench_stream [--rounds 5] [--tokens 400] [--pace 40] [--first 1.0] [--mix all|writer]

A scripted endpoint says the same text each time: its first token after ``first`` seconds, then ``pace`` tokens a
second. A client asks `manage.py serve` (as it comes, commits synced to the disk) over HTTP and follows the session's
WebSocket; in turn it gets the same text from a bare relay, a process that passes each token of the endpoint on over a
WebSocket and does nothing else. Time runs from the client's POST, or from its connecting to the relay. Aims: first
word ≤ 1.15 of the relay's, last word ≤ 1.02.

The whole answer, to its terminal event, is held against the least that its calls take, as the endpoint counted them
(see ``stages``): Writer, Skeptic and Judge one after the other, the calls of each side by side: ≤ 1.10. Calls of one
role that are made one after the other thus count as if they were not. That is done with every role at the endpoint
(Skeptic and Judge: first token after 1 s, 100 tokens a second) and with the recommended mix, a model for the Writer
alone.
"""

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import urlsplit

from websockets.asyncio.server import ServerConnection, serve
from websockets.sync.client import connect

from tests.benchmarks.answering import Answer, Library
from tests.copied_text import copied
from tests.endpoint import EndpointProcess, Reply, Rule, Script

MIXES = {
    "all": {"WRITER_MODEL": "writer-1", "SKEPTIC_MODEL": "skeptic-1", "JUDGE_MODEL": "judge-1"},
    "writer": {"WRITER_MODEL": "writer-1"},
}
SAID = {"all": "every role at the endpoint", "writer": "the Writer alone at the endpoint"}
PROMPT = {"model": "writer-1", "stream": True, "messages": [{"role": "user", "content": "Which rules apply?"}]}


async def relay(base_url: str) -> None:
    """Serve a WebSocket that sends what the endpoint says, token by token; prints its port."""
    site = urlsplit(base_url)
    body = json.dumps(PROMPT).encode()
    head = f"POST {site.path}/chat/completions HTTP/1.1\r\nHost: {site.netloc}\r\nContent-Type: application/json\r\n"
    request = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body

    async def pass_on(client: ServerConnection) -> None:
        reader, writer = await asyncio.open_connection(site.hostname, site.port)
        writer.write(request)
        async for line in reader:
            told = line.removeprefix(b"data:").strip()
            if told == b"[DONE]":
                break
            if line.startswith(b"data:"):
                choices = json.loads(told)["choices"]
                piece = choices[0]["delta"].get("content") if choices else ""
                if piece:
                    await client.send(piece)
        writer.close()

    async with serve(pass_on, "127.0.0.1", 0, compression=None) as server:
        print(next(iter(server.sockets)).getsockname()[1], flush=True)
        await server.serve_forever()


@contextmanager
def relaying(base_url: str) -> Iterator[str]:
    """The relay as a process of its own; gives its address."""
    command = [sys.executable, "-m", "tests.benchmarks.bench_stream", "--relay", base_url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield f"ws://127.0.0.1:{process.stdout.readline().strip()}"
        finally:
            process.kill()


def relayed(address: str) -> tuple[float, float]:
    """Seconds to the first and to the last word through the relay."""
    begun = time.time()
    with connect(address, compression=None) as words:
        came = [time.time() for _ in words]
    return came[0] - begun, came[-1] - begun


def script(text: str, options: argparse.Namespace) -> Script:
    """The text at its pace for the Writer; the others answer by themselves, faster."""
    said = Reply(text=text, first_token=options.first, tokens_per_second=options.pace)
    return Script(rules=(Rule(role="writer", reply=said),), first_token=1.0, tokens_per_second=100)


def line(what: str, ours: Sequence[float], theirs: Sequence[float], target: float) -> str:
    """A row of the table: ratio of the medians, that of the best, and what is added."""
    mine, base = statistics.median(ours), statistics.median(theirs)
    added = 1000 * statistics.median([one - other for one, other in zip(ours, theirs, strict=True)])
    best = min(ours) / min(theirs)
    ratio = f"{mine / base:5.3f} (best {best:5.3f})  ≤ {target:.2f}"
    return f"  {what:<14} {mine:7.3f} s / {base:7.3f} s   {ratio}   {added:+6.0f} ms"


def measure(mix: str, library: Library, address: str, options: argparse.Namespace) -> None:
    """Print the rows of one mix."""
    with library.served(**MIXES[mix]) as client:
        text = copied(client.person, library.keys, tokens=options.tokens)
        client.endpoint.play(script(text, options))
        pairs = [(relayed(address), client.ask()) for _ in range(options.rounds)]
        answers = [answer for _, answer in pairs]
        relays = [seconds for seconds, _ in pairs]
        print(f"{SAID[mix]}, {options.rounds} rounds")
        print(line("first word", [one.chunks_at[0] - one.asked_at for one in answers], [r[0] for r in relays], 1.15))
        print(line("last word", [last_word(one) for one in answers], [r[1] for r in relays], 1.02))
        whole = [one.ended_at - one.asked_at for one in answers]
        print(line("whole answer", whole, [one.least_seconds for one in answers], 1.10))
        print_calls(answers)


def last_word(answer: Answer) -> float:
    """Seconds to the last word of the first text, whatever was revised later."""
    (writer, *_) = answer.of("writer")
    chunks = [at for at in answer.chunks_at if len(answer.of("writer")) == 1 or at < writer.ended_at + 0.5]
    return chunks[-1] - answer.asked_at


def print_calls(answers: Sequence[Answer]) -> None:
    """What was said and asked in one of the answers."""
    answer = answers[-1]
    counts = {role: len(answer.of(role)) for role in ("writer", "skeptic", "judge")}
    print(f"  {answer.of('writer')[0].pieces} tokens, {len(answer.session['claims'])} claims, calls {counts}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tokens", type=int, default=400)
    parser.add_argument("--pace", type=float, default=40)
    parser.add_argument("--first", type=float, default=1.0)
    parser.add_argument("--mix", choices=MIXES, action="append")
    parser.add_argument("--relay", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.relay:
        asyncio.run(relay(options.relay))
        return
    with EndpointProcess() as endpoint, relaying(endpoint.base_url) as address:
        library = Library(endpoint)
        try:
            print(f"{'':<17}{'stack':>8} / {'without':<10}   ratio{'aim':>21}{'added':>12}")
            for mix in options.mix or MIXES:
                measure(mix, library, address, options)
        finally:
            library.remove()


if __name__ == "__main__":
    main()
