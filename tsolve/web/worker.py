"""`python -m tsolve.web.worker KIND`: a process that answers one request after the other, each with all that
it knows from those before: warm rulesets, loaded games.

It reads requests from standard input and writes replies to standard output, each behind its length. While
none waits it loads the games; one of the kind `questions` also what answers need. It ends as soon as its
input does, whatever it is doing: nobody is there any more.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import BinaryIO

import msgspec

from tsolve.process import collect_rarely
from tsolve.web.wire import LENGTH, PLAIN, Reply, Request, framed, written

QUESTIONS = "questions"
_WARM_UP = 2.0
"""Seconds that a question may take with which a game is loaded."""


def reply(request: Request) -> bytes:
    """The reply to a request; an internal error is told without what the request held."""
    from tsolve.web.handling import reply_to

    try:
        return msgspec.msgpack.encode(reply_to(request))
    except Exception as error:  # the worker goes on
        name = type(error).__name__
        sys.stderr.write(f"tsolve: internal error while answering: {name}\n")
        told = f"tsolve made a mistake ({name}). Go back, and ask in another way."
        return msgspec.msgpack.encode(Reply(told, PLAIN, 500))


def warm_up(kind: str) -> Iterator[bytes]:
    """Load the games, in small steps: for each its empty page; for questions an answer about each."""
    from tsolve.api.forms import games_with_forms
    from tsolve.api.shipped import examples

    for game, _ in games_with_forms():
        yield reply(Request("page", {"do": written(("game", game))}))
    if kind == QUESTIONS:
        for text in {each.game: each.text for each in examples()}.values():
            yield reply(Request("page", {"text": text, "ask": written(("check",))}, seconds=_WARM_UP))


def main(kind: str) -> None:
    """Answer until the input ends."""
    collect_rarely()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers
    given, taken = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else is written does not stand among the replies
    requests: SimpleQueue[Request] = SimpleQueue()
    Thread(target=_read, args=(given, requests), daemon=True).start()
    warming = warm_up(kind)
    is_warm = False
    while True:
        try:
            request = requests.get(block=is_warm)
        except Empty:
            is_warm = next(warming, None) is None
            continue
        with suppress(BrokenPipeError):
            taken.write(framed(reply(request)))
            taken.flush()
        gc.collect(1)  # now nobody waits for it


def _read(stream: BinaryIO, requests: SimpleQueue[Request]) -> None:
    """Take requests from the stream, and end the process with it."""
    while len(head := stream.read(LENGTH)) == LENGTH:
        content = stream.read(int.from_bytes(head, "big"))
        requests.put(msgspec.msgpack.decode(content, type=Request))
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
