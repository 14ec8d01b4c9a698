"""The command line. Each command has a file of its own, loaded when it is called for."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

INTERRUPTED = 130

FEWER_COLLECTIONS = 100_000
"""New objects between two runs of the garbage collector: starting up makes many and throws few away."""


def main() -> NoReturn:
    """Run the command of this process and end with its exit code."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")  # names in any script, on any terminal
        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    _leave(code)


def _leave(code: int) -> NoReturn:
    """End at once: the interpreter would spend 30 ms on taking everything apart."""
    with suppress(OSError):  # closed pipes were reported where they were met
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run a command given by its arguments and return its exit code."""
    gc.set_threshold(FEWER_COLLECTIONS)
    import typer

    from tsolve.cli import failing
    from tsolve.cli.commands import root

    try:
        code = root().main(list(arguments), prog_name="tsolve", standalone_mode=False)
    except typer.TyperException as error:
        return failing.usage(error, arguments)
    except SystemExit as stop:  # raised where a pipe was closed while help was written
        return 0 if isinstance(stop.__context__, BrokenPipeError) else INTERRUPTED
    except Exception as error:
        return failing.internal(error, arguments)
    return code if isinstance(code, int) else 0
