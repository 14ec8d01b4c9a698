"""`tsolve serve`."""

import os
import sys
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from tsolve.cli.command import Command
from tsolve.cli.options import seconds
from tsolve.cli.output import emit, width
from tsolve.cli.session import Session, explain

if TYPE_CHECKING:
    from tsolve.web.serving import Served

_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""The variables of which one is set where a browser can open."""


class Serve(Command):
    """Open a page on which positions are made by picking and questions are answered.

    It is there for this machine alone, until Ctrl-C. With --host the phones of the same network open it too:
    by the address that is shown, which holds a key, or by its QR code. Nothing is sent elsewhere, and nothing
    is kept.

    Exit codes: 0 it was ended by Ctrl-C; 2 the usage is wrong, or the address is taken.
    """

    name = "serve"

    host: Annotated[
        str,
        typer.Option(
            "--host", metavar="ADDRESS", help="Where to listen; 0.0.0.0: in all networks of this machine."
        ),
    ] = "127.0.0.1"
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65_535, help="By default a free one.")
    ] = 0
    time_limit: Annotated[
        float,
        typer.Option(
            "--time-limit",
            metavar="SECONDS",
            min=0.1,
            max=60,
            callback=seconds,
            help="How long a question may take at first.",
        ),
    ] = 1.5
    no_open: Annotated[bool, typer.Option("--no-open", help="Open no browser.")] = False

    def run(self) -> NoReturn:
        from tsolve.web.serving import serve

        session = Session(self.name, "text")
        try:
            with suppress(KeyboardInterrupt):
                serve(self.host, self.port, self.time_limit, self._tell)
        except Exception as error:
            session.fail(explain(error))
        session.finish()

    def _tell(self, served: "Served") -> None:
        emit(f"tsolve is at {served.address}\n")
        if served.code and _shows(served.code):
            emit(f"\n{served.code}\n")
        if sys.stdout.isatty():
            emit("Ctrl-C ends it.\n")
        if not self.no_open and _has_browser():
            Thread(target=_open, args=(served.address,), daemon=True).start()


def _shows(code: str) -> bool:
    """Whether standard output is a terminal that has room for a code, and its characters."""
    try:
        code.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return sys.stdout.isatty() and max(map(len, code.splitlines())) <= width()


def _has_browser() -> bool:
    """Whether a browser has a screen to open on; one that fills the terminal is none."""
    return os.name == "nt" or sys.platform == "darwin" or any(map(os.environ.get, _SCREENS))


def _open(address: str) -> None:
    import webbrowser

    with suppress(webbrowser.Error):
        webbrowser.open(address)
