"""A worker of which the words of a question say what happens to it."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from types import ModuleType
from unittest import mock

from tsolve.web import worker
from tsolve.web.wire import PLAIN, Reply, Request


def reply_to(request: Request) -> Reply:
    """What the words say: wait, work, or end in one of several ways."""
    word, _, about = request.posted.get("words", "").partition(" ")
    if request.trouble:
        return Reply(f"told: {request.trouble}", PLAIN)
    match word:
        case "wait":
            time.sleep(float(about))
        case "work":
            end = time.monotonic() + float(about)
            while time.monotonic() < end:
                pass
        case "exit":
            os._exit(int(about))
        case "segfault":
            ctypes.string_at(0)
        case "memory":
            raise MemoryError(about)
        case "fail":
            raise ValueError(about)
        case "surrogate":
            return Reply("\ud800", PLAIN)
        case "print":
            os.write(1, b"something that libraries say")
            print(about)
        case "seconds":
            return Reply(f"{request.seconds} by {os.getpid()}", PLAIN)
        case "large":
            return Reply("x" * int(about), PLAIN)
    return Reply(f"{word} by {os.getpid()}", PLAIN)


if __name__ == "__main__":
    instead = ModuleType("tsolve.web.handling")  # no game is loaded
    instead.reply_to = reply_to  # type: ignore[attr-defined]
    sys.modules[instead.__name__] = instead
    with mock.patch.object(worker, "warm_up", return_value=iter(())):
        worker.main(sys.argv[1])
