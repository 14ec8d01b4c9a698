"""The command line. Each command has a file of its own, loaded when it is called for."""

# What takes time is imported where Ctrl-C ends the program without a traceback.

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # as that of typing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

INTERRUPTED = 130


def main() -> NoReturn:
    """Run the command of this process and end with its exit code."""
    try:
        from tsolve.cli import output

        output.prepare()
        code = output.exit_code(run(sys.argv[1:]))
    except KeyboardInterrupt:
        code = INTERRUPTED
    while True:
        try:
            _leave(code)
        except KeyboardInterrupt:
            code = INTERRUPTED


def _leave(code: int) -> NoReturn:
    """End at once: the interpreter would spend 30 ms on taking everything apart."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run a command given by its arguments and return its exit code."""
    from tsolve.process import collect_rarely

    collect_rarely()
    if "_TSOLVE_COMPLETE" in os.environ:
        from tsolve.cli.completing import complete

        return complete()
    import typer

    from tsolve.cli import session
    from tsolve.cli.commands import root

    try:
        code = root().main(list(arguments), prog_name="tsolve", standalone_mode=False)
    except typer.TyperException as error:
        return session.usage(error, arguments)
    except SystemExit as stop:  # raised where completion is installed
        return stop.code if isinstance(stop.code, int) else 0
    except Exception as error:
        return session.internal(error, arguments)
    return code if isinstance(code, int) else 0
