"""`python -m tsolve.web.worker`: a process that answers one request after the other, each with all that it
knows from those before: warm rulesets, loaded games.

It reads requests from standard input and writes replies to standard output, each behind its length. It ends
when its input does.
"""

from __future__ import annotations

import signal
import sys
from contextlib import suppress
from typing import BinaryIO

import msgspec

from tsolve.web.wire import Reply, Request

LENGTH = 4
"""The bytes that tell the length of what follows them."""


def framed(content: bytes) -> bytes:
    """A message behind its length."""
    return len(content).to_bytes(LENGTH, "big") + content


def _read(stream: BinaryIO) -> Request | None:
    head = stream.read(LENGTH)
    if len(head) < LENGTH:
        return None
    return msgspec.msgpack.decode(stream.read(int.from_bytes(head, "big")), type=Request)


def warm_up() -> None:
    """Load the games, as a question about an example of each does."""
    from tsolve.api.shipped import examples
    from tsolve.web.handling import reply_to

    for game in dict.fromkeys(each.game for each in examples()):
        text = next(each.text for each in examples() if each.game == game)
        reply_to(Request("page", posted={"text": text, "ask": '["check"]'}, seconds=1.0))


def answered(request: Request) -> Reply:
    """The reply to a request; an internal error is told without what the request held."""
    from tsolve.web.handling import reply_to

    try:
        return reply_to(request)
    except Exception as error:  # the worker goes on
        sys.stderr.write(f"tsolve: internal error while answering: {type(error).__name__}\n")
        told = (
            f"tsolve made a mistake ({type(error).__name__}). The page is alive: go back, and ask otherwise."
        )
        return Reply(told, "text/plain", 500)


def main() -> None:
    """Answer until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers
    given, taken = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else may stand among the replies
    warm_up()
    with suppress(BrokenPipeError):
        while (request := _read(given)) is not None:
            taken.write(framed(msgspec.msgpack.encode(answered(request))))
            taken.flush()


if __name__ == "__main__":
    main()
