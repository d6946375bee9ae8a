"""``python -m tests.endpoint [--port N] [--answers module:function]``: prints its base URL, runs until it is ended."""

import argparse
import asyncio
import importlib
import sys

from tests.endpoint.roles import answer_of
from tests.endpoint.server import Endpoint


async def serve(*, port: int, answers: str, with_parent: bool) -> None:
    answer = answer_of
    if answers:
        module, _, name = answers.partition(":")
        answer = getattr(importlib.import_module(module), name)
    endpoint = Endpoint(port=port, answer=answer)
    await endpoint.open()
    print(f"http://127.0.0.1:{endpoint.port}/v1", flush=True)
    ended = asyncio.Event()
    if with_parent:  # its end of the pipe closes with it, however it ends
        asyncio.get_running_loop().add_reader(sys.stdin, ended.set)
    await ended.wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--answers", default="")
    parser.add_argument("--with-parent", action="store_true", help="end when standard input closes")
    told = parser.parse_args()
    asyncio.run(serve(port=told.port, answers=told.answers, with_parent=told.with_parent))
